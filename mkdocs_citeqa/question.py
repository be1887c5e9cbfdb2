"""question -> Word…: what each word of it may mean in the docs. Twin: widget/question.ts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mkdocs_citeqa.analysis import VERSION, Analyser
from mkdocs_citeqa.index import Entry, Index, LanguageIndex
from mkdocs_citeqa.lenses import choose
from mkdocs_citeqa.postings import LENS, lens_term

QUOTED = re.compile(r'["“„«]([^"“”„«»]+)["”“»]')
TYPO_FROM = (5, 9)
"""Letters from which on a word may have one typo, and two."""
SHORTEST_PREFIX = 3
SUFFIX = 4
"""Letters by which a word may be longer than the docs' word that it begins with."""
APART = 100
"""Words between a question and what is added to it."""
EXPANSIONS = 3
"""Most words of the docs that one unknown word is read as."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A stem of the docs that a word of the question leads to."""

    kind: str
    """exact, part, prefix, typo or synonym."""
    weight: float
    entry: Entry
    term: str
    """The term of the docs by which it was found."""
    share: float
    """How much of the word a passage covers that has it, 0 to 1."""


@dataclass(slots=True)
class Word:
    """One word of the question, or one compound."""

    surface: str
    terms: list[tuple[str, bool]]
    """(term, whether it is a compound as typed), wholes first."""
    position: int
    stop: bool
    clues: list[Clue] = field(default_factory=list)
    mass: float = 0.0
    """What it weighs in the question: the rarity of its rarest clue."""
    used: str = ""
    """The word of the docs that it was read as, when the docs do not have it."""


@dataclass(slots=True)
class Question:
    """A question, read against the docs of one language."""

    words: list[Word]
    phrases: list[list[str]] = field(default_factory=list)
    """Terms of each quoted phrase, in order."""
    excluded: list[Entry] = field(default_factory=list)
    """Stems of words with a dash in front."""
    lens: str = ""
    """Name of the lens that it calls for."""
    historical: bool = False
    """It names a version or asks what changed."""


def read_question(index: Index, terms: LanguageIndex, text: str, *, typing: bool = False) -> Question:
    """The question's words with their clues; while `typing`, its last word may be the beginning of one."""
    words, dashed = split_words(index.analyser, text, terms.stop)
    phrases = [_phrase(index.analyser, m[1]) for m in QUOTED.finditer(text)]
    question = Question(words, [phrase for phrase in phrases if phrase])
    for word in dashed:
        _exclude(word, question, terms)
    question.historical = any(_is_historical(word, index.parameters["history"].split()) for word in question.words)
    lens = choose(text, index.lenses)
    if lens is not None:
        _look_through(question, lens.name, index.parameters["audit"].split())
    alone = all(word.stop for word in question.words)
    last = max((word.position for word in question.words), default=-1)
    for word in question.words:
        weight = index.parameters["stop"] if word.stop and not alone else 1.0
        _find_clues(word, weight, terms, index.parameters, typing and word.position == last and not text.endswith(" "))
    question.words = [word for word in _once(question.words) if word.clues or word.surface != question.lens]
    _add_synonyms(question.words, terms, index.parameters)
    return question


def _is_historical(word: Word, history: Sequence[str]) -> bool:
    return VERSION.fullmatch(word.surface) is not None or any(term in history for term, _ in word.terms)


def _look_through(question: Question, lens: str, audit: Sequence[str]) -> None:
    """A question that calls for a lens also asks for the passages in which it reads something.

    Words that ask whether figures agree are no words of the docs.
    """
    question.lens = lens
    for word in question.words:
        word.stop = word.stop or all(term in audit for term, _ in word.terms)
    last = max((word.position for word in question.words), default=0)
    question.words.append(Word(lens, [(lens_term(lens), False)], last + APART, False))


def split_words(analyser: Analyser, text: str, stop: frozenset[str]) -> tuple[list[Word], list[Word]]:
    """The words of a text, each once, and those that a single dash may exclude."""
    words: dict[str, Word] = {}
    dashed: dict[str, Word] = {}
    position = 0
    for chunk in analyser.chunks(text):
        terms = [(term, whole) for term, _, whole in analyser.terms(chunk)]
        key = " ".join(term for term, _ in terms)
        target = dashed if re.match(r"-[^-]{2}", chunk) else words
        if terms:  # a lone underscore is a chunk without any
            target.setdefault(key, Word(chunk, terms, position, all(term in stop for term, _ in terms)))
        position += analyser.width(chunk)
    return list(words.values()), list(dashed.values())


def _phrase(analyser: Analyser, text: str) -> list[str]:
    return [term for chunk in analyser.chunks(text) for term, _, whole in analyser.terms(chunk) if not whole]


