"""text -> Token…: how words, identifiers, versions, prices and scripts without spaces become terms.

Twin: widget/analysis.ts, with the same functions in the same order. The character classes are data that the index
ships, so that both sides, whatever their Unicode version, cut the same text into the same terms:

- `word`: letters, marks and digits of scripts that put spaces between words,
- `run`: those of scripts that do not (Chinese, Japanese, Korean, Thai, …), which become overlapping pairs.

Every other character beyond ASCII ends a word.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import NamedTuple

ANALYSER = "citeqa-1"
"""Changes whenever the same text gives other terms, so that an index is never asked in another analyser's terms."""

LONGEST = 40
"""Characters of the longest compound that is a term of its own; longer ones (URLs) count by their parts alone."""

JOINTS = re.compile(r"::|[./:@]")
"""What joins names into a path; a dash or an underscore joins words into one name."""
LONGEST_KEPT = 100
"""Characters of a text whose tally is kept: a title, a heading, a path."""

PLAIN = re.compile(r"[a-z0-9]+")
VERSION = re.compile(r"[vV]?([0-9]+(?:\.[0-9]+)+(?:[a-z]+[0-9]*)?)")
DIGITS = re.compile(r"[0-9-]+")
GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
EDGES = re.compile(r"^(--?|[$€£¥₹@./]|#\[?)?(.*?)(\+\+|#)?$", re.DOTALL)
MARKS = re.compile("[\u0300-\u036f\u0640\u064b-\u0652]")
"""Accents and other marks that a reader may leave out; Arabic short vowels and stretching among them."""
LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ς": "σ", "\u2010": "-"}
)

TYPED = "ÀßøẾﬁ１Ａａ\u0301"
"""One of each range of letters, wide forms and marks that come down to plain letters: readers type them at any docs."""


class Token(NamedTuple):
    """A term and where it stood."""

    term: str
    position: int
    """Number of the word in the text; a compound stands where its first part stands."""
    whole: bool
    """It is a compound as typed (`get_user`), whose parts follow as tokens of their own."""
    surface: str
    """As the text writes it."""


@dataclass(frozen=True)
class Classes:
    """Code point ranges beyond ASCII, as flat lists of first and last."""

    word: tuple[int, ...]
    run: tuple[int, ...]


@cache
def unicode_classes() -> Classes:
    """All of Unicode 13, the oldest that a supported Python knows."""
    data = json.loads(resources.files("mkdocs_citeqa").joinpath("characters.json").read_text("utf-8"))
    return Classes(tuple(data["word"]), tuple(data["run"]))


def used_classes(texts: Iterable[str]) -> Classes:
    """Only the ranges that these texts touch, and accented Latin: about a hundred bytes for a site in one script."""
    seen = set(TYPED)
    for text in texts:
        if not text.isascii():
            seen.update(text, normalise(text), unicodedata.normalize("NFC", text))
    points = sorted(ord(c) for c in seen if c > "\x7f")
    every = unicode_classes()
    return Classes(_touched(every.word, points), _touched(every.run, points))


def _touched(ranges: tuple[int, ...], points: list[int]) -> tuple[int, ...]:
    kept: list[int] = []
    at = 0
    for first, last in zip(ranges[::2], ranges[1::2], strict=True):
        while at < len(points) and points[at] < first:
            at += 1
        if at < len(points) and points[at] <= last:
            kept += (first, last)
    return tuple(kept)


