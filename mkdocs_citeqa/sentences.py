"""A block's text -> its sentences, as contiguous pieces that add up to the text."""

import re
from collections.abc import Iterator

ENDS = re.compile(
    r"""(?P<stop>[.!?…‽؟۔।॥]+)        # one or more marks of a script that puts a space after them
        (?P<close>["'”’»)\]›]*)       # quotes and brackets that close with the sentence
        (?=\s)
      | [。！？｡．][」』）”’]*          # full-width marks need no space
      | \n""",
    re.VERBOSE,
)
ABBREVIATIONS = frozenset(
    """
    e.g i.e etc vs cf approx dr mr mrs ms prof nos fig figs vol inc ltd co corp resp incl
    z.b d.h u.a usw bzw evtl ggf inkl nr vgl s.o s.u
    p.ex env cad pág ej p.ej sr sra núm ecc bijv o.a т.е т.д т.п др
    """.split()  # noqa: SIM905  a list of forty quoted words is no easier to review
)
"""Words that keep their full stop inside a sentence, lower case and without the last stop."""


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence; trailing white space belongs to the sentence before it."""
    start = 0
    for end in _ends(text):
        if text[start:end].strip():
            yield start, end
            start = end
    if text[start:].strip():
        yield start, len(text)


def _ends(text: str) -> Iterator[int]:
    for mark in ENDS.finditer(text):
        end = mark.end()
        while end < len(text) and text[end].isspace():
            end += 1
        if not mark["stop"] or _closes(text, mark, end):
            yield end


def _closes(text: str, mark: re.Match[str], after: int) -> bool:
    """Does this full stop end a sentence, or does it belong to an abbreviation, a number or a name?"""
    if after >= len(text):
        return True
    following = text[after]
    if following.islower():
        return False
    if mark["stop"] != ".":
        return True
    word = re.split(r"[\s(\[\"“„]", text[max(0, mark.start() - 24) : mark.start()])[-1]
    initial = len(word) == 1 and word.isalpha() and word.isupper() and not mark["close"]
    return word.lower() not in ABBREVIATIONS and not initial
