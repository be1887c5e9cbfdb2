"""The words around a figure that make it a bound or an estimate."""

import re
from typing import Literal

from mkdocs_citeqa.lenses.lazily import lazily

Bound = Literal["min", "max"]

_ROUND = lazily(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|ca\.?|circa|an? (?:estimated|estimate of)"
    r"|estimated(?: at)?|nearly"
    r"|almost|environ|etwa|rund)\s|[~≈∼])\s*$",
    re.IGNORECASE,
)
_MIN = lazily(
    r"(?:\b(?:from|starting (?:at|from)|starts? (?:at|from)|begin(?:s|ning)? at|at least|over|more than"
    r"|greater than|above"
    r"|exceed(?:s|ed|ing)?|no (?:less|fewer) than|not less than|as (?:low|little) as|mindestens|ab|à partir de|desde"
    r"|a partir de|da|vanaf|min\.?|minimum|minimal|minimum(?: [\w-]+){1,6}?(?: is| are| of)|minimum [a-z]+)"
    r"|[>≥]=?)\s?:?\s*$",
    re.IGNORECASE,
)
_MAX = lazily(
    r"(?:\b(?:up to|up to the first|under|(?<!no )(?<!not )(?:less|fewer) than|lower than|below|at most"
    r"|no more than|not more than"
    r"|(?:not|n't|never) exceed|no (?:larger|bigger|longer|greater|higher) than|limited to|capped at|limit of"
    r"|cap of|bis zu"
    r"|jusqu['’]à|hasta|fino a|tot|within|max\.?|maximum|maximal|max(?:imum)?(?: [\w-]+){1,6}?(?: is| are| of)"
    r"|a max(?:imum)? of)"
    r"|[<≤]=?)\s?:?\s*$",
    re.IGNORECASE,
)
_OR_MORE = lazily(
    r"\+(?![\s]*[\d$€£])|(?:\s?per [\w ]{1,20})?,?\s?\(?(?:or (?:more|over|above|higher|greater)|and (?:up"
    r"|above|over|more)"
    r"|minimum|min\b|upwards)\b",
    re.IGNORECASE,
)
_OR_LESS = lazily(
    r",?\s?\(?(?:or (?:less|fewer|under|below|lower)|and (?:under|below)|maximum|max\b|tops)\b", re.IGNORECASE
)
_SENTENCE = lazily(r".*(?:(?<!max)(?<!min)[.]|[;!?|\n])\s", re.DOTALL)
_FROM_TO = lazily(r"\bfrom \S{0,3}\d\S*\s(?!to ).{1,60} to $", re.IGNORECASE)
_CHANGE = lazily(
    r"\b(?:rais|ris|rose|increas|reduc|chang|drop|lower|go|went|gone|cut|fall|fell|mov|climb|jump)\w*\b[^.;:"
    r"|]{0,40}\bfrom "
    r"(?:about |around )?$",
    re.IGNORECASE,
)
_WINDOW = 90


def approximate(text: str, start: int) -> bool:
    """Is the figure that begins here said to be a round or estimated one?"""
    return bool(_ROUND.search(text, max(0, start - _WINDOW), start))


def bound(text: str, start: int, end: int) -> Bound | None:
    """Is the figure at `text[start:end]` the least or the most of something?"""
    before = _ROUND.sub("", text[max(0, start - _WINDOW) : start])
    before = _SENTENCE.sub("", before)
    if _MAX.search(before) or _FROM_TO.search(before):
        return "max"
    if _MIN.search(before) and not changes(text, start):
        return "min"
    after = text[end : end + _WINDOW]
    if _OR_LESS.match(after):
        return "max"
    return "min" if _OR_MORE.match(after) else None


def changes(text: str, at: int) -> bool:
    """Does "from" stand before the old value of a change? "rises from $10 to $12" tells two prices, not a range."""
    return bool(_CHANGE.search(text, max(0, at - _WINDOW), at))
