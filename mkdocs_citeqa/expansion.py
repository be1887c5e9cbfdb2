"""Vocabulary -> what leads to its terms beside themselves: other spellings and words that may mean the same."""

from collections.abc import Iterable, Iterator, Mapping

from mkdocs_citeqa.analysis import Analyser, fold
from mkdocs_citeqa.lexicon import LanguageData
from mkdocs_citeqa.postings import Vocabulary
from mkdocs_citeqa.stems import primary, stem
from mkdocs_citeqa.words import Group, spellings, stopwords

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How people type these letters on a keyboard that lacks them."""


def expand(vocabulary: Vocabulary, analyser: Analyser, language: str, groups: Iterable[Group]) -> LanguageData:
    """All that the index ships for a language; `groups` are synonyms of this language."""
    return LanguageData(
        vocabulary,
        aliases=dict(_aliases(vocabulary, analyser, language)),
        stop=sorted({term for word in stopwords(language) for term in _terms(analyser, word)}),
        synonyms=_synonyms(vocabulary, analyser, language, groups),
    )


def _terms(analyser: Analyser, text: str) -> list[str]:
    """The first term of each word: a compound as typed."""
    return [analyser.terms(chunk)[0][0] for chunk in analyser.chunks(text) if analyser.terms(chunk)]


def _aliases(vocabulary: Vocabulary, analyser: Analyser, language: str) -> Iterator[tuple[str, str]]:
    pairs = [*_spelled(language), *_typed(analyser)]
    for a, b in pairs:
        for missing, known in ((a, b), (b, a)):
            if known in vocabulary.stems and missing not in vocabulary.stems:
                yield missing, known


def _spelled(language: str) -> Iterable[tuple[str, str]]:
    return spellings().items() if primary(language) == "en" else ()


def _typed(analyser: Analyser) -> Iterator[tuple[str, str]]:
    for term, written in sorted(analyser.spelled.items()):
        for word in sorted(written):
            yield fold(word.translate(UMLAUTS)), term


def _synonyms(
    vocabulary: Vocabulary, analyser: Analyser, language: str, groups: Iterable[Group]
) -> list[tuple[list[str], list[str]]]:
    """What the docs have of each group: how its members are typed, and what the docs may say instead."""
    known = _by_stem(vocabulary)
    found = []
    for group in groups:
        own = {word: _in_docs(_terms(analyser, word), known, language) for word in (*group.words, *group.targets)}
        targets = list(dict.fromkeys(own[word] for word in group.targets if own[word]))
        keys = [
            _typed_as(_terms(analyser, word), known, language)
            for word in group.words
            if any(target != own[word] for target in targets)
        ]
        if keys:
            found.append((keys, targets))
    return found


def _by_stem(vocabulary: Vocabulary) -> dict[str, str]:
    """stem -> its shortest term, the first of equals."""
    shortest: dict[str, str] = {}
    for term in sorted(vocabulary.stems, key=lambda t: (len(t), t)):
        shortest.setdefault(vocabulary.stems[term], term)
    return shortest


def _in_docs(terms: list[str], known: Mapping[str, str], language: str) -> str:
    """The docs' own forms of these terms, with spaces between; empty when the docs lack one."""
    found = [known.get(stem(term, (), language), "") for term in terms]
    return " ".join(found) if all(found) else ""


def _typed_as(terms: list[str], known: Mapping[str, str], language: str) -> str:
    """The key of a member, with an asterisk for its regular endings when the docs lack the word.

    The docs' own forms of a word that they have lead there by themselves.
    """
    key = " ".join(terms)
    lacking = len(terms) == 1 and key.isascii() and key.isalpha() and stem(key, (), language) not in known
    return f"{key}*" if lacking else key
