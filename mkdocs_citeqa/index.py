"""Passage… -> Index <-> JSON shards: the only file that knows the format. Reader's twin: widget/index.ts.

    manifest.json              parameters, counts, and which file holds what
    terms-<hash>.json          a range of sorted terms, each naming its stem, and the postings of those stems
    lengths-<hash>.json        the length of each passage, by slot
    passages-<hash>.json       passages of neighbouring slots, with what is needed to show, quote and cite them
    vocabulary-<hash>.json     all words, fetched only for a word that the docs do not have

A slot is a passage's number. Every page starts at a multiple of eight, so that a passage more or less on one page
leaves the numbers of the others alone. Shards end where a term's own digest says so, so that an edit moves no
boundary but its own. A file's name is the digest of its content.
"""

import hashlib
import json
import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mkdocs_citeqa.analysis import ANALYSER, Analyser, Classes, Token, used_classes
from mkdocs_citeqa.errors import IndexFormatError
from mkdocs_citeqa.passages import Page, Passage, Unit
from mkdocs_citeqa.postings import PassageTerms, Postings, Vocabulary, field_texts, gather

FORMAT = 1
"""Raised when a reader of the old format could not read the new one."""
LENGTHS = 16384
"""Slots whose lengths share a file."""
STRIDE = 8
"""Slots per page are a multiple of this."""
PASSAGE_FILES = 1500
"""About how many passage shards a large site has; a small one has one per STRIDE slots."""
TERM_SHARD = 6000
"""Characters of JSON that a term shard has on average; more when there would be over TERM_FILES of them."""
TERM_FILES = 1000


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


def idf(passages: int, frequency: int) -> float:
    """Lucene's idf of a stem in `frequency` of `passages` passages, to 12 significant digits.

    ln(1 + (N - n + 0.5) / (n + 0.5)): Robertson and Spärck Jones' weight, kept above zero.
    """
    return float(f"{math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5)):.12g}")


def utf16(text: str) -> bytes:
    """Sort key: the order in which JavaScript compares strings."""
    return text.encode("utf-16-be", "surrogatepass")


