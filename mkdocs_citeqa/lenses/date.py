"""Dates: when something takes effect, ends, was published or happened.

The key is the date in ISO form, as exact as stated: `2026-01-15`, `2026-02`, `2024`, `--09-15` without a year,
`2024-Q2`, `FY2020`. Beside it in `value`: `date`, `kind` (effective, deadline, cutoff, deprecated, removed, billing,
published, updated, as-of, history, period, example), `approx`. Only effective, deadline and cutoff dates contradict
each other, and a month agrees with each of its days.
"""

import calendar
import datetime
import re
from collections.abc import Iterator
from typing import Any

from mkdocs_citeqa.lenses.finding import Context, Finding, within
from mkdocs_citeqa.lenses.hints import runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.subject import about, is_history
from mkdocs_citeqa.lenses.vocabulary import listed
from mkdocs_citeqa.sentences import sentences

name = "date"
words = (
    "when does", "when do", "when did", "when will", "when was", "when is", "when are", "what date", "which date",
    "since when", "until when", "by when", "deadline", "deadlines", "effective date", "release date", "end date",
    "start date", "last updated", "due date", "how soon", "expiry date", "seit wann", "wann wird", "wann endet",
    "quand", "cuándo",
)  # fmt: skip

_MONTHS = {m.lower(): n for n, m in enumerate(calendar.month_name) if n} | {
    m.lower(): n for n, m in enumerate(calendar.month_abbr) if n
} | {"sept": 9}  # fmt: skip
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?!\d)"
_YEAR = r"(?:19|20)\d\d(?!\d)"
_DATE = lazily(
    rf"(?<![\w/.-])(?:"
    rf"(?P<iso>{_YEAR}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)(?![\d-]\d|[-.]\d|T\d)"
    rf"|(?P<m1>{_MONTH}) (?P<d1>{_DAY})(?:,? (?P<y1>{_YEAR}))?(?! ?[:%]|,\d)"
    rf"|(?P<d2>{_DAY})(?: of)? (?P<m2>{_MONTH})(?:,? (?P<y2>{_YEAR}))?"
    rf"|(?P<m3>{_MONTH}),? (?P<y3>{_YEAR})"
    rf"|(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})/(?P<y4>{_YEAR})"
    rf"|(?P<d5>\d{{1,2}})\.(?P<m5>0?[1-9]|1[0-2])\.(?P<y5>{_YEAR})"
    rf"|(?:(?P<y6>{_YEAR})-)?(?P<fy>FY(?P<fn>\d\d(?:\d\d)?)-?)?Q(?P<q>[1-4])(?: (?P<y7>{_YEAR}))?(?!\w)"
    rf"|FY ?(?P<fy2>(?:20)?\d\d)(?!\d)"
    rf")"
)
_BEFORE_YEAR = lazily(
    r"\b(?:in|since|by|until|before|after|during|early|late|mid|end of|start of|founded|established|from"
    r"|through|of)(?: in|:)?[\s-]*$"
    r"|\b(?:spring|summer|autumn|fall|winter)(?: of)?\s$|:\s*$",
    re.IGNORECASE,
)
_LONE_YEAR = lazily(
    rf"(?<![\w./-])(?P<mid>mid-)?(?P<y>{_YEAR})(?![\w%]|[./:-]\w|,\d)(?! [a-z]+s\b| (?:[KMGT]i?B|ms|px|per"
    rf"|or more)\b)"
)
_LONE_MONTH = lazily(
    rf"\b(?:in|of|by|until|since|before|after|early|late|mid-|next|last|every) (?P<m>{_MONTH})(?! \d|\w)"
)
_SIGN = lazily(r"\d{3}|Q\d|FY")
"""In every date that names no month."""


def read(text: str, context: Context) -> Iterator[Finding]:
    """All dates of one block, in order."""
    if context.kind == "code" or (_SIGN.search(text) is None and _MONTHS.keys().isdisjoint(runs(text))):
        return
    found = [(m.start(), m.end(), date) for m in _DATE.finditer(text) if (date := _iso(m))]
    taken = tuple((start, end) for start, end, _ in found)
    for m in _LONE_YEAR.finditer(text):
        if (m["mid"] or _BEFORE_YEAR.search(text, max(0, m.start() - 24), m.start())) and not within(taken, *m.span()):
            found.append((m.start(), m.end(), m["y"]))
    for m in _LONE_MONTH.finditer(text):
        if not within(taken, m.start("m"), m.end("m")):
            found.append((m.start("m"), m.end("m"), f"--{_month(m['m']):02}"))
    for start, end, date in sorted(found):
        if not within(context.code, start, end):
            yield _finding(text, start, end, date, context)


def _month(written: str) -> int:
    return _MONTHS[written.lower().rstrip(".")]


