"""Asking Claude about many sections in one batch, at half the price; a batch survives the command that sent it.

The note beside the file of questions says which batch is on its way and what it asks, so that whoever comes back
collects the replies instead of paying for them again.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs_citeqa.asking import BATCH, Group, Purse, Reply, Usage, group, most_usage, read_reply, request
from mkdocs_citeqa.enrich import Deal, usage_of, why_short
from mkdocs_citeqa.questions import Key, Section

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

POLL = 20.0
"""Seconds between two looks at a batch."""


class BatchNote:
    """The note of a batch on its way."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, batch: str, groups: Mapping[str, Group]) -> None:
        """Remember a batch: its id, and the sections of each request with the digests of their texts."""
        asked = {name: [[s.file, s.id, s.digest] for s in sections] for name, sections in groups.items()}
        self.path.write_text(json.dumps({"batch": batch, "requests": asked}, indent=1) + "\n", "utf-8")

    def read(self, sections: Mapping[Key, Section]) -> tuple[str, dict[str, list[Section | None]]]:
        """The batch's id and the sections of each request, as far as they still say what they said."""
        note = json.loads(self.path.read_text("utf-8"))
        return note["batch"], {
            name: [_same(sections.get((file, id)), digest) for file, id, digest in asked]
            for name, asked in note["requests"].items()
        }


def _same(section: Section | None, digest: str) -> Section | None:
    return section if section and section.digest == digest else None


def affordable(sections: Sequence[Section], deal: Deal, purse: Purse) -> dict[str, Group]:
    """The groups that the budget reaches for, by the names of their requests."""
    groups = {}
    for number, asked in enumerate(group(sections)):
        if not purse.reserve(BATCH * most_usage(request(asked, deal.model, deal.most)).cost(deal.price)):
            break
        groups[f"group-{number}"] = asked
    return groups


async def send(client: "AsyncAnthropic", groups: Mapping[str, Group], deal: Deal, note: BatchNote) -> None:
    """Send a batch and note it at once; sending is not tried twice, as two batches would cost twice."""
    requests: Any = [
        {"custom_id": name, "params": request(asked, deal.model, deal.most)} for name, asked in groups.items()
    ]
    batch = await client.with_options(max_retries=0).messages.batches.create(requests=requests)
    note.write(batch.id, groups)


async def collect(
    client: "AsyncAnthropic",
    note: BatchNote,
    sections: Mapping[Key, Section],
    keep: Callable[[Reply], None],
    poll: float = POLL,
) -> tuple[Usage, list[str]]:
    """Wait for the batch of a note and hand its replies over; the tokens used, and sections that got nothing."""
    batch, asked = note.read(sections)
    while (await client.messages.batches.retrieve(batch)).processing_status != "ended":
        await asyncio.sleep(poll)
    usage, problems = Usage(), list[str]()
    async for line in await client.messages.batches.results(batch):
        group_ = asked.get(line.custom_id, [])
        if line.result.type == "succeeded":
            usage += usage_of(line.result.message.usage)
            problems += _take(group_, line.result.message, keep)
        else:
            problems += [f"{section.name}: {line.result.type}" for section in group_ if section]
    note.path.unlink()
    return usage, problems


def _take(asked: Sequence[Section | None], message: Any, keep: Callable[[Reply], None]) -> Iterator[str]:
    """Keep the questions of sections that have not changed since; why others have none."""
    text = "".join(block.text for block in message.content if block.type == "text")
    placed = {number: section for number, section in enumerate(asked, 1) if section}
    reply = Reply({}) if message.stop_reason == "refusal" else read_reply(placed, text)
    yield from reply.faults
    yield from (f"{s.name}: {why_short(message.stop_reason)}" for s in placed.values() if s not in reply.questions)
    if reply.questions:
        keep(reply)
