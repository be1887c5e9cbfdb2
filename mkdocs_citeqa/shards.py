"""Passage… -> JSON shards: the files of an index. Only this file and index.py, which reads them, know the format.

    manifest.json              parameters, counts, and which file holds what
    terms-<hash>.json          a range of sorted terms, each naming its stem, and the postings of those stems
    lengths-<hash>.json        the length of each passage, by slot
    passages-<hash>.json       passages of neighbouring slots, with what is needed to show, quote and cite them
    vocabulary-<hash>.json     all words, fetched only for a word that the docs do not have

A slot is a passage's number. Every page starts at a multiple of eight, so that a passage more or less on one
page leaves the numbers of the others alone. Term shards end where a term's own digest says so, so that an edit
moves no boundary but its own. A file's name is the digest of its content, and what depends on the whole site
(how rare a word is, how long a passage) stands in the manifest and the lengths alone.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from mkdocs_citeqa.analysis import ANALYSER, Analyser, used_classes
from mkdocs_citeqa.index import FORMAT, utf16
from mkdocs_citeqa.lenses import Lens
from mkdocs_citeqa.passages import Passage
from mkdocs_citeqa.postings import PassageTerms, Postings, Vocabulary, field_texts, gather

LENGTHS = 16384
"""Slots whose lengths share a file."""
STRIDE = 8
"""Slots per page are a multiple of this."""
PASSAGE_FILES = 1500
"""About how many passage shards a large site has; a small one has one per STRIDE slots."""
TERM_SHARD = 6000
"""Characters of JSON that a term shard has on average; more when there would be over TERM_FILES of them."""
TERM_FILES = 1000


def idf(passages: int, frequency: int) -> float:
    """Lucene's idf of a stem in `frequency` of `passages` passages, to 12 significant digits.

    ln(1 + (N - n + 0.5) / (n + 0.5)): Robertson and Spärck Jones' weight, kept above zero.
    """
    return float(f"{math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5)):.12g}")


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


@dataclass(frozen=True, slots=True)
class Numbered:
    """A passage with its slot and its terms."""

    slot: int
    passage: Passage
    terms: PassageTerms
    findings: Sequence[Mapping[str, Any]]
    """What the lenses read in it, as JSON."""
    disputes: Sequence[Sequence[int]]
    """The numbers of the conflicts that each of these is part of."""


class IndexedPage(NamedTuple):
    """A page's passages, with the terms and the findings of each."""

    passages: Sequence[Passage]
    terms: Sequence[PassageTerms]
    findings: Sequence[Sequence[Mapping[str, Any]]]
    disputes: Sequence[Sequence[Sequence[int]]]
    """For each passage, the numbers of the conflicts that each of its findings is part of."""


def write_index(
    pages: Sequence[IndexedPage],
    expand: Callable[[str, Vocabulary], LanguageData],
    analyser: Analyser,
    parameters: Mapping[str, Any],
    site: Mapping[str, Any],
    lenses: Iterable[Lens],
    counts: Mapping[str, Any],
    questions: Iterable[str] = (),
) -> dict[str, bytes]:
    """The files of an index by name, `manifest.json` among them.

    `pages` are in the order in which they are numbered; `expand` says for a language what to ship beside its
    vocabulary; `lenses` are those that a question can choose; `site` and `counts` go into the manifest as they are.
    `questions` are those whose terms `pages` have.
    """
    writer = Writer()
    numbered = list(_number(pages))
    languages = {name: expand(name, _gather(analyser, name, numbered)) for name in _languages(numbered)}
    size, files = _write_passages(writer, numbered)
    classes = used_classes(chain((text for n in numbered for text in field_texts(n.passage).values()), questions))
    manifest = {
        "format": FORMAT,
        "analyser": ANALYSER,
        "parameters": parameters,
        "classes": {"word": classes.word, "run": classes.run},
        "site": site,
        "lenses": [{"name": lens.name, "words": list(lens.words)} for lens in lenses],
        "counts": {
            "pages": len(pages),
            "passages": len(numbered),
            "terms": _count_terms(languages),
            **counts,
        },
        "languages": {name: _write_language(writer, data) for name, data in languages.items()},
        "passages": {"size": size, "files": files},
        "lengths": {"size": LENGTHS, "files": _write_lengths(writer, numbered)},
        "boosts": list(_boosts(numbered)),
    }
    writer.files["manifest.json"] = pack(manifest)
    return writer.files


def _number(pages: Sequence[IndexedPage]) -> Iterator[Numbered]:
    firsts = assign_slots([page.passages for page in pages])
    for first, page in zip(firsts, pages, strict=True):
        for i, (passage, terms, findings, disputes) in enumerate(zip(*page, strict=True)):
            yield Numbered(first + i, passage, terms, findings, disputes)


def _languages(numbered: Sequence[Numbered]) -> list[str]:
    return sorted({n.passage.page.language for n in numbered})


def _gather(analyser: Analyser, language: str, numbered: Sequence[Numbered]) -> Vocabulary:
    own = ((n.slot, n.terms) for n in numbered if n.passage.page.language == language)
    return gather(analyser, language, own)


