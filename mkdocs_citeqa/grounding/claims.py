"""statement + the lines it cites -> what of it does not stand in them.

Checked are numbers with their units, bounds and what they belong to, prices, percentages, versions, dates and times;
code, flags, identifiers, paths, addresses, quoted words and proper names; negations; and absolute words. A paraphrase
that changes none of these passes: that a sentence follows from its lines in every other respect no rule can tell.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mkdocs_citeqa.grounding.bindings import misplaced
from mkdocs_citeqa.grounding.figures import Figure, basis_name, read_figures, same
from mkdocs_citeqa.grounding.names import Name, names, prose, stands
from mkdocs_citeqa.grounding.polarity import turned
from mkdocs_citeqa.grounding.units import units_named

_ABSOLUTE = re.compile(
    r"\b(always|unlimited|guaranteed?|guarantees|forever|completely free|immer|garantiert|unbegrenzt)\b", re.I
)
_ALWAYS = re.compile(r"\b(always|every|each|all|never|any|immer|jede[rsnm]?|alle)\b", re.I)
_FEW = 12
"""A count up to this may be the statement's own: of what it lists, or of the lines."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What a statement cites."""

    text: str
    """The cited lines as the reader sees them."""
    context: str = ""
    """What stands above them: table header, heading, trail, page title."""

    @property
    def whole(self) -> str:
        """Both."""
        return f"{self.context}\n{self.text}" if self.context else self.text


def unsupported(statement: str, lines: Lines, language: str = "en") -> list[str]:
    """Every claim of the statement that its lines don't carry, as the statement writes it; empty when all stand."""
    text = prose(statement)
    claimed = read_figures(text, language)
    found = [name.text for name in _names(statement, claimed, language) if not stands(name, lines.whole)]
    found += _figures(text, claimed, lines, language)
    found += misplaced(statement, claimed, lines.whole, read_figures(lines.whole, language))
    found += turned(text, lines.text, language)
    found += _absolutes(text, lines)
    return list(dict.fromkeys(found))


def _names(statement: str, claimed: Sequence[Figure], language: str) -> Iterator[Name]:
    """Its names, without the words of its figures: `March`, `MB`."""
    spans = [(figure.start, figure.end) for figure in claimed]
    for name in names(statement, language):
        inside = any(name.start < end and start < name.end for start, end in spans)
        if not (inside and name.kind in ("identifier", "proper", "path")):
            yield name


def _figures(text: str, claimed: Sequence[Figure], lines: Lines, language: str) -> Iterator[str]:
    there = read_figures(lines.whole, language)
    units = units_named(lines.whole)
    for figure in claimed:
        surface = text[figure.start : figure.end].strip()
        if figure.implied or _is_one(figure, surface):
            continue
        matching = [other for other in there if same(figure, other, units)]
        if not matching and not _counted(figure, text, lines):
            yield surface
        elif matching and not _bound(figure, matching):
            yield f"{surface} ({'minimum' if figure.bound == 'up' else 'maximum'})"
        elif matching and not _basis(figure, matching, lines):
            yield f"{surface} per {figure.basis}"


def _is_one(figure: Figure, surface: str) -> bool:
    """`one` is a pronoun more often than a number; with a unit it counts. No is none."""
    number = figure.number
    return bool(number and figure.unit is None and number.written == {"1"} and surface.isalpha())


def _counted(figure: Figure, text: str, lines: Lines) -> bool:
    """A count that nobody wrote down: "three plans: A, B and C", or three cited lines."""
    number = figure.number
    if number is None or figure.unit is not None or number.version or len(number.values) != 1:
        return False
    value = next(iter(number.values))
    if value == 1:
        return bool(re.search(r"\b(?:an?|one|single|once|only|ein\w*|une?)\b", lines.text, re.I))
    if value == 0:
        return bool(re.search(r"\b(?:no|none|zero|without|never|not|kein\w*)\b", lines.text, re.I))
    listed = len(re.split(r",|\band\b|\bor\b|\bund\b|\boder\b", text[figure.end :].partition(":")[2]))
    cited = len([line for line in lines.text.splitlines() if line.strip()])
    return 1 < value <= _FEW and value in (listed, cited) and text[figure.start].isalpha()


def _bound(figure: Figure, matching: Sequence[Figure]) -> bool:
    """A minimum is no maximum; lines that give no bound speak for either."""
    return not figure.bound or any(other.bound in ("", figure.bound) for other in matching)


def _basis(figure: Figure, matching: Sequence[Figure], lines: Lines) -> bool:
    """A price per month is none per year; lines may name the basis elsewhere, as in a table's header."""
    if not figure.basis:
        return True
    given = {other.basis for other in matching if other.basis}
    if given:
        return figure.basis in given
    return figure.basis in {basis_name(word) for word in re.findall(r"[^\W\d_]+", lines.whole)} or _stands(
        figure, lines
    )


def _stands(figure: Figure, lines: Lines) -> bool:
    return figure.basis.removesuffix("s") in lines.whole.casefold()


def _absolutes(text: str, lines: Lines) -> Iterator[str]:
    for match in _ABSOLUTE.finditer(text):
        word = match[0].lower()
        always = word in ("always", "immer")
        if not (_ALWAYS.search(lines.whole) if always else word[:7] in lines.whole.casefold()):
            yield match[0]
