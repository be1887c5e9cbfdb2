"""Passages <-> the JSON of a passage shard. Twin of the reading side: widget/passage_shard.ts.

A shard is written in columns, all texts together and all lines together, since gzip gets them smaller that way, and
what a reader can work out is left out:

    pages       [url, title, file, language, number of sections]
    sections    [heading, id, parent, number of passages]; the id is 0 where it is the heading's `slug`; the parent is
                how many sections back it stands, 0 for none, or the whole trail when it is in another shard
    passages    eight each: empty slots before it; anchor (0 for the section's, 1 for the first unit's, or itself);
                lines between it and the last unit before it; lines more that it covers; whether something in it is
                generated; how much context is the end of the passage before (or the context); units; findings
    texts       of all units
    styles      [kind, joined, generated, language, head], each once, without zeros at the end
    style       of each unit: a character per unit whose code is the style's number and 48
    anchors     of each block: 0 where it is made of the text, n for its n-th homonym, or itself
    lines       of each unit: those between it and the one before it, and those more that it covers; null for none
    findings    [shape, text, key or 0 for the text, subject, its first unit or -1 for the heading, lines more,
                values…, numbers of conflicts…]

Shapes, [lens, names of values…], are the same for all shards and stand in the manifest.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from mkdocs_citeqa.passages import Page, Passage, Unit, text_id

STYLE = 48
"""Code of the character that stands for the first style: the digit 0."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A passage as the index ships it."""

    slot: int
    passage: Passage
    language: str
    findings: tuple[dict[str, Any], ...] = ()
    """What the lenses read in it, as JSON."""
    disputes: tuple[Sequence[int], ...] = ()
    """The numbers of the conflicts that each of these is part of."""


def slug(heading: str) -> str:
    """The id that Markdown gives most headings."""
    return re.sub("[ -]+", "-", re.sub(r"[^\w -]", "", heading.lower(), flags=re.ASCII))


Shapes = dict[tuple[str, ...], int]
"""Shape of a finding -> its number."""


def shapes_of(findings: Iterable[Mapping[str, Any]]) -> Shapes:
    """The shapes of these findings, in an order that does not depend on theirs."""
    return {shape: n for n, shape in enumerate(sorted({_shape(finding) for finding in findings}))}


def _shape(finding: Mapping[str, Any]) -> tuple[str, ...]:
    return (finding["lens"], *finding["value"])


def pack_passages(shard: Iterable[Stored], first: int, shapes: Shapes) -> list[Any]:
    """The passages of a shard whose slots begin with `first`, in the order of their slots, as JSON."""
    packer = _Packer(first, shapes)
    for stored in shard:
        packer.add(stored)
    return packer.columns()


