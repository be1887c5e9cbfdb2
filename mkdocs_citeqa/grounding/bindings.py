"""Which figure belongs to which name, so that two values that changed places are seen."""

import re
from collections.abc import Iterator, Sequence

from mkdocs_citeqa.grounding.figures import Figure, same

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
    for name, figures in _after(text, known, claimed):
        if not figures or figures[0].number is None or figures[0].implied:
            continue
        figure = figures[0]
        given = [f for other, found in _given(lines, known, there) if other == name for f in found]
        if given and not any(same(figure, other) for other in given) and any(same(figure, other) for other in there):
            yield f"{name} {text[figure.start : figure.end].strip()}"


def _shared_names(text: str, lines: str) -> set[str]:
    """Names of the statement that the lines write the same way: marked as code, or with a capital or an underscore."""
    marked = set(re.findall(r"`([^`\s]+)`", text))
    found = {m[0] for m in _NAME.finditer(text) if m[0] in marked or re.search(r"[A-Z_]|^--", m[0])}
    return {name for name in found if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", lines)}


def _after(text: str, known: set[str], figures: Sequence[Figure]) -> Iterator[tuple[str, list[Figure]]]:
    """Each mention of a name with the figures between it and the next name or the end of the line."""
    spots = [match for match in _NAME.finditer(text) if match[0] in known]
    for n, spot in enumerate(spots):
        line = text.find("\n", spot.end())
        end = min(spots[n + 1].start() if n + 1 < len(spots) else len(text), line if line >= 0 else len(text))
        yield spot[0], [figure for figure in figures if spot.end() <= figure.start < end]


def _given(lines: str, known: set[str], figures: Sequence[Figure]) -> Iterator[tuple[str, list[Figure]]]:
    """The same for the lines, which may put the figure first: "$29 for Team, $99 for Business"."""
    offset = 0
    for line in lines.splitlines(keepends=True):
        inside = [f for f in figures if offset <= f.start < offset + len(line)]
        spots = [match for match in _NAME.finditer(line) if match[0] in known]
        if spots and inside and inside[0].start - offset < spots[0].start():
            starts = [offset, *(offset + spot.end() for spot in spots)]
            for n, spot in enumerate(spots):
                yield spot[0], [f for f in inside if starts[n] <= f.start < offset + spot.start()]
        else:
            shifted = _after(lines[: offset + len(line)].rjust(0), known, inside) if spots else iter(())
            yield from (pair for pair in shifted if pair[1])
        offset += len(line)
