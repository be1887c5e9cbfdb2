"""Terms with their postings <-> the JSON of a term shard. Twin of the reading side: widget/term_shard.ts.

terms       sorted, with spaces between; each without the beginning that it shares with the one before it, and
            before it how many characters those are, as a digit to the base 36
stems       of each term: 0 for the next stem, n for the n-th last so far
postings    of each stem, with spaces between; see `encode`
others      a stem's number, then those of its terms that stand in other shards, with spaces between; and so on
counts      a stem's number, then in how many passages it stands, when the postings are only the best of them
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
BASE = 32
USUAL = 2
"""The frequency that needs no mark: once in the text."""
MARKS = 27


class PackedStem(NamedTuple):
    """A stem as a shard has it."""

    terms: tuple[str, ...]
    """Those that stand in other shards, then those of the shard."""
    slots: Sequence[int]
    frequencies: Sequence[int]
    passages: int
    """In how many passages it stands; more than there are slots when these are only the best."""


def encode(slots: Sequence[int], frequencies: Sequence[int]) -> str:
    """Postings as printable ASCII: for each its distance from the one before it, to the base 32, and its frequency.

    A character's value is its code less 35, and one less beyond the backslash, which JSON would escape. Values below
    32 are the last digit of a distance, those below 64 a digit before it, greater ones what the frequency is more than
    that of a single occurrence, 64 standing for one less; several add up.
    """
    before, text = 0, []
    for slot, frequency in zip(slots, frequencies, strict=True):
        text.append(_distance(slot - before) + _frequency(frequency - USUAL))
        before = slot
    return "".join(text)


def _distance(distance: int) -> str:
    high, last = divmod(distance, BASE)
    digits = _character(last)
    while high:
        high, digit = divmod(high, BASE)
        digits = _character(BASE + digit) + digits
    return digits


def _frequency(more: int) -> str:
    full, rest = divmod(max(more, 0), MARKS - 1)
    marks = _character(2 * BASE + MARKS - 1) * full + (_character(2 * BASE + rest) if rest else "")
    return marks if more >= 0 else _character(2 * BASE)


def _character(value: int) -> str:
    return chr(value + (35 if value < 57 else 36))


def decode(text: str) -> tuple[list[int], list[int]]:
    """Slots and frequencies."""
    slots: list[int] = []
    frequencies: list[int] = []
    at = distance = 0
    for code in map(ord, text):
        value = code - (35 if code < 92 else 36)
        if value < BASE:
            at += distance * BASE + value
            distance = 0
            slots.append(at)
            frequencies.append(USUAL)
        elif value < 2 * BASE:
            distance = distance * BASE + value - BASE
        else:
            frequencies[-1] += value - 2 * BASE or -1
    return slots, frequencies


def pack_terms(terms: Sequence[tuple[str, int]], stems: Sequence[PackedStem]) -> list[Any]:
    """Sorted terms, each with the number of its stem, as JSON; stems are numbered as the terms bring them."""
    own = {term for term, _ in terms}
    others = [(n, " ".join(term for term in stem.terms if term not in own)) for n, stem in enumerate(stems)]
    return [
        front_coded([term for term, _ in terms]),
        list(_back([number for _, number in terms])),
        " ".join(encode(stem.slots, stem.frequencies) for stem in stems),
        {n: far for n, far in others if far},
        {n: stem.passages for n, stem in enumerate(stems) if stem.passages != len(stem.slots)},
    ]


def front_coded(terms: Sequence[str]) -> str:
    """Sorted terms, each without what the one before it begins with too, after a digit that says how long that is."""
    return " ".join(_front_coded(terms))


def _front_coded(terms: Sequence[str]) -> Iterator[str]:
    before = ""
    for term in terms:
        most = min(len(term), len(before), len(DIGITS) - 1)
        shared = next((i for i in range(most) if term[i] != before[i] or term[i] > "\uffff"), most)
        yield DIGITS[shared] + term[shared:]
        before = term


def _back(numbers: Sequence[int]) -> Iterator[int]:
    most = -1
    for number in numbers:
        yield most + 1 - number if number <= most else 0
        most = max(most, number)


def unpack_terms(shard: Sequence[Any]) -> tuple[list[tuple[str, int]], list[PackedStem]]:
    """Terms with the numbers of their stems, and the stems."""
    terms, back, postings, others, counts = shard
    numbers: list[int] = []
    most = -1
    for n in back:
        numbers.append(most + 1 - n)
        most = max(most, numbers[-1])
    named = [others.get(f"{number}", "").split() for number in range(most + 1)]
    pairs = list(zip(whole(terms), numbers, strict=True))
    for term, number in pairs:
        named[number].append(term)
    stems = []
    for number, (names, text) in enumerate(zip(named, postings.split(" "), strict=True)):
        slots, frequencies = decode(text)
        stems.append(PackedStem(tuple(names), slots, frequencies, counts.get(f"{number}", len(slots))))
    return pairs, stems


def whole(coded: str) -> Iterator[str]:
    """The terms that `front_coded` shortened."""
    before = ""
    for code in coded.split():
        before = before[: DIGITS.index(code[0])] + code[1:]
        yield before
