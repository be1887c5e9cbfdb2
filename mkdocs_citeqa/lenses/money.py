"""Money: amounts with a currency, stated prices of zero, and percentages that change a price.

The key is the figure: currency and absolute amount, nothing else. What hangs on it stands beside it in `value`:

- `kind`: amount, free, percent
- `amount`: plain decimal with its sign, the low end of a range; `currency`: ISO code; `percent`: plain decimal
- `per`: parts joined by "/", quantity first and time last ("GB/month"), null when it is not said here
- `range`: both ends; `bound`: min or max; `approx`: a round or estimated figure
- `role`: price, allowance, threshold, discount, share, example, superseded, other

Two figures contradict each other when they are of the same role, currency and `per` and can't both hold.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from mkdocs_citeqa.lenses.amounts import Amount, read_amounts
from mkdocs_citeqa.lenses.bases import per, per_after
from mkdocs_citeqa.lenses.bounds import approximate, bound
from mkdocs_citeqa.lenses.currency import SIGNS
from mkdocs_citeqa.lenses.finding import Context, Finding, within
from mkdocs_citeqa.lenses.hints import may_count
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.numerals import plain
from mkdocs_citeqa.lenses.prices import read_free, read_percents
from mkdocs_citeqa.lenses.subject import about, is_history, normal
from mkdocs_citeqa.sentences import sentences

name = "money"
words = (
    "how much", "price", "prices", "pricing", "priced", "cost", "costs", "costing", "fee", "fees", "charged",
    "billing", "billed", "do i pay", "to pay", "we pay", "paid plan", "paid plans", "per seat", "per user",
    "per month", "per year", "a month", "free of charge", "for free", "free", "cheap", "cheaper", "cheapest",
    "expensive", "discount", "discounts", "refund", "refunds", "budget", "money", "dollar", "dollars", "euro",
    "euros", "rupees", "yen", "preis", "preise", "kosten", "kostet", "gebühr", "gebühren", "prix", "coût", "coûte",
    "combien", "tarif", "tarifs", "precio", "precios", "cuesta", "cuánto", "prezzo", "quanto", "preço", "prijs",
    "cena", "цена", "стоимость", "价格", "料金",
    *sorted(sign for sign in SIGNS if not sign.isalpha() and len(sign) == 1),
)  # fmt: skip

_TOGETHER = lazily(r"[\s~*+]{1,8}")
_CONFLICTING = ("price", "allowance", "threshold")
_ESTIMATE = Decimal("0.1")
"""How far a figure said to be approximate may be off, as a share of it."""


def read(text: str, context: Context) -> Iterator[Finding]:
    """All figures of one block, in order."""
    if context.kind == "code":
        return
    amounts = read_amounts(text, context) if may_count(text) else []
    counted = _pers(text, amounts, context)
    found = [_amount(text, a, per_, context) for a, per_ in zip(amounts, counted, strict=True)]
    taken = tuple((a.start, a.end) for a in amounts)
    found += [
        _free(text, start, end, context)
        for start, end in read_free(text, context)
        if not within(context.code, start, end) and not within(taken, start, end)
    ]
    found += [_percent(text, *hit, context) for hit in read_percents(text) if not within(context.code, *hit[:2])]
    yield from sorted(found, key=lambda finding: finding.start)


def _pers(text: str, amounts: list[Amount], context: Context) -> list[str | None]:
    """What each amount is counted per; amounts side by side share what is said behind the last of them."""
    counted = [per(text, a.start, a.end, context) for a in amounts]
    for i in range(len(amounts) - 2, -1, -1):
        gap = text[amounts[i].end : amounts[i + 1].start]
        if counted[i] is None and _TOGETHER.fullmatch(gap):
            counted[i] = counted[i + 1]
    return counted


def _amount(text: str, amount: Amount, per_: str | None, context: Context) -> Finding:
    start, end = amount.start, amount.end
    ends = sorted((abs(amount.low), abs(amount.high)))
    ranged = ends[0] != ends[1]
    figure = f"{plain(ends[0])}..{plain(ends[1])}" if ranged else plain(ends[0])
    bound_ = None if ranged else bound(text, start, end)
    approx = approximate(text, start)
    value: dict[str, Any] = {
        "kind": "amount",
        "amount": plain(amount.low),
        "currency": amount.currency,
        "per": per_,
        "approx": approx,
        "range": [plain(amount.low), plain(amount.high)] if ranged else None,
        "bound": bound_,
        "role": _role(text, start, end, context, bound_),
        "percent": None,
    }
    low, high = (ends[0] * (1 - _ESTIMATE), ends[1] * (1 + _ESTIMATE)) if approx else (ends[0], ends[1])
    at = [None if bound_ == "max" else float(low), None if bound_ == "min" else float(high)]
    key = f"{amount.currency} {figure}" if ends[1] else "0"
    return _finding(text, start, end, key, value, at, context)


def _free(text: str, start: int, end: int, context: Context) -> Finding:
    portion = re.search(r"\b(?:first|up to|up-to|\d+ ?[A-Za-z]+)\b[^.;|]{0,40}$", text[max(0, start - 60) : start])
    value: dict[str, Any] = {
        "kind": "free", "amount": "0", "currency": None, "per": None, "approx": False, "range": None, "bound": None,
        "role": "price", "percent": None,
    }  # fmt: skip
    return _finding(text, start, end, "0", value, None if portion else [0, 0], context)


def _percent(text: str, start: int, end: int, number: str, role: str, context: Context) -> Finding:
    low, _, high = number.partition("..")
    value: dict[str, Any] = {
        "kind": "percent", "amount": None, "currency": None, "per": per(text, start, end, context),
        "approx": approximate(text, start), "range": [low, high] if high else None, "bound": bound(text, start, end),
        "role": role, "percent": plain(Decimal(low)),
    }  # fmt: skip
    if value["per"] is None and (m := re.match(r"\s?\+\s?", text[end:])):
        after = [a for a in read_amounts(text[end + m.end() : end + m.end() + 60], Context()) if a.start == 0]
        value["per"] = per(text[end + m.end() :][:120], 0, after[0].end, context) if after else None
    if value["range"] is None and role == "price" and not is_history(context):
        subject = about(text, start, per_after(text, end)[1], context)
        value |= {
            "basis": " ".join(["percent", *filter(None, [value["per"]])]),
            "scope": subject.scope,
            "sure": subject.sure,
        }
        return Finding(start, end, f"{value['percent']}%", value, subject.words)
    return Finding(start, end, f"{plain(Decimal(low))}{'..' + high if high else ''}%", value, "")


def _finding(
    text: str, start: int, end: int, key: str, value: dict[str, Any], at: list[float | None] | None, context: Context
) -> Finding:
    counted = frozenset(normal(word) for word in re.findall(r"\w+", value["per"] or ""))
    subject = about(text, start, per_after(text, end)[1], context, counted)
    value |= {"scope": subject.scope, "sure": subject.sure}
    if value["role"] in _CONFLICTING and at and not is_history(context):
        basis = (value["role"], value["currency"], value["per"])
        value |= {"basis": " ".join(part for part in basis if part), "at": at}
    return Finding(start, end, key, value, subject.words)


# -- what a figure is: rules in order, the first that fits wins

_EXAMPLE = lazily(
    r"\b(?:for example|for instance|e\.g\.|example|examples|suppose|imagine|let['’]s say|say you|would (?:be"
    r"|cost|pay|have)"
    r"|you['’]d (?:be|pay|have|get)|worked|scenario)\b"
    r"|[\d)] ?[x×*=] ?[$€£\d]|= ?[$€£]",
    re.IGNORECASE,
)
_PREVIOUS = lazily(
    r"\b(?:previous|previously|old|former|formerly|used to be|was|were|until now|before)\b", re.IGNORECASE
)
_OTHER = lazily(
    r"\b(?:revenue|arr|mrr|burn|runway|salar(?:y|ies)|wages?|fines?|penalt(?:y|ies)|raised|funding|fundraising"
    r"|valuation|cash|cac|ltv"
    r"|market size|series [a-f]|acquire|asking price|turnover|profit|income|donat\w+|earn(?:ed|s)?|equity"
    r"|closed)\b|\b(?:engineer\w*|manager|director|designer)\b[^.]{0,30}: ?[$€£]",
    re.IGNORECASE,
)
_ALLOWANCE = lazily(
    r"\b(?:(?<!per )credits?|allowances?|budgets?|stipends?|reimburs\w+|expense up|vouchers?|grants?|guthaben"
    r"|spending price)\b",
    re.IGNORECASE,
)
_INCLUDING = lazily(r"\b(?:includes?|included|receives?|have|worth)(?: an?| up to| about| of)?\s$", re.IGNORECASE)
_INCLUDED = lazily(r"[^.;,|()\d$€£]{0,20}\b(?:of (?:included )?usage|included|worth of)\b", re.IGNORECASE)
_THRESHOLD = lazily(
    r"\b(?:minimum (?!price|cost)\w*|liab\w+|approv\w+|pre-?authori[sz]\w+|receipts?|purchases? of"
    r"|paid [$€£\\d.,]+ invoice|limit|cap|exceed\w*"
    r"|payout|commit\w*|deductible|classed|cost less than|threshold)\b",
    re.IGNORECASE,
)
_DISCOUNT = lazily(r"\s(?:off|discount|rebate)\b", re.IGNORECASE)


def _role(text: str, start: int, end: int, context: Context, bound_: str | None) -> str:
    before, after = text[max(0, start - 12) : start], text[end : end + 12]
    if within(context.struck, start, end) or ("~~" in before[-4:] and "~~" in after[:4]):
        return "superseded"
    if context.kind == "row":
        heads, place = context.head.split(" | "), text.count(" | ", 0, start)
        head = heads[place] if place < len(heads) else ""
        near = f"{head} {context.heading}"
        if _PREVIOUS.search(head):
            return "superseded"
        if _EXAMPLE.search(context.heading) or re.search(r"\btotal\b", head + text[:12], re.IGNORECASE):
            return "example"
    else:
        near = _sentence(text, start, end)
        if (
            _EXAMPLE.search(near)
            or re.search(r"\b(?:for example|e\.g\.)", text[max(0, start - 500) : start], re.IGNORECASE)
            or _EXAMPLE.search(context.heading)
        ):
            return "example"
        if re.search(
            r"\b(?:was|previously|formerly|used to be|instead of|down from|up from)\s+$",
            text[max(0, start - 20) : start],
        ):
            return "superseded"
    if _OTHER.search(near):
        return "other"
    if _DISCOUNT.match(text, end):
        return "discount"
    close = near if context.kind == "row" else text[max(0, start - 40) : end + 40]
    if _ALLOWANCE.search(close) or _INCLUDED.match(text, end) or _INCLUDING.search(text, max(0, start - 20), start):
        return "allowance"
    return "threshold" if _THRESHOLD.search(close) and (bound_ or context.kind != "row") else "price"


def _sentence(text: str, start: int, end: int) -> str:
    low, high = max(0, start - 300), end + 300
    near = text[low:high]
    return next((near[a:b] for a, b in sentences(near) if b > start - low), near)
