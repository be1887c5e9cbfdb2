"""What a lens is given and what it gives: a block's text with its context, and the mentions found in it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Spans = tuple[tuple[int, int], ...]
"""Stretches of a text, (start, end), ascending."""


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a text and gives its figures their meaning."""

    head: str = ""
    """Header row of a table row (cells joined by " | "), a definition's term."""
    kind: str = "paragraph"
    """Kind of the block, as in `blocks.Block`."""
    heading: str = ""
    trail: tuple[str, ...] = ()
    title: str = ""
    lead: str = ""
    """The paragraph that introduces the list which an item stands in: "These are supported:"."""
    code: Spans = ()
    """Stretches of the text that are inline code."""
    struck: Spans = ()
    """Stretches of the text that are crossed out."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One mention in a text."""

    start: int
    """Offset of the smallest span that carries the value: `text[start:end]` as the reader sees it."""
    end: int
    key: str
    """What makes two mentions one figure."""
    value: Mapping[str, Any] = field(default_factory=dict)
    """The lens's own fields, JSON types only; `basis`, `at`, `scope` and `sure` are read by `conflicts`."""
    subject: str = ""
    """What the figure is about, lower-case words: a plan, a product, a row; empty when the text does not say."""


class Lens(Protocol):
    """A reading of a text. A module can be one: its `name`, its `words` and its function `read`."""

    @property
    def name(self) -> str:
        """Short name, as in `citeqa lens --lens NAME`."""
        ...

    @property
    def words(self) -> Sequence[str]:
        """Lower-case words, phrases and signs of a question that choose this lens."""
        ...

    def read(self, text: str, context: Context) -> Iterator[Finding]:
        """All mentions in one block's text, in order."""
        ...


def within(spans: Spans, start: int, end: int) -> bool:
    """Does one of these stretches overlap `start`..`end`?"""
    place = bisect_right(spans, (end - 1, 1 << 60)) - 1
    return place >= 0 and spans[place][1] > start