def assign_slots(pages: Sequence[Sequence[Passage]]) -> list[int]:
    """First slot of each page."""
    firsts, slot = [], 0
    for passages in pages:
        firsts.append(slot)
        slot += STRIDE * -(-len(passages) // STRIDE)
    return firsts


def pack(content: Any) -> bytes:
    """Compact JSON, the same bytes everywhere."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def digest(content: bytes) -> str:
    """What a file is named by."""
    return hashlib.blake2s(content, digest_size=5).hexdigest()


class Writer:
    """Collects the files of an index."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, kind: str, content: Any) -> str:
        """A content-named file; returns its digest."""
        packed = pack(content)
        name = digest(packed)
        self.files[f"{kind}-{name}.json"] = packed
        return name


@dataclass(frozen=True, slots=True)
class LanguageData:
    """What the index ships for the passages of one language."""

    vocabulary: Vocabulary
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other spellings -> a term of the vocabulary, equal in weight."""
    stop: Sequence[str] = ()
    synonyms: Sequence[tuple[str, Sequence[str]]] = ()
    """What a reader types -> what the docs may say instead."""


def write_index(
    pages: Sequence[tuple[Sequence[Passage], Sequence[PassageTerms]]],
    languages: Mapping[str, Callable[[Vocabulary], LanguageData]],
    analyser: Analyser,
    parameters: Mapping[str, Any],
    site: Mapping[str, Any],
) -> dict[str, bytes]:
    """The files of an index by name, `manifest.json` among them.

    `pages` are in the order in which they are numbered; `languages` says for each language that occurs what to ship
    beside its vocabulary.
    """
    writer = Writer()
    firsts = assign_slots([passages for passages, _ in pages])
    slots = [
        (first + i, p, t)
        for first, page in zip(firsts, pages, strict=True)
        for i, (p, t) in enumerate(zip(*page, strict=True))
    ]
    size, files = _write_passages(writer, [(slot, passage) for slot, passage, _ in slots])
    written = {
        language: _write_language(
            writer,
            data(
                gather(
                    analyser,
                    language,
                    ((slot, terms) for slot, passage, terms in slots if passage.page.language == language),
                )
            ),
            parameters,
        )
        for language, data in sorted(languages.items())
    }
    classes = used_classes(text for _, passage, _ in slots for text in field_texts(passage).values())
    writer.files["manifest.json"] = pack(
        {
            "format": FORMAT,
            "analyser": ANALYSER,
            "parameters": parameters,
            "classes": {"word": classes.word, "run": classes.run},
            "site": site,
            "counts": {"pages": len(pages), "passages": len(slots)},
            "languages": written,
            "passages": {"size": size, "files": files},
            "lengths": {"size": LENGTHS, "files": _write_lengths(writer, slots)},
            "boosts": list(_boosts(slots)),
        }
    )
    return writer.files


def _boosts(slots: Sequence[tuple[int, Passage, PassageTerms]]) -> Iterator[list[float]]:
    """[first slot, last slot, factor] of every page whose factor is not 1."""
    runs: dict[str, list[float]] = {}
    for slot, passage, _ in slots:
        if passage.page.boost != 1:
            runs.setdefault(passage.page.url, [slot, slot, passage.page.boost])[1] = slot
    yield from runs.values()


def _write_lengths(writer: Writer, slots: Sequence[tuple[int, Passage, PassageTerms]]) -> list[str]:
    lengths = [0] * (slots[-1][0] + 1 if slots else 0)
    for slot, _, terms in slots:
        lengths[slot] = terms.length
    return [writer.add("lengths", lengths[i : i + LENGTHS]) for i in range(0, len(lengths), LENGTHS)]


def _write_passages(writer: Writer, slots: Sequence[tuple[int, Passage]]) -> tuple[int, list[str]]:
    last = slots[-1][0] if slots else -1
    size = STRIDE * max(1, round(last / STRIDE / PASSAGE_FILES))
    shards: list[list[tuple[int, Passage]]] = [[] for _ in range((last + size) // size)]
    for slot, passage in slots:
        shards[slot // size].append((slot, passage))
    return size, [writer.add("passages", _pack_passages(shard)) for shard in shards]


def _pack_passages(shard: Sequence[tuple[int, Passage]]) -> dict[str, Any]:
    pages = list(dict.fromkeys(passage.page for _, passage in shard))
    return {
        "pages": [[p.url, p.title, p.file, p.language] for p in pages],
        "passages": [[slot, pages.index(p.page), *_pack_passage(p)] for slot, p in shard],
    }


def _pack_passage(p: Passage) -> list[Any]:
    units = [
        _trimmed(
            [u.kind, u.text, u.anchor, u.start, u.end, int(u.joined), int(u.generated), u.head, u.language]
        )
        for u in p.units
    ]
    return [p.heading, p.trail, p.section, p.anchor, p.start, p.end, int(p.generated), p.context, units]


def _trimmed(values: list[Any]) -> list[Any]:
    while values[-1] in (0, ""):
        values.pop()
    return values


def _unpack_passages(shard: Mapping[str, Any]) -> Iterator[Stored]:
    pages = [Page(url, title, file, language) for url, title, file, language in shard["pages"]]
    for slot, page, heading, trail, section, anchor, start, end, generated, context, units in shard[
        "passages"
    ]:
        passage = Passage(
            pages[page], heading, tuple(trail), section, anchor,
            tuple(_unpack_unit(*unit) for unit in units), context, start, end, bool(generated),
        )  # fmt: skip
        yield Stored(slot, passage, pages[page].language)


def _unpack_unit(
    kind: str, text: str, anchor: str, start: int | None, end: int | None,
    joined: int = 0, generated: int = 0, head: str = "", language: str = "",
) -> Unit:  # fmt: skip
    return Unit(kind, text, anchor, start, end, head, language, bool(generated), bool(joined))


def _write_language(writer: Writer, data: LanguageData, parameters: Mapping[str, Any]) -> dict[str, Any]:
    vocabulary = data.vocabulary
    stems = {**vocabulary.stems, **{alias: vocabulary.stems[term] for alias, term in data.aliases.items()}}
    terms = sorted(stems, key=utf16)
    files = [
        x
        for run in _term_runs(terms, stems, vocabulary.postings)
        for x in (run[0], writer.add("terms", _pack_terms(run, stems, vocabulary.postings)))
    ]
    counts = sorted({0, *(len(p.slots) for p in vocabulary.postings.values())})
    return {
        "passages": vocabulary.passages,
        "average": float(f"{vocabulary.average:.12g}"),
        "idf": [x for n in counts for x in (n, idf(vocabulary.passages, n))],
        "terms": files,
        "vocabulary": writer.add("vocabulary", _pack_vocabulary(terms, stems, vocabulary.postings)),
        "stop": " ".join(data.stop),
        "synonyms": data.synonyms,
    }


def _term_runs(
    terms: Sequence[str], stems: Mapping[str, str], postings: Mapping[str, Postings]
) -> Iterator[list[str]]:
    """Terms cut into shards where a term's own digest says so, and at four times the size at the latest."""
    sizes = {root: 12 + 7 * len(p.slots) for root, p in postings.items()}
    target = max(TERM_SHARD, sum(sizes.values()) / TERM_FILES)
    run: list[str] = []
    held: set[str] = set()
    size = 0.0
    for term in terms:
        more = len(term) + 6 + (0 if stems[term] in held else sizes[stems[term]])
        chance = hashlib.blake2s(term.encode(), digest_size=4).digest()
        if (
            run
            and stems[term] not in held
            and (size + more > 4 * target or int.from_bytes(chance, "big") / 2**32 < more / target)
        ):
            yield run
            run, held, size = [], set(), 0.0
        run.append(term)
        held.add(stems[term])
        size += more
    if run:
        yield run


def _pack_terms(
    run: Sequence[str], stems: Mapping[str, str], postings: Mapping[str, Postings]
) -> dict[str, Any]:
    roots = list(dict.fromkeys(stems[term] for term in run))
    number = {root: i for i, root in enumerate(roots)}
    return {
        "terms": [x for term in run for x in (term, number[stems[term]])],
        "stems": [[_deltas(postings[r].slots), postings[r].frequencies] for r in roots],
    }


def _pack_vocabulary(
    terms: Sequence[str], stems: Mapping[str, str], postings: Mapping[str, Postings]
) -> dict[str, Any]:
    words = [term for term in terms if term.isalpha() and len(term) > 3]
    return {"words": "\n".join(words), "counts": [len(postings[stems[word]].slots) for word in words]}


def _deltas(slots: Sequence[int]) -> list[int]:
    return [b - a for a, b in zip([0, *slots], slots, strict=False)]


def _sums(deltas: Iterable[int]) -> list[int]:
    slots, at = [], 0
    for delta in deltas:
        at += delta
        slots.append(at)
    return slots


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
            self._words = list(zip(shard["words"].split("\n"), shard["counts"], strict=True))
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
            Entry(tuple(terms[i]), self.idf[len(deltas)], _sums(deltas), frequencies)
            for i, (deltas, frequencies) in enumerate(shard["stems"])
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
        return self._lengths[number][slot % size]

    def boost(self, slot: int) -> float:
        """The factor of the page that a passage stands on."""
        for first, last, factor in self.manifest["boosts"]:
            if first <= slot <= last:
                return float(factor)
        return 1.0


def open_index(read: Callable[[str], bytes]) -> Index:
    """An index whose files `read` gives by name; a missing or damaged one is an IndexFormatError."""

    def load(name: str) -> Any:
        try:
            return json.loads(read(name))
        except FileNotFoundError:
            raise IndexFormatError(
                f"The index lacks {name}: build the site again with the citeqa plugin."
            ) from None
        except ValueError as error:
            raise IndexFormatError(
                f"{name} of the index is damaged ({error}): build the site again."
            ) from None

    return Index(load)
