"""Words of the source and words of the page, and which word of one is which of the other."""

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

# One character of a script that sets no spaces is a word; so the other class must not hold these characters.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")  # the same for ASCII, in half the time

Pair = tuple[int, int]

_GRAMS = (6, 3, 1)
_LEAF_PAIRS = 250_000  # above so many pairs of words difflib takes too long (its cost grows with the square)
_WINDOW = 400  # words that the greedy scan looks ahead


def word_offsets(text: str) -> list[int]:
    """Where each of `bare_words` begins."""
    pattern, text = (_ASCII_WORD, text.lower()) if text.isascii() else (_WORD, text)
    return [found.start() for found in pattern.finditer(text)]


def bare_words(text: str) -> list[str]:
    """The words in lower case."""
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    return [word.lower() for word in _WORD.findall(text)]


def align_words(source: Sequence[Hashable], page: Sequence[Hashable], *, strict: bool = False) -> list[Pair]:
    """Pairs (place in source, place in page) of equal words, ascending in both.

    Patience: words (or runs of 6, then 3) that occur once on both sides are anchors; what lies between two
    anchors is aligned in the same way, and by a plain diff where nothing is unique. When strict, only runs
    of 3 and more are anchors, and no diff is made.
    """
    pairs: list[Pair] = []
    todo = [(0, len(source), 0, len(page))]
    while todo:
        low, high, first, last = todo.pop()
        while not strict and low < high and first < last and source[low] == page[first]:
            pairs.append((low, first))
            low, first = low + 1, first + 1
        while not strict and low < high and first < last and source[high - 1] == page[last - 1]:
            high, last = high - 1, last - 1
            pairs.append((high, last))
        if low == high or first == last:
            continue
        anchors = _anchors(source, page, (low, high), (first, last), _GRAMS[:2] if strict else _GRAMS)
        if not anchors:
            pairs += [] if strict else _leaf(source, page, (low, high), (first, last))
            continue
        pairs += anchors
        for (a, b), (c, d) in zip([(low - 1, first - 1), *anchors], [*anchors, (high, last)], strict=True):
            if a + 1 < c and b + 1 < d:
                todo.append((a + 1, c, b + 1, d))
    pairs.sort()
    return pairs


def unique_grams(words: Sequence[Hashable], start: int, end: int, size: int) -> dict[Hashable, int]:
    """Runs of `size` words that occur once in words[start:end], with their places."""
    part = words[start:end]
    grams = list(zip(*(part[shift:] for shift in range(size)), strict=False)) if size > 1 else part
    last = dict(zip(grams, range(start, end), strict=False))
    if len(last) == len(grams):
        return last
    first = dict(zip(reversed(grams), range(start + len(grams) - 1, start - 1, -1), strict=True))
    return {gram: place for gram, place in last.items() if first[gram] == place}


def _anchors(
    source: Sequence[Hashable], page: Sequence[Hashable], inner: Pair, outer: Pair, sizes: Sequence[int]
) -> list[Pair]:
    for size in sizes:
        here = unique_grams(source, *inner, size)
        there = unique_grams(page, *outer, size) if here else {}
        chain = longest_chain(sorted((place, there[gram]) for gram, place in here.items() if gram in there))
        if chain:
            return _spread(chain, size)
    return []


def _spread(chain: list[Pair], size: int) -> list[Pair]:
    """The single words of the anchors' runs; where two overlap and contradict each other the first counts."""
    pairs: list[Pair] = []
    low = first = -1
    for a, b in chain:
        for step in range(max(low + 1 - a, first + 1 - b, 0), size):
            pairs.append((a + step, b + step))
        if pairs:
            low, first = pairs[-1]
    return pairs


def longest_chain(pairs: Sequence[Pair]) -> list[Pair]:
    """Longest subsequence ascending in both; `pairs` ascend in the first and repeat no place."""
    if all(one[1] < two[1] for one, two in pairwise(pairs)):
        return list(pairs)
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, b) in enumerate(pairs):
        place = bisect_left(tails, b)
        before.append(ends[place - 1] if place else -1)
        tails[place : place + 1] = [b]
        ends[place : place + 1] = [number]
    chain: list[Pair] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _leaf(source: Sequence[Hashable], page: Sequence[Hashable], inner: Pair, outer: Pair) -> Iterator[Pair]:
    (low, high), (first, last) = inner, outer
    if (high - low) * (last - first) > _LEAF_PAIRS:
        yield from _scan(source, page, inner, outer)
        return
    matcher = SequenceMatcher(None, source[low:high], page[first:last], autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        for step in range(size):
            yield low + a + step, first + b + step


def _scan(source: Sequence[Hashable], page: Sequence[Hashable], inner: Pair, outer: Pair) -> Iterator[Pair]:
    """Greedy: each word of the page takes the next equal word of the source within the window."""
    (low, high), (first, last) = inner, outer
    places: dict[Hashable, list[int]] = {}
    for place in range(low, high):
        places.setdefault(source[place], []).append(place)
    for there in range(first, last):
        found = places.get(page[there], [])
        next_one = bisect_left(found, low)
        if next_one < len(found) and found[next_one] < low + _WINDOW:
            low = found[next_one]
            yield low, there
            low += 1
