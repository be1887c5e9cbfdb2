"""Block… + Markdown lines -> the same blocks with their lines in the file.

The words of the parsed text are aligned with the words of the blocks; a block's lines are those of its words.
Nothing here knows Markdown's grammar, so no extension of it has to be known either.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import pairwise
from unicodedata import normalize

from mkdocs_citeqa.blocks import Block
from mkdocs_citeqa.patience import align_words, words
from mkdocs_citeqa.source import API_DIRECTIVE, Origin, Source, visible_words

_ONE_LINE = frozenset({"heading", "term", "title"})
_ROUNDS = 3  # for blocks that stand elsewhere than in the source: footnotes, content moved by a plugin
_RULE = re.compile(r"[\s|:+=-]*")  # under a table's header, or around a code block: no line of a block
_TAG = re.compile(r"<[^<>]*>")
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(slots=True, eq=False)
class _Draft:
    """A block on its way to its lines."""

    block: Block
    words: list[tuple[str, int]]
    """Its words with their offsets."""
    stands: list[tuple[int, int]] = field(default_factory=list)
    """(offset, place of the parsed line) of the words found in the source, ascending in both."""
    certain: set[int] = field(default_factory=set)
    """Offsets of the words found on a line that is in the file as it was parsed."""
    origins: list[tuple[int, Origin]] = field(default_factory=list)
    """The same in lines of the file."""


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
    drafts = [_Draft(block, words(block.text)) for block in blocks]
    _place_api(drafts, source)
    _find_words([draft for draft in drafts if not draft.origins], parsed)
    origins = source.origins(parsed)
    same = [parsed[place] == source.lines[origin.first] for place, origin in enumerate(origins)]
    for draft in drafts:
        draft.certain = {offset for offset, place in draft.stands if same[place]}
        if draft.block.kind == "code":
            _vote(draft, parsed)
        draft.origins = draft.origins or [(offset, origins[place]) for offset, place in draft.stands]
    _fill(drafts, source)
    return [_placed(draft, source) for draft in drafts]


def _find_words(drafts: Sequence[_Draft], parsed: Sequence[str]) -> None:
    source, lines = visible_words(parsed)
    page = [word for draft in drafts for word, _ in draft.words]
    owners = [(draft, offset) for draft in drafts for _, offset in draft.words]
    for turn in range(_ROUNDS + 1):
        pairs = align_words(source, page, strict=turn > 0)
        _slide(pairs, source, page, owners)
        for a, b in pairs:
            draft, offset = owners[b]
            draft.stands.append((offset, lines[a]))
        for draft in {owners[b][0] for _, b in pairs}:
            _guard(draft, parsed, 0.5 if turn else 1 / 3)
        lost = [place for place, (draft, _) in enumerate(owners) if not draft.stands]
        if not pairs or not lost:
            break
        used = {a for a, b in pairs if owners[b][0].stands}
        free = [place for place in range(len(source)) if place not in used]
        source, lines = [source[place] for place in free], [lines[place] for place in free]
        page, owners = [page[place] for place in lost], [owners[place] for place in lost]


def _slide(
    pairs: list[tuple[int, int]], source: Sequence[str], page: Sequence[str], owners: Sequence[tuple[_Draft, int]]
) -> None:
    """Move words next to those of their own block where the same word stands there as well."""
    for step, order in ((-1, range(len(pairs) - 2, -1, -1)), (1, range(1, len(pairs)))):
        for place in order:
            (a, b), (c, d) = pairs[place], pairs[place - step]
            if a - c == step or b - d != step or owners[b][0] is not owners[d][0] or source[c + step] != page[b]:
                continue
            e, f = pairs[place + step] if 0 <= place + step < len(pairs) else (-1, -1)
            if e - a != step or f - b != step or owners[f][0] is not owners[b][0]:
                pairs[place] = (c + step, b)


def _guard(draft: _Draft, parsed: Sequence[str], share: float) -> None:
    """Words that match far from the others, or too few of them, are chance."""
    best = stands = draft.stands
    if stands[0][1] != stands[-1][1]:
        steps = [place for place in range(1, len(stands)) if stands[place - 1][1] != stands[place][1]]
        single = _is_one_line(draft, parsed)
        cuts = [
            place
            for place in steps
            if _parted(stands[place - 1][1], stands[place][1], parsed, draft.block.kind, single)
        ]
        groups = [stands[a:b] for a, b in pairwise([0, *cuts, len(stands)])]
        best = max(groups, key=len)
    draft.stands = best if len(best) >= share * len(draft.words) else []


def _is_one_line(draft: _Draft, parsed: Sequence[str]) -> bool:
    """A heading or a row of a Markdown table; a row of an HTML table may take several lines."""
    if draft.block.kind != "row":
        return draft.block.kind in _ONE_LINE
    line = Counter(place for _, place in draft.stands).most_common(1)[0][0]
    return "|" in parsed[line]


def _parted(before: int, after: int, parsed: Sequence[str], kind: str, single: bool) -> bool:
    if single:
        return before != after
    return kind != "code" and any(not parsed[place].strip() for place in range(before + 1, after))


def _vote(draft: _Draft, parsed: Sequence[str]) -> None:
    """Code keeps its lines: if most of them stand at one distance from the source's, all do."""
    lines = draft.block.text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    votes: Counter[int] = Counter()
    row = 0
    for offset, place in draft.stands:
        while starts[row + 1] <= offset:
            row += 1
        votes[place - row] += 1
    if not votes:
        return
    shift = votes.most_common(1)[0][0]
    if shift < 0 or shift + len(lines) > len(parsed):
        return
    filled = [(line.strip(), parsed[shift + row].strip()) for row, line in enumerate(lines) if line.strip()]
    if 2 * sum(there.endswith(here) for here, there in filled) >= len(filled):
        draft.stands = [(starts[row], shift + row) for row in range(len(lines))]


