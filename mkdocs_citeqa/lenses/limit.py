"""Limits: a number with a unit that bounds what a user gets or may do.

The key is value and unit ("25 MB", "7 day", "99.9 %"). Beside it in `value`: `value`, `unit`, `bound` (max, min,
included, default, exact), `kind` (size, count, rate, duration, retention, frequency, uptime, concurrency), `approx`.

A quantity in running text is a limit only where the words beside it say so: a bound, a period, what is included, a
default. In a table every quantity is one outside the first column, which names things. Sizes in worked examples,
pricing units and history are none. Two limits contradict each other when bound, kind and dimension are the same and
the values differ after conversion.
"""

import re
from collections.abc import Iterator
from typing import Any

from mkdocs_citeqa.lenses.bounds import approximate, bound
from mkdocs_citeqa.lenses.cells import limits_in_row
from mkdocs_citeqa.lenses.finding import Context, Finding
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.numerals import plain
from mkdocs_citeqa.lenses.quantities import Quantity
from mkdocs_citeqa.lenses.stated import UPTIME, limits_in_text, sentence_at
from mkdocs_citeqa.lenses.subject import about, is_history
from mkdocs_citeqa.lenses.vocabulary import listed

name = "limit"
words = (
    "how many", "how long", "how large", "how big", "how often", "how much data", "how much storage",
    "how much memory", "limit", "limits", "quota", "quotas", "maximum", "minimum", "at most", "rate limit",
    "rate limits", "rate limiting", "requests per", "per second", "per minute", "retention", "how long are",
    "uptime", "availability", "concurrent", "concurrency", "file size", "max size", "largest", "biggest", "longest",
    "too large", "how many requests", "how many users", "wie viele", "wie lange", "combien de", "cuántos",
    "cuántas",
)  # fmt: skip

_DROP = frozenset(listed("size large big long short time space memory ram maximum minimum mb gb"))


def read(text: str, context: Context) -> Iterator[Finding]:
    """All limits of one block, in order."""
    if context.kind == "code":
        return
    if context.kind == "row":
        found = [_finding(text, q, context, label) for q, label in limits_in_row(text, context)]
    else:
        found = [_finding(text, q, context) for q in limits_in_text(text, context)]
    done = 0
    for finding in sorted(found, key=lambda f: (f.start, -f.end)):
        if finding.start >= done:
            done = finding.end
            yield finding


_INCLUDED = lazily(r"\b(?:included|includes?|comes? with|free|allowance|first)\b", re.IGNORECASE)
_DEFAULT = lazily(r"\bdefaults?\b", re.IGNORECASE)
_KINDS = (
    ("uptime", UPTIME),
    (
        "retention",
        lazily(
            r"\b(?:ret(?:ain|ention)\w*|kept|keeps?|stored? for|delet\w+|restor\w+|recover\w*|backups?|history"
            r"|logs?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "concurrency",
        lazily(r"\b(?:concurren\w+|simultaneous\w*|parallel|at (?:once|a time|the same time))\b", re.IGNORECASE),
    ),
    ("frequency", lazily(r"\bevery $", re.IGNORECASE)),
)
_HEAD_BOUND = (
    ("max", lazily(r"\b(?:max(?:imum)?|limits?|caps?|quotas?|largest|up to)\b", re.IGNORECASE)),
    ("min", lazily(r"\bmin(?:imum)?\b", re.IGNORECASE)),
    ("default", _DEFAULT),
    ("included", _INCLUDED),
)


def _finding(text: str, q: Quantity, context: Context, label: str = "") -> Finding:
    sentence, at = (f"{label} {text}", 0) if label else sentence_at(text, q.start)
    kind = _kind(q, sentence, sentence[:at] if at else "", label)
    bound_ = _bound(text, q, label, sentence, kind)
    subject = about(text, q.start, q.end, context, _DROP)
    number = plain(q.value)
    value: dict[str, Any] = {
        "value": number, "unit": q.unit, "bound": bound_, "kind": kind, "approx": approximate(text, q.start),
        "scope": subject.scope, "sure": subject.sure, "at": q.interval,
    }  # fmt: skip
    if not is_history(context):
        value["basis"] = f"{bound_} {kind} {q.dimension}"
    return Finding(q.start, q.end, f"{number} {q.unit}", value, subject.words)


def _kind(q: Quantity, sentence: str, before: str, label: str) -> str:
    if q.unit == "%":
        return "uptime"
    if re.search(r"\bevery $", before, re.IGNORECASE) or (label and re.search(r"\bevery ", sentence, re.IGNORECASE)):
        return "frequency"
    if "/" in q.unit:
        return "rate"
    if q.dimension == "time" or q.unit.endswith(" day"):
        return "retention" if _KINDS[1][1].search(sentence) else "duration"
    if q.dimension == "bytes" or q.unit in ("vCPU", "CPU", "core", "character", "px", "token"):
        return "size"
    return "concurrency" if _KINDS[2][1].search(sentence) else "count"


_REFUSED = lazily(
    r"[^.;]{0,40}\b(?:rejected|refused|blocked|ignored|fails?|errors?|truncated|not (?:accepted|allowed"
    r"|supported))\b",
    re.IGNORECASE,
)


def _bound(text: str, q: Quantity, label: str, sentence: str, kind: str) -> str:
    if kind == "uptime":
        return "min"
    before = text[max(0, q.start - 40) : q.start]
    if m := re.search(r"\bbetween (?P<other>[\d.,]+(?: ?[A-Za-z]+)? and )?$", before, re.IGNORECASE):
        return "max" if m["other"] else "min"
    if re.search(r"\bwithin(?: the (?:first|next))? $", before, re.IGNORECASE):
        return "max"
    if re.search(r"\b(?:larger|longer|bigger|greater|more) than $", before) and _REFUSED.match(text, q.end):
        return "max"
    told = bound(text, q.start, q.end)
    if told:
        return told
    if re.search(r"\bafter $", before, re.IGNORECASE) or re.match(
        r" (?:after|of inactivity)\b", text[q.end : q.end + 16]
    ):
        return "min"
    for name_, pattern in _HEAD_BOUND if label else _HEAD_BOUND[2:]:
        if pattern.search(label or text[max(0, q.start - 40) : q.end + 30]):
            return name_
    if label and re.search(r"\bincluded\b", text[q.end : q.end + 12]):
        return "included"
    labelled = re.search(r"\b(max|limit|min)\w*\b[^.]{0,40}:\s*$", text[max(0, q.start - 60) : q.start], re.IGNORECASE)
    if labelled:
        return "min" if labelled[1].lower() == "min" else "max"
    return "max" if kind in ("rate", "concurrency") else "exact"
