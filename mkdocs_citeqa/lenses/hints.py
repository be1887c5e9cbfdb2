"""What a lens can tell of a text at little cost: most texts hold nothing for it, and it need not read them.

Reading every text of a site with every pattern of every lens takes longer than all the rest of its index.
"""

import re
from functools import lru_cache

from mkdocs_citeqa.lenses.numerals import WORDS_OF_NUMBERS

_RUN = re.compile(r"[a-z]+|[0-9]+")
_DIGIT = re.compile(r"\d")
_KEPT = 64
"""Texts whose runs are kept: the lenses read the same blocks of one passage in turn."""


@lru_cache(maxsize=_KEPT)
def runs(text: str) -> frozenset[str]:
    """Its runs of ASCII letters, in lower case, and of ASCII digits."""
    return frozenset(_RUN.findall(text.lower()))


@lru_cache(maxsize=_KEPT)
def has_digit(text: str) -> bool:
    """Does it have a digit of any script?"""
    return _DIGIT.search(text) is not None


def may_count(text: str) -> bool:
    """Could a number stand in it, in figures or in words?"""
    return has_digit(text) or not WORDS_OF_NUMBERS.isdisjoint(runs(text))
