"""Word lists that ship with the package: synonyms of software docs, equal spellings, stop words.

They are text files beside this one, made to be read and changed in a pull request.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from mkdocs_citeqa.errors import ConfigError

ARROW = "=>"
"""Between the words of a group that are looked up also as others, and those others."""

HOW = 'write "delete, remove" for words that mean the same, or "k8s => kubernetes" for one way only'

LANGUAGE_OF = {"nb": "no", "nn": "no", "in": "id"}
"""Language codes that share another's list: the two written Norwegians, and Indonesian's code before 1989."""


class Group(NamedTuple):
    """Each of `words` is looked up also as each of `targets`, except as itself.

    A group that holds both ways has all its members in both; one with an arrow has nothing in common.
    """

    words: tuple[str, ...]
    targets: tuple[str, ...]


def synonyms() -> list[Group]:
    """The groups that ship with the package, in the order of their file; a member may have several words."""
    return parse_groups(_read("synonyms.txt"))


def spellings() -> dict[str, str]:
    """Variant -> canonical spelling of the same word form; no canonical spelling is itself a variant."""
    return dict(_spelling_pairs(_read("spelling.txt")))


@cache
def stopwords(language: str) -> frozenset[str]:
    """Function words of a language (`de`, `pt-BR`, `nb`), lower case; empty for a language without a list."""
    code = re.split(r"[-_]", language.lower())[0]
    if not re.fullmatch("[a-z]{2,3}", code):
        return frozenset()
    try:
        return frozenset(_lines(_read(f"stopwords/{LANGUAGE_OF.get(code, code)}.txt")))
    except FileNotFoundError:
        return frozenset()


def parse_groups(text: str) -> list[Group]:
    """Groups, one a line: `a, b, c` both ways, `a, b => c` one way. Lines that begin with # are comments.

    Members come back in lower case with single spaces. Raises ConfigError that names the group that is wrong.
    """
    return [_group(line) for line in _lines(text)]


def _group(line: str) -> Group:
    sides = [_members(line, side) for side in line.split(ARROW)]
    if len(sides) > 2:
        raise _wrong(line, f'has more than one "{ARROW}"')
    words, targets = sides[0], sides[-1]
    if len(sides) == 1 and len(words) < 2:
        raise _wrong(line, "has a single member")
    named = words if len(sides) == 1 else words + targets
    twice = next((member for member in named if named.count(member) > 1), None)
    if twice is not None:
        raise _wrong(line, f'names "{twice}" twice')
    return Group(words, targets)


def _members(line: str, side: str) -> tuple[str, ...]:
    members = tuple(_plain(member) for member in side.split(","))
    if not all(re.search(r"\w", member) for member in members):
        raise _wrong(line, "has a member without a letter or digit")
    return members


def _wrong(line: str, fault: str) -> ConfigError:
    return ConfigError(f'synonyms: the group "{line}" {fault}; {HOW}')


def _plain(text: str) -> str:
    """As the analyser reads words: no upper case, one way to write an accent, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _spelling_pairs(text: str) -> Iterator[tuple[str, str]]:
    endings = [""]
    for line in _lines(text):
        if line.startswith("["):
            endings = ["" if ending == "-" else ending for ending in line.strip("[]").split()]
            continue
        variant, canonical = line.split(", ")
        yield from ((variant + ending, canonical + ending) for ending in endings)


def _lines(text: str) -> Iterator[str]:
    """Lines that say something: no blank ones, no comments."""
    stripped = (line.strip() for line in text.splitlines())
    return (line for line in stripped if line and not line.startswith("#"))


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
