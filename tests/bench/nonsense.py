"""One nonsense word on each line of a Markdown text that can bear it, put where it changes no structure.

In a page built from the marked text the word tells which source line a block was made of. Lines that only
direct (an include, a fence, a rule, a link definition) get none. Include directives are set between two
signs, so that what they bring in can be given the directive's line.
"""

import re
from collections.abc import Iterator, Sequence

_DIGITS = "bcdfghjkmn"
WORD = re.compile(rf"\s*zq([{_DIGITS}]+)zq\s?")
_OPEN, _CLOSE = "\ue0f0", "\ue0f1"
_SIGN = re.compile(rf"^\s*([{_OPEN}{_CLOSE}])(\d*)$")

_FENCE = re.compile(r"^(?P<before>\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+|:\s+)*)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_INCLUDE = re.compile(r"^\s*(?:[-*+]\s+)?(?:\{!.*!\}|\{\*.*\*\}|;?-{2,}8<-{2,}\s+\S.*)\s*$")
_SNIPPETS = re.compile(r"^\s*-{2,}8<-{2,}\s*$")  # the form with a file on each line between two of these
_PLAIN = re.compile(
    r"^\s*(?:"
    r"(?:[*_-]\s*){3,}|=+|-+|\$\$.*|\\[\[\]].*|\\(?:begin|end)\b.*|/{3,}\s*"  # rules, underlines, mathematics
    r"|\{[:.#%].*\}|\{ .*\}|\{\{.*\}\}|\[TOC\]|:::.*|--8<--.*"  # attributes, templates, a table of contents
    r"|\[[^\]^]+\]:\s*\S.*|\*\[[^\]]+\]:.*"  # definitions of links and abbreviations
    r"|\|?[\s:|-]+\|[\s:|-]*"  # a table's rule
    r")$"
)
_TITLED = re.compile(r'^(\s*(?:!!!|\?\?\?\+?|===[!+]*)(?:\s+[\w\s-]*?)?\s*")(?=[^"])')
_UNTITLED = re.compile(r"^(\s*(?:!!!|\?\?\?\+?)\s+)([\w-]+)((?:\s+[\w-]+)*)\s*$")
_CAPTIONED = re.compile(r"^(\s*/{3,}\s*[\w-]+\s*\|\s*)(?=\S)")
_UNSEEN = re.compile(
    r"<!--.*?-->|</?[a-zA-Z][^>]*>|:[a-z0-9_+-]+:|\{:? ?[.#a-z][^}]*\}|&nbsp;"
    r"|!\[[^\]]*\](?:\([^)]*\))?"
)
_LEAD = re.compile(r"^\s*(?:>\s?)*(?:(?:[-*+]|\d+[.)]|:)\s+(?:\[[ xX]\]\s+)?|\[\^[^\]]+\]:\s*|#{1,6}\s+)*(?:>\s?)*")
_BLOCK_TAG = re.compile(
    r"^\s*</?(?:address|article|aside|blockquote|body|caption|center|col|dd|details|div|dl|dt|fig(?:ure|caption)"
    r"|footer|form|h[1-6r]|header|iframe|img|input|li|link|main|meta|nav|ol|p|pre|script|section|source|style"
    r"|summary|t(?:able|body|d|foot|h|head|r)|ul|video|a\b(?=[^>]*$)|a\b[^>]*><img)\b",
    re.IGNORECASE,
)


def word(line: int) -> str:
    """The nonsense word of a line."""
    return "zq" + "".join(_DIGITS[int(digit)] for digit in str(line)) + "zq"


def lines_of(text: str) -> list[int]:
    """The lines that the nonsense words in this text stand for."""
    return [int("".join(str(_DIGITS.index(c)) for c in found[1])) for found in WORD.finditer(text)]


def marked(text: str) -> str:
    """The file's text with its words, and with signs around its includes."""
    lines = text.split("\n")
    out: list[str] = []
    between = False
    for number, line in enumerate(_with_words(lines, list(range(1, len(lines) + 1))), 1):
        if _SNIPPETS.match(lines[number - 1]):
            between = not between
        if between:
            out.append(lines[number - 1])
        elif _INCLUDE.match(line):
            out += f"{_OPEN}{number}", line, _CLOSE
        else:
            out.append(line)
    return "\n".join(out)


def settled(lines: Sequence[str]) -> list[str]:
    """The parsed text after includes, without signs; what stood between two has the directive's word."""
    out: list[str] = []
    numbers: list[int | None] = []
    opened: list[int] = []
    for line in "\n".join(lines).split("\n"):
        sign = _SIGN.match(line)
        if sign and sign[1] == _OPEN:
            opened.append(int(sign[2]))
        elif sign:
            opened.pop()
        else:
            out.append(WORD.sub("", line) if opened else line)
            numbers.append(opened[0] if opened else None)
    return list(_with_words(out, numbers))


def _with_words(lines: Sequence[str], numbers: Sequence[int | None]) -> Iterator[str]:
    """Each line with the word of its number (None: it stays)."""
    tables = _table_lines(lines)
    reader = _Reader()
    for place, (line, number) in enumerate(zip(lines, numbers, strict=True)):
        added = reader.added(line, word(number or 0), place in tables)
        yield line if number is None or _INCLUDE.match(line) else added


def _table_lines(lines: Sequence[str]) -> set[int]:
    found: set[int] = set()
    for place, line in enumerate(lines):
        if re.match(r"^\s*(?:>\s*)?\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$", line) and "|" in line and place:
            found.add(place - 1)
            while place + 1 < len(lines) and "|" in lines[place + 1] and lines[place + 1].strip():
                place += 1
                found.add(place)
    return found


def _ends(mark: re.Match[str], fence: str, column: int) -> bool:
    return mark["fence"].startswith(fence) and mark.start("fence") == column and not mark["info"].strip()


class _Reader:
    """Knows line by line whether it is in front matter, a fence, a comment, a script or inside a tag."""

    def __init__(self) -> None:
        self.first = True
        self.front = False
        self.fence = ""
        self.column = 0
        self.until = ""
        self.options = False

    def added(self, line: str, mark: str, in_table: bool) -> str:
        """The line with its word."""
        if self._in_front(line) or not line.strip():
            self.options = False
            return line
        fence = _FENCE.match(line)
        if self.fence:
            if fence and _ends(fence, self.fence, self.column):
                self.fence = ""
                return line
            return f"{line} {mark}"
        if fence and not self.until:
            self.fence, self.column = fence["fence"], fence.start("fence")
            return re.sub(r"""(title=["'])""", rf"\g<1>{mark} ", line)
        return self._text(line, mark, in_table)

    def _in_front(self, line: str) -> bool:
        if self.first:
            self.first, self.front = False, line.rstrip() == "---"
            return self.front
        if self.front and line.rstrip() in ("---", "..."):
            self.front = False
            return True
        return self.front

    def _text(self, line: str, mark: str, in_table: bool) -> str:
        if self.until:
            if self.until in line:
                self.until = ""
            return line
        for start, end in (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>")):
            if line.lstrip().startswith(start):
                after = line.rpartition(end)[2] if end == "-->" and end in line else ""
                if _UNSEEN.sub("", after).strip():
                    return f"{line[: -len(after)]} {mark} {after}"
                self.until = "" if end in line else end
                return line
        if self.options and line.startswith("    "):
            return line
        self.options = line.lstrip().startswith("///")
        for pattern in (_TITLED, _CAPTIONED):
            if pattern.match(line):
                return pattern.sub(rf"\g<1>{mark} ", line)
        if untitled := _UNTITLED.match(line):
            title = untitled[2].replace("-", " ").capitalize()
            return f'{untitled[1]}{untitled[2]}{untitled[3]} "{mark} {title}"'
        if _PLAIN.match(line) or self.options or line.lstrip().startswith(("!!!", "???", "===")):
            return line
        if _BLOCK_TAG.match(line):
            return self._html(line, mark)
        lead = re.match(r"^\s*(?:>\s*)?\|?\s*", line) if in_table else _LEAD.match(line)
        place = lead.end() if lead else 0
        return f"{line[:place]}{mark} {line[place:]}" if _UNSEEN.sub("", line[place:]).strip() else line

    def _html(self, line: str, mark: str) -> str:
        if line.count("<") > line.count(">"):
            self.until = ">"
        return re.sub(r">(\s*)(?=[^<\s])", rf">\g<1>{mark} ", line)
