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
from decimal import Decimal
from typing import Any

from mkdocs_citeqa.lenses.bases import TIMES
from mkdocs_citeqa.lenses.bounds import approximate, bound
from mkdocs_citeqa.lenses.finding import Context, Finding
from mkdocs_citeqa.lenses.numerals import plain
from mkdocs_citeqa.lenses.quantities import Quantity, counted_thing, counts, measures
from mkdocs_citeqa.lenses.subject import about, is_history
from mkdocs_citeqa.lenses.vocabulary import listed
from mkdocs_citeqa.sentences import sentences

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
    found = list(_in_row(text, context)) if context.kind == "row" else list(_in_text(text, context))
    done = 0
    for finding in sorted(found, key=lambda f: (f.start, -f.end)):
        if finding.start >= done:
            done = finding.end
            yield finding


# -- running text

_BEFORE = re.compile(
    r"(?:\b(?:up to|max(?:imum)?(?: of)?|at most|(?:no|not) (?:more|less|fewer|longer|larger|greater"
    r"|later) than|less than|fewer than"
    r"|under|below|limit(?:ed)?(?: of| to| is)?|cap(?:ped)?(?: of| at)|quota of|within(?: the (?:first|next))?"
    r"|at least|min(?:imum)?(?: of)?"
    r"|more than|larger than|longer than|greater than|exceed(?:s|ed|ing)?|every|retention(?: period)? (?:of|is)"
    r"|expires? (?:after|in)"
    r"|time ?-?outs? (?:of|is|after)|default(?:s|ing)?(?: to| is| of| value of)?|includes?|guarantees?"
    r"|guaranteed|at (?:around|about)"
    r"|(?:kept|keep|keeps|retain(?:s|ed)?|store[sd]?|available|restored|recover(?:ed|able)?|valid|cached?"
    r"|archived?|last(?:s|ed)?)"
    r"(?: [\w-]+){0,4} for(?: up to)?|after|first|take|takes|limit:|between(?: [\d.,]+ and)?)"
    r"|[<>≤≥]=?)(?: (?:only|about|around|approximately|roughly|a))?[ :]*$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s?(?:\(?\b(?:max(?:imum)?|min(?:imum)?|limit|included|retention|time-?out|quota|cap|of inactivity"
    r"|or (?:less|more|fewer)|notice"
    r"|advance notice|window|after (?:cancel\w*|delet\w*|expir\w*|being|a |the )|long\b|trial|uptime"
    r"|availability|SLA|free))",
    re.IGNORECASE,
)
_WIDE = re.compile(
    r"[^.;|]{0,25}\b(?:included|retention|of inactivity|after (?:cancellation|deletion|expiry))\b", re.IGNORECASE
)
_EXAMPLE = re.compile(
    r"\b(?:for example|for instance|e\.g\.|i\.e\.|suppose|imagine|if you (?:create|created|want|wrote)|if you['’]ve"
    r"|would (?:be|have|take)|let['’]s say|say you)\b|^To \w+[^.]{3,60}(?: to)?(?: be)? $",
    re.IGNORECASE,
)
_PRICED = re.compile(
    r"(?:\bper (?:additional |extra |each )?|/\s?|\beach (?:additional )?|\badditional |\blast |\bpast "
    r"|\bprevious |[×x*=] ?)$",
    re.IGNORECASE,
)
_PAST = re.compile(r"\s(?:ago|old|of experience|later|earlier|behind|ahead|month\b)", re.IGNORECASE)
_UPTIME = re.compile(r"\b(?:uptime|availability|durability|sla|available)\b", re.IGNORECASE)
_LABEL = re.compile(r"(?:^|[*•\n;,] ?)[^.!?|\n*;,]{1,60}:\s{0,3}[~<>≤≥]?$")
_BULLET = re.compile(r"(?:^|[*•\n]|: ?[*•]) ?~?$")


def _in_text(text: str, context: Context) -> Iterator[Finding]:
    for quantity in measures(text):
        if _is_limit(text, quantity, context):
            yield _finding(text, quantity, context)
    for quantity, words in counts(text):
        counted = _counted(text, quantity, words, context)
        if counted:
            yield _finding(text, counted, context)


def _is_limit(text: str, q: Quantity, context: Context) -> bool:
    sentence, at = _sentence(text, q.start)
    before, after = sentence[:at][-80:], text[q.end : q.end + 60]
    if q.unit == "%":
        return bool(_UPTIME.search(sentence) or _UPTIME.search(context.heading) or _UPTIME.search(context.title))
    if (
        _PRICED.search(before)
        or _PAST.match(after)
        or (text[q.start : q.end].lower().startswith(("a ", "an ")) and not _FIRM.search(before))
    ):
        return False
    if _EXAMPLE.search(sentence[:at]):
        return False
    if q.dimension in ("bytes", "time") or q.unit.endswith(" day"):
        near = text[max(0, q.start - 64) : q.start]
        if _BULLET.search(near) if context.kind == "item" or "*" in near[-3:] else _LABEL.search(near):
            return True
        if context.kind == "item" and _LABEL.search(near):
            return True
    return bool(_BEFORE.search(before) or _AFTER.match(after) or _WIDE.match(after))


