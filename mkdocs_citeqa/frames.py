"""What is known of the open elements of a page while it is read, and of the parts that came out of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from mkdocs_citeqa import roles
from mkdocs_citeqa.tags import Element

BREAK = "\0"  # stands for `<br>` until white space is collapsed; no HTML text can hold it
_SPACE = re.compile(r"[ \t\n\r\f]+")
_BREAKS = re.compile(rf" ?{BREAK}[ {BREAK}]*")
_BLANK = re.compile(r"[\s|\u200b-\u200d\u2060\ufeff]*")


def collapsed(parts: Sequence[str]) -> str:
    """Text as a browser lays it out: white space collapsed, a newline where a line is broken on purpose."""
    text = _SPACE.sub(" ", "".join(parts))
    return (_BREAKS.sub("\n", text) if BREAK in text else text).strip(" \n\xa0")


def is_blank(text: str) -> bool:
    """Nothing a reader could see: white space, empty cells, characters without width."""
    return _BLANK.fullmatch(text) is not None


@dataclass(slots=True, eq=False)
class Part:
    """A block whose place for an id is not settled yet."""

    kind: str
    text: str
    tag: str
    at: int
    """Offset where an empty span can stand."""
    owner: Element | None = None
    """The element whose start tag may take an id, if it may at all."""
    lenders: tuple[Element, ...] = ()
    """Elements that begin with this part, so that their own id serves."""
    level: int = 0
    head: str = ""
    language: str = ""
    hidden: bool = False
    api: int = 0


@dataclass(slots=True, eq=False)
class Frame:
    """An open block element and what is known of it so far."""

    element: Element
    hidden: bool = False
    api: int = 0
    filled: bool = False
    """A part of the page began in it."""
    coded: bool = False
    """A code block began in it."""
    number: int = 1
    """Of an ordered list: its next number."""
    marker: str = ""
    """Of an item of such a list: "2."."""
    terms: list[str] = field(default_factory=list)
    """Of a definition list: those that the next definition explains."""
    header: str = ""
    """Of a table: its header row."""
    labels: list[list[str]] = field(default_factory=list)
    """Of a set of tabs: their labels that have not met their tab yet."""

    @property
    def name(self) -> str:
        """Of its element."""
        return self.element.name

    def count(self, parent: "Frame") -> None:
        """Number an ordered list's first item, or this item of one."""
        values = self.element.values
        if self.name == "ol":
            self.number = _integer(values.get("start"), 1)
        elif parent.name == "ol" and "reversed" not in parent.element.values:
            number = _integer(values.get("value"), parent.number)
            self.marker = roles.marker(number, parent.element.values.get("type", "1"))
            parent.number = number + 1


@dataclass(slots=True, eq=False)
class Row:
    """The table row that is being read: everything in it but code is one part."""

    part: Part
    frame: Frame
    cells: list[list[str]] = field(default_factory=list)
    heads: int = 0
    """How many of the cells are header cells."""


def _integer(text: str | None, default: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return default