class _Packer:
    """A shard in the making."""

    def __init__(self, slot: int, shapes: Shapes) -> None:
        self.pages: list[list[Any]] = []
        self.sections: list[list[Any]] = []
        self.passages: list[Any] = []
        self.texts: list[str] = []
        self.styles: dict[tuple[Any, ...], int] = {}
        self.style: list[int] = []
        self.anchors: list[Any] = []
        self.lines: list[int | None] = []
        self.findings: list[list[Any]] = []
        self._trails: list[tuple[str, ...]] = []
        """Of the sections of the page so far, each with its heading."""
        self._before: Passage | None = None
        self._slot = slot
        self._shapes = shapes
        self._line = 0

    def columns(self) -> list[Any]:
        styles = [_trimmed(style) for style in self.styles]
        style = "".join(chr(STYLE + number) for number in self.style)
        return [
            self.pages, self.sections, self.passages, self.texts, styles, style, self.anchors, self.lines,
            self.findings,
        ]  # fmt: skip

    def add(self, stored: Stored) -> None:
        """The next passage."""
        p = stored.passage
        self._open(p)
        self.passages += [
            stored.slot - self._slot,
            0 if p.anchor == p.section else 1 if p.units and p.anchor == p.units[0].anchor else p.anchor,
            _less(p.start, self._line),
            _less(p.end, p.start),
            int(p.generated),
            _context(p.context, self._before),
            len(p.units),
            len(stored.findings),
        ]
        self._line = self._line if p.start is None else p.start
        self._add_units(p.units)
        for finding, disputes in zip(stored.findings, stored.disputes, strict=True):
            self.findings.append([*self._finding(p, finding), *disputes])
        self._before, self._slot = p, stored.slot + 1

    def _open(self, p: Passage) -> None:
        before = self._before
        if before is None or before.page != p.page:
            self.pages.append([p.page.url, p.page.title, p.page.file, p.page.language, 0])
            self._trails, before = [], None
        if before is None or (p.section, p.heading, p.trail) != (before.section, before.heading, before.trail):
            self._open_section(p)
        self.sections[-1][-1] += 1

    def _open_section(self, p: Passage) -> None:
        ident = 0 if p.section == slug(p.heading) else p.section
        parent: Any = 0
        if p.trail:
            back = [n for n, trail in enumerate(reversed(self._trails), 1) if trail == p.trail]
            parent = back[0] if back else list(p.trail)
        self.pages[-1][-1] += 1
        self.sections.append([p.heading, ident, parent, 0])
        self._trails.append((*p.trail, p.heading))

    def _add_units(self, units: Sequence[Unit]) -> None:
        for unit in units:
            style = (unit.kind, int(unit.joined), int(unit.generated), unit.language, unit.head)
            self.style.append(self.styles.setdefault(style, len(self.styles)))
            self.texts.append(unit.text)
            if unit.start is None or unit.end is None:
                self.lines.append(None)
            else:
                self.lines += [unit.start - self._line, unit.end - unit.start]
                self._line = unit.end
        self.anchors += [_packed_anchor(block) for block in _blocks(units)]

    def _finding(self, p: Passage, f: Mapping[str, Any]) -> list[Any]:
        places = [i for i, unit in enumerate(p.units) if (unit.anchor, unit.start) == (f["anchor"], f["start"])]
        place = places[0] if places else -1
        key = 0 if f["key"] == f["text"] else f["key"]
        more = _less(f["end"], f["start"])
        return [self._shapes[_shape(f)], f["text"], key, f["subject"], place, more, *f["value"].values()]


def _trimmed(values: Sequence[Any]) -> list[Any]:
    kept = list(values)
    while kept[-1] in (0, ""):
        kept.pop()
    return kept


def _less(line: int | None, base: int | None) -> int | None:
    return None if line is None else line - (base or 0)


def _context(context: str, before: Passage | None) -> Any:
    """How many UTF-16 units of the text before it are, or itself."""
    if context and before and before.text.endswith(context):
        return len(context.encode("utf-16-le", "surrogatepass")) // 2
    return context or 0


