"""Block… + Markdown lines -> the same blocks with their lines in the file.

The words of the parsed text are aligned with the words of the blocks; a block's lines are those of its words.
Nothing here knows Markdown's grammar, so no extension of it has to be known either.
"""

import re
from collections.abc import Sequence
from html import unescape
from unicodedata import normalize

from mkdocs_citeqa.blocks import Block
from mkdocs_citeqa.matching import Draft, find_words
from mkdocs_citeqa.source import API_DIRECTIVE, Origin, Source

_RULE = re.compile(r"[\s|:+=-]*")  # under a table's header, or around a code block: no line of a block
_TAG = re.compile(r"<[^<>]*>")
_NOT_LETTERS = re.compile(r"[\W_]+")

Origins = list[tuple[int, Origin]]
"""(offset in a block's text, where it stands from there on), ascending."""


def align(blocks: Sequence[Block], raw: bytes | str | None, captured: str | Sequence[str] | None = None) -> list[Block]:
    """The blocks with `start`, `end`, `generated` and `marks` filled.

    `raw` is the file as it is on disk (None: the page has none, and its blocks no lines), `captured` the text
    that the Markdown converter parsed, after includes (None: unknown, the file itself is taken for it).
    """
    if raw is None:
        return list(blocks)
    source = Source(raw)
    parsed = captured.split("\n") if isinstance(captured, str) else captured
    parsed = source.lines[source.body :] if parsed is None else parsed
    drafts = [Draft(block) for block in blocks]
    placed = _place_api(drafts, source)
    find_words((draft for draft in drafts if draft not in placed), parsed)
    origins = source.origins(parsed)
    for draft in drafts:
        if draft.stands:
            placed[draft] = [(offset, origins[place]) for offset, place in draft.stands]
    _fill(drafts, placed, source)
    certain = [parsed[place] == source.lines[origin.first] for place, origin in enumerate(origins)]
    return [_placed(draft, placed[draft], source, certain) for draft in drafts]


def _place_api(drafts: Sequence[Draft], source: Source) -> dict[Draft, Origins]:
    """The k-th object that an API plugin rendered stands on the k-th `:::` line, if there are as many."""
    count = max((draft.block.api for draft in drafts), default=0)
    directives = [place for place, line in enumerate(source.lines) if API_DIRECTIVE.match(line)] if count else []
    if not count or len(directives) != count:
        return {}
    places = ((draft, directives[draft.block.api - 1]) for draft in drafts if draft.block.api)
    return {draft: [(0, Origin(place, place, False))] for draft, place in places}


def _fill(drafts: Sequence[Draft], placed: dict[Draft, Origins], source: Source) -> None:
    """Blocks of which no word was found: between their neighbours."""
    if len(placed) == len(drafts):
        return
    claimed = {p for origins in placed.values() for _, o in origins if o.own for p in range(o.first, o.last + 1)}
    before = source.body - 1
    for number, draft in enumerate(drafts):
        if draft not in placed:
            later = (placed[d][0][1].first for d in drafts[number:] if d in placed and _flows(d))
            after = next(later, len(source.lines))
            free = [place for place in range(before + 1, after) if place not in claimed and source.lines[place].strip()]
            placed[draft] = [(0, _filled(draft, source, free, before))]
        if _flows(draft):
            before = max(o.last for _, o in placed[draft])


def _flows(draft: Draft) -> bool:
    return draft.block.kind != "footnote"


def _filled(draft: Draft, source: Source, free: Sequence[int], before: int) -> Origin:
    signs = draft.block.text.split("\n")[0].replace(" | ", " ").split()
    said = [place for place in free if all(sign in source.lines[place] for sign in signs)]
    directives = [place for place in free if place in source.directives]
    if said and not draft.words:
        last = min(said[0] + draft.block.text.count("\n"), free[-1])
        return Origin(said[0], last, True)
    free = directives or [place for place in free if not _RULE.fullmatch(source.lines[place])] or free
    if free:
        return Origin(free[0], free[-1], not directives)
    place = min(max(before, source.body), len(source.lines) - 1)
    return Origin(place, place, True)


def _placed(draft: Draft, origins: Origins, source: Source, certain: Sequence[bool]) -> Block:
    first = min(origin.first for _, origin in origins)
    last = max(origin.last for _, origin in origins)
    generated = not all(origin.own for _, origin in origins) or _strange(draft, source, first, last, certain)
    start, end = source.numbers[first], source.numbers[last]
    return draft.block._replace(
        start=start,
        end=end,
        generated=generated,
        marks=_marks(draft, origins, source) if start < end else (),
    )


def _strange(draft: Draft, source: Source, first: int, last: int, certain: Sequence[bool]) -> bool:
    """A word of the block does not stand in these lines of the file."""
    strange = draft.strange(certain)
    if strange:
        strange.difference_update(*map(source.words, range(first, last + 1)))
    if not strange:
        return False
    plain = normalize("NFKC", unescape("\n".join(source.lines[first : last + 1]))).lower()
    joined = _NOT_LETTERS.sub("", plain) + " " + _NOT_LETTERS.sub("", _TAG.sub("", plain))
    return any(_NOT_LETTERS.sub("", normalize("NFKC", word)) not in joined for word in strange)


def _marks(draft: Draft, origins: Origins, source: Source) -> tuple[tuple[int, int], ...]:
    """Offsets where the line changes, each moved back to the white space before its word."""
    if any(origin.first != origin.last for _, origin in origins):
        return ()
    text, marks = draft.block.text, [(0, source.numbers[origins[0][1].first])]
    for offset, origin in origins:
        line = source.numbers[origin.first]
        if line != marks[-1][1]:
            while draft.block.kind != "code" and not (text[offset - 1].isspace() or text[offset - 1].isalnum()):
                offset -= 1
            marks.append((offset, line))
    return tuple(marks)