def normalise(text: str) -> str:
    """Compatibility forms (full width, ligatures) and hyphens made plain; case stays."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).replace("\u2010", "-")


def fold(word: str) -> str:
    """Lower case without accents: what a reader types when in a hurry."""
    if word.isascii():
        return word.lower()
    bare = MARKS.sub("", unicodedata.normalize("NFD", word.lower().translate(LETTERS)))
    return unicodedata.normalize("NFC", bare)


class Analyser:
    """Cuts text into tokens by given character classes; equal text gives equal tokens on both sides."""

    def __init__(self, classes: Classes) -> None:
        word, run = _character_set(classes.word), _character_set(classes.run)
        self._chunk = re.compile("|".join([*([f"[{run}]+"] if run else []), _chunk_pattern(word)]))
        self._run = re.compile(f"[{run}]+") if run else None
        self._kept = re.compile(f"[€£¥₹\u2010\u2011{word}{run}]")
        self._letters: dict[str, bool] = {}
        self._separators = re.compile(f"[^a-zA-Z0-9{word}]+")
        self._known: dict[str, tuple[tuple[str, int, bool], ...]] = {}
        self._tallies: dict[str, tuple[dict[str, int], int]] = {}
        self.spelled: dict[str, set[str]] = {}
        """How terms that lost accents were written, for the stemmer."""

    def tokens(self, text: str) -> Iterator[Token]:
        """All tokens of a text; several may share a position."""
        position = 0
        for chunk in self.chunks(text):
            for term, offset, whole in self.terms(chunk):
                yield Token(term, position + offset, whole, chunk)
            position += self.width(chunk)

    def chunks(self, text: str) -> list[str]:
        """Words, compounds and unspaced runs as the text writes them."""
        if not text.isascii():
            for letter in set(text) - ASCII:
                if not self._own(letter):
                    text = text.replace(letter, " ")
            text = normalise(text)
        found: list[str] = (ASCII_CHUNK if text.isascii() else self._chunk).findall(text)
        return found

    def _own(self, letter: str) -> bool:
        """Is this character, which is not ASCII, part of words or of compounds?"""
        own = self._letters.get(letter)
        if own is None:
            own = self._letters[letter] = self._kept.fullmatch(letter) is not None
        return own

    def terms(self, chunk: str) -> tuple[tuple[str, int, bool], ...]:
        """(term, words after the chunk's first, whether it is a whole compound) of one chunk, wholes first."""
        known = self._known.get(chunk)
        if known is None:
            known = self._known[chunk] = tuple(self._read(chunk))
        return known

    def tally(self, text: str) -> tuple[dict[str, int], int]:
        """How often each term stands in a text, and how many words the text has.

        The same as counting `tokens`, but each chunk is read once; headings and titles are kept for their next passage.
        """
        kept = self._tallies.get(text)
        if kept is None:
            kept = self._count(text)
            if len(text) < LONGEST_KEPT:
                self._tallies[text] = kept
        return kept

    def _count(self, text: str) -> tuple[dict[str, int], int]:
        counts: dict[str, int] = {}
        words = 0
        for chunk, times in Counter(self.chunks(text)).items():
            terms = self._known.get(chunk) or self.terms(chunk)
            for term, _, _ in terms:
                counts[term] = counts.get(term, 0) + times
            if terms:
                words += times * (terms[-1][1] + 1)
        return counts, words

    def width(self, chunk: str) -> int:
        """How many words a chunk counts as."""
        terms = self.terms(chunk)
        return terms[-1][1] + 1 if terms else 0

    def _read(self, chunk: str) -> list[tuple[str, int, bool]]:
        if PLAIN.fullmatch(chunk):
            return [(chunk, 0, False)]
        if self._run and self._run.fullmatch(chunk):
            return self._pairs(chunk)
        if VERSION.fullmatch(chunk):
            return _version(chunk)
        return self._compound(chunk)

    def _pairs(self, run: str) -> list[tuple[str, int, bool]]:
        letters = list(fold(run))
        if len(letters) == 1:
            return [(letters[0], 0, False)]
        return [(a + b, i, False) for i, (a, b) in enumerate(pairwise(letters))]

    def _compound(self, chunk: str) -> list[tuple[str, int, bool]]:
        prefix, core, suffix = (group or "" for group in _edges(chunk))
        if "," in core:
            if not GROUPED.fullmatch(core):
                return self._listed(prefix, core, suffix)
            core = core.replace(",", "")
        names = [self._name(name) for name in JOINTS.split(core)]
        parts = [(p, i, False) for i, p in enumerate(p for _, ps in names for p in ps)]
        wholes = _wholes(prefix, core, suffix, names)
        if wholes:
            parts = [] if suffix else [part for part in parts if len(part[0]) > 1 or part[0] in "0123456789"]
        return [*wholes, *parts]

    def _listed(self, prefix: str, core: str, suffix: str) -> list[tuple[str, int, bool]]:
        """`a,b` is two words side by side, not a compound."""
        pieces = core.split(",")
        pieces[0] = prefix + pieces[0]
        pieces[-1] += suffix
        found: list[tuple[str, int, bool]] = []
        for piece in pieces:
            base = found[-1][1] + 1 if found else 0
            found += [(term, base + offset, whole) for term, offset, whole in self.terms(piece)]
        return found

    def _name(self, name: str) -> tuple[str, list[str]]:
        """A name without its inner dashes, and its parts: dry-run, dry_run and dryRun are one name."""
        parts = [part for word in self._separators.split(name) for part in _camel(word) if part]
        for part in parts:
            if not part.isascii():
                self.spelled.setdefault(fold(part), set()).add(part.lower())
        squeezed = name if DIGITS.fullmatch(name) else name.replace("-", "").replace("_", "")
        return fold(squeezed), [fold(part) for part in parts]


def _chunk_pattern(word: str) -> str:
    w = f"[a-zA-Z0-9_{word}]"
    return rf"(?:--?(?=[a-zA-Z])|[$€£¥₹@./]|#\[?)?{w}+(?:(?:::|[-./:@,]){w}+)*(?:(?:\+\+|#)(?!{w}))?"


def _character_set(ranges: tuple[int, ...]) -> str:
    return "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(ranges[::2], ranges[1::2], strict=True))


def _version(chunk: str) -> list[tuple[str, int, bool]]:
    """1.2.3 is found by itself and by its beginning, 1.2."""
    numbers = chunk.lower().removeprefix("v").split(".")
    return [(".".join(numbers[:n]), 0, n == len(numbers)) for n in range(len(numbers), 1, -1)]


def _edges(chunk: str) -> tuple[str | None, ...]:
    found = EDGES.match(chunk)
    assert found is not None  # the pattern takes anything
    return found.groups()


def _wholes(prefix: str, core: str, suffix: str, names: list[tuple[str, list[str]]]) -> list[tuple[str, int, bool]]:
    """The compound with and without its edges, and each name in it that has parts of its own."""
    joints = JOINTS.findall(core)
    whole = "".join(name + joint for (name, _), joint in zip(names, [*joints, ""], strict=True))
    found = [(prefix + whole + suffix, 0, True)] if prefix or suffix else []
    if len(names) > 1:
        found.append((whole, 0, True))
    position = 0
    for name, parts in names:
        if len(parts) > 1:
            found.append((name, position, True))
        position += len(parts)
    return [(term, at, True) for term, at, _ in found if len(term) <= LONGEST]


def _camel(word: str) -> list[str]:
    """getUserById -> get, User, By, Id; HTTPServer -> HTTP, Server."""
    word = re.sub(r"([a-z0-9])([A-Z])", "\\1\0\\2", word)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", "\\1\0\\2", word).split("\0")


ASCII = frozenset(map(chr, range(128)))
ASCII_CHUNK = re.compile(_chunk_pattern(""))
"""Most texts need no other class, and one of 700 ranges takes five times as long."""