def _exclude(word: Word, question: Question, terms: LanguageIndex) -> None:
    """`-word` leaves out passages with that word, unless the docs have such a flag or nothing else is asked."""
    flag = terms.lookup(word.terms[0][0]) is not None
    entries = [entry for term, whole in word.terms if not whole and (entry := terms.lookup(term))]
    if flag or not question.words:
        question.words.append(word)
    else:
        question.excluded += entries


def _find_clues(
    word: Word, weight: float, terms: LanguageIndex, parameters: Mapping[str, Any], unfinished: bool
) -> None:
    whole = False
    parts = max(1, sum(not compound for _, compound in word.terms))
    alone = 1 / parts
    seen: set[int] = set()
    for term, compound in word.terms:
        entry = terms.lookup(term)
        if entry is not None and id(entry) not in seen:
            seen.add(id(entry))
            kind, less = ("part", parameters["part"]) if whole else ("exact", 1.0 if compound else alone)
            if term.startswith(LENS):
                kind, less = "lens", parameters["lens"]
            word.clues.append(Clue(kind, weight * less, entry, term, 1.0 if compound else alone))
            whole = whole or compound
    if not whole and not word.stop:
        known = {clue.term for clue in word.clues}
        for term, compound in word.terms:
            if not compound and not term.startswith(LENS) and term not in known and terms.lookup(term) is None:
                for kind, entry, name in _read_as(word, term, terms, unfinished):
                    less = parameters[kind]
                    word.clues.append(Clue(kind, weight * alone * less, entry, name, less * alone))
    # A stop word that small docs never use says nothing, though it is rare there.
    absent = terms.idf(0) if weight == 1 else 0.0
    word.mass = weight * max((clue.entry.idf for clue in word.clues), default=absent)


def _once(words: list[Word]) -> list[Word]:
    """Two forms of one word are asked once."""
    seen: set[int] = set()
    kept = []
    for word in words:
        entries = {id(clue.entry) for clue in word.clues}
        if not entries or not entries <= seen:
            kept.append(word)
        seen |= entries
    return kept


def _read_as(word: Word, term: str, terms: LanguageIndex, unfinished: bool) -> Iterator[tuple[str, Entry, str]]:
    """A word that the docs do not have: longer ones that begin with it, the longest that it begins with, or a typo."""
    found: list[tuple[str, Entry]] = []
    kind = "prefix"
    if len(term) >= SHORTEST_PREFIX or unfinished:
        found = terms.prefixed(term, EXPANSIONS)
    if not found and not unfinished and term.isalpha():
        kind, names = nearest(term, terms.vocabulary())
        found = [(name, entry) for name in names if (entry := terms.lookup(name))]
    for name, entry in found:
        if not unfinished:
            word.used = word.used or name
        yield kind, entry, name


def nearest(term: str, vocabulary: Sequence[tuple[str, int]]) -> tuple[str, list[str]]:
    """The kind of reading and the docs' words for an unknown word: the longest beginning of it, else typos."""
    stems = [name for name, _ in vocabulary if len(name) >= max(4, len(term) - SUFFIX) and term.startswith(name)]
    if stems:
        return "prefix", [max(stems, key=len)]
    reach = sum(len(term) >= letters for letters in TYPO_FROM)
    near = [
        (distance(term, name, reach), -count, name) for name, count in vocabulary if abs(len(name) - len(term)) <= reach
    ]
    near = sorted(n for n in near if n[0] <= reach)
    return "typo", [name for d, _, name in near if d == near[0][0]][:EXPANSIONS] if near and reach else []


def distance(a: str, b: str, most: int) -> int:
    """Edits between two words (a letter more, less, changed, or two swapped); `most + 1` when there are more.

    Damerau's distance in the restricted form (optimal string alignment).
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def _add_synonyms(words: Sequence[Word], terms: LanguageIndex, parameters: Mapping[str, Any]) -> None:
    """Words that may mean the same, for one word of the question or for two or three in a row."""
    for first in range(len(words)):
        for count in (3, 2, 1):
            run = words[first : first + count]
            if len(run) == count:
                _add_synonym(run, terms, parameters)


def _add_synonym(run: Sequence[Word], terms: LanguageIndex, parameters: Mapping[str, Any]) -> None:
    literal = {id(clue.entry) for word in run for clue in word.clues}
    for other in _others(run, terms):
        entries = [entry for term in other.split(" ") if (entry := terms.lookup(term))]
        for entry in entries:
            if id(entry) not in literal:
                weight, share = parameters["synonym"] / len(entries), parameters["meaning"] / len(entries)
                run[0].clues.append(Clue("synonym", weight, entry, other, share))


def _others(run: Sequence[Word], terms: LanguageIndex) -> list[str]:
    """What the docs may say instead of these words, in any form of a single word."""
    keys = [" ".join(word.terms[0][0] for word in run)]
    if len(run) == 1:
        keys += [term for clue in run[0].clues[:1] if clue.kind == "exact" for term in clue.entry.terms]
    return list(dict.fromkeys(other for key in dict.fromkeys(keys) for other in terms.alike(key)))
