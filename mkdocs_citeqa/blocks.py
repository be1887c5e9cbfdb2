"""Rendered HTML -> Block…: what a reader sees, block by block, with the place in the HTML where an id can go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "heading",     # h1–h6; `level` says which
    "paragraph",   # p, bare text, blockquote text
    "item",        # a list item's own text
    "row",         # one table row, cells joined by " | "
    "code",        # a code block, newlines kept
    "term",        # dt
    "definition",  # dd
    "title",       # admonition title, summary, tab label
    "caption",     # figcaption, table caption
    "footnote",    # one footnote
]


@dataclass(frozen=True, slots=True)
class Block:
    """One block of the page as the reader sees it."""

    kind: Kind
    text: str
    """Rendered text: white space collapsed, except in code; `<br>` is a newline."""
    tag: str = ""
    level: int = 0
    """1–6 for headings, nesting depth (from 1) for list items, else 0."""
    id: str = ""
    """An id already on the block that occurs once in the page, else empty."""
    head: str = ""
    """What the reader sees beside it and it needs to be understood: a row's header row (cells joined by " | "),
    a definition's term, an ordered item's marker ("2."); else empty."""
    language: str = ""
    """Language of a code block, when the page names it."""
    at: int = 0
    """Offset in the HTML at which `splice` may insert an id for this block."""
    form: Literal["attribute", "span"] = "attribute"
    """How: an attribute in the block's own start tag, or an empty span before its text."""
    hidden: bool = False
    """The site keeps it out of search (data-search-exclude on it, an ancestor or its section's heading)."""
    start: int | None = None
    """First line in the raw Markdown file, 1-based; None when the page has no file. Filled by align."""
    end: int | None = None
    """Last line, inclusive."""
    generated: bool = False
    """A word of it does not stand in the file itself (an include, a macro)."""
    marks: tuple[tuple[int, int], ...] = ()
    """(offset in text, line): from that offset on the text stands on that line; ascending. Lets a sentence or a
    line of code inside the block have its own lines. Empty when the whole block stands on start..end alike."""


def lines_within(block: Block, first: int, last: int) -> tuple[int | None, int | None]:
    """First and last source line of `block.text[first:last]`."""
    raise NotImplementedError


def read_blocks(html: str) -> list[Block]:
    """All blocks of a page's content, in source order (tab labels before their tab's blocks)."""
    raise NotImplementedError


def splice(html: str, ids: Sequence[tuple[Block, str]]) -> str:
    """The HTML with an id on each of these blocks; nothing else in it changes."""
    raise NotImplementedError