def _place_api(drafts: Sequence[_Draft], source: Source) -> None:
    """The k-th object that an API plugin rendered stands on the k-th `:::` line, if there are as many."""
    directives = [place for place, line in enumerate(source.lines) if API_DIRECTIVE.match(line)]
    if directives and len(directives) == max((draft.block.api for draft in drafts), default=0):
        for draft in drafts:
            if draft.block.api:
                place = directives[draft.block.api - 1]
                draft.origins = [(0, Origin(place, place, False))]


def _fill(drafts: Sequence[_Draft], source: Source) -> None:
    """Blocks of which no word was found: between their neighbours."""
    claimed = {p for draft in drafts for _, o in draft.origins if o.own for p in range(o.first, o.last + 1)}
    before = source.body - 1
    for number, draft in enumerate(drafts):
        if not draft.origins:
            after = next((d.origins[0][1].first for d in drafts[number:] if d.origins and _flows(d)), len(source.lines))
            free = [place for place in range(before + 1, after) if place not in claimed and source.lines[place].strip()]
            draft.origins = [(0, _filled(draft, source, free, before))]
        if _flows(draft):
            before = max(o.last for _, o in draft.origins)


def _flows(draft: _Draft) -> bool:
    return draft.block.kind != "footnote"


def _filled(draft: _Draft, source: Source, free: Sequence[int], before: int) -> Origin:
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


def _placed(draft: _Draft, source: Source) -> Block:
    first = min(origin.first for _, origin in draft.origins)
    last = max(origin.last for _, origin in draft.origins)
    generated = not all(origin.own for _, origin in draft.origins) or _strange(draft, source, first, last)
    start, end = source.numbers[first], source.numbers[last]
    return replace(
        draft.block,
        start=start,
        end=end,
        generated=generated,
        marks=_marks(draft, source) if start < end else (),
    )


def _strange(draft: _Draft, source: Source, first: int, last: int) -> bool:
    """A word of the block does not stand in these lines of the file."""
    strange = {word for word, offset in draft.words if offset not in draft.certain}
    if strange:
        strange.difference_update(*map(source.words, range(first, last + 1)))
    if not strange:
        return False
    plain = normalize("NFKC", unescape("\n".join(source.lines[first : last + 1]))).lower()
    joined = _NOT_LETTERS.sub("", plain) + " " + _NOT_LETTERS.sub("", _TAG.sub("", plain))
    return any(_NOT_LETTERS.sub("", normalize("NFKC", word)) not in joined for word in strange)


def _marks(draft: _Draft, source: Source) -> tuple[tuple[int, int], ...]:
    """Offsets where the line changes, each moved back to the white space before its word."""
    if any(origin.first != origin.last for _, origin in draft.origins):
        return ()
    text, marks = draft.block.text, [(0, source.numbers[draft.origins[0][1].first])]
    for offset, origin in draft.origins:
        line = source.numbers[origin.first]
        if line != marks[-1][1]:
            while draft.block.kind != "code" and not (text[offset - 1].isspace() or text[offset - 1].isalnum()):
                offset -= 1
            marks.append((offset, line))
    return tuple(marks)
