"""JSON shards -> Index: a built index, read file by file as a question needs them. Twin: widget/index.ts.

The files are told in shards.py, which writes them, and their content in passage_shard.py and term_shard.py.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from mkdocs_citeqa.analysis import ANALYSER, Analyser, Classes, Token
from mkdocs_citeqa.errors import IndexFormatError
from mkdocs_citeqa.passage_shard import Stored, unpack_passages
from mkdocs_citeqa.term_shard import unpack_terms, whole

FORMAT = 1
"""Raised when a reader of the old format could not read the new one."""
LENGTH = 64
"""Code of the character that stands for a length of 0; a longer one has a higher code."""


class Entry(NamedTuple):
    """One stem: the terms that lead to it, and its postings."""

    terms: tuple[str, ...]
    idf: float
    slots: Sequence[int]
    """Its passages, or the best of them when there are very many."""
    frequencies: Sequence[int]
    passages: int
    """In how many passages it stands."""


class LensWords(NamedTuple):
    """What the manifest says of a lens."""

    name: str
    words: tuple[str, ...]


class LanguageIndex:
    """The terms of one language, loaded shard by shard."""

    def __init__(self, data: Mapping[str, Any], load: Callable[[str], Any]) -> None:
        self._load = load
        self._firsts = [utf16(t) for t in data["borders"]]
        self._files = data["terms"]
        self._vocabulary = data["vocabulary"]
        self._shards: dict[int, dict[str, Entry]] = {}
        self._words: list[tuple[str, int]] = []
        self.passages: int = data["passages"]
        self.average: float = data["average"]
        self._counts: list[int] = data["counts"]
        self._idf: list[float] = data["idf"]
        self.stop = frozenset(data["stop"].split())
        self._synonyms: dict[str, list[str]] = {}
        for members, targets in data["synonyms"]:
            for key in members:
                self._synonyms.setdefault(key, []).extend(targets)

    def idf(self, passages: int) -> float:
        """The idf of a stem in so many passages: that of the greatest number in the table that is not greater."""
        return self._idf[bisect_right(self._counts, passages) - 1]

    def lookup(self, term: str) -> Entry | None:
        """The stem of a term that the docs have, else None."""
        return self._shard(self._at(term)).get(term)

    def alike(self, key: str) -> list[str]:
        """What the docs may say instead of a key; one with an asterisk stands for its regular endings too."""
        bare = re.sub("(s|ed|ing)$", "", key)
        forms = (key, f"{key}*", f"{bare}*", f"{bare}e*")
        return [other for form in forms for other in self._synonyms.get(form, ())]

    def prefixed(self, prefix: str, limit: int) -> list[tuple[str, Entry]]:
        """Terms that begin so, of the first shards that hold any; the most frequent stems first, `limit` of them."""
        found = {}
        for number in range(self._at(prefix), self._at(prefix + "\uffff") + 1):
            for term, entry in self._shard(number).items():
                if term.startswith(prefix):
                    found[term] = entry
        best = sorted(found.items(), key=lambda item: (-item[1].passages, utf16(item[0])))
        return best[:limit]

    def vocabulary(self) -> list[tuple[str, int]]:
        """All words of the docs of four letters and more, sorted, with the number of their passages."""
        if not self._words:
            words, counts = self._load(f"vocabulary-{self._vocabulary}.json")
            self._words = list(zip(whole(words), counts, strict=True))
        return self._words

    def _at(self, term: str) -> int:
        return max(0, bisect_right(self._firsts, utf16(term)) - 1)

    def _shard(self, number: int) -> dict[str, Entry]:
        if number not in self._shards and self._files:
            self._shards[number] = self._unpack(self._load(f"terms-{self._files[number]}.json"))
        return self._shards.get(number, {})

    def _unpack(self, shard: Sequence[Any]) -> dict[str, Entry]:
        terms, stems = unpack_terms(shard)
        entries = [Entry(s.terms, self.idf(s.passages), s.slots, s.frequencies, s.passages) for s in stems]
        return {term: entries[number] for term, number in terms}


class Index:
    """A built index, read file by file as a question needs them."""

    def __init__(self, load: Callable[[str], Any]) -> None:
        self._load = load
        self.manifest = load("manifest.json")
        if self.manifest.get("format") != FORMAT:
            raise IndexFormatError(
                f"The index has format {self.manifest.get('format')}, this version of citeqa reads format {FORMAT}: "
                "build the site again with this version."
            )
        if self.manifest["analyser"] != ANALYSER:
            raise IndexFormatError(
                f"The index was built with analyser {self.manifest['analyser']}, this version has {ANALYSER}: "
                "build the site again with this version."
            )
        classes = self.manifest["classes"]
        self.analyser = Analyser(Classes(tuple(classes["word"]), tuple(classes["run"])))
        self.parameters: Mapping[str, Any] = self.manifest["parameters"]
        self.lenses = [LensWords(lens["name"], tuple(lens["words"])) for lens in self.manifest["lenses"]]
        self.source: str | None = self.manifest["site"]["source"]
        self._shapes: list[list[str]] = self.manifest["shapes"]
        self._languages: dict[str, LanguageIndex] = {}
        self._passages: dict[int, Stored] = {}
        self.tokens: dict[int, list[Token]] = {}
        """Tokens of passages that were looked at."""

    def language(self, wanted: str | None) -> str:
        """The language to ask in: the wanted one, its primary part, or the site's own."""
        known = self.manifest["languages"]
        for code in (wanted or "", (wanted or "").split("-")[0], self.manifest["site"]["language"]):
            if code in known:
                return str(code)
        return next(iter(known), "")

    def terms(self, language: str) -> LanguageIndex:
        """The terms of a language that `language` gave."""
        if language not in self._languages:
            self._languages[language] = LanguageIndex(self.manifest["languages"][language], self._load)
        return self._languages[language]

    def passage(self, slot: int) -> Stored:
        """One passage, by its number."""
        if slot not in self._passages:
            self._passages.update(
                (stored.slot, stored) for stored in self._shard(slot // self.manifest["slots"]["shard"])
            )
        return self._passages[slot]

    def length(self, slot: int) -> int:
        """Words of a passage."""
        return ord(self._slots[0][slot]) - LENGTH

    def all_passages(self) -> Iterator[Stored]:
        """Every passage, in the order of the slots."""
        for number in range(len(self._slots[1])):
            yield from self._shard(number)

    @cached_property
    def _slots(self) -> tuple[str, list[str]]:
        """The lengths of all passages, as characters, and the passage shards."""
        files = [self._load(f"slots-{name}.json") for name in self.manifest["slots"]["files"]]
        return "".join(lengths for lengths, _ in files), [shard for _, shards in files for shard in shards]

    def _shard(self, number: int) -> Iterator[Stored]:
        name = self._slots[1][number]
        if name:
            first = number * self.manifest["slots"]["shard"]
            yield from unpack_passages(self._load(f"passages-{name}.json"), first, self._shapes)

    def boost(self, slot: int, historical: bool) -> float:
        """The factor of the page that a passage stands on, for a question about history or another one."""
        for first, last, factor, history in self.manifest["boosts"]:
            if first <= slot <= last:
                return float(factor if historical else factor * history)
        return 1.0


def open_index(read: Callable[[str], bytes]) -> Index:
    """An index whose files `read` gives by name; a missing or damaged one is an IndexFormatError."""

    def load(name: str) -> Any:
        try:
            return json.loads(read(name))
        except FileNotFoundError:
            raise IndexFormatError(f"The index lacks {name}: build the site again with the citeqa plugin.") from None
        except ValueError as error:
            raise IndexFormatError(f"{name} of the index is damaged ({error}): build the site again.") from None

    return Index(load)


def utf16(text: str) -> bytes:
    """Sort key: the order in which JavaScript compares strings."""
    return text.encode("utf-16-be", "surrogatepass")
