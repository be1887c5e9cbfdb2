"""Numbers as people write them -> plain decimals."""

import re
from decimal import Decimal

from mkdocs_citeqa.lenses.vocabulary import listed

SPACES = " \u00a0\u202f\u2009"
"""What may stand between groups of digits, and between a number and its unit."""

_GROUPS = rf"\d{{1,3}}(?:[{SPACES[1:]}'’.,]\d{{3}}(?!\d)){{1,6}}(?:[.,]\d{{1,12}})?"
_INDIAN = r"\d{1,2}(?:,\d{2}){1,5},\d{3}(?!\d)(?:\.\d{1,6})?"
_PLAIN = r"\d{1,15}(?:[.,]\d{1,18})?|[.,]\d{1,18}"
NUMBER = rf"(?:{_GROUPS}|{_INDIAN}|{_PLAIN})"
"""A number in figures, without its sign; bounded, so that a long run of digits costs no more than its length."""
SPACED = r"\d{1,3}(?: \d{3}(?!\d)){1,4}(?:[.,]\d{1,6})?"
"""Grouped by plain spaces, which only a currency beside it tells from two numbers."""

MULTIPLES = {
    "k": 3, "tsd": 3, "thousand": 3, "m": 6, "mn": 6, "mio": 6, "million": 6, "millions": 6, "mln": 6,
    "b": 9, "bn": 9, "mrd": 9, "billion": 9, "billions": 9, "trillion": 12,
}  # fmt: skip
"""Power of ten of a suffix or word behind a number."""
MULTIPLE = rf"(?:[kKMB]|m|bn|mn)(?![^\W\d_])|[{SPACES}](?:thousand|million|billion|trillion|bn|mn|mln|Mio|Mrd|Tsd)\b\.?"

_ONES = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_VALUES = {word: n for n, word in enumerate(_ONES)} | {word: 10 * (n + 2) for n, word in enumerate(_TENS)}
WORDS_OF_NUMBERS = frozenset([*_VALUES, "hundred", "thousand", "million"])
_WORD = "|".join(sorted(WORDS_OF_NUMBERS, key=lambda word: (-len(word), word)))
WORDS = rf"\b(?:{_WORD})(?:[ -](?:and )?(?:{_WORD})){{0,6}}\b"
"""A number in words: "five hundred", "twenty-five"."""


def plain(number: Decimal) -> str:
    """Without grouping, exponent or trailing zeros: "39", "0.05"."""
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def decimal(raw: str, multiple: str = "") -> Decimal:
    """The value of a number in figures.

    Two kinds of separator: the last is the decimal one. A lone separator is decimal before one or two digits,
    before four or more, and behind a leading zero; before three digits it groups, and so does a repeated one.
    """
    text = re.sub(rf"[{SPACES}'’]", "", raw)
    point = max(text.rfind("."), text.rfind(","))
    if point >= 0:
        other = "," if text[point] == "." else "."
        behind = len(text) - point - 1
        lone = text.count(text[point]) == 1
        if lone and (other in text or behind != 3 or text[:point].strip("0") == ""):
            whole, fraction = text[:point].replace(other, ""), text[point + 1 :]
            text = f"{whole or '0'}.{fraction or '0'}"
        else:
            text = text.replace(".", "").replace(",", "")
    return Decimal(text).scaleb(MULTIPLES.get(multiple.strip(SPACES + ".").lower(), 0))


def spoken(words: str) -> Decimal:
    """The value of a number in words."""
    total = part = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in _VALUES:
            part += _VALUES[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word in ("thousand", "million"):
            total, part = total + max(part, 1) * 10 ** MULTIPLES[word], 0
    return Decimal(total + part)
