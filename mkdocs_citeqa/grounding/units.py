"""Units of time, size, rate and money: what a number beside them measures."""

import re
from decimal import Decimal
from typing import NamedTuple


class Unit(NamedTuple):
    """What a number counts, as a dimension and the size of one."""

    dimension: str
    factor: Decimal

    def amounts(self, values: frozenset[Decimal]) -> frozenset[tuple[str, Decimal]]:
        """The same amounts in the dimension's own unit."""
        factors = {self.factor}
        if self.dimension == "byte":  # a docs' kilobyte is 1000 or 1024 bytes: 1 GB may be 1024 MB
            factors.add(Decimal(1024) ** (len(str(int(self.factor))) // 3))
        return frozenset((self.dimension, value * factor) for value in values for factor in factors)


def _units(dimension: str, table: dict[str, str]) -> dict[str, Unit]:
    return {name: Unit(dimension, Decimal(factor)) for factor, names in table.items() for name in names.split()}


_WORDS = {
    **_units(
        "second",
        {
            "1e-9": "ns nanosecond nanoseconds",
            "1e-6": "µs us μs microsecond microseconds",
            "0.001": "ms msec msecs millisecond milliseconds millisekunde millisekunden millisecondes milisegundos",
            "1": "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos",
            "60": "min mins minute minutes minuten minuto minutos",
            "3600": "h hr hrs hour hours stunde stunden heure heures hora horas",
            "86400": "d day days tag tage tagen jour jours día días",
            "604800": "wk wks week weeks woche wochen semaine semaines semana semanas",
        },
    ),
    **_units(
        "month",
        {
            "1": "mo month months monat monate monaten mois mes meses",
            "3": "quarter quarters quartal quartale",
            "12": "yr yrs year years jahr jahre jahren an ans année années año años",
        },
    ),
    **_units("%", {"1": "% percent pct prozent pourcent"}),
}
_BYTES = _units(
    "byte", {"1": "B byte bytes Byte Bytes", "1e3": "kB KB kb", "1e6": "MB mb", "1e9": "GB gb", "1e12": "TB tb",
             "1e15": "PB"}
)  # fmt: skip
_LONG_BYTES = _units(
    "byte",
    {
        "1e3": "kilobyte kilobytes",
        "1e6": "megabyte megabytes",
        "1e9": "gigabyte gigabytes",
        "1e12": "terabyte terabytes",
    },
)
_BINARY = {
    name: Unit("binary byte", Decimal(1024) ** power)
    for power, names in enumerate(("KiB Ki kibibytes", "MiB Mi mebibytes", "GiB Gi gibibytes", "TiB Ti"), 1)
    for name in names.split()
}
_RATES = {
    **_units("bit/s", {"1e3": "kbps kbit/s Kbps", "1e6": "Mbps Mbit/s Mb/s mbps", "1e9": "Gbps Gbit/s Gb/s"}),
    **_units("byte/s", {"1e3": "kB/s KB/s", "1e6": "MB/s MBps", "1e9": "GB/s GBps"}),
    **_units("bit", {"1": "bit bits", "1e3": "kbit Kbit", "1e6": "Mbit Mb", "1e9": "Gbit Gb"}),
}
_EXACT = {**_BYTES, **_BINARY, **_RATES}
"""Units whose capitals matter: MB is not Mb."""
_MINUTE = Unit("second", Decimal(60))

_FOLLOWING = re.compile(r"(?P<gap>[ \u00a0\u202f-]?)(?P<unit>%|[A-Za-zµμ]{1,5}/s\b|[^\W\d_]+)")
_MORE = re.compile(r"[ \u00a0]?(?:more|full|whole|extra|further|additional|calendar|business|working)[ \u00a0]", re.I)

CURRENCIES = {
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "€": "EUR", "eur": "EUR", "euro": "EUR",
    "euros": "EUR", "£": "GBP", "gbp": "GBP", "pounds": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY", "chf": "CHF",
    "francs": "CHF", "a$": "AUD", "aud": "AUD", "c$": "CAD", "cad": "CAD", "₹": "INR", "inr": "INR", "cents": "cent",
}  # fmt: skip
_BEFORE = re.compile(r"(US\$|A\$|C\$|[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|AUD|CAD|INR))[ \u00a0]?$", re.I)
_AFTER = re.compile(
    r"[ \u00a0\u202f-]?(US\$|[$€£¥₹]|(?:USD|EUR|GBP|CHF|JPY|AUD|CAD|INR|dollars?|euros?|pounds|yen|francs|cents)\b)",
    re.I,
)


def unit_after(text: str, at: int) -> tuple[Unit | None, int]:
    """The unit that follows a number which ends at `at`, and where the unit ends."""
    money = _AFTER.match(text, at)
    if money:
        return Unit(CURRENCIES[money[1].lower()], Decimal(1)), money.end()
    more = _MORE.match(text, at)
    match = _FOLLOWING.match(text, more.end() - 1 if more else at)
    if not match:
        return None, at
    unit = named(match["unit"], glued=not match["gap"])
    return (unit, match.end()) if unit else (None, at)


def named(word: str, *, glued: bool = False) -> Unit | None:
    """The unit of this name; a lone `m` is a minute only where it is glued to its number."""
    if word in _EXACT:
        return _EXACT[word]
    if glued and word == "m":
        return _MINUTE
    low = word.lower()
    if low in ("us", "an", "ans", "mes") and not glued:  # words of English and French that are seldom units
        return None
    return _WORDS.get(low) or _LONG_BYTES.get(low)


def currency_before(text: str, at: int) -> tuple[Unit | None, int]:
    """The currency that stands before a number which begins at `at`, and where it begins."""
    match = _BEFORE.search(text[max(0, at - 5) : at])
    if not match:
        return None, at
    return Unit(CURRENCIES[match[1].lower()], Decimal(1)), at - (len(match[0]))


def units_named(text: str) -> frozenset[Unit]:
    """Units that a text names without a number: "in seconds", a table's "Price ($)"."""
    words = re.findall(r"%|[^\W\d_]+(?:/s)?|[$€£¥]", text)
    found = {named(word) for word in words if len(word) > 1 or word == "%"}
    money = {Unit(CURRENCIES[w.lower()], Decimal(1)) for w in words if w.lower() in CURRENCIES}
    return frozenset(unit for unit in found if unit) | money
