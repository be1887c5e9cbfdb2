"""Text -> amounts of money: where they stand, how much, in which currency; a range is one amount."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from mkdocs_citeqa.lenses.bounds import changes
from mkdocs_citeqa.lenses.currency import CODES, SIGNS, UNITS
from mkdocs_citeqa.lenses.finding import Context, Spans, within
from mkdocs_citeqa.lenses.hints import runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.numerals import MULTIPLE, NUMBER, SPACED, SPACES, WORDS, decimal, spoken


def _either(names: object) -> str:
    return "|".join(sorted(names, key=len, reverse=True))  # type: ignore[call-overload]


_SP = f"[{SPACES}]?"
_DASH = "[-‐‑‒–—−]"
_SIGN = _either(re.sub(r"^(\w\w+)\\\$", rf"\1{_SP}\\$", re.escape(sign)) for sign in SIGNS)
_CODE = _either(CODES)
_UNIT = _either(re.escape(unit) + ("s?" if unit[-1].isalpha() else "") for unit in UNITS if unit != "p")
_WHOLE = rf"[.,]{_DASH}"  # "50,-" and "250.–": no cents
_STOP = r"(?![.,]?\d)"

_PREFIXED = lazily(
    rf"(?<![\w$])(?P<minus>{_DASH})?(?:(?P<sign>{_SIGN})|(?P<code>{_CODE})){_SP}(?P<minus2>{_DASH})?"
    rf"(?P<low>(?<![$£¥₹¥￥]){SPACED}|{NUMBER}){_STOP}(?:(?P<times>{MULTIPLE})|{_WHOLE})?"
    rf"(?:(?:{_DASH}|{_SP}[–—]{_SP})(?P<high>{NUMBER}){_STOP}(?P<times2>{MULTIPLE})?(?![\w%/]|{_SP}%))?"
    rf"(?P<after>{_SP}(?:{_UNIT})\b)?(?P<iso>{_SP}\(?(?:{_CODE})\b\)?)?"
)
_SUFFIXED = lazily(
    rf"(?<![\w.,$£€])(?P<minus>{_DASH})?"
    rf"(?:(?P<low>{SPACED}|{NUMBER})(?P<times>{MULTIPLE})?(?P<gap>{_SP}{_DASH}{_SP}| to | bis | and ))?"
    rf"(?:(?P<high>{SPACED}|{NUMBER})(?:(?P<times2>{MULTIPLE})|{_WHOLE})?|(?P<words>(?i:{WORDS}))){_SP}"
    rf"(?:(?P<code>(?:{_CODE})\b)|(?P<unit>(?i:{_UNIT})(?!\w)|p(?=\s?(?:/|per\b|an?\b|each\b)))"
    rf"|(?P<sign>(?:[€£₽₴₺$]|zł|Kč)(?!\w)))"
    rf"(?P<iso>{_SP}\(?(?:{_CODE})\b\)?)?"
)
_NAMED = lazily(
    rf"(?P<code>(?<![A-Za-z])(?:{_CODE})(?![A-Za-z]))|(?P<sign>US\$|[€£$₹¥₽₩₪₺₫₦₱₴฿₡₸₿]|zł|Kč|Fr\.|Rs\b)"
    rf"|(?P<unit>(?i:(?<!\w)(?:{_UNIT})(?!\w)|¢|(?<=\d)p\b))"
)
_BARE = lazily(
    rf"(?P<low>{NUMBER})(?P<times>{MULTIPLE})?(?:{_SP}{_DASH}{_SP}(?P<high>{NUMBER})(?P<times2>{MULTIPLE})?)?"
)
_CELL = lazily(rf"\s*[~≈+*]?{_SP}(?P<figure>{_BARE.pattern})\+?\*?\s*(?:(?:/|per )[\w /]{{1,30}})?")
_BETWEEN = lazily(
    rf"(?:/[a-z]{{1,9}}| (?:per|an?) [a-z]{{1,9}})?(?:{_SP}{_DASH}{_SP}|(?: to | bis | a | à )(?:about |around )?)"
)
_CURRENCIES = frozenset(
    [*(code.lower() for code in CODES), *(u.split(" ")[-1] + s for u in UNITS for s in ("", "s")), "fr", "rs"]
)
"""A run of letters in every name of a currency that has neither a dollar nor anything beyond ASCII."""

# `$x^2$` and `$5 \times 3$`: what stands between two dollars of a formula is no amount
_FORMULA = lazily(r"(?<![\w\\$])\$(?:(?=[^\s\d$])[^$\n]{1,160}|[^$\n]{1,80}\\[a-z]+[^$\n]{0,80})(?<![\s\\])\$(?!\d)")
_PLACEHOLDER = lazily(r"\$\d(?![\d.,]*\d)")
_PLACEHOLDER_WORDS = lazily(
    r"\b(?:placeholders?|parameters?|arguments?|captur\w+|regex\w*|regular expression|backreference"
    r"|substitut\w+|replacement"
    r"|positional|variables?|shell|bash|awk|echo|prepared|SELECT|VALUES|WHERE|INSERT)\b",
)
_PRICED = lazily(r"(?:/|\s/\s?)[a-z]|\s(?:per|a|an|each)\s", re.IGNORECASE)
_BEHIND = lazily(r"::|/(?![\w])|[\"'`]")
_NEAR = 80


@dataclass(frozen=True, slots=True)
class Amount:
    """One amount, or both ends of a range, at `text[start:end]`."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    """Equal to `low` unless a range is stated."""
    currency: str


def read_amounts(text: str, context: Context) -> list[Amount]:
    """All amounts of a block's text, in order; nothing of inline code, formulas and placeholders."""
    found = [*_prefixed(text), *_suffixed(text)] if _may_name(text) and _NAMED.search(text) else []
    found.sort(key=lambda amount: (amount.start, -amount.end))
    found = _apart(found)
    if context.kind == "row":
        found = sorted([*found, *_by_header(text, context, found)], key=lambda amount: amount.start)
    formulas: Spans = tuple(m.span() for m in _FORMULA.finditer(text)) if text.count("$") > 1 else ()
    kept = [
        a
        for a in found
        if not within(context.code, a.start, a.end)
        and not within(formulas, a.start, a.end)
        and not _is_placeholder(text, a)
    ]
    return _joined(text, kept)


