"""Index + question -> Hit…: BM25 with fields, coverage and adjacency. Twin: widget/search.ts.

The score of a passage is

    boost · (c + (1 - c) · coverage) · Σ over the question's words of

    idf · tf / (tf + k1 · (1 - b + b · length / average))

(Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, without the constant factor k1 + 1, as Lucene has
it), to which the best candidates add a bonus for neighbouring words. `tf` counts an occurrence in a heading, a title or
a path more or less than one in the text, and `length` counts them alike. `coverage` is the share of the question's
weight that the passage matches. Both twins add, multiply and divide in the same order: scores are equal to the bit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from mkdocs_citeqa.analysis import Token
from mkdocs_citeqa.index import Index, LanguageIndex
from mkdocs_citeqa.passage_shard import Stored
from mkdocs_citeqa.postings import FIELDS, UNIT, field_texts
from mkdocs_citeqa.question import Clue, Question, Word, read_question

PARAMETERS: Mapping[str, Any] = {
    "k1": 1.5,
    "b": 0.75,
    "fields": FIELDS,
    "unit": UNIT,
    "stop": 0.3,  # weight of a word that every text has
    "part": 0.5,  # weight of the parts of a compound that the docs have as a whole
    "prefix": 0.6,  # weight of a word that begins with the asked one, or the reverse
    "typo": 0.6,  # weight of a word that differs by a letter or two
    "synonym": 0.2,  # weight of a word that may mean the same
    "lens": 0.5,  # weight of a passage's having what the question's lens reads
    "audit": "consistent consistency inconsistent inconsistency conflict conflicts conflicting contradict contradicts "
    "contradiction agree disagree differ mismatch",  # words of a question about a lens that say little of its subject
    "history": "changelog changed changes release released releases new upgrade upgrading upgraded version versions "
    "deprecated deprecation removed breaking",  # words of a question that a changelog may answer
    "meaning": 0.5,  # how much of a word its synonym covers
    "coverage": 0.7,  # share of a score that does not depend on how much of the question is matched
    "adjacency": 0.25,  # bonus of two neighbouring words, as a share of the lighter one's weight
    "candidates": 16,  # passages whose text is looked at
    "evidence": 0.15,  # what each covered word, and each pair of neighbours, adds to the coverage as evidence
    "strong": 0.8,  # evidence from which on a hit can carry an answer
}
"""Shipped in the manifest, so that the twin has no numbers of its own; a site may change them."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a passage scores, before its text is looked at."""

    value: float
    """Sum over the question's words."""
    coverage: float
    """Share of the question's weight that it matches, 0 to 1."""
    words: float
    """How many of its telling words it covers."""
    factor: float
    """What `value` is multiplied by: the page's boost and the coverage."""

    @property
    def base(self) -> float:
        """The score without neighbouring words."""
        return self.factor * self.value


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that matched."""

    stored: Stored
    score: float
    base: Score
    pairs: tuple[tuple[Word, Word, float], ...]
    """Neighbouring words of the question that stand together here, with their bonus."""
    terms: tuple[str, ...]
    """Matched words as the docs write them."""
    strong: bool
    """Its evidence is enough for an answer: coverage + e · (words covered + neighbouring pairs) ≥ s.

    The share of a question that matches says much of a short question and little of a long one, where half of it still
    is a lot of agreement; the number of words that match says the reverse.
    """


@dataclass(frozen=True, slots=True)
class Found:
    """All that a search gives."""

    question: Question
    hits: list[Hit]
    looked_at: list[Hit]
    """All hits whose text was looked at, of which `hits` are the best."""
    matches: int
    """How many passages matched in all."""
    phrase_missing: bool = False
    """No candidate holds the quoted phrase, so it was not insisted on."""


def search(index: Index, text: str, *, language: str | None = None, top: int = 10, typing: bool = False) -> Found:
    """The best passages for a question, best first."""
    code = index.language(language)
    if not code:
        return Found(Question([]), [], [], 0)
    terms = index.terms(code)
    question = read_question(index, terms, text, typing=typing)
    scores = score(question, index, terms)
    best = sorted(scores, key=lambda slot: (-scores[slot].base, slot))
    looked_at = best[: index.parameters["candidates"]]
    phrased = [slot for slot in looked_at if _has_phrases(index, slot, question.phrases)]
    missing = bool(question.phrases) and not phrased
    if question.phrases and phrased:
        best = looked_at = phrased
    hits = [look_at(question, index, slot, scores[slot]) for slot in looked_at]
    hits.sort(key=lambda hit: (-hit.score, hit.stored.slot))
    rest = best[len(looked_at) : top]
    hits += [look_at(question, index, slot, scores[slot], pairs=False) for slot in rest]
    return Found(question, hits[:top], hits, len(best), missing)


def score(question: Question, index: Index, terms: LanguageIndex) -> dict[int, Score]:
    """slot -> score of every passage that any clue leads to and no excluded word forbids."""
    total = 0.0
    for word in question.words:
        total += word.mass
    values: dict[int, float] = {}
    covered: dict[int, float] = {}
    words: dict[int, float] = {}
    for word in question.words:
        for slot, (value, share) in score_word(word, index, terms.average).items():
            values[slot] = values.get(slot, 0.0) + value
            covered[slot] = covered.get(slot, 0.0) + word.mass * share
            words[slot] = words.get(slot, 0.0) + (0.0 if word.stop else share)
    forbidden = {slot for entry in question.excluded for slot in entry.slots}
    c = index.parameters["coverage"]
    scores = {}
    for slot, value in values.items():
        if slot not in forbidden:
            coverage = covered[slot] / total
            scores[slot] = Score(
                value, coverage, words[slot], index.boost(slot, question.historical) * (c + (1 - c) * coverage)
            )
    return scores


def score_word(word: Word, index: Index, average: float) -> dict[int, tuple[float, float]]:
    """slot -> (score, share of the word that it covers); a synonym counts where nothing literal stands."""
    literal: dict[int, tuple[float, float]] = {}
    alike: dict[int, tuple[float, float]] = {}
    for clue in word.clues:
        for slot, value in bm25(clue, index, average):
            if clue.kind != "synonym":
                before = literal.get(slot, (0.0, 0.0))
                literal[slot] = (before[0] + value, min(1.0, before[1] + clue.share))
            elif value > alike.get(slot, (0.0, 0.0))[0]:
                alike[slot] = (value, clue.share)
    return {**alike, **literal}


def bm25(clue: Clue, index: Index, average: float) -> Iterator[tuple[int, float]]:
    """(slot, score) of one clue's passages."""
    k1, b, unit = index.parameters["k1"], index.parameters["b"], index.parameters["unit"]
    weight = clue.weight * clue.entry.idf
    for slot, frequency in zip(clue.entry.slots, clue.entry.frequencies, strict=True):
        tf = frequency / unit
        yield slot, weight * (tf / (tf + k1 * (1 - b + b * index.length(slot) / average)))


