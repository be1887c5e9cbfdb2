"""text -> the dates and times of day in it, whatever their format."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jänner janvier janv enero ene", "february feb februar février févr febrero",
            "march mar märz mrz mars marzo", "april apr avril avr abril abr", "may mai mayo",
            "june jun juni juin junio", "july jul juli juillet juil julio", "august aug août agosto ago",
            "september sep sept septembre septiembre", "october oct oktober okt octobre octubre",
            "november nov novembre noviembre", "december dec dezember dez décembre déc diciembre dic",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_RANKS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}
_MONTH = r"(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DATES = [
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b{_YEAR}-(?P<month>0[1-9]|1[0-2])(?:-{_DAY})?(?![\d-])",
        rf"\b{_MONTH} {_DAY}(?:st|nd|rd|th)?(?!\d|:|\.\d)(?:,? {_YEAR})?",
        rf"(?<![\d.:]){_DAY}(?:st|nd|rd|th|\.)?(?: of| de)? {_MONTH}(?:,? (?:de )?{_YEAR})?",
        rf"\b{_MONTH},? {_YEAR}",
        rf"(?<![\d./])(?P<one>[0-3]?\d)(?P<sep>[./])(?P<two>[0-3]?\d)(?P=sep){_YEAR}",
        rf"\bQ(?P<quarter>[1-4])(?:[ /-]?{_YEAR})?",
        rf"\b(?P<rank>first|second|third|fourth|[1-4](?:st|nd|rd|th|\.)) (?:quarter|Quartal)(?:(?: of| in)? {_YEAR})?",
    )
]
_TIMES = re.compile(
    r"(?<![\d:.])(?P<hour>[01]?\d|2[0-4])(?:[:.h](?P<minute>[0-5]\d)(?::[0-5]\d)?)?\s?(?P<half>[ap]\.?m\b\.?|Uhr\b)"
    r"|(?<![\d:.\w])(?P<hour2>[01]?\d|2[0-4])[:h](?P<minute2>[0-5]\d)(?::[0-5]\d)?(?![\d:])",
    re.I,
)
_NAMED_TIMES = re.compile(r"\b(noon|midnight|mittags?|mitternacht)\b", re.I)


class Day(NamedTuple):
    """A date as far as a text gives it."""

    year: int | None
    month: int | None
    day: int | None
    quarter: int | None = None

    def within(self, other: "Day") -> bool:
        """Does the other date say everything that this one says?"""
        return all(mine is None or mine == theirs for mine, theirs in zip(self, other, strict=True))


class Moment(NamedTuple):
    """A date (each reading of its writing) or a time of day."""

    start: int
    end: int
    days: frozenset[Day]
    time: tuple[int, int] | None


def moments(text: str) -> list[Moment]:
    """All dates and times of a text."""
    found: list[Moment] = []
    for moment in (*_dates(text), *_times(text)):
        if not any(moment.start < other.end and other.start < moment.end for other in found):
            found.append(moment)
    return found


def _dates(text: str) -> Iterator[Moment]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            if (parts.get("month") or "").lower() == "may" and not _is_month(match):
                continue
            yield Moment(match.start(), match.end(), frozenset(_days(parts)), None)


def _is_month(match: re.Match[str]) -> bool:
    """`may` is a verb unless it is written large: "you may 3 times" never is a date."""
    return match["month"][0].isupper()


def _days(parts: dict[str, str | None]) -> Iterator[Day]:
    rank = (parts.get("rank") or "").lower()
    year, quarter = _number(parts.get("year")), _number(parts.get("quarter") or _RANKS.get(rank, rank[:1]))
    if parts.get("one"):
        one, two = int(parts["one"] or 0), int(parts["two"] or 0)
        for month, day in ((one, two), (two, one)) if parts["sep"] == "/" else ((two, one),):
            if 1 <= month <= 12:
                yield Day(year, month, day)
        return
    name = (parts.get("month") or "").lower()
    yield Day(year, _MONTHS.get(name) or _number(name), _number(parts.get("day")), quarter)


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _times(text: str) -> Iterator[Moment]:
    for match in _TIMES.finditer(text):
        hour = int(match["hour"] or match["hour2"])
        half = (match["half"] or "").lower()
        if half[:1] == "p" and hour < 12:
            hour += 12
        elif half[:1] == "a" and hour == 12:
            hour = 0
        yield Moment(
            match.start(), match.end(), frozenset(), (hour % 24, int(match["minute"] or match["minute2"] or 0))
        )
    for match in _NAMED_TIMES.finditer(text):
        noon = match[0].lower() in ("noon", "mittag", "mittags")
        yield Moment(match.start(), match.end(), frozenset(), (12 if noon else 0, 0))