_FIRM = re.compile(r"\b(?:within|at least|at most|up to|no more than|once|after|every)\s$", re.IGNORECASE)
_BOUNDED = re.compile(
    r"(?:\b(?:up to|max(?:imum)?(?: of)?|at most|(?:no|not) (?:more|less|fewer) than|fewer than"
    r"|limit(?:ed)?(?: of| to| is)"
    r"|cap(?:ped)?(?: of| at)|quota of|at least|min(?:imum)?(?: of)?|exceed(?:s|ed|ing)?|(?:if|when|can(?:not"
    r"|['’]t)?|n['’]t|not)\b[^.;,]{0,30}"
    r"more than|between(?: [\d,.]+ and)?))(?: (?:only|about|around|approximately|roughly))?[ :]*$",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:first|includes?|comes? with)[ :]*$", re.IGNORECASE)
_FREE_OF = re.compile(r"[^.;]{0,60}\b(?:free|included|no (?:extra|additional) (?:cost|charge))\b", re.IGNORECASE)
_BETWEEN = re.compile(r" (?:and|to) [\d.,]+[ -](?P<thing>(?:[A-Za-z][\w-]* ){0,2}[A-Za-z][\w-]*)")
_LIMIT_LABEL = re.compile(r"\b(?:max(?:imum)?|min(?:imum)?|limit|quota)\b(?P<thing>[^:.]{1,50}):\s*$", re.IGNORECASE)
_RATE = re.compile(
    r"\s(?:[a-z]+ ){0,2}?(?:per|an?|each|every)\s(?P<time>second|minute|hour|day|week|month|year)\b"
    r"|\s?/\s?(?P<unit>s|sec|min|h|hr|hour|day|month)\b"
)


def _counted(text: str, q: Quantity, words: str, context: Context) -> Quantity | None:
    """The quantity with its unit when a bound or a rate makes the counted things a limit."""
    before = text[max(0, q.start - 80) : q.start]
    if label := _LIMIT_LABEL.search(before):
        thing = label["thing"].strip()
        rate = re.search(r"(.+?) per (\w+)$", thing, re.IGNORECASE)
        unit = counted_thing((rate[1] if rate else thing).split(" ")[-1])
        return _as(q, f"{unit}/{TIMES[rate[2].lower()]}" if rate and rate[2].lower() in TIMES else unit)
    if before.lower().endswith("between ") and (m := _BETWEEN.match(text, q.end)):
        words = m["thing"]
    if not words or words.lower().split(" ")[0] in TIMES or _EXAMPLE.search(_sentence(text, q.start)[0]):
        return None
    thing = counted_thing(words)
    if not thing or thing in TIMES or thing in ("st", "nd", "rd", "th"):
        return None
    rate = _RATE.search(text, q.end, q.end + 50)
    if rate and rate.start() - q.end <= len(words) + 1 and thing not in _NO_THING:
        return _as(q, f"{thing}/{TIMES[(rate['time'] or rate['unit']).lower()]}")
    given = _FIRST.search(before) and _FREE_OF.match(text, q.end)
    if not (given or _BOUNDED.search(before)) or text[q.start : q.end].lower() == "one":
        return None
    further = re.match(r"(?: [\w-]+){0,3}? (?P<thing>[A-Za-z]+s)\b", text[q.end : q.end + 50])
    if thing in _NO_THING or not (q.value == 1 or further):
        return None
    return _as(q, thing if thing not in (words.lower(), words) or not further else counted_thing(further["thing"]))


_NO_THING = frozenset(listed("dollar euro cent usd eur percent version step credit point"))


def _as(q: Quantity, unit: str) -> Quantity:
    return Quantity(q.start, q.end, q.value, unit)


def _sentence(text: str, at: int) -> tuple[str, int]:
    """The sentence around an offset and the offset in it."""
    low, high = max(0, at - 300), at + 200
    near = text[low:high]
    first, last = next(((a, b) for a, b in sentences(near) if b > at - low), (0, len(near)))
    return near[first:last], at - low - first


# -- table rows