def look_at(question: Question, index: Index, slot: int, base: Score, *, pairs: bool = True) -> Hit:
    """A hit, with what only its text can tell."""
    stored = index.passage(slot)
    tokens = read_tokens(index, slot)
    positions = [_positions(word, tokens) for word in question.words]
    found = tuple(_pairs(question.words, positions, index.parameters["adjacency"])) if pairs else ()
    bonus = 0.0
    for _, _, more in found:
        bonus += more
    total = base.base + base.factor * bonus
    evidence = base.coverage + index.parameters["evidence"] * (base.words + len(found))
    strong = evidence >= index.parameters["strong"]
    return Hit(stored, total, base, found, tuple(_surfaces(question.words, tokens)), strong)


def read_tokens(index: Index, slot: int) -> list[Token]:
    """The tokens of a passage's heading and text; a gap in the positions keeps the two apart."""
    tokens = index.tokens.get(slot)
    if tokens is None:
        texts = field_texts(index.passage(slot).passage)
        heading = list(index.analyser.tokens(texts["heading"]))
        after = heading[-1].position + 100 if heading else 0
        text = [token._replace(position=token.position + after) for token in index.analyser.tokens(texts["text"])]
        tokens = index.tokens[slot] = heading + text
    return tokens


def _literal(word: Word) -> dict[str, Clue]:
    return {term: clue for clue in word.clues if clue.kind != "synonym" for term in clue.entry.terms}


def _positions(word: Word, tokens: Sequence[Token]) -> set[int]:
    literal = _literal(word)
    return {token.position for token in tokens if token.term in literal}


def _pairs(words: Sequence[Word], positions: Sequence[set[int]], share: float) -> Iterator[tuple[Word, Word, float]]:
    """Words that follow each other in the question, and in the passage at no more than the same distance."""
    telling = [i for i, word in enumerate(words) if not word.stop]
    for i, j in pairwise(telling):
        reach = max(1, words[j].position - words[i].position)
        if any(at + step in positions[j] for at in positions[i] for step in range(1, reach + 1)):
            yield words[i], words[j], share * min(words[i].mass, words[j].mass)


def _surfaces(words: Sequence[Word], tokens: Sequence[Token]) -> Iterator[str]:
    """Matched words as the passage writes them, each once, in the order of the question."""
    seen: set[str] = set()
    for word in words:
        known = {term for clue in word.clues for term in clue.entry.terms}
        for token in tokens:
            if token.term in known and not word.stop and token.surface.lower() not in seen:
                seen.add(token.surface.lower())
                yield token.surface


def _has_phrases(index: Index, slot: int, phrases: Sequence[Sequence[str]]) -> bool:
    if not phrases:
        return False
    at: dict[int, set[str]] = {}
    for token in read_tokens(index, slot):
        at.setdefault(token.position, set()).add(token.term)
    return all(
        any(all(term in at.get(start + i, ()) for i, term in enumerate(phrase)) for start in at) for phrase in phrases
    )