def _count_terms(languages: Mapping[str, LanguageData]) -> dict[str, int]:
    return {name: len(data.vocabulary.stems) for name, data in languages.items()}


def _boosts(numbered: Sequence[Numbered]) -> Iterator[list[float]]:
    """[first slot, last slot, boost, history] of every page that does not weigh 1."""
    runs: dict[str, list[float]] = {}
    for n in numbered:
        page = n.passage.page
        if (page.boost, page.history) != (1, 1):
            runs.setdefault(page.url, [n.slot, n.slot, page.boost, page.history])[1] = n.slot
    yield from runs.values()


def _write_lengths(writer: Writer, numbered: Sequence[Numbered]) -> list[str]:
    lengths = [0] * (numbered[-1].slot + 1 if numbered else 0)
    for n in numbered:
        lengths[n.slot] = n.terms.length
    return [writer.add("lengths", lengths[i : i + LENGTHS]) for i in range(0, len(lengths), LENGTHS)]


def _write_passages(writer: Writer, numbered: Sequence[Numbered]) -> tuple[int, list[str]]:
    last = numbered[-1].slot if numbered else -1
    size = STRIDE * max(1, round(last / STRIDE / PASSAGE_FILES))
    shards: list[list[Numbered]] = [[] for _ in range((last + size) // size)]
    for n in numbered:
        shards[n.slot // size].append(n)
    return size, [writer.add("passages", _pack_passages(shard)) for shard in shards]


def _pack_passages(shard: Sequence[Numbered]) -> dict[str, Any]:
    pages = list(dict.fromkeys(n.passage.page for n in shard))
    return {
        "pages": [[p.url, p.title, p.file, p.language] for p in pages],
        "passages": [
            [n.slot, pages.index(n.passage.page), *_pack_passage(n.passage), *_pack_findings(n)] for n in shard
        ],
    }


def _pack_passage(p: Passage) -> list[Any]:
    units = [
        _trimmed([u.kind, u.text, u.anchor, u.start, u.end, int(u.joined), int(u.generated), u.head, u.language])
        for u in p.units
    ]
    return [p.heading, p.trail, p.section, p.anchor, p.start, p.end, int(p.generated), p.context, units]


def _pack_findings(n: Numbered) -> list[Any]:
    """Nothing for a passage in which no lens read anything."""
    keys = ("lens", "text", "key", "subject", "anchor", "start", "end", "value")
    found = zip(n.findings, n.disputes, strict=True)
    return [[[*(finding[key] for key in keys), *numbers] for finding, numbers in found]] if n.findings else []


def _trimmed(values: list[Any]) -> list[Any]:
    while values[-1] in (0, ""):
        values.pop()
    return values


def _write_language(writer: Writer, data: LanguageData) -> dict[str, Any]:
    vocabulary, postings = data.vocabulary, data.vocabulary.postings
    stems = {**vocabulary.stems, **{alias: vocabulary.stems[term] for alias, term in data.aliases.items()}}
    terms = sorted(stems, key=utf16)
    files: list[str] = []
    families: dict[str, list[str]] = {}
    for term in terms:
        families.setdefault(stems[term], []).append(term)
    for run in _term_runs(terms, stems, postings):
        files += run[0], writer.add("terms", _pack_terms(run, stems, postings, families))
    counts = sorted({0, *(len(p.slots) for p in postings.values())})
    return {
        "passages": vocabulary.passages,
        "average": float(f"{vocabulary.average:.12g}"),
        "idf": [x for n in counts for x in (n, idf(vocabulary.passages, n))],
        "terms": files,
        "vocabulary": writer.add("vocabulary", _pack_vocabulary(terms, stems, postings)),
        "stop": " ".join(data.stop),
        "synonyms": data.synonyms,
    }


def _term_runs(terms: Sequence[str], stems: Mapping[str, str], postings: Mapping[str, Postings]) -> Iterator[list[str]]:
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
    run: Sequence[str],
    stems: Mapping[str, str],
    postings: Mapping[str, Postings],
    families: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """The terms of a shard, and their stems with postings and those terms that stand in other shards."""
    roots = list(dict.fromkeys(stems[term] for term in run))
    number = {root: i for i, root in enumerate(roots)}
    own = set(run)
    far = [" ".join(term for term in families[r] if term not in own) for r in roots]
    rows = [[_deltas(postings[r].slots), postings[r].frequencies, there] for r, there in zip(roots, far, strict=True)]
    return {
        "terms": [x for term in run for x in (term, number[stems[term]])],
        "stems": [row if row[2] else row[:2] for row in rows],
    }


def _pack_vocabulary(
    terms: Sequence[str], stems: Mapping[str, str], postings: Mapping[str, Postings]
) -> dict[str, Any]:
    words = [term for term in terms if term.isalpha() and len(term) > 3]
    return {"words": "\n".join(words), "counts": [len(postings[stems[word]].slots) for word in words]}


def _deltas(slots: Sequence[int]) -> list[int]:
    return [b - a for a, b in zip([0, *slots], slots, strict=False)]
