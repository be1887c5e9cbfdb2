"""text -> Figure…: its numbers with unit, bound and basis, its versions, dates and times; and when two are the same."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from mkdocs_citeqa.grounding.dates import Day, moments
from mkdocs_citeqa.grounding.numbers import ORDINALS, Number, numbers
from mkdocs_citeqa.grounding.units import Unit, currency_before, named, unit_after

_JOINER = re.compile(r"\s*(?:[-–—−]|\.\.\.?|to|and|or|bis|und|à|et|a)\s*", re.I)
_ARTICLE = re.compile(
    r"\b(?:an?|one|each|every|per|single|ein(?:e[nrm]?)?|une?)[ -](?P<half>half[ -])?(?P<unit>[a-z]+)\b", re.I
)
_HALF = re.compile(r"\bhalf (?:an? )?(?P<unit>second|minute|hour|day|year)\b", re.I)
_TAKES = re.compile(
    r"\b(?:in|within|for|after|of|least|most|than|about|takes?|lasts?|to|over|every|half|last)[ -]$", re.I
)
_BASIS = re.compile(
    r"(?P<gap>(?:[ \u00a0](?!per\b|each\b|every\b|an?\b|pro\b)[\w-]+){0,2}?)\s*"
    r"(?:/\s?|\b(?:per|an?|each|every|(?-i:pro)|par)\s(?:1\s?)?)(?P<what>[^\W\d_]+)"
    r"|[ ](?P<ly>(?:hour|dai|week|month|year|annual)ly)\b",
    re.I,
)
_LY = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}
_SHORT = {
    "mo": "month", "yr": "year", "sec": "second", "s": "second", "min": "minute", "h": "hour", "d": "day",
    "monat": "month", "jahr": "year", "mois": "month", "mes": "month", "users": "user", "m": "million", "k": "thousand",
}  # fmt: skip

_UP_BEFORE = (
    r"at least|(?:no|not) (?:fewer|less) than|minimum(?: of| is|:)?|min\.?|more than|over|above|exceeds|"
    r"(?:greater|higher|larger|longer|newer|later) than|since|starting (?:with|from)|as of|>=?|≥|mindestens|ab|au moins"
)
_DOWN_BEFORE = (
    r"at most|up to|(?:no|not) (?:more|later|longer|larger|greater|higher) than|maximum(?: of| is|:)?|max\.?|"
    r"(?:less|fewer|lower|smaller|older|earlier|shorter) than|under|below|before|until|prior to|not exceed|"
    r"limited to|limit (?:of|is)|<=?|≤|höchstens|bis zu|vor|au plus|jusqu'à"
)
_BOUND_BEFORE = re.compile(
    rf"(?:^|[\s(])(?:(?P<down>{_DOWN_BEFORE})|(?P<up>{_UP_BEFORE}))(?:[\s(]+[^\W\d]+){{0,2}}[\s(]*[$€£vV]?$", re.I
)
_BOUND_AFTER = re.compile(
    r"^\s*(?:[^\W\d]+\s){0,2}?(?:(?P<up>\+|or (?:more|newer|later|higher|above|greater|longer|larger)|"
    r"and (?:up|later|newer|above|higher)|minimum|at least)|"
    r"(?P<down>or (?:less|fewer|older|earlier|lower|below|shorter)|"
    r"and (?:below|earlier|older)|maximum|at (?:the )?most))(?!\w)",
    re.I,
)
_NOUN = re.compile(r"[\s-]*(?:(?:more|other|free|extra|additional|of|the|different)\s)*([^\W\d_]{3,})")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, a date, a time or a rank, as a text gives it."""

    start: int
    end: int
    number: Number | None = None
    unit: Unit | None = None
    days: frozenset[Day] = frozenset()
    time: tuple[int, int] | None = None
    rank: int | None = None
    basis: str = ""
    """What it is per: `month` in $29/month."""
    bound: str = ""
    """`up` of a minimum, `down` of a maximum."""
    noun: str = ""
    """What a bare number counts, as the next word."""
    implied: bool = False
    """It is written as an article (`a day`): it can support a statement, but claims little itself."""


def read_figures(text: str, language: str = "en") -> list[Figure]:
    """All figures of a text, in order."""
    times = moments(text)
    taken = [(moment.start, moment.end) for moment in times]
    found = [Figure(m.start, m.end, days=m.days, time=m.time) for m in times]
    found += [_figure(text, n) for n in numbers(text, language) if not _overlaps(taken, n.start, n.end)]
    found += _ranks(text, taken)
    found += _articles(text, [(figure.start, figure.end) for figure in found])
    found.sort(key=lambda figure: figure.start)
    return [_surrounded(text, figure) for figure in _shared_units(text, found)]


