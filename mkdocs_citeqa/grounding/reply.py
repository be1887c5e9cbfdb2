"""Events of a model's reply -> its statements, each with the blocks that it cites; re-checked against what was sent."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mkdocs_citeqa.grounding.names import CODE, FENCE
from mkdocs_citeqa.grounding.prompt import Source
from mkdocs_citeqa.sentences import sentences

_IMAGE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?")
_LINK = re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_AUTOLINK = re.compile(r"<(?:https?|mailto|ftp):[^>\s]*>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->", re.S)
_NUMBER = re.compile(r"\s?\[\d+(?:\s*[,–-]\s*\d+)*\]|【[^】]*】")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])", re.S)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+|^\s{0,3}>\s?", re.M)
_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
_BULLET = re.compile(r"^(\s*)[*+•](?=\s)")
_RULE = re.compile(r"[\s|:*_=-]*")


class Reference(NamedTuple):
    """Neighbouring blocks of one of the passages that were sent."""

    source: int
    first: int
    last: int
    """Inclusive."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, list item or piece of code, without the model's markup."""

    text: str
    references: tuple[Reference, ...]


@dataclass(slots=True)
class _Block:
    text: str = ""
    citations: list[Mapping[str, Any]] = field(default_factory=list)


class Reply:
    """Takes the events of one reply in order; `take` gives each statement as soon as nothing can be added to it."""

    def __init__(self, sent: Sequence[Source]) -> None:
        self._sent = sent
        self._open: dict[int, _Block] = {}
        self._text = ""
        self._spans: list[tuple[int, int, tuple[Reference, ...]]] = []
        self._given = 0
        self.stop_reason: str | None = None
        self.finished = False
        self.tokens: dict[str, int] = {}
        """`input_tokens` and `output_tokens`, as far as they were told."""
        self.rejected = 0
        """Citations of what was not sent."""

    def take(self, event: Mapping[str, Any]) -> list[Statement]:
        """One event; unknown ones are passed over, as the API asks of its clients."""
        kind = event.get("type")
        if kind == "message_start":
            self._count(event["message"].get("usage"))
        elif kind == "content_block_start" and event["content_block"].get("type") == "text":
            start = event["content_block"]
            self._open[event["index"]] = _Block(start.get("text") or "", list(start.get("citations") or ()))
        elif kind == "content_block_delta":
            self._add(self._open.get(event["index"]), event["delta"])
        elif kind == "content_block_stop" and event["index"] in self._open:
            self._close(self._open.pop(event["index"]))
            return self._statements(final=False)
        elif kind == "message_delta":
            self.stop_reason = event["delta"].get("stop_reason") or self.stop_reason
            self._count(event.get("usage"))
        elif kind == "message_stop":
            self.finished = True
            return self._statements(final=True)
        return []

    @property
    def complete(self) -> bool:
        """Did the model say all that it had to say? A stream that merely ends has not."""
        return self.finished and self.stop_reason == "end_turn"

    @property
    def text(self) -> str:
        """All text of the finished blocks."""
        return self._text

    def _count(self, usage: Mapping[str, Any] | None) -> None:
        for name in ("input_tokens", "output_tokens"):
            value = (usage or {}).get(name)
            if isinstance(value, int):
                self.tokens[name] = value

    def _add(self, block: _Block | None, delta: Mapping[str, Any]) -> None:
        if block is None:
            return
        if delta.get("type") == "text_delta":
            block.text += delta.get("text") or ""
        elif delta.get("type") == "citations_delta":
            block.citations.append(delta.get("citation") or {})

    def _close(self, block: _Block) -> None:
        known = [reference(citation, self._sent) for citation in block.citations]
        self.rejected += known.count(None)
        start = len(self._text)
        self._text += block.text
        valid = tuple(dict.fromkeys(item for item in known if item))
        if valid:
            self._spans.append((start, len(self._text), valid))

    def _statements(self, *, final: bool) -> list[Statement]:
        """Those that have become certain: all but the last, to which the next block may still add."""
        known = list(pieces(self._text))
        ready = known if final else known[:-1]
        fresh = [(start, end) for start, end in ready if start >= self._given]
        if fresh:
            self._given = fresh[-1][1]
        made = (Statement(clean(self._text[start:end]), self._references(start, end)) for start, end in fresh)
        return [statement for statement in made if not _RULE.fullmatch(statement.text)]

    def _references(self, start: int, end: int) -> tuple[Reference, ...]:
        """What is cited by the blocks that gave a word to this stretch."""
        found: list[Reference] = []
        for first, last, references in self._spans:
            if re.search(r"\w", self._text[max(first, start) : min(last, end)]) and first < end and start < last:
                found += references
        return tuple(dict.fromkeys(found))


