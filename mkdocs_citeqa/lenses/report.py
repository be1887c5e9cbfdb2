"""Passages -> the JSON of their findings and conflicts, as the command line prints them.

A passage is whatever has the attributes of `passages.Passage`; the lenses read block by block, so sentences of one
block are put together again first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mkdocs_citeqa.lenses.conflicts import gather
from mkdocs_citeqa.lenses.finding import Context, Finding, Lens, Spans
from mkdocs_citeqa.passages import Passage, Unit


@dataclass(frozen=True, slots=True)
class Mention:
    """A finding with its place in a passage."""

    lens: str
    finding: Finding
    text: str
    anchor: str
    start: int | None
    end: int | None


def mentions(passage: Passage, lenses: Iterable[Lens]) -> Iterator[Mention]:
    """What these lenses find in a passage's own text and in the heading that opens it, lens by lens, in order."""
    blocks = [("".join([unit.text for unit in units]), units, context) for units, context in _blocks(passage)]
    for lens in lenses:
        for text, units, context in blocks:
            for finding in lens.read(text, context):
                yield _mention(lens.name, finding, text, units)


def _blocks(passage: Passage) -> Iterator[tuple[list[Unit], Context]]:
    """The heading, when the passage begins with it, then the blocks: runs of units, each with its context."""
    if passage.section and passage.anchor == passage.section:
        heading = Unit("heading", passage.heading, passage.anchor, passage.start, passage.start)
        yield [heading], _context(passage, [heading])
    lead = ""
    for run in _runs(passage.units):
        kind, last = run[0].kind, run[-1].text.rstrip()
        yield run, _context(passage, run, lead if kind == "item" else "")
        if kind != "item":
            lead = last if kind == "paragraph" and last.endswith(":") else ""


def _runs(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    """The units of one block together."""
    run: list[Unit] = []
    for unit in units:
        if run and not unit.joined:
            yield run
            run = []
        run.append(unit)
    if run:
        yield run


def _context(passage: Passage, units: Sequence[Unit], lead: str = "") -> Context:
    return Context(
        head=units[0].head,
        kind=units[0].kind,
        heading=passage.heading if passage.section else "",
        trail=passage.trail,
        title=passage.page.title,
        lead=lead,
        code=_spans(units, "code"),
        struck=_spans(units, "struck"),
    )


def _spans(units: Sequence[Unit], name: str) -> Spans:
    """Marked stretches of the units as those of their joined text."""
    if len(units) == 1:
        return getattr(units[0], name, ())
    spans, at = [], 0
    for unit in units:
        spans += [(at + start, at + end) for start, end in getattr(unit, name, ())]
        at += len(unit.text)
    return tuple(spans)


def _mention(lens: str, finding: Finding, text: str, units: Sequence[Unit]) -> Mention:
    first, last = _unit_at(units, finding.start), _unit_at(units, finding.end - 1)
    return Mention(lens, finding, text[finding.start : finding.end], first.anchor, first.start, last.end)


def _unit_at(units: Sequence[Unit], offset: int) -> Unit:
    for unit in units:
        offset -= len(unit.text)
        if offset < 0:
            return unit
    return units[-1]


def finding_json(passage: Passage, mention: Mention) -> dict[str, Any]:
    """A finding as the command line prints it and the browser gathers it."""
    return {
        "lens": mention.lens,
        "file": passage.page.file,
        "start": mention.start,
        "end": mention.end,
        "url": passage.page.url,
        "anchor": mention.anchor,
        "text": mention.text,
        "key": mention.finding.key,
        "value": dict(mention.finding.value),
        "subject": mention.finding.subject,
    }


def findings(passages: Iterable[Passage], lenses: Sequence[Lens]) -> list[dict[str, Any]]:
    """All findings of these passages as JSON, passage by passage."""
    return [finding_json(passage, mention) for passage in passages for mention in mentions(passage, lenses)]


def conflicts(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """`{"lens", "subject", "findings"}` of every conflict, lens by lens."""
    by_lens: dict[str, list[Mapping[str, Any]]] = {}
    for finding in found:
        by_lens.setdefault(finding["lens"], []).append(finding)
    return [
        {"lens": lens, "subject": conflict["subject"], "findings": conflict["findings"]}
        for lens, group in by_lens.items()
        for conflict in gather(group).conflicts
    ]


def disputes(found: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """The numbers of the conflicts that each of a site's findings is part of, in the order of the findings."""
    numbers: dict[int, list[int]] = {}
    for number, conflict in enumerate(conflicts(found)):
        for finding in conflict["findings"]:
            numbers.setdefault(id(finding), []).append(number)
    return [numbers.get(id(finding), []) for finding in found]


def lens_json(name: str, found: Sequence[tuple[Mapping[str, Any], Sequence[int]]]) -> dict[str, Any]:
    """The lens of an answer: findings with the numbers of their conflicts. Twin: `gather` in widget/lens.ts.

    Figures come in the order of their first finding, those that disagree here before all others.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    sides: dict[int, dict[str, str]] = {}
    for finding, numbers in found:
        groups.setdefault(finding["key"], []).append(finding)
        for number in numbers:
            sides.setdefault(number, {}).setdefault(finding["key"], finding["subject"])
    pairs = [{"subject": next(iter(keys.values())), "keys": list(keys)} for keys in sides.values() if len(keys) > 1]
    disputed = {key for pair in pairs for key in pair["keys"]}
    shown = [{"key": key, "subject": _common(mentions), "findings": mentions} for key, mentions in groups.items()]
    return {"name": name, "groups": sorted(shown, key=lambda group: group["key"] not in disputed), "conflicts": pairs}


def _common(found: Sequence[Mapping[str, Any]]) -> str:
    return next((finding["subject"] for finding in found if finding["subject"]), "")
