"""Sections -> questions that Claude writes, several requests at a time; imports anthropic, and only when it is used."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mkdocs_citeqa.asking import Group, Price, Purse, Reply, Usage, group, most_usage, numbered, read_reply, request
from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.questions import Section

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

RETRIES = 5
"""Of a request that was not taken: the client waits as long as the server says, else half a second and doubling."""
SILENCE = 120
"""Seconds without a byte after which a reply counts as cut off."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is asked of whom, and at what price."""

    model: str
    price: Price
    most: int = 4
    """Questions of a section."""
    jobs: int = 4
    """Requests at a time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A reply as far as it came."""

    text: str
    stop: str | None
    """The API's stop reason; None when the reply was cut off."""
    usage: Usage


def open_client(key: str, base_url: str | None = None) -> "AsyncAnthropic":
    """The API's own client; an InputError says what to install."""
    try:
        from anthropic import AsyncAnthropic
    except ImportError:
        raise InputError(
            "asking Claude needs one more package: pip install 'mkdocs-citeqa[server]'; "
            "or write the questions yourself with --export and --from."
        ) from None
    return AsyncAnthropic(api_key=key, base_url=base_url, max_retries=RETRIES, timeout=SILENCE)


class Interview:
    """Asks about sections group by group; whatever was paid for is handed over at once."""

    def __init__(self, client: "AsyncAnthropic", deal: Deal, purse: Purse, keep: Callable[[Reply], None]) -> None:
        self.usage = Usage()
        self.problems: list[str] = []
        """Sections that got nothing, and why."""
        self.ended = ""
        """Why no more requests are sent; empty while they are."""
        self._client, self._deal, self._purse, self._keep = client, deal, purse, keep
        self._queue: deque[Group] = deque()
        self._paid = asyncio.Condition()

    def end(self, why: str) -> None:
        """Send no more requests; replies that are on their way still come in."""
        self.ended = self.ended or why

    async def run(self, sections: Sequence[Section]) -> None:
        """Ask about all of them, or until the interview ends."""
        self._queue.extend(group(sections))
        await asyncio.gather(*(self._work() for _ in range(min(self._deal.jobs, len(self._queue)))))

    async def _work(self) -> None:
        while self._queue and not self.ended:
            sections = self._queue.popleft()
            params = request(sections, self._deal.model, self._deal.most)
            most = most_usage(params).cost(self._deal.price)
            if await self._reserve(most):
                usage = Usage()
                try:
                    usage = await self._ask(sections, params)
                finally:
                    self._purse.pay(most, usage.cost(self._deal.price))
                    async with self._paid:
                        self._paid.notify_all()

    async def _reserve(self, most: float) -> bool:
        """Put money aside, if need be after replies on their way have cost less than they could."""
        while not self.ended and not self._purse.reserve(most):
            if not self._purse.waits:
                self.end(f"the budget of ${self._purse.budget:.2f} does not reach further")
                return False
            async with self._paid:
                await self._paid.wait()
        return not self.ended

    async def _ask(self, sections: Group, params: dict[str, Any]) -> Usage:
        import anthropic

        try:
            outcome = await converse(self._client, params)
        except anthropic.ContentTooLargeError:
            self._skip(sections, "too long for the model")
            return Usage()
        except anthropic.APIError as error:
            self.end(explain(error))
            return Usage()
        self.usage += outcome.usage
        self._take(sections, outcome)
        return outcome.usage

    def _take(self, sections: Group, outcome: Outcome) -> None:
        if outcome.stop == "refusal" and len(sections) > 1:  # one of them is the cause: find it
            self._queue.extendleft((section,) for section in reversed(sections))
            return
        reply = Reply({}) if outcome.stop == "refusal" else read_reply(numbered(sections), outcome.text)
        self.problems += reply.faults
        self._skip([s for s in sections if s not in reply.questions], why_short(outcome.stop))
        if reply.questions:
            self._keep(reply)

    def _skip(self, sections: Iterable[Section], why: str) -> None:
        self.problems += [f"{section.name}: {why}" for section in sections]


async def converse(client: "AsyncAnthropic", params: dict[str, Any]) -> Outcome:
    """Send a message and read its reply; what fails before the reply begins is raised as the client's own error."""
    import anthropic
    import httpx2

    text: list[str] = []
    stop, usage = None, Usage()
    try:
        async with client.messages.stream(**params) as stream:
            async for event in stream:
                if event.type == "text":
                    text.append(event.text)
                elif event.type == "message_start":
                    usage = usage_of(event.message.usage)
                elif event.type == "message_delta":
                    stop, usage = event.delta.stop_reason, Usage(usage.read, event.usage.output_tokens)
    except anthropic.APIStatusError as error:
        if error.status_code != 200:
            raise
        stop = None
    except httpx2.HTTPError:
        stop = None
    whole = "".join(text)
    if stop is None:  # its last count did not come
        usage = Usage(usage.read, max(usage.written, len(whole.encode()) // 2))
    return Outcome(whole, stop, usage)


def usage_of(usage: Any) -> Usage:
    """Tokens of a message, cached ones included."""
    cached = (usage.cache_creation_input_tokens or 0) + (usage.cache_read_input_tokens or 0)
    return Usage(usage.input_tokens + cached, usage.output_tokens)


def why_short(stop: str | None) -> str:
    """Why sections of a reply have no questions, by the reason for which it stopped."""
    reasons = {"refusal": "the model refused", "end_turn": "no usable answer", None: "the reply was cut off"}
    return reasons.get(stop, "the reply was cut short")


def explain(error: Exception) -> str:
    """One line on an error of the API that ends an interview, with what to do."""
    import anthropic

    status = getattr(error, "status_code", None)
    said = getattr(error, "api_message", None) or str(error)
    if isinstance(error, anthropic.AuthenticationError):
        return "the key was not accepted: put a valid one into ANTHROPIC_API_KEY"
    if status == 404:
        return f"the API does not know this model ({said}): choose another with --model"
    if status in (400, 402, 403):
        return f"the API refused the request: {said}"
    if status == 429:
        return f"the API takes no more requests for now ({said}): run the same command later"
    if status:
        return f"the API is in trouble ({status}, {said}): run the same command later"
    return f"the API could not be reached ({said}): run the same command later"


@contextmanager
def explained() -> Iterator[None]:
    """An error of the API as an InputError."""
    import anthropic

    try:
        yield
    except anthropic.APIError as error:
        raise InputError(explain(error)) from None
