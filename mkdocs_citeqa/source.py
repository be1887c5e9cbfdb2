"""The Markdown file as it is on disk -> its lines and words; parsed lines -> lines of that file."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import unescape
from itertools import pairwise
from typing import NamedTuple

from mkdocs_citeqa.patience import align_words, bare_words, longest_chain

_YAML = re.compile(r"-{3}[ \t]*\n(?:.*?\n)?(?:-{3}|\.{3})[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r" {0,3}[A-Za-z0-9_-]+:\s*")
_MORE = re.compile(r"(?: {4}|\t)")

FENCE = re.compile(r"^[\s>]*(?:(?:[-*+:]|\d+[.)])\s+)?(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
DIRECTIVE = re.compile(r"\{\{|\{%|\{!|\{\*|-{2,}8<-{2,}|^\s*:::\s*\S")
_WHOLE_DIRECTIVE = re.compile(
    r"[^\w{]*(?:\{\{.*?\}\}|\{%.*?%\}|\{!.*?!\}|\{\*.*?\*\}|-{2,}8<-{2,}.*|:::.*)[^\w]*", re.DOTALL
)
_LOOP = re.compile(r"\s*\{%-?\s*(for|endfor)\b")
_OPEN_DIRECTIVE = re.compile(r"\s*(?:\{%(?:(?!%\}).)*|\{\{(?:(?!\}\}).)*)")  # its end is on a later line
API_DIRECTIVE = re.compile(r"^\s*:::\s+[^\s:]")

_LONGEST = 20_000  # characters; a longer line is data, and looking for markup in it could take seconds
_DEFINITION = re.compile(r"^\s{0,3}(?:\[[^\]^]+\]:\s*\S|\*\[[^\]]+\]:)")
_INSIDE_WORD = re.compile(r"(?<=\w)([*~^]{1,3})([^\s*~^]+)\1|(?<!\w)([*~^]{1,3})([^\s*~^]+)\3(?=\w)")
_TITLE = re.compile(r"""title\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_UNSEEN = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|!\[[^\]]*\]"  # ![alternative text
    r"|\]\((?:[^()\s]|\([^()]*\))*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"  # ](target "title")
    r"|\]\[[^\]]*\]"  # ][label]
    r"|\{:?\s*(?:[#.]|[\w-]+=)[^{}]*\}|\{:\s[^{}]*\}"  # {#id .class key=value}
    r"|(?P<inside></?(?:abbr|b|i|em|strong|code|kbd|span|sub|sup|del|ins|mark|s|u|small|a)\b[^<>]*>)"
    r"|<!--.*?-->|</?[a-zA-Z][^<>]*>"
    r"|:[a-z0-9_+-]+:"  # :emoji:
)


class Origin(NamedTuple):
    """Where a parsed line comes from: lines of the file, by place."""

    first: int
    last: int
    own: bool
    """It is a line of the file, perhaps changed; otherwise the lines are the directive that brought it in."""


class Source:
    """The file as it is on disk."""

    def __init__(self, raw: bytes | str) -> None:
        text = raw.decode("utf-8-sig", "replace") if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
        self.lines: list[str] = []
        """Lines as MkDocs splits them: at LF, CR LF and a lone CR, nowhere else."""
        self.numbers: list[int] = []
        """Number of each, counted by LF as code hosts do: a lone CR starts no new one."""
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
            for piece in line.split("\r"):
                self.lines.append(piece)
                self.numbers.append(number)
        self.body = _body(self.lines)
        """Place of the first line that is neither front matter nor a blank line after it."""

        self._words: dict[int, frozenset[str]] = {}

    @cached_property
    def directives(self) -> dict[int, bool]:
        """Places of the lines with an include, a macro or a loop around them; true where nothing else is there."""
        return dict(_directives(self.lines))

    def words(self, place: int) -> frozenset[str]:
        """The words of a line."""
        if place not in self._words:
            self._words[place] = frozenset(bare_words(self.lines[place]))
        return self._words[place]

    def origins(self, parsed: Sequence[str]) -> list[Origin]:
        """For each line of the parsed text, where it comes from."""
        shift = len(self.lines) - len(parsed)
        if shift >= 0 and self.lines[shift:] == list(parsed):
            return [Origin(place, place, True) for place in range(shift, len(self.lines))]
        return list(_origins(self, parsed))


def _body(lines: Sequence[str]) -> int:
    found = _YAML.match("\n".join(lines)) if lines[0].startswith("---") else None
    place = found[0].count("\n") if found else _after_keys(lines)
    while place < len(lines) - 1 and not lines[place].strip():
        place += 1
    return place


def _after_keys(lines: Sequence[str]) -> int:
    """A MultiMarkdown head: `key: value` lines up to the first blank line."""
    for place, line in enumerate(lines):
        if not (_KEY.match(line) or (place and _MORE.match(line))):
            return place
    return len(lines)


