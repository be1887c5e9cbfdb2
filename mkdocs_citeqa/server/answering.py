"""question -> the events of its answer: found, asked, checked statement by statement, kept for the next reader."""

import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import anyio

from mkdocs_citeqa.grounding import Failing, Model, Reply, Source, Written, request, sources
from mkdocs_citeqa.grounding.prompt import VERSION
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.search import Found, search
from mkdocs_citeqa.server.claude import Claude, ModelError
from mkdocs_citeqa.server.library import Answers, Library
from mkdocs_citeqa.server.limits import Gate, Limits

LASTING = (None, "declined", "uncited", "unsupported")
"""Outcomes that asking again would repeat; the others are a matter of the moment."""
CHARACTERS_A_TOKEN = 3
"""At the least, so that what is set aside for a request is not too little."""


@dataclass(slots=True)
class Account:
    """What one question came to, for the log."""

    question: str
    began: float = field(default_factory=time.monotonic)
    mode: str = ""
    status: str = ""
    reason: str | None = None
    cached: bool = False
    passages: int = 0
    tokens: dict[str, int] = field(default_factory=dict)
    first: float | None = None
    """Seconds until the first statement."""

    def see(self, answer: dict[str, Any]) -> None:
        """Note how the answer ended."""
        self.mode, self.status = answer["mode"], answer["status"]
        self.reason = (answer["claude"]["reason"] or {}).get("code")


class Answering:
    """Answers questions about one site."""

    def __init__(
        self,
        library: Library,
        claude: Claude,
        gate: Gate,
        *,
        model: Model | None = None,
        limits: Limits | None = None,
        failing: Failing = "mark",
    ) -> None:
        self.library, self.gate = library, gate
        self.model, self.limits, self.failing = model or Model(), limits or Limits(), failing
        self._claude = claude
        self._answers = Answers()

    async def answer(self, question: str, language: str | None, account: Account) -> AsyncGenerator[bytes, None]:
        """`statement` events as they are checked, then `done` with the whole answer's JSON, as server-sent events."""
        index = self.library.index()
        language = index.language(language)
        key = (question, language, self.library.version, self.model, VERSION, self.failing)
        kept = self._answers.get(key)
        if kept:
            account.cached, account.mode = True, "claude"
            for event in kept:
                yield event
            return
        found = search(index, question, language=language)
        sent = sources(found.hits)
        account.passages = len(sent)
        events: list[bytes] = []
        async with aclosing(self._events(index, found, question, sent, account)) as fresh:
            async for event in fresh:
                events.append(event)
                yield event
        if account.reason in LASTING and sent:
            self._answers.keep(key, tuple(events))

    async def _events(
        self, index: Index, found: Found, question: str, sent: list[Source], account: Account
    ) -> AsyncGenerator[bytes, None]:
        written = Written(index, found, question, sent, self.failing)
        reply = Reply(sent)
        reserved = self._estimate(question, sent)
        code = await self._refused(sent, reserved)
        if code is None:
            try:
                async with aclosing(
                    self._statements(written, reply, request(question, sent, self.model))
                ) as statements:
                    async for statement in statements:
                        account.first = account.first or time.monotonic() - account.began
                        yield sse("statement", statement)
            except ModelError as error:
                code = error.code
            finally:
                account.tokens = reply.tokens
                self.gate.leave()
                with anyio.CancelScope(shield=True):  # a reader who leaves has spent them all the same
                    await self.gate.settle(reserved, sum(reply.tokens.values()))
        answer = written.quoted(code) if code else written.finish(reply)
        account.see(answer)
        yield sse("done", answer)

    async def _refused(self, sent: list[Source], reserved: int) -> str | None:
        """Why the model is not asked; None takes a place and sets the tokens aside."""
        if not sent:
            return "weak"
        if not self.gate.enter():
            return "busy"
        if await self.gate.spend(reserved):
            return None
        self.gate.leave()
        return "paused"

    async def _statements(
        self, written: Written, reply: Reply, asked: dict[str, Any]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Checked statements; a ModelError when the model fails or does not finish in time."""
        ends = anyio.current_time() + self.limits.deadline
        async with aclosing(self._claude.stream(asked)) as events:
            while True:
                with anyio.move_on_after(ends - anyio.current_time()) as scope:
                    event = await anext(events, None)
                if scope.cancelled_caught:
                    raise ModelError("slow")
                if event is None:
                    return
                for statement in reply.take(event):
                    shown = written.add(statement)
                    if shown:
                        yield shown

    def _estimate(self, question: str, sent: list[Source]) -> int:
        """Tokens that an answer may cost at most."""
        asked = request(question, sent, self.model)
        return len(json.dumps(asked, ensure_ascii=False)) // CHARACTERS_A_TOKEN + self.model.max_tokens


def sse(event: str, data: dict[str, Any]) -> bytes:
    """One server-sent event."""
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode("utf-8", "replace")
