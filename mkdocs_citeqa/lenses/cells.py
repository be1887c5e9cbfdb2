"""Table rows -> the quantities in their cells: each is a limit outside the first column, which names things."""

import re
from collections.abc import Iterator
from decimal import Decimal

from mkdocs_citeqa.lenses.bases import TIMES
from mkdocs_citeqa.lenses.finding import Context
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.quantities import Quantity, counted_thing, measures
from mkdocs_citeqa.lenses.stated import NO_THING, PRICED, UPTIME, is_limit, renamed

_PROSE = 45
"""Characters from which a cell is read as a sentence, not as a value."""
_BARE = lazily(r"\s*[~≈<>≤]?(?P<n>\d{1,3}(?:,\d{3})+|\d{1,12})(?P<included> included)?[*+\s]*")
_LIMITING = lazily(
    r"\b(?:max(?:imum)?|min(?:imum)?|limits?|quotas?|number of|no\. of|concurrent|simultaneous|allowed|included"
    r"|count|per (?:second|minute|hour|day|month))\b",
    re.IGNORECASE,
)
_PLANS = lazily(
    r"\b(?:plans?|pricing|prices?|tiers?|editions?|limits?|quotas?|sizes?|allowances?|specifications?)\b", re.IGNORECASE
)
_UNIT_IN_WORDS = lazily(
    r"\b(?:number of|in|of) (?P<unit>GB|MB|TB|KB|bytes|days|hours|minutes|seconds|weeks|months)\b"
    r"|\((?P<unit2>GB|MB|TB|KB|ms|s|sec|seconds|minutes|hours|days)\)"
)
_BENCHMARK = lazily(
    r"\b(?:benchmarks?|performance|indexing|before|after|speed|latency|took|results?|measured|comparison|faster)\b",
    re.IGNORECASE,
)
_PERIOD = lazily(r"\b(?:(monthly)|(daily)|(hourly))\b|/\s?(month|day|hour|second|minute)\b", re.IGNORECASE)


def limits_in_row(text: str, context: Context) -> Iterator[tuple[Quantity, str]]:
    """The quantities of a table row that are limits, each with the head of its column and the row's label."""
    cells, heads, at = text.split(" | "), context.head.split(" | ") if context.head else [], 0
    if _BENCHMARK.search(f"{context.heading} {context.head} {cells[0]}"):
        return
    for place, cell in enumerate(cells):
        head = heads[place] if place < len(heads) else ""
        inner = Context(kind="cell", heading=context.heading, title=context.title)
        if len(cell) > _PROSE:
            found = [q for q in measures(cell) if is_limit(cell, q, inner)]
        elif place:
            found = [
                q
                for q in measures(cell)
                if not PRICED.search(cell[: q.start]) and (q.unit != "%" or UPTIME.search(f"{cells[0]} {head}"))
            ]
            if not found and (bare := _per_time(cell, cells[0]) or _bare(cell, cells, head, context)):
                found = [bare]
        else:
            found = []
        for q in found:
            q = Quantity(q.start + at, q.end + at, q.value, _with_period(q, head, cells[0]))
            yield q, f"{head} {cells[0] if place else ''}"
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
        return renamed(value, TIMES.get(unit.lower()) or unit)
    limiting = _LIMITING.search(f"{head} {cells[0]}") or _PLANS.search(
        f"{context.heading} {context.title} {head} {' '.join(context.trail)}"
    )
    if not limiting:
        return None
    for label in (head, cells[0]):
        words = re.findall(r"[A-Za-z][\w-]*", re.sub(r"\(.*?\)|\bper \w+|/\w+", "", label))
        if words and words[-1].endswith("s") and not words[-1].endswith("ss"):
            thing = counted_thing(words[-1])
            return None if thing in NO_THING else renamed(value, thing)
    return renamed(value, counted_thing(cells[0].split(" ")[0])) if _LIMITING.search(head) else None


_PER_TIME = lazily(
    r"\s*(?:up to |max\.? )?(?P<n>\d[\d,]{0,12})\s?(?:per|/|a|an) ?(?P<time>second|sec|minute|min|hour|day"
    r"|month|s|h)\s*"
)


def _per_time(cell: str, label: str) -> Quantity | None:
    """ "100 per minute" of what the row's label counts."""
    m = _PER_TIME.fullmatch(cell)
    words = re.findall(r"[A-Za-z][\w-]*", label)
    if not m or not words:
        return None
    unit = f"{counted_thing(words[-1])}/{TIMES[m['time']]}"
    return Quantity(m.start("n"), m.end("n"), Decimal(m["n"].replace(",", "")), unit)


def _with_period(q: Quantity, head: str, label: str) -> str:
    """A quantity of data per month when the column or the row says so."""
    m = _PERIOD.search(f"{head} {label}")
    if m and q.dimension == "bytes":
        return f"{q.unit}/{TIMES[(m[1] or m[2] or m[3] or m[4]).lower()]}"
    return q.unit
