"""What an amount is counted per: "per GB per month", "/seat/mo", "a year", or the head of its column."""

import re

from mkdocs_citeqa.lenses.finding import Context
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.vocabulary import listed

_TIMES = {
    "month": "pm month mo mos mth mths monat monats mois mes mese maand monthly mensuel mtl months p.m. p.m monatlich",
    "year": "pa year yr yrs years annum jahr an année ano año anno jaar yearly annual annually p.a. p.a jährlich y",
    "day": "day days daily tag jour día giorno dag d", "week": "week weeks wk weekly woche semaine semana",
    "hour": "hour hours hr hrs h hourly stunde std heure hora", "minute": "minute minutes min mins",
    "second": "second seconds sec secs s", "quarter": "quarter quarters quarterly",
}  # fmt: skip
TIMES = {form: name for name, forms in _TIMES.items() for form in forms.split()}
"""Forms of a unit of time, in several languages -> its name."""
_SIZES = {
    "GB": "gb gigabyte gigabytes gbyte", "TB": "tb terabyte terabytes", "MB": "mb megabyte megabytes", "PB":
    "pb petabyte",
    "KB": "kb kilobyte kilobytes", "GiB": "gib gibibyte", "MiB": "mib mebibyte", "TiB": "tib tebibyte", "KiB": "kib",
}  # fmt: skip
SIZES = {form: name for name, forms in _SIZES.items() for form in forms.split()}
"""Forms of a unit of data -> its name."""

_COUNTED = (
    "head person people user seat member employee agent developer request call parcel unit item message email sms "
    "query invocation minute token image page site domain project app instance node core vcpu cluster host server "
    "machine device licence license copy ticket credit transaction charge order participant student class session "
    "night room booking organization workspace team account region word character gallon liter litre kg kilo mile "
    "km kwh core-hour gpu"
)
_AFTER_ARTICLE = frozenset(listed(_COUNTED))
_ADVERB = frozenset(listed("monthly yearly annually hourly daily weekly quarterly"))
_JOIN = lazily(
    r"\s?/\s?|\s(?:fee |charge |flat |credit |each )?per\s|\s?(?:(?:pro|je|im|par|por|al)\s)|\s(?P<article>an?"
    r"|each|every)\s"
    r"|\s?(?=p\.? ?[am]\b)|\s?(?=(?:monthly|yearly|annually|hourly|daily|weekly|quarterly)\b)"
    r"|\s(?:[a-z]+\s){0,2}(?P<far>fee|charge|credit|subscription|surcharge)\sper\s"
)
_SKIPPED = lazily(r"(?:(?:additional|extra|started|full|single)\s)*", re.IGNORECASE)
_COUNT = lazily(
    r"(?:(?P<n>\d[\d.,]{0,12}(?:[kKM](?![A-Za-z])| million| thousand)?)|(?P<word>million|thousand"
    r"|hundred))[ -]?(?P<unit>[A-Za-z]{1,20})"
)
_WORD = lazily(r"p\.? ?[am]\b\.?|[^\W\d_][\w-]{0,30}")
_SECOND = lazily(r" (?P<word>[a-z][\w-]{1,20})(?=\s*(?:$|[|.,;:)*+\n/]| per\b| an?\b))")
_NO_UNIT = frozenset(
    listed(
        "the a an our your their this that is are and or if when for to of in on at by with plus as billed paid "
        "only after before each per extra additional now today more total upfront annually monthly yearly each"
    )
)
_WITHIN = frozenset({"minute", "hour", "second"})
_MOST = 3


def per_after(text: str, at: int) -> tuple[list[str], int]:
    """The parts behind an amount that ends here, as written, and where they end."""
    parts: list[str] = []
    while len(parts) < _MOST:
        join = _JOIN.match(text, at)
        unit = _unit(text, join.end(), bool(join["article"])) if join else None
        if unit is None:
            break
        parts += unit[0]
        at = unit[1]
    return parts, at


def _unit(text: str, at: int, article: bool) -> tuple[list[str], int] | None:
    skipped = _SKIPPED.match(text, at)
    at = skipped.end() if skipped else at
    if count := _COUNT.match(text, at):
        return _counted(text, count)
    word = _WORD.match(text, at)
    if word is None or (word[0].lower() in _NO_UNIT and word[0].lower() not in _ADVERB):
        return None
    name = unit_name(word[0])
    first, dash, rest = word[0].partition("-")
    if dash and _is_known(unit_name(first)) and unit_name(rest) in TIMES.values():
        return [unit_name(first), unit_name(rest)], word.end()
    measured = name in TIMES.values() or name in SIZES.values()
    if article and not measured and name not in _AFTER_ARTICLE:
        return None
    second = None if measured else _SECOND.match(text, word.end())
    if second and second["word"] not in _NO_UNIT and TIMES.get(second["word"], "minute") in _WITHIN:
        return [f"{word[0].lower()} {singular(second['word'])}"], second.end()
    return [name], word.end()


