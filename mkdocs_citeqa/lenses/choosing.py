"""Which lens a question calls for, if any. Twin: `choose` in widget/lens.ts.

A lens is chosen when one of its phrases stands in the lower-cased question as whole words, or one of its signs
stands in it anywhere. The longest phrase wins; of two as long, the lens that comes first in the list.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar


class Worded(Protocol):
    """What can be chosen by a question's words: a lens, or what an index says of one."""

    @property
    def words(self) -> Sequence[str]:
        """Lower-case words, phrases and signs."""
        ...


_L = TypeVar("_L", bound=Worded)


def choose(question: str, lenses: Iterable[_L]) -> _L | None:
    """The lens whose words the question says; None, the normal case, when it says no lens's words."""
    asked = question.lower()
    best, longest = None, 0
    for lens in lenses:
        length = max((len(phrase) for phrase in lens.words if says(asked, phrase)), default=0)
        if length > longest:
            best, longest = lens, length
    return best


def says(asked: str, phrase: str) -> bool:
    """Does a lower-cased text hold this phrase as whole words? A sign needs no border."""
    at = asked.find(phrase)
    while at >= 0:
        if _border(asked, at - 1, phrase[0]) and _border(asked, at + len(phrase), phrase[-1]):
            return True
        at = asked.find(phrase, at + 1)
    return False


def _border(asked: str, at: int, inner: str) -> bool:
    """Can a phrase end here? Not between two word characters; scripts from Thai on put no space between words."""
    return not (0 <= at < len(asked) and inner < "\u0e00" and _is_word(inner) and _is_word(asked[at]))


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
