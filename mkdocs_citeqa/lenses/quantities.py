"""Text -> numbers with a unit of data, time, share or a counted thing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from mkdocs_citeqa.lenses.bases import SIZES, TIMES, singular
from mkdocs_citeqa.lenses.hints import runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.numerals import NUMBER, SPACES, WORDS, decimal, spoken
from mkdocs_citeqa.lenses.vocabulary import listed

_SP = f"[{SPACES}-]?"
_SIZE = r"[KMGTP]i?B|[KMGT]i?b(?:ps|it/s)?|[kmgt]b|kB|bytes?|[Kk]ilobytes?|[Mm]egabytes?|[Gg]igabytes?|[Tt]erabytes?"
_TIME = (
    r"(?:(?:business|working|calendar|consecutive|full|week) )?"
    r"(?:milliseconds?|ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|quarters?)"
)
_PART = r"vCPUs?|CPUs?|[Cc]ores?|RAM|px|dpi|characters?|chars?|tokens?|letters?"
_MEASURE = lazily(
    rf"(?<![\w.,$€£¥#/-])(?:(?P<n>(?:\d{{1,2}}/\d(?=[{SPACES}])|{NUMBER})(?P<k>[kKM](?=[{SPACES}]))?)"
    rf"|(?P<words>(?i:{WORDS}|\ban?)(?=[ -])))"
    rf"{_SP}(?:(?P<size>{_SIZE})|(?P<time>{_TIME})|(?P<part>{_PART}))(?:(?P<per>\s?/\s?|\sper\s"
    rf"|\san?\s)(?P<base>[a-z]+))?(?![\w])"
)
_UNITS = frozenset(
    [
        *(f"{prefix}{i}{unit}" for prefix in "kmgtp" for i in ("", "i") for unit in ("b", "bps", "bit")),
        *(
            unit + s
            for unit in listed(
                "byte kilobyte megabyte gigabyte terabyte millisecond second sec minute min hour hr day week month "
                "year quarter vcpu cpu core character char token letter"
            )
            for s in ("", "s")
        ),
        *listed("ms ram px dpi"),
    ]
)
"""The runs of letters that a unit of a measure can be."""
_SHARE = lazily(r"(?<![\w.,-])(?P<n>\d{1,3}(?:[.,]\d{1,6})?)\s?%")
_COUNT = lazily(
    rf"(?<![\w.,$€£¥#/-])(?:(?P<n>{NUMBER})(?P<k>[kKM]\b)?|(?P<words>(?i:{WORDS})))(?![\w%]|[.,:/-]\d)"
    r"(?:[ -](?P<thing>(?:[A-Za-z][\w-]*[ ]){0,2}[A-Za-z][\w-]*))?"
)

SECONDS = {"ms": 0.001, "second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
BYTES = {"byte": 1} | {
    prefix + i + "B": (1024 if i else 1000) ** (power + 1) for power, prefix in enumerate("KMGTP") for i in ("", "i")
}
_SPAN = {"month": (28, 31), "quarter": (89, 92), "year": (365, 366)}
"""Days in the shortest and the longest."""
_SHORT = {"milliseconds": "ms", "millisecond": "ms", "char": "character", "chars": "character", "bytes": "byte"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit at `text[start:end]`."""

    start: int
    end: int
    value: Decimal
    unit: str
    """As printed, singular; a rate is joined by "/"."""

    @property
    def dimension(self) -> str:
        """What it can be compared with: bytes, time, % or the counted thing."""
        unit, _, base = self.unit.partition("/")
        name = "bytes" if unit in BYTES else "time" if unit in SECONDS or unit in _SPAN else unit
        return f"{name}/{base}" if base else name

    @property
    def interval(self) -> list[float | None]:
        """The value in one unit of its dimension, a month being 28 to 31 days."""
        unit = self.unit.partition("/")[0]
        if unit in _SPAN:
            return [float(self.value) * days * 86400 for days in _SPAN[unit]]
        value = float(self.value) * (BYTES.get(unit) or SECONDS.get(unit) or 1)
        return [value, value]


def measures(text: str) -> Iterator[Quantity]:
    """Numbers with a unit of data, time or computing; shares in percent."""
    for m in _MEASURE.finditer(text) if not _UNITS.isdisjoint(runs(text)) else ():
        yield Quantity(m.start(), _end_of_unit(m), _value(m), _unit(m))
    if "%" in text:
        for m in _SHARE.finditer(text):
            yield Quantity(m.start(), m.end(), decimal(m["n"]), "%")


def _end_of_unit(m: re.Match[str]) -> int:
    return m.end("base") if m["base"] and m["base"] in TIMES else max(m.end(g) for g in ("size", "time", "part"))


def _value(m: re.Match[str]) -> Decimal:
    if m["words"]:
        return Decimal(1) if m["words"].lower() in ("a", "an") else spoken(m["words"])
    if "/" in m["n"]:
        top, _, bottom = m["n"].partition("/")
        return Decimal(top) / Decimal(bottom)
    return decimal(m["n"].rstrip("kKM"), m["k"] or "")


def _unit(m: re.Match[str]) -> str:
    written = m["size"] or m["time"] or m["part"]
    unit = _SHORT.get(written.lower()) or SIZES.get(written.lower()) or written
    if m["time"]:
        first, _, last = written.lower().rpartition(" ")
        unit = TIMES.get(last) or _SHORT.get(last) or singular(last)
        unit = f"{first} {unit}" if first in ("business", "working") else unit
    elif m["part"]:
        unit = singular(unit) if unit.lower() not in ("px", "dpi", "ram") else unit
        unit = unit if unit.startswith("vC") or unit.isupper() else unit.lower()
    base = TIMES.get(m["base"] or "")
    return f"{unit}/{base}" if base and not m["time"] else unit


def counts(text: str) -> Iterator[tuple[Quantity, str]]:
    """Bare numbers, each with the words that follow it as the thing that may be counted."""
    for m in _COUNT.finditer(text):
        value = spoken(m["words"]) if m["words"] else decimal(m["n"], m["k"] or "")
        yield Quantity(m.start(), m.end("words") if m["words"] else m.end("n"), value, ""), m["thing"] or ""


_NOT_COUNTED = frozenset(
    listed("of and or to in at for per the a an is are was were by with on if more less other than as from times x")
)


def counted_thing(words: str) -> str:
    """The noun of "Linked Organizations" or "shared-cpu VMs are", singular: the first plural, else the last word."""
    noun = ""
    for word in words.split(" "):
        if word.lower() in _NOT_COUNTED:
            break
        noun = word
        if word.endswith("s"):
            break
    lower = noun if noun.isupper() else noun.lower()
    return singular(lower) if not noun[:-1].isupper() else noun.rstrip("s")
