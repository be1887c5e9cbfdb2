"""What an HTML element is to a reader: unseen, a tab, a title, a wrapper of code, an item with a marker."""

from collections.abc import Sequence
from functools import lru_cache

from mkdocs_citeqa.tags import RAW, Element

_UNSEEN = RAW | frozenset(
    ["svg", "button", "template", "audio", "video", "canvas", "object", "select", "datalist", "annotation"]
)
_UNSEEN_CLASSES = frozenset(
    # permalinks, a footnote's number in the text and its way back, line numbers, a table of contents
    [
        *("headerlink", "anchor-link", "footnote-ref", "footnote-backref"),
        *("linenos", "linenodiv", "lineno", "toc"),
        *("sr-only", "visually-hidden"),  # what only a screen reader is told
        *("jp-InputPrompt", "jp-OutputPrompt", "clipboard-copy-txt"),  # "In [1]:", a cell's copy for the clipboard
    ]
)
_TITLES = frozenset({"admonition-title", "filename"})
_CODE_WRAPPERS = frozenset({"highlight", "codehilite"})
_NO_CONTENT = frozenset(["table", "thead", "tbody", "tfoot", "tr", "colgroup", "ul", "ol", "menu", "dir", "dl"])
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_ONES = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def is_unseen(element: Element) -> bool:
    """A reader sees nothing of it, or nothing that is text of the page."""
    return element.name in _UNSEEN or not _UNSEEN_CLASSES.isdisjoint(element.classes) or "hidden" in element.values


def is_excluded(element: Element) -> bool:
    """The author keeps it out of search."""
    return "data-search-exclude" in element.values


@lru_cache(maxsize=2048)  # a page repeats a few inline tags hundreds of times
def is_left_out(name: str, attributes: str) -> bool:
    """The text of an inline element with these is not read: unseen, or kept out of search."""
    element = Element(name, 0, 0, 0, attributes)
    return is_unseen(element) or is_excluded(element)


def holds_no_text(element: Element) -> bool:
    """No text may stand directly in it: a browser moves such text (and a span of ours) out."""
    return element.name in _NO_CONTENT


def wraps_code(element: Element) -> bool:
    """The box that a highlighter puts around one `<pre>`."""
    return element.name in ("div", "figure") and not _CODE_WRAPPERS.isdisjoint(element.classes)


def is_layout(table: Element) -> bool:
    """A table that only sets line numbers beside code."""
    return any(name.endswith("highlighttable") for name in table.classes)


def is_tab(element: Element, parent: Element | None) -> bool:
    """The content of one tab (in the older markup each tab's content is a child of the set itself)."""
    classes = element.classes
    if "tabbed-block" in classes:
        return True
    return "tabbed-content" in classes and parent is not None and holds_tab_labels(parent)


def holds_tab_labels(element: Element) -> bool:
    """A `<label>` in it is the label of a tab."""
    classes = element.classes
    return "tabbed-labels" in classes or ("tabbed-set" in classes and "tabbed-alternate" not in classes)


def is_title(element: Element) -> bool:
    """The title of a box: of an admonition, of details, of a field set, the file name over code."""
    return element.name in ("summary", "legend") or not _TITLES.isdisjoint(element.classes)


def is_footnotes(element: Element) -> bool:
    """The list of footnotes."""
    return "footnote" in element.classes and element.name in ("div", "section", "aside")


def is_api_object(element: Element) -> bool:
    """An object that an API documentation plugin rendered from source code."""
    return element.name == "div" and "doc-object" in element.classes


def language(elements: Sequence[Element]) -> str:
    """Language of a code block, from its `<code>`, `<pre>` or wrapper, innermost first."""
    for element in reversed(elements):
        for name in sorted(element.classes):
            for prefix in ("language-", "lang-"):
                if name.startswith(prefix):
                    return name.removeprefix(prefix)
    return "mermaid" if any("mermaid" in element.classes for element in elements) else ""


def marker(number: int, style: str) -> str:
    """What stands before an ordered item: "2.", "b.", "iv."."""
    if style in ("a", "A"):
        text = _letters(number)
    elif style in ("i", "I"):
        text = _roman(number)
    else:
        text = str(number)
    return f"{text.upper() if style.isupper() else text}."


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN + _ROMAN_ONES:
        text += letters * (number // value)
        number %= value
    return text
