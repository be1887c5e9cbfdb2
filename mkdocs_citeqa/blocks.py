"""Rendered HTML -> Block…: what a reader sees, block by block, and where in the HTML an id can go."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from mkdocs_citeqa.frames import Part, is_blank
from mkdocs_citeqa.parts import Page
from mkdocs_citeqa.tags import walk

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
]  # fmt: skip


class Block(NamedTuple):  # a page has thousands, and each is made three times over: half the cost of a dataclass
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
    """What the reader sees beside it and it needs to be understood: a row's header row (cells joined by
    " | "), a definition's term, an ordered item's marker ("2."); else empty."""
    language: str = ""
    """Language of a code block, when the page names it."""
    at: int = 0
    """Offset in the HTML at which `splice` may insert an id for this block."""
    form: Literal["attribute", "span"] = "attribute"
    """How: an attribute in the block's own start tag, or an empty span before its text."""
    hidden: bool = False
    """The site keeps it out of search (data-search-exclude on it, an ancestor or its section's heading)."""
    api: int = 0
    """Number, from 1, of the outermost object of an API documentation plugin that it stands in; 0 outside."""
    start: int | None = None
    """First line in the raw Markdown file, 1-based; None when the page has no file. Filled by align."""
    end: int | None = None
    """Last line, inclusive."""
    generated: bool = False
    """A word of it does not stand in the file itself (an include, a macro)."""
    marks: tuple[tuple[int, int], ...] = ()
    """(offset in text, line): from that offset on the text stands on that line; ascending. Lets a sentence or
    a line of code inside the block have its own lines. Empty when all of it stands on start..end alike."""
    code: tuple[tuple[int, int], ...] = ()
    """Stretches of the text, (start, end), that are inline code."""
    struck: tuple[tuple[int, int], ...] = ()
    """Stretches of the text that are crossed out."""


def lines_within(block: Block, first: int, last: int) -> tuple[int | None, int | None]:
    """First and last source line of `block.text[first:last]`."""
    if not block.marks or block.start is None or block.end is None:
        return block.start, block.end
    offsets = [offset for offset, _ in block.marks]
    begin = max(bisect_right(offsets, first) - 1, 0)
    stop = max(bisect_left(offsets, last), begin + 1)
    lines = [line for _, line in block.marks[begin:stop]]
    return min(lines), max(lines)


def splice(html: str, ids: Sequence[tuple[Block, str]]) -> str:
    """The HTML with an id on each of these blocks; nothing else changes. A block with an id keeps that."""
    parts: list[str] = []
    done = 0
    for block, name in sorted((pair for pair in ids if not pair[0].id), key=lambda pair: pair[0].at):
        added = f' id="{name}"' if block.form == "attribute" else f'<span id="{name}"></span>'
        parts += html[done : block.at], added
        done = block.at
    return "".join([*parts, html[done:]])


def read_blocks(html: str) -> list[Block]:
    """All blocks of a page's content, in source order (tab labels before their tab's blocks)."""
    page = Page()
    walk(html, page)
    page.finish()
    return [_settled(part, page.ids) for part in page.parts if not is_blank(part.text)]


def _settled(part: Part, ids: Counter[str]) -> Block:
    """The part with its place for an id.

    Never on a `<pre>` nor on what holds one: Material names code blocks after the nearest id above them, and
    would name two of them alike.
    """
    own = next((e.id for e in part.lenders if ids[e.id] == 1), "")
    owner = part.owner
    takes = owner is not None and "id" not in owner.values and (part.kind == "code" or not owner.holds_code)
    return Block(
        kind=cast(Kind, part.kind),
        text=part.text,
        tag=part.tag,
        level=part.level,
        id=own,
        head=part.head,
        language=part.language,
        at=owner.after_name if owner and takes else part.at,
        form="attribute" if takes else "span",
        hidden=part.hidden,
        api=part.api,
        code=part.code,
        struck=part.struck,
    )
