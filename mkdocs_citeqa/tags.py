"""HTML text, told to a reader with offsets: elements that open and close (implied ends resolved), and text.

One regular expression over the tags, no tree: what is spliced in later leaves every other byte as it was.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Protocol

# A tag with its attributes; a ">" inside quotes does not end it. The loop is unrolled, so nothing backtracks.
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*)(?P<attributes>[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*)>"
    r"|<[!?/][^>]*>",
    re.DOTALL,
)
_MARKUP = re.compile(  # the same, with less to remember
    r"<!--.*?(?:-->|\Z)|</?[a-zA-Z][^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*>|<[!?/][^>]*>", re.DOTALL
)
_TOKENS = re.compile(r'<(?:span class="[a-z]{1,2}[a-z0-9]?"|/span)>')  # nearly all tags of highlighted code
_PLAIN = (  # inline tags by which nothing changes but the looks: no id, nothing unseen, no link within the page
    r"<(?:/?(?:a|abbr|b|big|cite|code|em|i|kbd|mark|small|span|strong|sub|sup|u|var)"
    r"|a(?:\s(?:href=\"[^\"#][^\"]*\"|(?:title|target|rel)=\"[^\"]*\"|class=\"(?:external-link|autorefs[\w -]*)\"))+)>"
)
_LINE = re.compile(rf"(?:[^<]+|{_PLAIN})+")
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
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

CODE = "\1\2"
"""What stands for the start and the end of inline code in a line; no HTML text can hold it."""

_CODE = re.compile(r"<(?P<name>code)(?P<attributes>(?:\s[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*)?)>")
_ID = re.compile(r"[iI][dD]\s*=")

_UNPLAIN_WORDS = ("lineno", "hidden", "exclude", "headerlink")
_UNPLAIN_TAG = re.compile(r"<(?:br|div|p|table|ul|ol|li|svg|script|style|button|template|pre|textarea)\b")

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


_NOTHING: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
_NO_VALUES: Mapping[str, str] = {}
_NO_CLASSES: frozenset[str] = frozenset()


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

    @property
    def values(self) -> Mapping[str, str]:
        """Its attributes; of a repeated one the first counts, as in a browser."""
        return _values(self.attributes) if self.attributes else _NO_VALUES

    @property
    def classes(self) -> frozenset[str]:
        """The words of its class attribute."""
        return _classes(self.attributes) if self.attributes else _NO_CLASSES

    @property
    def id(self) -> str:
        """Its id, or empty."""
        return self.values.get("id", "")


@lru_cache(maxsize=2048)  # highlighted code repeats a few spans thousands of times
def _values(attributes: str) -> Mapping[str, str]:
    values: dict[str, str] = {}
    for found in _ATTRIBUTE.finditer(attributes):
        values.setdefault(found[1].lower(), unescape(found[2] or found[3] or found[4] or ""))
    return values


@lru_cache(maxsize=2048)
def _classes(attributes: str) -> frozenset[str]:
    return frozenset(_values(attributes).get("class", "").split())


class Reader(Protocol):
    """Is told, in the order of the page, what the walk meets."""

    def open(self, element: Element) -> None:
        """A block element opens."""

    def close(self, element: Element) -> None:
        """A block element closes, by its end tag or because another tag implies it."""

    def inline(self, element: Element) -> None:
        """Another element opens."""

    def end(self, name: str) -> None:
        """The end tag of another element."""

    def text(self, text: str, at: int) -> None:
        """Text, which stands at this offset in the HTML."""

    @property
    def in_line(self) -> bool:
        """May text come with the plain inline tags in it left out?"""

    def line(self, text: str, at: int) -> None:
        """Such text, with CODE for the tags of `<code>`; it, or the first of the tags, stands at this offset."""


def walk(html: str, reader: Reader) -> None:
    """Tell the reader all of the page; of comments, and of what is in scripts and styles, it hears nothing."""
    stack: list[Element] = []
    at, size = 0, len(html)
    while at < size:
        if reader.in_line:
            at = _line(html, at, reader)
        tag = _TAG.search(html, at)
        start, end = tag.span() if tag else (size, size)
        if start > at:
            text = html[at:start]
            reader.text(unescape(text) if "&" in text else text, at)
        at = end
        ending, name, attributes = tag.group(1, 2, 3) if tag else ("", "", "")
        if not name:
            continue
        name = name.lower()
        if ending:
            _end(stack, name, reader)
            continue
        element = Element(name, start, start + 1 + len(name), end, attributes)
        if name in BLOCK:
            at = _open_block(stack, element, html, reader)
        else:
            reader.inline(element)
            if name in RAW:
                at = _after_raw(html, name, at)
                reader.end(name)
    while stack:
        reader.close(stack.pop())


def _line(html: str, at: int, reader: Reader) -> int:
    """Tell text with its plain inline tags at once; where it ends, which is where it begins if there is none."""
    found = _LINE.match(html, at)
    if found is None:
        return at
    text = found[0]
    before, tag, after = text.partition("<")
    if not tag:
        reader.text(unescape(text) if "&" in text else text, at)
        return found.end()
    lead = len(before) if not before or before.isspace() else 0
    if lead == len(before) and after.startswith("/"):
        return at  # what ends here began with a tag that is not plain
    text = _MARKUP.sub("", text.replace("<code>", CODE[0]).replace("</code>", CODE[1]))
    reader.line(unescape(text) if "&" in text else text, at + lead)
    return found.end()


def _open_block(stack: list[Element], element: Element, html: str, reader: Reader) -> int:
    """Where the walk goes on."""
    _imply(stack, element.name, reader)
    if element.name in VOID:
        reader.open(element)
        reader.close(element)
        return element.end
    stack.append(element)
    if element.name != "pre":
        reader.open(element)
        return element.end
    for outer in stack:
        outer.holds_code = True
    reader.open(element)
    return _plain_code(html, element.end, reader)


def _plain_code(html: str, at: int, reader: Reader) -> int:
    """Tell the content of a `<pre>` of which only the text matters, its `<code>` and what has an id; where it ends.

    Highlighters wrap every token, so most tags of a technical page are in here: one sweep is four times as fast.
    What needs a closer look is not told, and ends where it begins.
    """
    end = html.find("</pre", at)
    content = html[at:end] if end > at else ""
    rest = _TOKENS.sub("", content)
    if not content or _is_unplain(rest):
        return at
    for tag in (_TAG if _ID.search(rest) else _CODE).finditer(content):
        if tag["name"] == "code" or (tag["attributes"] and "id" in tag["attributes"].lower()):
            start, stop = tag.span()
            reader.inline(Element(tag["name"], at + start, at + tag.end("name"), at + stop, tag["attributes"]))
    reader.text(unescape(_MARKUP.sub("", rest)), at)
    return end


def _is_unplain(code: str) -> bool:
    """Does it hold parts that are not its text, or tags that change how it is read?"""
    tags = "".join(_MARKUP.findall(code)).lower()
    return any(map(tags.__contains__, _UNPLAIN_WORDS)) or _UNPLAIN_TAG.search(tags) is not None


def _after_raw(html: str, name: str, at: int) -> int:
    """Where the element ends whose content is no markup."""
    end = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(html, at)
    return end.end() if end else len(html)


def _end(stack: list[Element], name: str, reader: Reader) -> None:
    if name not in BLOCK:
        reader.end(name)
    elif stack and stack[-1].name == name:
        reader.close(stack.pop())
    elif any(element.name == name for element in stack):
        while True:
            element = stack.pop()
            reader.close(element)
            if element.name == name:
                break


def _imply(stack: list[Element], name: str, reader: Reader) -> None:
    """The ends that the start of `name` implies: an open p, an item before an item, a cell before a cell."""
    names, shields = _CLOSES.get(name, _NOTHING)
    if name in HEADINGS and stack and stack[-1].name in HEADINGS:
        reader.close(stack.pop())
    keep = len(stack)
    for place in range(len(stack) - 1, -1, -1):
        open_name = stack[place].name
        if open_name in shields or (open_name in _CELLS and open_name not in names):
            break
        if open_name in names or (open_name == "p" and name not in _IN_PARAGRAPH):
            keep = place
    while len(stack) > keep:
        reader.close(stack.pop())