def _iso(m: re.Match[str]) -> str:
    """The date in ISO form; empty when it is none."""
    if m["iso"]:
        return m["iso"]
    if m["fy2"]:
        return f"FY{_century(m['fy2'])}"
    if m["q"]:
        year = m["y6"] or m["y7"]
        return f"FY{_century(m['fn'])}-Q{m['q']}" if m["fy"] else f"{year}-Q{m['q']}" if year else f"--Q{m['q']}"
    if m["m3"]:
        return f"{m['y3']}-{_month(m['m3']):02}"
    if m["a"]:
        a, b = int(m["a"]), int(m["b"])
        month, day = (b, a) if a > 12 else (a, b)
        return f"{m['y4']}-{month:02}-{day:02}" if month <= 12 and (a > 12 or b > 12 or a == b) else m["y4"]
    if m["m5"]:
        return f"{m['y5']}-{int(m['m5']):02}-{int(m['d5']):02}" if 0 < int(m["d5"]) < 32 else ""
    month = _month(m["m1"] or m["m2"])
    day = int(re.sub(r"\D", "", m["d1"] or m["d2"]))
    return f"{m['y1'] or m['y2'] or '-'}-{month:02}-{day:02}"


def _century(year: str) -> str:
    return year if len(year) == 4 else f"20{year}"


# -- what a date is for

_KINDS = (
    ("example", lazily(r"\b(?:for example|for instance|e\.g\.|example|suppose)\b", re.IGNORECASE)),
    ("updated", lazily(r"\b(?:updated|modified|revised|reviewed)\b", re.IGNORECASE)),
    ("published", lazily(r"\b(?:published|posted|released on|release date|dated)\b", re.IGNORECASE)),
    ("deprecated", lazily(r"\bdeprecat\w+\b", re.IGNORECASE)),
    ("removed", lazily(r"\b(?:remov\w+|retir\w+|sunset\w*|shut ?down|switch(?:ed)? off)\b", re.IGNORECASE)),
    ("billing", lazily(r"\b(?:invoice[sd]?|billed|billing date)\b", re.IGNORECASE)),
)
_CUTOFF = lazily(r"\b(?:before|prior to|older than|on or before)\s$", re.IGNORECASE)
_DEADLINE = lazily(
    r"\b(?:until|till|by|no later than|ends?(?: on| in)?|expires?(?: on| in)?|closes?(?: on)?|due(?: on)?"
    r"|deadline(?: is|:)?|through"
    r"|by the end of|valid (?:to|until)|by end of|target:?)(?: the)?(?: end of)?\s$",
    re.IGNORECASE,
)
_EFFECTIVE = lazily(
    r"\b(?:starting(?: on| from| in)?|starts?(?: on| in)?|from|effective(?: on| from| date:?)?|begin(?:s"
    r"|ning)?(?: on| in)?|after|as of"
    r"|takes? effect(?: on)?|with effect from|on and after|launch(?:es) (?:on|in)|goes live(?: on)?"
    r"|available (?:from|on|in)|on)\s$",
    re.IGNORECASE,
)
_PAST = lazily(
    r"\b(?:was|were|had|launched|founded|closed|introduced|invented|opened|approved|updated|grown|worked|since)\b",
    re.IGNORECASE,
)
_CONFLICTING = frozenset(listed("effective deadline cutoff"))


def _finding(text: str, start: int, end: int, date: str, context: Context) -> Finding:
    kind = _kind(text, start, date, context)
    subject = about(text, start, end, context)
    rough = re.search(r"\b(?:early|late|around|about) $", text[max(0, start - 8) : start])
    approx = bool(rough) or text[start:end].lower().startswith("mid")
    value: dict[str, Any] = {
        "date": date, "kind": kind, "approx": approx,
        "scope": subject.scope, "sure": subject.sure,
    }  # fmt: skip
    if kind in _CONFLICTING and not is_history(context):
        value["basis"] = kind
        if days := _days(date):
            value["at"] = days
    return Finding(start, end, date, value, subject.words)


def _kind(text: str, start: int, date: str, context: Context) -> str:
    low = max(0, start - 240)
    near = text[low : start + 120]
    first, last = next(((a, b) for a, b in sentences(near) if b > start - low), (0, len(near)))
    sentence, before = near[first:last], text[max(0, start - 40) : start]
    if re.search(r"\be\.g\.[^)]*$", text[max(0, start - 80) : start]):
        return "example"
    for kind, pattern in _KINDS[:3]:
        if pattern.search(sentence) and (len(date) > 4 or kind == "example"):
            return kind
    if _CUTOFF.search(before):
        return "cutoff"
    if re.search(r"\b(?:until|till|no later than)\s$", before) and "-" in date:
        return "deadline"
    for kind, pattern in _KINDS[3:]:
        if len(date) > 4 and pattern.search(sentence):
            return kind
    if date.startswith("FY") or "Q" in date:
        return "deadline" if _DEADLINE.search(before) else "period"
    if _DEADLINE.search(before):
        return "deadline"
    if _EFFECTIVE.search(before) and len(date) > 4:
        return "effective"
    return "history" if _PAST.search(sentence) or len(date) == 4 or context.kind == "item" else "as-of"


def _days(date: str) -> list[float | None] | None:
    """First and last day that a date with a year stands for, as ordinals."""
    parts = [int(part) for part in date.split("-")] if re.fullmatch(r"\d{4}(?:-\d\d){0,2}", date) else []
    if not parts:
        return None
    year, month, day = (*parts, 0, 0)[:3]
    try:
        first = datetime.date(year, month or 1, day or 1)
        last = datetime.date(year, month or 12, day or calendar.monthrange(year, month or 12)[1])
    except ValueError:
        return None
    return [float(first.toordinal()), float(last.toordinal())]
