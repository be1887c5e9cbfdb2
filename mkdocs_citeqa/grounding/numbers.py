"""text -> the numbers in it, in figures or in words, with every value that their writing can mean."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_GERMAN = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_FRENCH = "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
_SPANISH = "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"


def _counted(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {word: first + step * n for n, word in enumerate(words.split()) if word != "-"}


SMALL: dict[str, dict[str, int]] = {
    "en": {**_counted(_ENGLISH), **_counted(_TENS, 20, 10), "twice": 2, "thrice": 3, "dozen": 12},
    "de": {**_counted(_GERMAN), **_counted(_GERMAN_TENS, 20, 10), "zweimal": 2, "dreimal": 3},
    "fr": _counted(_FRENCH),
    "es": {word: n for word, n in _counted(_SPANISH).items() if word != "once"},
}
"""Number words by language; `once` is left to English, where it is no number of things."""
SCALES = {
    "hundred": 100, "hundert": 100, "thousand": 1000, "tausend": 1000, "million": 10**6, "millions": 10**6,
    "millionen": 10**6, "mio": 10**6, "billion": 10**9, "billions": 10**9, "milliarden": 10**9, "mrd": 10**9,
    "mille": 1000, "cien": 100, "mil": 1000, "k": 1000, "m": 10**6, "bn": 10**9,
}  # fmt: skip
ORDINALS = {**_counted("third fourth fifth sixth seventh eighth ninth tenth", 3), "twelfth": 12}
"""`first` and `second` are left out: they order sentences far more often than they count."""

_DIGITS = (
    r"\d{1,3}(?:(?P<group>[,.'’\u00a0\u202f\u2009 ])\d{3}(?!\d))(?:(?P=group)\d{3}(?!\d))*(?:[.,]\d+)?|\d+(?:[.,]\d+)*"
)
_FIGURES = re.compile(
    rf"(?<![\w])(?<![A-Za-z_][-.])(?P<sign>(?<![\w)\]][-–])(?<![\w)\]] )[-−](?=\d))?(?P<v>[vV])?(?P<digits>{_DIGITS})"
    r"(?P<pre>[-.]?(?:alpha|beta|rc|dev|pre|post)[.-]?\d*)?(?:(?P<glued>k|K|M|bn)(?![\w])"
    r"|[ \u00a0\u202f-]?(?P<scale>thousand|millions?|billions?|tausend|Millionen|Mio\.?|Milliarden)\b)?"
)
_GROUPED = re.compile(r"\d{1,3}(?:[,'’\u00a0\u202f\u2009 ]\d{3})+(?:\.\d+)?")
_GROUPED_BY_POINT = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")


class Number(NamedTuple):
    """A number as a text writes it."""

    start: int
    end: int
    values: frozenset[Decimal]
    """What it can mean: `10.000` is ten in English and ten thousand in German."""
    written: frozenset[str]
    """Its digits without grouping and without `.0` at the end: `3.10` and `3.1` differ, as versions do."""
    version: bool
    """It is written as a version: `v2`, `1.2.3`."""


def numbers(text: str, language: str = "en") -> list[Number]:
    """All numbers of a text, in order."""
    found = [*_in_figures(text), *_in_words(text, language)]
    return sorted(found, key=lambda number: number.start)


def _in_figures(text: str) -> Iterator[Number]:
    for match in _FIGURES.finditer(text):
        digits, scale = match["digits"], (match["glued"] or match["scale"] or "").lower().rstrip(".")
        if match["pre"] or (digits.count(".") > 1 and not _GROUPED_BY_POINT.fullmatch(digits)):
            written = frozenset({digits + match["pre"]}) if match["pre"] else _versions(digits)
            yield Number(match.start(), match.end(), frozenset(), written, True)
            continue
        factor = Decimal(SCALES.get(scale, 1)) * (-1 if match["sign"] else 1)
        values = frozenset(value * factor for value in readings(digits))
        written = _written(digits, values) if factor == 1 else frozenset(map(plain, values))
        yield Number(match.start(), match.end(), values, written, bool(match["v"]))


def readings(digits: str) -> frozenset[Decimal]:
    """Every value that a run of digits, points and separators can mean."""
    found = set()
    if _GROUPED.fullmatch(digits):
        found.add(Decimal(re.sub(r"[^\d.]", "", digits)))
    if _GROUPED_BY_POINT.fullmatch(digits):
        found.add(Decimal(digits.replace(".", "").replace(",", ".")))
    if re.fullmatch(r"\d+(?:\.\d+)?", digits):
        found.add(Decimal(digits))
    elif re.fullmatch(r"\d+,\d{1,2}", digits):
        found.add(Decimal(digits.replace(",", ".")))
    return frozenset(found)


def plain(value: Decimal) -> str:
    """A value without exponent and without noughts that say nothing."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _written(digits: str, values: frozenset[Decimal]) -> frozenset[str]:
    whole = {plain(value) for value in values if value == int(value)}
    return _versions(digits) if re.fullmatch(r"\d+\.\d{1,2}|\d+\.\d{4,}", digits) else frozenset(whole or {digits})


def _versions(digits: str) -> frozenset[str]:
    return frozenset({re.sub(r"(?:\.0+)+$", "", digits)})


def _in_words(text: str, language: str) -> Iterator[Number]:
    small = SMALL["en"] | SMALL.get(language, {})
    word = "|".join(sorted(small, key=len, reverse=True))
    scale = "|".join(s for s in SCALES if len(s) > 2)
    pattern = (
        rf"\b(?:(?:{word})(?:[ -](?:(?:{word})|{scale}))*(?: and (?:{word})(?:[ -](?:{word}))?)?|(?<=a )(?:{scale}))\b"
    )
    for match in re.finditer(pattern, text, re.I):
        parts = re.split(r"[ -]+", match[0].lower())
        if "and" in parts and not set(parts) & {"hundred", "thousand"}:
            parts = parts[: parts.index("and")]
        value = Decimal(_sum(parts, small))
        end = match.start() + len(match[0].split(" and ")[0]) if "and" not in parts else match.end()
        yield Number(match.start(), end, frozenset({value}), frozenset({plain(value)}), False)


def _sum(parts: list[str], small: dict[str, int]) -> int:
    total = current = 0
    for part in parts:
        if part in small:
            current += small[part]
        elif part in SCALES and SCALES[part] == 100:
            current = max(current, 1) * 100
        elif part in SCALES:
            total, current = total + max(current, 1) * SCALES[part], 0
    return total + current
