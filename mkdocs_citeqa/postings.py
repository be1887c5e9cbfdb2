"""Passage… -> Posting…: which stem stands in which passage, how often, and how long that passage is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from mkdocs_citeqa.analysis import Analyser
from mkdocs_citeqa.passages import Passage
from mkdocs_citeqa.stems import stem

FIELDS: Mapping[str, int] = {"text": 2, "heading": 4, "trail": 2, "title": 2, "path": 1, "questions": 6}
"""How much one occurrence counts in each field, in halves of an occurrence in the text."""
UNIT = FIELDS["text"]
LENS = "~"
"""What the term of a lens begins with, and no term of a text does."""


@dataclass(frozen=True, slots=True)
class PassageTerms:
    """What the analyser reads in one passage."""

    weighted: Mapping[str, int]
    """term -> occurrences over all fields, in units of 1/UNIT."""
    length: int
    """Words of all fields in the same units; a compound counts as its words."""


@dataclass(frozen=True, slots=True)
class Postings:
    """One stem's passages, ascending, with the weighted frequency in each."""

    slots: list[int] = field(default_factory=list)
    frequencies: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Terms and postings of all passages of one language."""

    stems: Mapping[str, str]
    """term -> stem, for every term of the docs."""
    postings: Mapping[str, Postings]
    passages: int
    average: float
    """Mean length of a passage, in the units of its length."""


def field_texts(passage: Passage) -> dict[str, str]:
    """The text of each field by name; the heading is not repeated where it is the page's title."""
    return {
        "text": f"{passage.context}\n{body(passage)}",
        "heading": passage.heading,
        "trail": "\n".join(passage.trail),
        "title": passage.page.title,
        "path": path_words(passage.page.url),
    }


def body(passage: Passage) -> str:
    """The passage's own words, without its heading."""
    return passage.text if passage.units else ""


def path_words(url: str) -> str:
    """`tutorial/first-steps/` -> `tutorial first-steps`."""
    return unquote(url).replace("/", " ").replace(".html", "")


def lens_term(lens: str) -> str:
    """A term that stands in every passage in which this lens reads something; no text gives such a term."""
    return LENS + lens


def read_terms(analyser: Analyser, passage: Passage, lenses: Iterable[str] = ()) -> PassageTerms:
    """The terms of one passage with their weights."""
    read = _read(analyser, field_texts(passage))
    return PassageTerms({**read.weighted, **{lens_term(lens): UNIT for lens in lenses}}, read.length)


def read_questions(analyser: Analyser, questions: Sequence[str]) -> PassageTerms:
    """The terms of asked-for questions with their weights, to be added to those of a section's passages."""
    return _read(analyser, {"questions": "\n".join(questions)})


def add(terms: PassageTerms, more: PassageTerms) -> PassageTerms:
    """The terms of two together."""
    weighted = dict(terms.weighted)
    for term, weight in more.weighted.items():
        weighted[term] = weighted.get(term, 0) + weight
    return PassageTerms(weighted, terms.length + more.length)


def _read(analyser: Analyser, texts: Mapping[str, str]) -> PassageTerms:
    weighted: dict[str, int] = {}
    length = 0
    for name, text in texts.items():
        weight = FIELDS[name]
        counts, words = analyser.tally(text)
        for term, count in counts.items():
            weighted[term] = weighted.get(term, 0) + weight * count
        length += weight * words
    return PassageTerms(weighted, length)


def gather(analyser: Analyser, language: str, passages: Iterable[tuple[int, PassageTerms]]) -> Vocabulary:
    """The vocabulary of passages given with ascending slots."""
    weights: defaultdict[str, dict[int, int]] = defaultdict(dict)
    count = total = 0
    for slot, terms in passages:
        count, total = count + 1, total + terms.length
        for term, weight in terms.weighted.items():
            weights[term][slot] = weight
    stems = {term: stem(term, analyser.spelled.get(term, ()), language) for term in weights}
    families: dict[str, list[str]] = {}
    for term, root in stems.items():
        families.setdefault(root, []).append(term)
    postings = {root: _together([weights[term] for term in family]) for root, family in families.items()}
    return Vocabulary(stems, postings, count, total / max(count, 1))


def _together(family: Sequence[Mapping[int, int]]) -> Postings:
    """The postings of terms with one stem, each given as slot -> weight."""
    if len(family) == 1:
        return Postings(list(family[0]), list(family[0].values()))
    weights: Counter[int] = Counter()
    for member in family:
        weights.update(member)
    slots = sorted(weights)
    return Postings(slots, [weights[slot] for slot in slots])
