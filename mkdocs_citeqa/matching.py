"""Blocks and parsed Markdown lines -> on which of the lines the words of each block stand.

Most blocks stand in the text as they are, word by word: these are found whole, by how they begin. What lies between
two of them is aligned word by word.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from operator import sub

from mkdocs_citeqa.blocks import Block
from mkdocs_citeqa.patience import align_words, bare_words, longest_chain, word_offsets
from mkdocs_citeqa.source import visible_words

_ROUNDS = 3  # for blocks that stand elsewhere than in the source: footnotes, content moved by a plugin
_OPENINGS = (8, 4)  # words by which a whole block is looked up; by fewer, chance would find too many
_ALIKE = 32  # lines with the same opening that a block is compared with
_ONE_LINE = frozenset({"heading", "term", "title"})


class Draft:
    """A block on its way to its lines."""

    __slots__ = ("block", "numbers", "places", "stands", "words")

    def __init__(self, block: Block) -> None:
        self.block = block
        self.words = bare_words(block.text)
        self.numbers: Sequence[int] = ()
        """Which of its words were found in the parsed text, ascending."""
        self.places: Sequence[int] = ()
        """The place of the line of each of those, ascending too."""
        self.stands: Sequence[tuple[int, int]] = ()
        """(offset in its text, place of a line): from there on it stands on that line; ascending."""

    def strange(self, certain: Sequence[bool]) -> set[str]:
        """The words that were not found on a line of which this holds, by place."""
        if len(self.numbers) == len(self.words) and all(map(certain.__getitem__, self.places)):
            return set()
        known = {number for number, place in zip(self.numbers, self.places, strict=True) if certain[place]}
        return {word for number, word in enumerate(self.words) if number not in known}


class Text:
    """The parsed text as words."""

    def __init__(self, parsed: Sequence[str]) -> None:
        self.parsed = parsed
        self.words, self.places, self.starts = visible_words(parsed)
        self.used = bytearray(len(self.words))
        """1 for each word that a block has taken."""


def find_words(drafts: Iterable[Draft], parsed: Sequence[str]) -> None:
    """Fill `found` and `stands` of the drafts whose words are in the text."""
    text = Text(parsed)
    wordy = [draft for draft in drafts if draft.words]
    low = first = 0
    for start, number in [*_whole(wordy, text), (len(text.words), len(wordy))]:
        _between(wordy[first:number], text, low, start)
        if number < len(wordy):
            low, first = _take(wordy[number], text, start), number + 1
    lost = [draft for draft in wordy if not draft.stands]
    for _ in range(_ROUNDS):
        if not lost:
            break
        free = [place for place, used in enumerate(text.used) if not used]
        if not _align(lost, text, free, share=0.5, strict=True):
            break
        lost = [draft for draft in lost if not draft.stands]


def _whole(drafts: Sequence[Draft], text: Text) -> list[tuple[int, int]]:
    """(place of its first word, its number) of blocks that stand in one place as they are, ascending in both.

    In one place: no other block says the same, and these words open and end lines nowhere else.
    """
    said = Counter(tuple(draft.words) for draft in drafts)
    ends = {*text.starts, len(text.words)}
    found: list[tuple[int, int]] = []
    for size, longer in zip(_OPENINGS, (1 << 60, *_OPENINGS), strict=False):
        sized = [
            n for n, draft in enumerate(drafts) if size <= len(draft.words) < longer and said[(*draft.words,)] == 1
        ]
        lines = _openings(text, size) if sized else {}
        for number in sized:
            words = drafts[number].words
            starts = lines.get((*words[:size],), ())
            same = [at for at in starts if at + len(words) in ends and text.words[at : at + len(words)] == words]
            found += [(at, number) for at in same if len(same) == 1]
    return longest_chain(sorted(found))


def _openings(text: Text, size: int) -> dict[tuple[str, ...], list[int]]:
    """Where lines begin with the same words; not those with which more lines begin than can be compared."""
    lines: dict[tuple[str, ...], list[int]] = {}
    for at in text.starts:
        lines.setdefault((*text.words[at : at + size],), []).append(at)
    return {opening: starts for opening, starts in lines.items() if len(starts) <= _ALIKE}


def _between(drafts: Sequence[Draft], text: Text, low: int, high: int) -> None:
    """What lies between two whole blocks: whole ones as long as they follow, the rest word by word."""
    first = 0
    for draft in drafts:
        end = low + len(draft.words)
        if end > high or text.words[low:end] != draft.words:
            break
        low, first = _take(draft, text, low), first + 1
    if first < len(drafts) and low < high:
        _align(drafts[first:], text, range(low, high), share=1 / 3)


def _take(draft: Draft, text: Text, low: int) -> int:
    """The block stands from this word on; returns the place after it."""
    high = low + len(draft.words)
    draft.numbers, draft.places = range(len(draft.words)), text.places[low:high]
    _guard(draft, text.parsed, 1 / 3)
    _stand(draft, text.parsed)
    if draft.stands:
        text.used[low:high] = b"\1" * len(draft.words)
    return high


def _align(drafts: Sequence[Draft], text: Text, places: Sequence[int], *, share: float, strict: bool = False) -> bool:
    """Place the blocks by single words among these of the text; were any found?"""
    source = [text.words[place] for place in places]
    page = [word for draft in drafts for word in draft.words]
    owners = [(draft, number) for draft in drafts for number in range(len(draft.words))]
    pairs = align_words(source, page, strict=strict)
    _slide(pairs, source, page, owners)
    taken: dict[Draft, list[tuple[int, int]]] = {}
    for a, b in pairs:
        draft, number = owners[b]
        taken.setdefault(draft, []).append((number, places[a]))
    for draft, found in taken.items():
        draft.numbers, draft.places = [number for number, _ in found], [text.places[place] for _, place in found]
        _guard(draft, text.parsed, share)
        _stand(draft, text.parsed)
        for _, place in found if draft.stands else ():
            text.used[place] = 1
    return bool(pairs)


def _slide(
    pairs: list[tuple[int, int]], source: Sequence[str], page: Sequence[str], owners: Sequence[tuple[Draft, int]]
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


def _guard(draft: Draft, parsed: Sequence[str], share: float) -> None:
    """Words that match far from the others, or too few of them, are chance."""
    places = draft.places
    if places[0] != places[-1]:
        single = _is_one_line(draft, parsed)
        steps = [n for n, (a, b) in enumerate(pairwise(places), 1) if a != b]
        cuts = [n for n in steps if _parted(places[n - 1], places[n], parsed, draft.block.kind, single)]
        first, last = max(pairwise([0, *cuts, len(places)]), key=lambda group: group[1] - group[0])
        draft.numbers, draft.places = draft.numbers[first:last], places[first:last]
    if len(draft.places) < share * len(draft.words):
        draft.numbers = draft.places = ()


def _is_one_line(draft: Draft, parsed: Sequence[str]) -> bool:
    """A heading or a row of a Markdown table; a row of an HTML table may take several lines."""
    if draft.block.kind != "row":
        return draft.block.kind in _ONE_LINE
    return "|" in parsed[Counter(draft.places).most_common(1)[0][0]]


def _parted(before: int, after: int, parsed: Sequence[str], kind: str, single: bool) -> bool:
    if single:
        return before != after
    return kind != "code" and any(not parsed[place].strip() for place in range(before + 1, after))


def _stand(draft: Draft, parsed: Sequence[str]) -> None:
    """Where in the block's text a line of the source begins."""
    numbers, places = draft.numbers, draft.places
    if not places:
        draft.stands = ()
    elif draft.block.kind == "code" and (shift := _shift(draft, parsed)) is not None:
        lines = draft.block.text.split("\n")
        starts = accumulate((len(line) + 1 for line in lines[:-1]), initial=0)
        draft.stands = list(zip(starts, range(shift, shift + len(lines)), strict=True))
    elif places[0] == places[-1]:
        draft.stands = ((0, places[0]),)
    else:
        offsets = word_offsets(draft.block.text)
        steps = [0, *(n for n, (a, b) in enumerate(pairwise(places), 1) if a != b)]
        draft.stands = [(offsets[numbers[n]], places[n]) for n in steps]


def _shift(draft: Draft, parsed: Sequence[str]) -> int | None:
    """Code keeps its lines: if most of them stand at one distance from the source's, all do."""
    text = draft.block.text
    lines = text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    offsets = word_offsets(text)
    rows = (bisect_right(starts, offsets[number]) - 1 for number in draft.numbers)
    shift = Counter(map(sub, draft.places, rows)).most_common(1)[0][0]
    if shift < 0 or shift + len(lines) > len(parsed):
        return None
    filled = [(line.strip(), parsed[shift + row].strip()) for row, line in enumerate(lines) if line.strip()]
    return shift if 2 * sum(there.endswith(here) for here, there in filled) >= len(filled) else None