def _may_name(text: str) -> bool:
    """Could a currency be named in it?"""
    return "$" in text or not text.isascii() or not _CURRENCIES.isdisjoint(runs(text))


def _apart(found: list[Amount]) -> list[Amount]:
    """Without those that overlap one before them."""
    kept: list[Amount] = []
    for amount in found:
        if not kept or amount.start >= kept[-1].end:
            kept.append(amount)
    return kept


def _prefixed(text: str) -> Iterator[Amount]:
    for m in _PREFIXED.finditer(text):
        currency = m["code"] or SIGNS[re.sub(rf"[{SPACES}]", "", m["sign"])]
        if m["iso"] and currency == SIGNS["$"]:
            currency = m["iso"].strip(SPACES + "()")
        low = decimal(m["low"], m["times"] or (m["times2"] or "" if m["high"] else ""))
        high = decimal(m["high"], m["times2"] or m["times"] or "") if m["high"] else low
        end = m.end() - (1 if m["iso"] and m["iso"].endswith(")") and "(" not in m["iso"] else 0)
        minus = (m["minus"] and not _after_number(text, m.start())) or m["minus2"]
        start = m.start() if minus or not m["minus"] else m.start() + 1
        if high < low:
            high, end = low, m.end("times") if m["times"] else m.end("low")
        yield Amount(start, end, -low if minus else low, -high if minus else high, currency)


def _after_number(text: str, at: int) -> bool:
    """Is a dash here one between two numbers, not a minus?"""
    return text[max(0, at - 2) : at].rstrip(SPACES)[-1:].isalnum()


def _suffixed(text: str) -> Iterator[Amount]:
    for m in _SUFFIXED.finditer(text):
        currency, power = _denomination(m)
        high = spoken(m["words"]) if m["words"] else decimal(m["high"], m["times2"] or "")
        low, start = high, m.start("words") if m["words"] else m.start("high")
        if m["low"] and (m["gap"] != " and " or _follows_between(text, m.start())):
            first = decimal(m["low"], m["times"] or m["times2"] or "")
            low, start = (first, m.start("low")) if first < high else (high, start)
        if m["minus"] and start == m.start() + 1 and not _after_number(text, m.start()):
            low, high, start = -low, -high, m.start()
        end = m.end() - (1 if m["iso"] and m["iso"].endswith(")") and "(" not in m["iso"] else 0)
        yield Amount(start, end, low.scaleb(power), high.scaleb(power), currency)


def _follows_between(text: str, at: int) -> bool:
    return text[max(0, at - 8) : at].lower() == "between "


def _denomination(m: re.Match[str]) -> tuple[str, int]:
    """Currency and power of ten of a matched code, sign or unit."""
    if m["code"]:
        return m["code"], 0
    if m["sign"]:
        return SIGNS[m["sign"]], 0
    unit = m["unit"].lower()
    currency, power = UNITS.get(unit) or UNITS[unit.removesuffix("s")]
    iso = m["iso"].strip(SPACES + "()") if "iso" in m.re.groupindex and m["iso"] else ""
    return iso or currency, power


def _by_header(text: str, context: Context, found: list[Amount]) -> Iterator[Amount]:
    """Numbers whose currency stands in the head of their column or of their row."""
    heads = context.head.split(" | ") if context.head else []
    cells = text.split(" | ")
    at = 0
    for i, cell in enumerate(cells):
        m = _CELL.fullmatch(cell)
        named = _NAMED.search(heads[i]) if i < len(heads) else None
        named = named or (_NAMED.search(cells[0]) if i and not any(c.isdigit() for c in cells[0]) else None)
        if m and named and not any(a.start < at + len(cell) and a.end > at for a in found):
            currency, power = _denomination(named)
            low = decimal(m["low"], m["times"] or m["times2"] or "").scaleb(power)
            high = decimal(m["high"], m["times2"] or "").scaleb(power) if m["high"] else low
            yield Amount(at + m.start("figure"), at + m.end("figure"), low, max(low, high), currency)
        at += len(cell) + 3


def _is_placeholder(text: str, amount: Amount) -> bool:
    """`$1` of a query, a shell or a regular expression that is not marked as code."""
    here = text[amount.start : amount.end]
    if not _PLACEHOLDER.fullmatch(here):
        return False
    before, after = text[max(0, amount.start - _NEAR) : amount.start], text[amount.end : amount.end + _NEAR]
    if before[-1:] in ("/", "'", '"', "`", "=") or _BEHIND.match(after):
        return True
    return not _PRICED.match(after) and bool(_PLACEHOLDER_WORDS.search(before + " " + after))


def _joined(text: str, found: list[Amount]) -> list[Amount]:
    """Two amounts with a dash or "to" between them become one range."""
    kept: list[Amount] = []
    for amount in found:
        last = kept[-1] if kept else None
        if last and last.low == last.high and last.currency == amount.currency and last.high < amount.low:
            gap = text[last.end : amount.start]
            both = gap == " and " and _follows_between(text, last.start)
            if both or (_BETWEEN.fullmatch(gap) and not changes(text, last.start)):
                kept[-1] = replace(last, end=amount.end, high=amount.high)
                continue
        kept.append(amount)
    return kept