def read_message(message: Mapping[str, Any], sent: Sequence[Source]) -> tuple[Reply, list[Statement]]:
    """The same for a reply that was not streamed."""
    reply = Reply(sent)
    statements = reply.take({"type": "message_start", "message": message})
    for n, block in enumerate(message.get("content") or ()):
        statements += reply.take({"type": "content_block_start", "index": n, "content_block": block})
        statements += reply.take({"type": "content_block_stop", "index": n})
    reply.take({"type": "message_delta", "delta": {"stop_reason": message.get("stop_reason")}})
    return reply, statements + reply.take({"type": "message_stop"})


def reference(citation: Mapping[str, Any], sent: Sequence[Source]) -> Reference | None:
    """The blocks a citation points at; None when it points at anything that was not sent."""
    numbers = [citation.get(key) for key in ("search_result_index", "start_block_index", "end_block_index")]
    if citation.get("type") != "search_result_location" or not all(type(n) is int for n in numbers):
        return None
    source, first, end = (int(n or 0) for n in numbers)
    if not 0 <= source < len(sent) or citation.get("source") != sent[source].address:
        return None
    if not 0 <= first < end <= len(sent[source].blocks):
        return None
    return Reference(source, first, end - 1)


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence, list item and piece of code; one that ends in a colon leads the next."""
    lead: int | None = None
    for start, end in _stretches(text):
        if text[start:end].rstrip().endswith(":") and not FENCE.match(text[start:end]):
            lead = start if lead is None else lead
            continue
        yield (start if lead is None else lead), end
        lead = None
    if lead is not None:
        yield lead, len(text)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for fence in FENCE.finditer(text):
        yield from _prose(text, at, fence.start())
        yield fence.start(), fence.end()
        at = fence.end()
    yield from _prose(text, at, len(text))


def _prose(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for first, last in sentences(text[start:end]):
        stretch = text[start + first : start + last]
        if re.fullmatch(r"\s*(?:\d+[.)]|[-*+•])\s*", stretch):
            continue  # the marker of an item whose words have not come yet, or came as a piece of their own
        yield start + first, start + last


def clean(text: str) -> str:
    """The text without links, images, headings, emphasis, tags and citation numbers; code as it is."""
    kept: list[str] = []
    at = 0
    for code in sorted([*FENCE.finditer(text), *CODE.finditer(text)], key=lambda match: match.start()):
        if code.start() >= at:
            kept += [_plain(text[at : code.start()]), _UNSEEN.sub("", code[0])]
            at = code.end()
    kept.append(_plain(text[at:]))
    return "".join(kept).strip()


def _plain(text: str) -> str:
    text = _UNSEEN.sub("", text)
    for pattern, words in ((_IMAGE, ""), (_LINK, r"\1"), (_AUTOLINK, ""), (_TAG, ""), (_NUMBER, ""), (_HEADING, "")):
        text = pattern.sub(words, text)
    return _BULLET.sub(r"\1-", _STRONG.sub(lambda m: m[2] or m[3], text))