def _blocks(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    """Units of one block together."""
    block: list[Unit] = []
    for unit in units:
        if block and not unit.joined:
            yield block
            block = []
        block.append(unit)
    if block:
        yield block


def _packed_anchor(block: Sequence[Unit]) -> Any:
    anchor = block[0].anchor
    rest = anchor.removeprefix(text_id("".join(unit.text for unit in block)))
    if rest == "":
        return 0
    return int(rest[1:]) if re.fullmatch("-[1-9][0-9]{0,5}", rest) else anchor


def unpack_passages(shard: Sequence[Any], slot: int, shapes: Sequence[Sequence[str]]) -> Iterator[Stored]:
    """The passages of a shard whose slots begin with `slot`; without what only its builder needs, such as boosts."""
    pages, sections, numbers, texts, styles, style, anchors, lines, findings = shard
    units = _Units(texts, styles, style, anchors, lines)
    before = ""
    rows = zip(_sections(pages, sections), zip(*[iter(numbers)] * 8, strict=True), strict=True)
    found = iter(findings)
    for (page, heading, section, trail), row in rows:
        gap, anchor, first, last, generated, context, count, more = row
        start = _more(first, units.line)
        end = _more(last, start)
        quoted = units.read(count, start)
        passage = Passage(
            page=page,
            heading=heading,
            trail=trail,
            section=section,
            anchor=anchor if isinstance(anchor, str) else quoted[0].anchor if anchor else section,
            units=quoted,
            context=_unpacked_context(context, before),
            start=start,
            end=end,
            generated=bool(generated),
        )
        slot += gap
        before = passage.text
        own = [_unpacked_finding(passage, shapes, *row) for row in islice(found, more)]
        yield Stored(slot, passage, page.language, tuple(f for f, _ in own), tuple(disputes for _, disputes in own))
        slot += 1


def _sections(
    pages: Iterable[Sequence[Any]], sections: Iterable[Sequence[Any]]
) -> Iterator[tuple[Page, str, str, tuple[str, ...]]]:
    """(page, heading, section, trail) of each passage."""
    rows = iter(sections)
    for url, title, file, language, count in pages:
        page = Page(url, title, file, language)
        trails: list[tuple[str, ...]] = []
        for heading, ident, parent, passages in islice(rows, count):
            trail = tuple(parent) if isinstance(parent, list) else trails[-parent] if parent else ()
            trails.append((*trail, heading))
            for _ in range(passages):
                yield page, heading, slug(heading) if ident == 0 else ident, trail


class _Units:
    """The units of a shard, read passage by passage."""

    def __init__(self, texts: Any, styles: Any, style: str, anchors: Any, lines: Any) -> None:
        self._rows = zip(texts, (styles[ord(c) - STYLE] for c in style), strict=True)
        self._anchors = iter(anchors)
        self._lines = iter(lines)
        self.line = 0
        """The last one so far."""

    def read(self, count: int, start: int | None) -> tuple[Unit, ...]:
        """The units of the next passage, which begins at this line."""
        self.line = self.line if start is None else start
        rows = [self._unit(*row) for row in islice(self._rows, count)]
        return tuple(unit for block in _blocks(rows) for unit in self._named(block))

    def _unit(self, text: str, style: Sequence[Any]) -> Unit:
        kind, joined, generated, language, head = _filled(*style)
        start = end = None
        more = next(self._lines)
        if more is not None:
            start = self.line + more
            end = self.line = start + next(self._lines)
        return Unit(kind, text, "", start, end, head, language, bool(generated), bool(joined))

    def _named(self, block: Sequence[Unit]) -> Iterator[Unit]:
        anchor = next(self._anchors)
        if not isinstance(anchor, str):
            homonym = f"-{anchor}" if anchor else ""
            anchor = text_id("".join(unit.text for unit in block)) + homonym
        yield from (replace(unit, anchor=anchor) for unit in block)


def _filled(
    kind: str, joined: int = 0, generated: int = 0, language: str = "", head: str = ""
) -> tuple[str, int, int, str, str]:
    return kind, joined, generated, language, head


def _unpacked_context(context: Any, before: str) -> str:
    if not isinstance(context, int):
        return str(context)
    return before.encode("utf-16-le", "surrogatepass")[-2 * context :].decode("utf-16-le") if context else ""


def _more(more: int | None, line: int | None) -> int | None:
    return None if more is None else (line or 0) + more


def _unpacked_finding(
    p: Passage, shapes: Sequence[Sequence[str]], shape: int, text: str, key: Any, subject: str, place: int,
    more: int | None, *rest: Any,
) -> tuple[dict[str, Any], Sequence[int]]:  # fmt: skip
    lens, *names = shapes[shape]
    at = p if place < 0 else p.units[place]
    finding = {
        "lens": lens, "file": p.page.file, "start": at.start, "end": _more(more, at.start),
        "url": p.page.url, "anchor": at.anchor, "text": text, "key": text if key == 0 else key,
        "value": dict(zip(names, rest, strict=False)), "subject": subject,
    }  # fmt: skip
    return finding, rest[len(names) :]
