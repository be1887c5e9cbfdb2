"""The part of `citeqa enrich` that asks Claude: what it may cost, progress, Ctrl-C, and what became of it."""

import argparse
import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress

from mkdocs_citeqa.asking import BATCH, PRICES, Price, Purse, Reply, Usage, group, likely_usage, request
from mkdocs_citeqa.batch import BatchNote, affordable, collect, send
from mkdocs_citeqa.enrich import Deal, Interview, explained, open_client
from mkdocs_citeqa.enrich_report import Progress, money, report, say
from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.questions import Section
from mkdocs_citeqa.review import review, words_of
from mkdocs_citeqa.words import synonyms
from mkdocs_citeqa.workbook import Workbook


def estimate(sections: Sequence[Section], arguments: argparse.Namespace) -> str:
    """How many sections would be asked about, and what that may cost."""
    deal = deal_of(arguments)
    usage, requests = Usage(), 0
    for asked in group(sections):
        usage += likely_usage(request(asked, deal.model, deal.most), asked, deal.most)
        requests += 1
    cost = usage.cost(deal.price)
    return (
        f"{len(sections)} sections in {requests} requests to {deal.model}: about {usage.read:,} tokens to read and "
        f"{usage.written:,} to write, {money(cost)}, or {money(cost * BATCH)} with --batch. Nothing was sent."
    )


def deal_of(arguments: argparse.Namespace) -> Deal:
    """The deal that the arguments name; an InputError asks for the price of a model that we don't know."""
    price = PRICES.get(arguments.model)
    if arguments.price:
        try:
            read, written = map(float, arguments.price.split(","))
        except ValueError:
            raise InputError(
                "--price is two numbers, as in --price 1,5: dollars a million tokens read and written."
            ) from None
        price = Price(read, written)
    if price is None:
        raise InputError(f"no price is known for {arguments.model}: give it with --price, so that --budget can hold.")
    return Deal(arguments.model, price, arguments.each, arguments.jobs)


def ask_claude(work: Workbook, needy: Sequence[Section], arguments: argparse.Namespace) -> int:
    """Ask about sections, or collect a batch that is on its way; 1 when some got nothing."""
    deal = deal_of(arguments)
    note = BatchNote(work.path.with_name(work.path.name + ".batch"))
    waiting = note.path.is_file()
    if not needy and not waiting:
        return 0
    key = os.environ.get("ANTHROPIC_API_KEY")
    if not key:
        raise InputError(
            "ANTHROPIC_API_KEY is not set, and only its owner can ask Claude; "
            "or write the questions yourself with --export and --from."
        )
    if waiting and not arguments.batch:
        raise InputError(f"{note.path.name}: a batch is on its way and paid for: collect it with --batch.")
    keeper = Keeper(work, deal)
    ask = _batch(keeper, note, needy, arguments, key) if arguments.batch else _live(keeper, needy, arguments, key)
    try:
        problems = asyncio.run(ask)
    except KeyboardInterrupt:
        problems = [f"interrupted; what has come in is in {work.path.name}: run the same command to go on"]
    report(keeper.faults)
    report(problems)
    return 1 if problems else 0


class Keeper:
    """Puts replies into the file of questions, at once."""

    def __init__(self, work: Workbook, deal: Deal) -> None:
        self.done = 0
        self.faults: list[str] = []
        """Questions that were not taken, and names that a person should look at."""
        self.work, self._deal = work, deal
        texts = (text for s in work.sections.values() for text in (s.title, s.heading, s.text, *s.trail))
        self._known = words_of([*texts, *(word for group in synonyms() for word in group.words)])

    def keep(self, reply: Reply) -> None:
        """Review a reply and write it down."""
        for section, questions in reply.questions.items():
            reviewed = review(section, questions, most=self._deal.most, known=self._known)
            self.faults += [f"{section.name}: left out as {fault}" for fault in reviewed.faults]
            if reviewed.names:
                self.faults.append(f"{section.name}: the docs don't have {', '.join(reviewed.names)}: please look")
            self.work.put(section, reviewed.questions)
        self.work.save()
        self.done += len(reply.questions)


async def _live(keeper: Keeper, needy: Sequence[Section], arguments: argparse.Namespace, key: str) -> list[str]:
    deal, purse, progress = deal_of(arguments), Purse(arguments.budget), Progress(len(needy))

    def keep(reply: Reply) -> None:
        keeper.keep(reply)
        progress.show(keeper.done, interview.usage, purse.spent)

    async with open_client(key) as client:
        interview = Interview(client, deal, purse, keep)
        with suppress(NotImplementedError):  # Windows has no such handlers: there Ctrl-C leaves at once
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, _interrupt, interview)
        await interview.run(needy)
    progress.show(keeper.done, interview.usage, purse.spent, end=True)
    left = len(needy) - keeper.done
    ended = [f"{left} sections are left: {interview.ended}"] if interview.ended and left else []
    return [*interview.problems, *ended]


def _interrupt(interview: Interview) -> None:
    """The first Ctrl-C lets replies come in that are paid for; the second leaves them."""
    asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
    interview.end("interrupted: run the same command to go on")
    say("\nWaiting for the replies that are on their way. Ctrl-C again leaves without them.")


async def _batch(
    keeper: Keeper, note: BatchNote, needy: Sequence[Section], arguments: argparse.Namespace, key: str
) -> list[str]:
    deal, purse = deal_of(arguments), Purse(arguments.budget)
    async with open_client(key) as client:
        with explained():
            if not note.path.is_file():
                groups = affordable(needy, deal, purse)
                if not groups:
                    return [f"{len(needy)} sections are left: the budget does not reach for one request"]
                await send(client, groups, deal, note)
                count = sum(map(len, groups.values()))
                say(f"A batch about {count} of {len(needy)} sections is on its way. Ctrl-C leaves, a run collects.")
            usage, problems = await collect(client, note, keeper.work.sections, keeper.keep)
    cost = BATCH * usage.cost(deal.price)
    say(f"{keeper.done} sections, {usage.read:,} tokens read, {usage.written:,} written, {money(cost)}")
    return problems
