"""What is known of the open elements of a page while it is read, and of the parts that came out of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mkdocs_citeqa import roles
from mkdocs_citeqa.tags import CODE, Element

BREAK = "\0"  # stands for `<br>` until white space is collapsed; no HTML text can hold it
STRUCK = "\3\4"
"""What stands for the start and the end of text that is crossed out, until then."""
_MARK = re.compile("[\1-\4]")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_RUN = re.compile(rf"[ \t\n\r\f{BREAK}]+")
_BREAKS = re.compile(rf" ?{BREAK}[ {BREAK}]*")
_BLANK = re.compile(r"[\s|\u200b-\u200d\u2060\ufeff]*")


def collapsed(raw: str) -> str:
    """Text as a browser lays it out: white space collapsed, a newline where a line is broken on purpose."""
    text = _SPACE.sub(" ", raw)
    return (_BREAKS.sub("\n", text) if BREAK in text else text).strip(" \n\xa0")


class Line(NamedTuple):
    """A run of text as it is laid out, and which stretches of it are marked."""

    text: str
    code: tuple[tuple[int, int], ...] = ()
    struck: tuple[tuple[int, int], ...] = ()

    def moved(self, by: int) -> "Line":
        """The same marks when this many characters stand before it."""
        code, struck = ((tuple((a + by, b + by) for a, b in spans)) for spans in (self.code, self.struck))
        return Line(self.text, code, struck)


def laid_out(raw: str) -> Line:
    """The text of `collapsed`, with its marks."""
    if _MARK.search(raw) is None:
        return Line(collapsed(raw))
    plain = _MARK.sub("", raw)
    places = [(m[0], m.start() - i) for i, m in enumerate(_MARK.finditer(raw))]
    text = collapsed(plain)
    ahead = len(plain) - len(plain.lstrip(f" \t\n\r\f\xa0{BREAK}"))
    at, lost, runs = [], 0, _RUN.finditer(plain, ahead)
    run = next(runs, None)
    for _, place in places:
        while run is not None and run.end() <= place:
            lost += len(run[0]) - 1
            run = next(runs, None)
        at.append(min(max((run.start() if run and run.start() < place else place) - lost - ahead, 0), len(text)))
    marks = [(mark, offset) for (mark, _), offset in zip(places, at, strict=True)]
    return Line(text, _spans(marks, CODE), _spans(marks, STRUCK))


def _spans(marks: Sequence[tuple[str, int]], kind: str) -> tuple[tuple[int, int], ...]:
    """From start to end, the outermost ones; what is not closed ends nowhere and is none."""
    spans, start, depth = [], 0, 0
    for mark, offset in marks:
        if mark == kind[0]:
            start, depth = (offset if depth == 0 else start), depth + 1
        elif mark == kind[1] and depth:
            depth -= 1
            if depth == 0 and offset > start:
                spans.append((start, offset))
    return tuple(spans)


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
    code: tuple[tuple[int, int], ...] = ()
    struck: tuple[tuple[int, int], ...] = ()

    def put(self, line: Line) -> None:
        """Its text with its marks."""
        self.text, self.code, self.struck = line.text, line.code, line.struck


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