def _directives(lines: Sequence[str]) -> Iterator[tuple[int, bool]]:
    loops, until = 0, ""
    for place, line in enumerate(lines):
        loop = _LOOP.match(line)
        loops += 1 if loop and loop[1] == "for" else 0
        if loops or until or DIRECTIVE.search(line):
            yield place, bool(loops or until or _WHOLE_DIRECTIVE.fullmatch(line) or _OPEN_DIRECTIVE.fullmatch(line))
        loops = max(loops - 1, 0) if loop and loop[1] == "endfor" else loops
        if until:
            until = "" if until in line or not line.strip() else until
        elif _OPEN_DIRECTIVE.fullmatch(line):
            until = "%}" if "{%" in line else "}}"


def _origins(source: Source, parsed: Sequence[str]) -> Iterator[Origin]:
    lines, body = source.lines, source.body
    anchors = [(body - 1, -1), *_line_anchors(source, parsed), (len(lines), len(parsed))]
    for (a, b), (c, d) in pairwise(anchors):
        if b >= 0:
            yield Origin(a, a, True)
        yield from _gap(source, range(a + 1, c), parsed[b + 1 : d], min(max(a, body), len(lines) - 1))


def _line_anchors(source: Source, parsed: Sequence[str]) -> list[tuple[int, int]]:
    """Lines that are the same, then lines in between that are the same by half of their words."""
    lines, body = source.lines, source.body
    here = [place for place in range(body, len(lines)) if lines[place].strip()]
    there = [place for place, line in enumerate(parsed) if line.strip()]
    same = align_words([lines[place].strip() for place in here], [parsed[place].strip() for place in there])
    anchors = [(here[a], there[b]) for a, b in same]
    for (a, b), (c, d) in pairwise([(-1, -1), *same, (len(here), len(there))]):
        if a + 1 < c and b + 1 < d:
            text = [place for place in here[a + 1 : c] if not source.directives.get(place)]
            anchors += _similar(lines, parsed, text, there[b + 1 : d])
    return sorted(anchors)


def _similar(
    lines: Sequence[str], parsed: Sequence[str], text: Sequence[int], there: Sequence[int]
) -> list[tuple[int, int]]:
    source = [(word, place) for place in text for word in bare_words(lines[place])]
    page = [(word, place) for place in there for word in bare_words(parsed[place])]
    counts: dict[int, Counter[int]] = {}
    for a, b in align_words([word for word, _ in source], [word for word, _ in page]):
        counts.setdefault(page[b][1], Counter())[source[a][1]] += 1
    sizes = Counter(place for _, place in page)
    best = ((place, *found.most_common(1)[0]) for place, found in counts.items())
    return longest_chain(_once((line, place) for place, line, count in best if count * 2 >= sizes[place]))


def _once(pairs: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of several parsed lines that look like one line of the file, the first."""
    first: dict[int, int] = {}
    for line, place in sorted(pairs):
        first.setdefault(line, place)
    return sorted(first.items())


def _gap(source: Source, here: range, parsed: Sequence[str], before: int) -> Iterator[Origin]:
    """Parsed lines between two anchors: one to one if as many, else those of the directive there."""
    directives, count = [place for place in here if place in source.directives], len(parsed)
    pairs = list(zip(here, parsed, strict=False)) if len(here) == count else []
    if pairs and all(not source.directives.get(place) or source.lines[place] == line for place, line in pairs):
        yield from (Origin(place, place, True) for place in here)
    elif directives:
        yield from [Origin(directives[0], directives[-1], False)] * count
    elif here:
        yield from [Origin(here[0], here[-1], True)] * count
    else:
        yield from [Origin(before, before, False)] * count


def visible_words(parsed: Sequence[str]) -> tuple[list[str], list[int], list[int]]:
    """The words of the parsed text that can show on the page, the place of the line of each; the first of each line."""
    visible: list[str] = []
    places: list[int] = []
    starts: list[int] = []
    fence, column = "", 0
    for place, line in enumerate(parsed):
        mark = FENCE.match(line) if "``" in line or "~~" in line else None
        if mark and not fence and "`" not in mark["info"]:
            fence, column = mark["fence"], mark.start("fence")
            line = " ".join(a or b for a, b in _TITLE.findall(mark["info"]))
        elif mark and fence and _closes(mark, fence, column):
            fence, line = "", ""
        elif not fence:
            line = _cleaned(line)
        found = bare_words(line)
        if found:
            starts.append(len(visible))
            visible += found
            places += [place] * len(found)
    return visible, places, starts


def _closes(mark: re.Match[str], fence: str, column: int) -> bool:
    """The end of a fence stands below its start; elsewhere it is a line of the code."""
    return mark["fence"].startswith(fence) and mark.start("fence") == column and not mark["info"].strip()


def _shown(found: re.Match[str]) -> str:
    """What is left of unseen markup: a tag inside a word parts nothing."""
    return found["code"] or ("" if found["inside"] else " ")


def _cleaned(line: str) -> str:
    if len(line) > _LONGEST:
        return line
    if "]:" in line and _DEFINITION.match(line):
        return ""
    if "]" in line or "<" in line or "{" in line or ":" in line:
        line = _UNSEEN.sub(_shown, line)
    if "*" in line or "~" in line or "^" in line:
        line = _INSIDE_WORD.sub(lambda found: found[2] or found[4], line)
    return unescape(line) if "&" in line else line
