"""Is a regular expression safe to run on any text? Read from its parsed form, before it meets a text.

Python's engine tries every way to match before it gives up. How many ways there are is bounded here:

- what stands under a repetition must match in one way only: a repetition inside it must not be able to go on where
  it could also stop, and alternatives and optional parts in it must begin with different characters;
- elsewhere a repetition that can go on where it could also stop may stop at many places, and at each of them all
  that follows is tried: the steps that this takes from one place of the text must stay below STEPS;
- references to what a group matched are refused.
"""

import importlib
import re
import string
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_parser: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")

LONGEST = 400
"""Characters of the longest text that a pattern is run on at once."""
STEPS = 2000
"""Most steps of the engine for one place where a match may begin, in such a text."""

_ALPHABET = frozenset([*map(chr, range(128)), *"éßñд漢€–—’\u00a0"])
"""Characters that stand for all others when two sets are compared."""
_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "DIGIT": str.isdigit,
    "SPACE": str.isspace,
    "WORD": lambda char: char.isalnum() or char == "_",
    "LINEBREAK": lambda char: char == "\n",
}
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")

Item = tuple[Any, Any]


class Unsafe(ValueError):
    """Says what of a pattern could take too long, and what to write instead."""


def check(pattern: str) -> None:
    """Pass, or say with Unsafe what to change. `re.error` when it is no regular expression at all."""
    parsed = _parser.parse(pattern)
    items, fold = list(parsed), bool(parsed.state.flags & re.IGNORECASE)
    if any(_op(item).startswith("GROUPREF") for item in _walk(items)):
        raise Unsafe("it refers to what a group matched; write that part out again")
    if _steps(items, frozenset(), fold) > STEPS:
        raise Unsafe(
            "its open-ended parts can stop at too many places; end each with a character that it can't match itself, "
            'or give it a small bound, as in ".{0,40}" or "\\d{1,9}"'
        )


def _op(item: Item) -> str:
    return str(item[0])


def _inner(item: Item) -> Iterator[list[Item]]:
    """The sequences inside an item."""
    op, value = _op(item), item[1]
    if op == "BRANCH":
        yield from (list(branch) for branch in value[1])
    elif op == "SUBPATTERN":
        yield list(value[-1])
    elif op in _REPEATS:
        yield list(value[2])
    elif op in ("ASSERT", "ASSERT_NOT"):
        yield list(value[1])
    elif op == "ATOMIC_GROUP":
        yield list(value)


def _walk(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        for inner in _inner(item):
            yield from _walk(inner)


def _apart(item: Item, fold: bool) -> bool:
    """Do all alternatives of an item begin with different characters, none of them being empty?"""
    seen: set[str] = set()
    for branch in _inner(item):
        begins, empty = first(branch, fold)
        if empty or seen & begins:
            return False
        seen |= begins
    return True


def _steps(items: Sequence[Item], after: frozenset[str], fold: bool) -> int:
    """Most steps that a sequence takes from one place, when one of `after` must follow it."""
    steps = 1
    for i in range(len(items) - 1, -1, -1):
        item = items[i]
        follows, empty = first(items[i + 1 :], fold)
        follows = follows | after if empty else follows
        if _op(item) in _REPEATS and item[1][1] > 1:
            steps = _repeated(item, follows, steps, fold)
        else:
            inner = [_steps(sequence, follows, fold) for sequence in _inner(item)]
            optional = _op(item) in _REPEATS and bool(first(list(item[1][2]), fold)[0] & follows)
            ways = len(inner) if inner and not _apart(item, fold) else 1
            steps = min((steps + max(inner, default=0)) * ways * (1 + optional), 10 * STEPS)
    return steps


def _repeated(item: Item, follows: frozenset[str], rest: int, fold: bool) -> int:
    """The steps of a repetition and of the `rest` that follows it."""
    least, most, body = item[1][0], min(int(item[1][1]), LONGEST), list(item[1][2])
    begins, _ = first(body, fold)
    _refuse_several(body, follows | begins, fold)
    if begins & follows:
        return min((most - min(int(least), most) + 1) * (1 + rest), 10 * STEPS)
    return min(most, LONGEST) + rest


def _refuse_several(body: Sequence[Item], after: frozenset[str], fold: bool) -> None:
    """What stands under a repetition, when it could match in several ways."""
    for i, item in enumerate(body):
        follows, empty = first(body[i + 1 :], fold)
        follows = follows | after if empty else follows
        begins, _ = first([item], fold)
        if _op(item) in _REPEATS and item[1][0] != item[1][1] and begins & follows:
            raise Unsafe(
                "it repeats something that can itself stop at several places or be left out; give the inner part a "
                'fixed count, as in "\\d{3}", or let it begin with a character that can\'t follow it'
            )
        if _op(item) == "BRANCH" and not _apart(item, fold):
            raise Unsafe("it repeats alternatives that can begin alike or be empty; make them begin differently")
        for inner in _inner(item):
            repeated = _op(item) in _REPEATS and item[1][1] > 1
            _refuse_several(inner, follows | begins if repeated else follows, fold)


def first(items: Sequence[Item], fold: bool) -> tuple[frozenset[str], bool]:
    """The characters that a sequence can begin with, and whether it can be empty."""
    begins: set[str] = set()
    for item in items:
        own, empty = _first(item, fold)
        begins |= own
        if not empty:
            return frozenset(begins), False
    return frozenset(begins), True


def _first(item: Item, fold: bool) -> tuple[frozenset[str], bool]:
    op, value = _op(item), item[1]
    if op in ("AT", "ASSERT", "ASSERT_NOT"):
        return frozenset(), True
    if op == "BRANCH":
        parts = [first(branch, fold) for branch in _inner(item)]
        return frozenset().union(*(begins for begins, _ in parts)), any(empty for _, empty in parts)
    if op in ("SUBPATTERN", "ATOMIC_GROUP"):
        return first(next(_inner(item)), fold)
    if op in _REPEATS:
        begins, empty = first(list(value[2]), fold)
        return begins, empty or value[0] == 0
    return _set(item, fold), False


def _set(item: Item, fold: bool) -> frozenset[str]:
    """The characters of a single-character item; none for others."""
    op, value = _op(item), item[1]
    if op == "ANY":
        return _ALPHABET
    if op == "LITERAL":
        return _literal(value, fold)
    if op == "NOT_LITERAL":
        return _ALPHABET - _literal(value, False)
    if op != "IN":
        return frozenset()
    negated = any(_op(part) == "NEGATE" for part in value)
    found = frozenset().union(*(_member(part, fold and not negated) for part in value))
    return _ALPHABET - found if negated else found


def _literal(code: int, fold: bool) -> frozenset[str]:
    char = chr(code)
    return frozenset((char.lower(), char.upper()) if fold else (char,))


def _member(part: Item, fold: bool) -> frozenset[str]:
    op, value = _op(part), part[1]
    if op == "LITERAL":
        return _literal(value, fold)
    if op == "RANGE":
        found = frozenset(char for char in _ALPHABET if value[0] <= ord(char) <= value[1])
        letters = frozenset(char.swapcase() for char in found if char in string.ascii_letters)
        return found | letters if fold else found
    if op == "CATEGORY":
        kind = str(value).removeprefix("CATEGORY_").removeprefix("UNI_").removeprefix("LOC_")
        test = _CATEGORIES[kind.removeprefix("NOT_")]
        return frozenset(char for char in _ALPHABET if test(char) != kind.startswith("NOT_"))
    return frozenset()
