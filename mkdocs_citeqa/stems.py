"""term -> stem, by Snowball's algorithm for the page's language. Only the build stems; the index ships the result."""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

import snowballstemmer

from mkdocs_citeqa.analysis import fold
from mkdocs_citeqa.words import spellings

ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Snowball's algorithms by ISO 639-1 code; one that the installed snowballstemmer lacks stems nothing."""

SCRIPTS = {
    "LATIN": "en",
    "CYRILLIC": "ru",
    "GREEK": "el",
    "ARABIC": "ar",
    "DEVANAGARI": "hi",
    "ARMENIAN": "hy",
}
"""The language to stem a word by when its script is not that of the page's language."""


def primary(language: str) -> str:
    """`pt-BR` -> `pt`."""
    return language.replace("_", "-").split("-")[0].lower()


@cache
def _stemmer(language: str) -> "snowballstemmer.stemmer | None":
    algorithm = ALGORITHMS.get(language)
    if algorithm not in snowballstemmer.algorithms():
        return None
    return snowballstemmer.stemmer(algorithm)


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


@cache
def _own_script(language: str) -> str:
    own = {
        "ru": "CYRILLIC",
        "sr": "CYRILLIC",
        "el": "GREEK",
        "ar": "ARABIC",
        "fa": "ARABIC",
        "hi": "DEVANAGARI",
    }
    own |= {"ne": "DEVANAGARI", "hy": "ARMENIAN", "ta": "TAMIL", "yi": "HEBREW"}
    return own.get(language, "LATIN")


@cache
def _american() -> dict[str, str]:
    return spellings()


def stem_language(word: str, language: str) -> str:
    """Whose rules this word follows: the page's, unless it is written in another script."""
    script = _script(word[0])
    return language if script == _own_script(language) else SCRIPTS.get(script, "")


def stem(term: str, spelled: Iterable[str], language: str) -> str:
    """The stem of a term; `spelled` holds how the docs write it when accents were folded.

    Identifiers, numbers and pairs of unspaced scripts are their own stems.
    """
    word = max(spelled, default=term)
    if language.startswith("en"):
        word = _american().get(word, word)
    if len(word) < 3 or not word.isalpha():
        return term
    return _stemmed(word, stem_language(word, primary(language))) or term


@lru_cache(1 << 16)  # synonyms ask again, and so does the next build of `mkdocs serve`
def _stemmed(word: str, language: str) -> str:
    """The stem by this language's algorithm; empty when there is none."""
    stemmer = _stemmer(language)
    return fold(stemmer.stemWord(word)) if stemmer else ""