def _counted(text: str, count: re.Match[str]) -> tuple[list[str], int] | None:
    """A unit with a number, kept as printed: "100k requests", "30 days"; of "1 GB" the unit alone."""
    unit = count["unit"].lower()
    if unit not in TIMES and unit not in SIZES and len(unit) < 3:
        return None
    if count["n"] == "1":
        return [unit_name(unit)], count.end()
    second = _SECOND.match(text, count.end())
    if second and unit not in TIMES and unit not in SIZES and second["word"] not in _NO_UNIT:
        return [count[0] + second[0]], second.end()
    return [count[0]], count.end()


def unit_name(word: str) -> str:
    """One name for the forms of a unit: "mo" is month, "gigabytes" is GB, "seats" is seat."""
    lower = word.lower().replace(" ", "")
    return TIMES.get(lower) or TIMES.get(lower.rstrip(".")) or SIZES.get(lower) or singular(lower)


def singular(word: str) -> str:
    """Of a plain English noun."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2 else word


_LABEL_TIME = lazily(r"\b(monthly|annual|yearly|hourly|daily|weekly|quarterly|ARR|MRR)\b[^.;|\d]{0,30}$", re.IGNORECASE)
_LABEL_PER = lazily(r"\bper ([A-Za-z]+)\b[^.;|\d]{0,20}$", re.IGNORECASE)
_LABEL_EACH = lazily(r"\beach (?:additional |extra |further )?(?:1 ?)?([A-Za-z]+)\b[^.;|]{0,60}$", re.IGNORECASE)
_HEAD_TIME = lazily(
    r"\b(monthly|annual|annually|yearly|hourly|daily|weekly|quarterly)\b|(?:/|\bper )\s?(month|mo|year|yr|hour"
    r"|hr|day|week)\b"
    r"|\((?:per )?(month|year|hour|day)\)",
    re.IGNORECASE,
)
_HEAD_PER = lazily(r"(?:/|\bper )(?:1 ?)?([A-Za-z]{2,20})\b", re.IGNORECASE)


def per(text: str, start: int, end: int, context: Context) -> str | None:
    """What the amount at `text[start:end]` is counted per, parts joined by "/", or None when nothing says it."""
    parts, _ = per_after(text, end)
    cell = text[max(0, start - 90) : start].rpartition(" | " if context.kind == "row" else "\n")[2]
    if not parts and (m := _LABEL_PER.search(cell)):
        parts = [unit_name(m[1])]
    if not any(part in SIZES.values() for part in parts) and (m := _LABEL_EACH.search(cell)):
        unit = unit_name(m[1])
        parts = [unit, *parts] if unit in SIZES.values() else parts
    if (m := _LABEL_TIME.search(cell)) and not _has_time(parts):
        word = m[1].lower()
        parts = [*parts, {"arr": "year", "mrr": "month"}.get(word) or TIMES[word]]
    if context.kind == "row":
        parts = _from_heads(parts, text, start, context)
    return "/".join(_ordered(parts)) or None


def _from_heads(parts: list[str], text: str, start: int, context: Context) -> list[str]:
    heads, cells, place = context.head.split(" | "), text.split(" | "), text.count(" | ", 0, start)
    own = heads[place] if place < len(heads) else ""
    for head in (own, cells[0] if place else ""):
        if not parts and (m := _HEAD_PER.search(head)):
            unit = unit_name(m[1])
            parts = [unit] if head is own or _is_known(unit) else []
        if (m := _HEAD_TIME.search(head)) and not _has_time(parts):
            parts = [*parts, TIMES[(m[1] or m[2] or m[3]).lower()]]
    return parts


def _is_known(unit: str) -> bool:
    return unit in _AFTER_ARTICLE or unit in TIMES.values() or unit in SIZES.values()


def _has_time(parts: list[str]) -> bool:
    return any(part in TIMES.values() or part.split(" ")[-1].lower() in TIMES for part in parts)


def _ordered(parts: list[str]) -> list[str]:
    """Quantity first, time last."""
    unique = list(dict.fromkeys(parts))
    return sorted(unique, key=lambda part: part in TIMES.values())