_PROSE = 45
"""Characters from which a cell is read as a sentence, not as a value."""
_BARE = re.compile(r"\s*[~≈<>≤]?(?P<n>\d{1,3}(?:,\d{3})+|\d{1,12})(?P<included> included)?[*+\s]*")
_LIMITING = re.compile(
    r"\b(?:max(?:imum)?|min(?:imum)?|limits?|quotas?|number of|no\. of|concurrent|simultaneous|allowed|included"
    r"|count|per (?:second|minute|hour|day|month))\b",
    re.IGNORECASE,
)
_PLANS = re.compile(
    r"\b(?:plans?|pricing|prices?|tiers?|editions?|limits?|quotas?|sizes?|allowances?|specifications?)\b", re.IGNORECASE
)
_UNIT_IN_WORDS = re.compile(
    r"\b(?:number of|in|of) (?P<unit>GB|MB|TB|KB|bytes|days|hours|minutes|seconds|weeks|months)\b"
    r"|\((?P<unit2>GB|MB|TB|KB|ms|s|sec|seconds|minutes|hours|days)\)"
)
_BENCHMARK = re.compile(
    r"\b(?:benchmarks?|performance|indexing|before|after|speed|latency|took|results?|measured|comparison|faster)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"\b(?:(monthly)|(daily)|(hourly))\b|/\s?(month|day|hour|second|minute)\b", re.IGNORECASE)


def _in_row(text: str, context: Context) -> Iterator[Finding]:
    cells, heads, at = text.split(" | "), context.head.split(" | ") if context.head else [], 0
    if _BENCHMARK.search(f"{context.heading} {context.head} {cells[0]}"):
        return
    for place, cell in enumerate(cells):
        head = heads[place] if place < len(heads) else ""
        inner = Context(kind="cell", heading=context.heading, title=context.title)
        if len(cell) > _PROSE:
            found = [q for q in measures(cell) if _is_limit(cell, q, inner)]
        elif place:
            found = [
                q
                for q in measures(cell)
                if not _PRICED.search(cell[: q.start]) and (q.unit != "%" or _UPTIME.search(f"{cells[0]} {head}"))
            ]
            if not found and (bare := _bare(cell, cells, head, context)):
                found = [bare]
        else:
            found = []
        for q in found:
            q = Quantity(q.start + at, q.end + at, q.value, _with_period(q, head, cells[0]))
            yield _finding(text, q, context, f"{head} {cells[0] if place else ''}")
        at += len(cell) + 3


def _bare(cell: str, cells: list[str], head: str, context: Context) -> Quantity | None:
    """A number whose unit is the plural at the end of its label or of its column's head, or named in the row."""
    m = _BARE.fullmatch(cell)
    if not m:
        return None
    value = Quantity(
        m.start("n"), m.end("included") if m["included"] else m.end("n"), Decimal(m["n"].replace(",", "")), ""
    )
    named = _UNIT_IN_WORDS.search(head) or next(
        (u for c in cells if c is not cell and (u := _UNIT_IN_WORDS.search(c))), None
    )
    if named:
        unit = named["unit"] or named["unit2"]
        return _as(value, TIMES.get(unit.lower()) or unit)
    limiting = _LIMITING.search(f"{head} {cells[0]}") or _PLANS.search(
        f"{context.heading} {context.title} {head} {' '.join(context.trail)}"
    )
    if not limiting:
        return None
    for label in (head, cells[0]):
        words = re.findall(r"[A-Za-z][\w-]*", re.sub(r"\(.*?\)|\bper \w+|/\w+", "", label))
        if words and words[-1].endswith("s") and not words[-1].endswith("ss"):
            thing = counted_thing(words[-1])
            return None if thing in _NO_THING else _as(value, thing)
    return _as(value, counted_thing(cells[0].split(" ")[0])) if _LIMITING.search(head) else None


def _with_period(q: Quantity, head: str, label: str) -> str:
    """A quantity of data per month when the column or the row says so."""
    m = _PERIOD.search(f"{head} {label}")
    if m and q.dimension == "bytes":
        return f"{q.unit}/{TIMES[(m[1] or m[2] or m[3] or m[4]).lower()]}"
    return q.unit


# -- what a limit is

_INCLUDED = re.compile(r"\b(?:included|includes?|comes? with|free|allowance|first)\b", re.IGNORECASE)
_DEFAULT = re.compile(r"\bdefaults?\b", re.IGNORECASE)
_KINDS = (
    ("uptime", _UPTIME),
    (
        "retention",
        re.compile(
            r"\b(?:ret(?:ain|ention)\w*|kept|keeps?|stored? for|delet\w+|restor\w+|recover\w*|backups?|history"
            r"|logs?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "concurrency",
        re.compile(r"\b(?:concurren\w+|simultaneous\w*|parallel|at (?:once|a time|the same time))\b", re.IGNORECASE),
    ),
    ("frequency", re.compile(r"\bevery $", re.IGNORECASE)),
)
_HEAD_BOUND = (
    ("max", re.compile(r"\b(?:max(?:imum)?|limits?|caps?|quotas?|largest|up to)\b", re.IGNORECASE)),
    ("min", re.compile(r"\bmin(?:imum)?\b", re.IGNORECASE)),
    ("default", _DEFAULT),
    ("included", _INCLUDED),
)


def _finding(text: str, q: Quantity, context: Context, label: str = "") -> Finding:
    sentence, at = (f"{label} {text}", 0) if label else _sentence(text, q.start)
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


def _bound(text: str, q: Quantity, label: str, sentence: str, kind: str) -> str:
    if kind == "uptime":
        return "min"
    before = text[max(0, q.start - 40) : q.start]
    if m := re.search(r"\bbetween (?P<other>[\d.,]+(?: ?[A-Za-z]+)? and )?$", before, re.IGNORECASE):
        return "max" if m["other"] else "min"
    if re.search(r"\bwithin(?: the (?:first|next))? $", before, re.IGNORECASE):
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
    return "exact"
