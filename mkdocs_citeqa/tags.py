"""HTML text -> events with offsets: elements opened and closed (implied ends resolved), text, line breaks.

One regular expression over the tags, no tree: what is spliced in later leaves every other byte as it was.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Literal, NamedTuple

# A tag with its attributes; a ">" inside quotes does not end it. The loop is unrolled, so nothing backtracks.
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*)(?P<attributes>[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*)>"
    r"|<[!?/][^>]*>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
RAW = frozenset(["script", "style", "textarea", "title", "iframe", "noscript", "xmp", "noembed", "noframes"])
_BLOCKS = (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav "
    "ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul"
)
BLOCK = frozenset(_BLOCKS.split())
HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_CELLS = frozenset(["table", "td", "th"])  # what is implied never reaches out of them
_IN_PARAGRAPH = frozenset(["option", "optgroup"])  # a block for us, yet it leaves an open p open

# What an opening tag closes by itself, and the elements that shield what is outside of them.
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol", "menu", "dir"})),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "td": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "th": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "tr": (frozenset({"tr", "caption", "colgroup"}), frozenset({"table", "tbody", "thead", "tfoot"})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    **{
        name: (frozenset({"thead", "tbody", "tfoot", "caption", "colgroup"}), frozenset({"table"}))
        for name in ("thead", "tbody", "tfoot")
    },
}


@dataclass(slots=True, eq=False)
class Element:
    """One element of the page, from its start tag."""

    name: str
    start: int
    """Offset of its `<`."""
    after_name: int
    """Offset after its name, where one more attribute can go."""
    end: int
    """Offset after its start tag."""
    attributes: str = ""
    holds_code: bool = False
    """A `<pre>` is inside."""
    _values: dict[str, str] | None = field(default=None, repr=False)

    @property
    def values(self) -> dict[str, str]:
        """Its attributes; of a repeated one the first counts, as in a browser."""
        if self._values is None:
            self._values = {}
            for found in _ATTRIBUTE.finditer(self.attributes):
                value = found[2] or found[3] or found[4] or ""
                self._values.setdefault(found[1].lower(), unescape(value))
        return self._values

    @property
    def classes(self) -> list[str]:
        """The words of its class attribute."""
        return self.values.get("class", "").split() if "class" in self.attributes.lower() else []

    @property
    def id(self) -> str:
        """Its id, or empty."""
        return self.values.get("id", "") if "id" in self.attributes.lower() else ""


class Event(NamedTuple):
    """What the walk meets. `at` is its offset in the HTML."""

    what: Literal["open", "close", "inline", "end", "text"]
    """A block element opens or closes, an inline one opens or ends, text."""
    at: int
    element: Element | None = None
    """Of open, close and inline; for "end" the name alone is known and stands in `text`."""
    text: str = ""


def walk(html: str) -> Iterator[Event]:
    """All events of the page in order; comments, scripts and styles make none."""
    stack: list[Element] = []
    at, size = 0, len(html)
    while at < size:
        tag = _TAG.search(html, at)
        until = tag.start() if tag else size
        if until > at:
            yield Event(
                "text", at, text=unescape(html[at:until]) if "&" in html[at:until] else html[at:until]
            )
        if tag is None:
            break
        at = tag.end()
        if not tag["name"]:
            continue
        name = tag["name"].lower()
        if tag["end"]:
            yield from _closing(stack, name, tag.start())
            continue
        element = Element(name, tag.start(), tag.end("name"), tag.end(), tag["attributes"])
        if name in BLOCK:
            yield from _implied(stack, name, tag.start())
            if name not in VOID:
                stack.append(element)
            if name == "pre":
                for outer in stack:
                    outer.holds_code = True
            yield Event("open", tag.start(), element)
            if name in VOID:
                yield Event("close", at, element)
        else:
            yield Event("inline", tag.start(), element)
            if name in RAW:
                at = _after_raw(html, name, at)
                yield Event("end", at, text=name)
    while stack:
        yield Event("close", size, stack.pop())


def _after_raw(html: str, name: str, at: int) -> int:
    """Where the element ends whose content is no markup."""
    end = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(html, at)
    return end.end() if end else len(html)


def _closing(stack: list[Element], name: str, at: int) -> Iterator[Event]:
    if name not in BLOCK:
        yield Event("end", at, text=name)
    elif any(element.name == name for element in stack):
        while True:
            element = stack.pop()
            yield Event("close", at, element)
            if element.name == name:
                break


def _implied(stack: list[Element], name: str, at: int) -> Iterator[Event]:
    """The ends that the start of `name` implies: an open p, an item before an item, a cell before a cell."""
    names, shields = _CLOSES.get(name, (frozenset(), frozenset()))
    if name in HEADINGS and stack and stack[-1].name in HEADINGS:
        yield Event("close", at, stack.pop())
    keep = len(stack)
    for place in range(len(stack) - 1, -1, -1):
        open_name = stack[place].name
        if open_name in shields or (open_name in _CELLS and open_name not in names):
            break
        if open_name in names or (open_name == "p" and name not in _IN_PARAGRAPH):
            keep = place
    while len(stack) > keep:
        yield Event("close", at, stack.pop())
