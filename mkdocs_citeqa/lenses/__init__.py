"""Lenses: named, pure readings of a text that yield findings. One lens a file; here are the protocol and the list."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


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


@dataclass(frozen=True, slots=True)
class Finding:
    """One mention in a text."""

    start: int
    """Offset of the smallest span that carries the value: `text[start:end]` as the reader sees it."""
    end: int
    key: str
    """What makes two mentions one figure."""
    value: Mapping[str, Any] = field(default_factory=dict)
    """The lens's own fields, JSON types only."""
    subject: str = ""
    """What the figure is about, lower-case words: a plan, a product, a row; empty when the text does not say."""


class Lens(Protocol):
    """A reading of a text."""

    name: str
    words: tuple[str, ...]
    """Lower-case words and phrases of a question that choose this lens."""

    def read(self, text: str, context: Context) -> Iterator[Finding]:
        """All mentions in one block's text, in order."""
        ...
