"""Findings -> groups of one figure, and conflicts.

Two findings conflict when all of this holds; in doubt they don't, because a false alarm costs more than a miss:

1. both have a `basis` (role, currency and cadence of a price; kind, bound and unit of a limit; …), and the same one.
   A price of zero has no currency and no cadence and meets any. Where one basis only says less ("price USD" beside
   "price USD month"), that is a remark, no conflict;
2. their keys differ, and so do their values `at`, an interval in one unit: 7 days and a week agree, "from $7" holds
   $12, an estimate holds what is near it. Two bounds on the same side must be equal;
3. they speak of the same thing: the same `subject`, and one of the two is `sure` of it, or the heading of one says
   nothing but the subject;
4. they stand apart: not in one section of one page. On one page the heading of one must say what they speak of.
   Pages of one name in two folders (a/limits.md, b/limits.md) speak of two things, and so do pages side by side in a
   folder (plans/solo.md, plans/crew.md) unless both name the thing.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Json = Mapping[str, Any]


class Gathered(NamedTuple):
    """What a lens found in some passages."""

    groups: list[dict[str, Any]]
    """`{"key", "subject", "findings"}`, one a figure, in the order of the first finding of each."""
    conflicts: list[dict[str, Any]]
    """`{"subject", "keys", "findings"}`."""
    remarks: list[dict[str, Any]]
    """The same for figures of one thing of which one does not say its basis."""


def gather(findings: Sequence[Json]) -> Gathered:
    """Findings of one lens, as JSON, by figure; and where they contradict each other."""
    groups: dict[str, list[Json]] = {}
    for finding in findings:
        groups.setdefault(finding["key"], []).append(finding)
    shown = [{"key": k, "subject": _common(found), "findings": found} for k, found in groups.items()]
    pairs = {"conflict": list[tuple[Json, Json]](), "remark": list[tuple[Json, Json]]()}
    for subject in _by_subject(findings).values():
        for i, one in enumerate(subject):
            for other in subject[:i]:
                verdict = compare(other, one)
                if verdict:
                    pairs[verdict].append((other, one))
    return Gathered(shown, _merged(pairs["conflict"]), _merged(pairs["remark"]))


def _common(found: Sequence[Json]) -> str:
    return next((f["subject"] for f in found if f["subject"]), "")


def _by_subject(findings: Sequence[Json]) -> dict[str, list[Json]]:
    """Those that can conflict at all, by what they are about."""
    by_subject: dict[str, list[Json]] = {}
    for finding in findings:
        if finding["subject"] and finding["value"].get("basis"):
            by_subject.setdefault(finding["subject"], []).append(finding)
    return by_subject


def compare(one: Json, other: Json) -> str:
    """How two findings of one subject stand to each other: "conflict", "remark" or "" when they agree."""
    a, b = one["value"], other["value"]
    if one["key"] == other["key"] or _agree(a.get("at"), b.get("at")) or not _same_thing(one, other):
        return ""
    if a["basis"] == b["basis"]:
        return "conflict"
    less, more = sorted((a, b), key=lambda value: len(value["basis"]))
    if not more["basis"].startswith(less["basis"] + " "):
        return ""
    return "conflict" if less.get("at") == [0, 0] else "remark"


def _agree(a: Sequence[float | None] | None, b: Sequence[float | None] | None) -> bool:
    """Can both hold?"""
    if not a or not b:
        return False
    if (a[0] is None and b[0] is None) or (a[1] is None and b[1] is None):
        return a[0] == b[0] and a[1] == b[1]
    return not (_below(a[1], b[0]) or _below(b[1], a[0]))


def _below(high: float | None, low: float | None) -> bool:
    return high is not None and low is not None and high < low


def _same_thing(one: Json, other: Json) -> bool:
    a, b = one["value"], other["value"]
    known = one["subject"].split(" ")
    told = [scope for scope in (a["scope"], b["scope"]) if scope and all(w in known for w in scope.split(" "))]
    if one["file"] == other["file"]:
        return a["scope"] != b["scope"] and bool(told)
    folder, _, name = (one["file"] or "").rpartition("/")
    beside, _, other_name = (other["file"] or "").rpartition("/")
    if name and name == other_name:
        return False
    needed = 2 if folder and folder == beside else 1
    return bool(told) or max(a["sure"], b["sure"]) >= needed


def _merged(pairs: Sequence[tuple[Json, Json]]) -> list[dict[str, Any]]:
    """One entry a subject and basis, with every finding that takes part."""
    merged: dict[str, list[Json]] = {}
    for pair in pairs:
        longer = max((finding["value"]["basis"] for finding in pair), key=len)
        found = merged.setdefault(f"{pair[0]['subject']}\n{longer}", [])
        found.extend(f for f in pair if f not in found)
    return [
        {"subject": found[0]["subject"], "keys": list(dict.fromkeys(f["key"] for f in found)), "findings": found}
        for found in merged.values()
    ]
