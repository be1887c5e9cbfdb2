"""JSON shards -> Index: a built index, read file by file as a question needs them. Twin: widget/index.ts.

The format is told in shards.py, which writes it.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mkdocs_citeqa.analysis import ANALYSER, Analyser, Classes, Token
from mkdocs_citeqa.errors import IndexFormatError
from mkdocs_citeqa.passages import Page, Passage, Unit

FORMAT = 1
"""Raised when a reader of the old format could not read the new one."""


class Entry(NamedTuple):
    """One stem: the terms that lead to it, and its postings."""

    terms: tuple[str, ...]
    idf: float
    slots: Sequence[int]
    frequencies: Sequence[int]


@dataclass(frozen=True, slots=True)
class Stored:
    """A passage as the index ships it."""

    slot: int
    passage: Passage
    language: str
    findings: tuple[dict[str, Any], ...] = ()
    """What the lenses read in it, as JSON."""
    disputes: tuple[Sequence[int], ...] = ()
    """The numbers of the conflicts that each of these is part of."""


class LensWords(NamedTuple):
    """What the manifest says of a lens."""

    name: str
    words: tuple[str, ...]


class LanguageIndex:
    """The terms of one language, loaded shard by shard."""

    def __init__(self, data: Mapping[str, Any], load: Callable[[str], Any]) -> None:
        self._load = load
        self._firsts = [utf16(t) for t in data["terms"][::2]]
        self._files = data["terms"][1::2]
        self._vocabulary = data["vocabulary"]
        self._shards: dict[int, dict[str, Entry]] = {}
        self._words: list[tuple[str, int]] = []
        self.passages: int = data["passages"]
        self.average: float = data["average"]
        self.idf: dict[int, float] = dict(zip(data["idf"][::2], data["idf"][1::2], strict=True))
        self.stop = frozenset(data["stop"].split())
        self.synonyms: dict[str, list[str]] = dict(data["synonyms"])

    def lookup(self, term: str) -> Entry | None:
        """The stem of a term that the docs have, else None."""
        return self._shard(self._at(term)).get(term)

    def prefixed(self, prefix: str, limit: int) -> list[tuple[str, Entry]]:
        """Terms that begin so, of the first shards that hold any; the most frequent stems first, `limit` of them."""
        found = {}
        for number in range(self._at(prefix), self._at(prefix + "\uffff") + 1):
            for term, entry in self._shard(number).items():
                if term.startswith(prefix):
                    found[term] = entry
        best = sorted(found.items(), key=lambda item: (-len(item[1].slots), utf16(item[0])))
        return best[:limit]

    def vocabulary(self) -> list[tuple[str, int]]:
        """All words of the docs of four letters and more, sorted, with the number of their passages."""
        if not self._words:
            shard = self._load(f"vocabulary-{self._vocabulary}.json")
            words = shard["words"].split("\n") if shard["words"] else []  # docs may have no word as long as that
            self._words = list(zip(words, shard["counts"], strict=True))
        return self._words

    def _at(self, term: str) -> int:
        return max(0, bisect_right(self._firsts, utf16(term)) - 1)

    def _shard(self, number: int) -> dict[str, Entry]:
        if number not in self._shards and self._files:
            self._shards[number] = self._unpack(self._load(f"terms-{self._files[number]}.json"))
        return self._shards.get(number, {})

    def _unpack(self, shard: Mapping[str, Any]) -> dict[str, Entry]:
        pairs = list(zip(shard["terms"][::2], shard["terms"][1::2], strict=True))
        terms: list[list[str]] = [[] for _ in shard["stems"]]
        for term, number in pairs:
            terms[number].append(term)
        entries = [
            Entry((*terms[i], *" ".join(far).split()), self.idf[len(deltas)], _sums(deltas), frequencies)
            for i, (deltas, frequencies, *far) in enumerate(shard["stems"])
        ]
        return {term: entries[number] for term, number in pairs}


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
        self._languages: dict[str, LanguageIndex] = {}
        self._passages: dict[int, Stored] = {}
        self._lengths: dict[int, list[int]] = {}
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
            passages = self.manifest["passages"]
            shard = self._load(f"passages-{passages['files'][slot // passages['size']]}.json")
            self._passages.update((stored.slot, stored) for stored in _unpack_passages(shard))
        return self._passages[slot]

    def length(self, slot: int) -> int:
        """Words of a passage."""
        size = self.manifest["lengths"]["size"]
        number = slot // size
        if number not in self._lengths:
            self._lengths[number] = self._load(f"lengths-{self.manifest['lengths']['files'][number]}.json")
        return int(self._lengths[number][slot % size])

    def all_passages(self) -> Iterator[Stored]:
        """Every passage, in the order of the slots."""
        for name in self.manifest["passages"]["files"]:
            yield from _unpack_passages(self._load(f"passages-{name}.json"))

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


def _sums(deltas: Iterable[int]) -> list[int]:
    slots, at = [], 0
    for delta in deltas:
        at += delta
        slots.append(at)
    return slots


def _unpack_passages(shard: Mapping[str, Any]) -> Iterator[Stored]:
    pages = [Page(url, title, file, language) for url, title, file, language in shard["pages"]]
    for slot, page, heading, trail, section, anchor, start, end, generated, context, units, *found in shard["passages"]:
        passage = Passage(
            pages[page], heading, tuple(trail), section, anchor,
            tuple(_unpack_unit(*unit) for unit in units), context, start, end, bool(generated),
        )  # fmt: skip
        rows = found[0] if found else []
        findings = tuple(_unpack_finding(pages[page], *row[:8]) for row in rows)
        yield Stored(slot, passage, pages[page].language, findings, tuple(row[8:] for row in rows))


def _unpack_finding(
    page: Page, lens: str, text: str, key: str, subject: str, anchor: str,
    start: int | None, end: int | None, value: dict[str, Any],
) -> dict[str, Any]:  # fmt: skip
    return {
        "lens": lens, "file": page.file, "start": start, "end": end, "url": page.url, "anchor": anchor,
        "text": text, "key": key, "value": value, "subject": subject,
    }  # fmt: skip


def _unpack_unit(
    kind: str, text: str, anchor: str, start: int | None, end: int | None,
    joined: int = 0, generated: int = 0, head: str = "", language: str = "",
) -> Unit:  # fmt: skip
    return Unit(kind, text, anchor, start, end, head, language, bool(generated), bool(joined))