def _overlaps(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(start < last and first < end for first, last in taken)


def _figure(text: str, number: Number) -> Figure:
    unit, start = currency_before(text, number.start)
    end = number.end
    if unit is None and not number.version:
        unit, end = unit_after(text, number.end)
    noun = _NOUN.match(text, end) if unit is None else None
    return Figure(start, end, number=number, unit=unit, noun=noun[1].lower() if noun else "")


def _ranks(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    pattern = rf"\b(?:(\d+)(?:st|nd|rd|th)|({'|'.join(ORDINALS)}))\b"
    for match in re.finditer(pattern, text, re.I):
        if not _overlaps(taken, match.start(), match.end()):
            rank = int(match[1]) if match[1] else ORDINALS[match[2].lower()]
            yield Figure(match.start(), match.end(), rank=rank)


def _articles(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    """`within a day`, `half an hour`: amounts without a number."""
    for match in (*_HALF.finditer(text), *_ARTICLE.finditer(text)):
        unit = named(match["unit"]) if len(match["unit"]) > 2 else None
        if unit is None or _overlaps(taken, match.start(), match.end()):
            continue
        half = "half" in match[0].lower() or text[: match.start()].lower().endswith("half ")
        value = Decimal("0.5") if half else Decimal(1)
        number = Number(match.start(), match.end(), frozenset({value}), frozenset({str(value)}), False)
        claims = half or match[0].lower().startswith("one ") or _TAKES.search(text[: match.start()])
        yield Figure(match.start(), match.end(), number=number, unit=unit, implied=not claims)


def _shared_units(text: str, figures: list[Figure]) -> list[Figure]:
    """In "5 to 10 minutes" the unit belongs to both."""
    shared = list(figures)
    for n in range(len(figures) - 2, -1, -1):
        here, after = shared[n], shared[n + 1]
        if here.number and not here.number.version and not here.unit and _JOINER.fullmatch(text, here.end, after.start):
            if after.unit and not after.implied:
                shared[n] = replace(here, unit=after.unit, noun="")
            elif after.time:
                shared[n] = replace(here, number=None, time=_hour(here.number, after.time))
    return shared


def _hour(number: Number, after: tuple[int, int]) -> tuple[int, int]:
    """The first hour of "2 to 4 pm"."""
    hour = int(min(number.values, default=Decimal(0))) % 24
    return (hour + 12 if after[0] >= 12 > hour else hour, 0)


def _surrounded(text: str, figure: Figure) -> Figure:
    before, after = text[max(0, figure.start - 40) : figure.start], text[figure.end : figure.end + 40]
    bound = _BOUND_BEFORE.search(re.split(r"[.;\n]\s", before)[-1]) or _BOUND_AFTER.match(after)
    basis = _BASIS.match(after) if figure.number else None
    return replace(
        figure,
        bound=("up" if bound["up"] else "down") if bound else "",
        basis=basis_name(basis["what"] or basis["ly"]) if basis else "",
    )


def basis_name(word: str) -> str:
    """One name for `mo`, `month` and `monthly`."""
    low = word.lower()
    return _LY.get(low) or _SHORT.get(low) or low


def same(claim: Figure, other: Figure, named_units: frozenset[Unit] = frozenset()) -> bool:
    """Does the other figure say what this one claims? `named_units` are those that the other's text names alone."""
    if claim.days or claim.time:
        return _same_moment(claim, other)
    if claim.rank is not None:
        return other.rank == claim.rank or bool(other.number and str(claim.rank) in other.number.written)
    if claim.number is None:
        return False
    if other.number is None:
        years = {str(day.year) for day in other.days}
        return claim.unit is None and bool(
            claim.number.written & (years | ({str(other.rank)} if other.rank else set()))
        )
    if claim.unit is None:
        return bool(claim.number.written & other.number.written) and not (claim.number.version and other.unit)
    if other.unit is None:
        return claim.unit in named_units and bool(claim.number.values & other.number.values)
    return bool(claim.unit.amounts(claim.number.values) & other.unit.amounts(other.number.values))


def _same_moment(claim: Figure, other: Figure) -> bool:
    if claim.time:
        return claim.time == other.time
    return any(mine.within(theirs) for mine in claim.days for theirs in other.days)
