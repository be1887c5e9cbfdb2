"""Which figure belongs to which name, so that two values that changed places are seen."""

import re
import sys
from collections.abc import Iterator, Sequence

from mkdocs_citeqa.grounding.figures import Figure, same
from mkdocs_citeqa.words import stopwords

_NAME = re.compile(r"(?<![\w.-])(?:--?[A-Za-z][\w-]*|[A-Za-z][\w.-]*\w)(?![\w-])")


def misplaced(text: str, claimed: Sequence[Figure], lines: str, there: Sequence[Figure]) -> Iterator[str]:
    """Figures that stand in the lines, but beside another word or name than the statement puts them."""
    for figure in claimed:
        if figure.number is None or figure.implied or not figure.noun:
            continue
        matching = [other for other in there if same(figure, other)]
        rivals = [other for other in there if _one(other.noun) == _one(figure.noun)]
        if rivals and matching and all(other.noun and other not in rivals for other in matching):
            yield f"{text[figure.start : figure.end].strip()} {figure.noun}"
    yield from _beside_other_names(text, claimed, lines, there)


def _one(noun: str) -> str:
    return noun.removesuffix("s")


def _beside_other_names(text: str, claimed: Sequence[Figure], lines: str, there: Sequence[Figure]) -> Iterator[str]:
    known = _shared_names(text, lines)
    if len(known) < 2 and len(there) < 2:
        return
    given = list(_given(lines, known, there))
    for name, figures in _given(text, known, claimed):
        if not figures or figures[0].number is None or figures[0].implied:
            continue
        figure = figures[0]
        beside = [other for owner, found in given if owner == name for other in found]
        if beside and not any(same(figure, other) for other in beside) and any(same(figure, other) for other in there):
            yield f"{name} {text[figure.start : figure.end].strip()}"


def _shared_names(text: str, lines: str) -> set[str]:
    """Names of the statement that the lines have too, in lower case: marked as code, or with a capital."""
    marked = set(re.findall(r"`([^`\s]+)`", text))
    found = {m[0] for m in _NAME.finditer(text) if m[0] in marked or re.search(r"[A-Z_]|^--", m[0])}
    found = {name for name in found if name.lower() not in stopwords("en")}
    return {name.lower() for name in found if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", lines, re.I)}


Spot = tuple[str, int, int]


def _by_line(text: str, known: set[str], figures: Sequence[Figure]) -> Iterator[tuple[list[Spot], list[Figure]]]:
    """The mentions of names in each line, with where they begin and end, and the line's figures."""
    start = 0
    for line in text.splitlines(keepends=True):
        inside = [figure for figure in figures if start <= figure.start < start + len(line)]
        named = ((m[0].lower(), start + m.start(), start + m.end()) for m in _NAME.finditer(line))
        spots = [
            (name, first, last)
            for name, first, last in named
            if name in known and not any(first < figure.end and figure.start < last for figure in inside)
        ]
        yield spots, inside
        start += len(line)


def _between(spots: Sequence[Spot], inside: Sequence[Figure]) -> Iterator[tuple[str, list[Figure]]]:
    starts = [first for _, first, _ in spots[1:]] + [sys.maxsize]
    for (name, _, last), end in zip(spots, starts, strict=False):
        yield name, [figure for figure in inside if last <= figure.start < end]


def _given(text: str, known: set[str], figures: Sequence[Figure]) -> Iterator[tuple[str, list[Figure]]]:
    """Each mention of a name with its figures, the nearest first: those up to the next name of its line.

    Or those before it, where the figures come first: "$29 for Team, $99 for Business".
    """
    for spots, inside in _by_line(text, known, figures):
        if spots and inside and inside[0].start < spots[0][1] and inside[-1].start < spots[-1][1]:
            ends = [-1, *(last for _, _, last in spots)]
            for (name, first, _), start in zip(spots, ends, strict=False):
                yield name, [figure for figure in reversed(inside) if start <= figure.start < first]
        else:
            yield from _between(spots, inside)
