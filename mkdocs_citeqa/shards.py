"""Passage… -> JSON shards: the files of an index, which index.py reads.

    manifest.json              parameters, counts, and which file holds what
    terms-<hash>.json          a range of sorted terms, each naming its stem, and the postings of those stems
    slots-<hash>.json          the length of each passage, by slot, and the passage shards
    passages-<hash>.json       passages of neighbouring slots, with what is needed to show, quote and cite them
    vocabulary-<hash>.json     all words, fetched only for a word that the docs do not have

A slot is a passage's number. Every page starts at a multiple of STRIDE, so that a passage more or less on one
page leaves the numbers of the others alone. Term shards end where a term's own digest says so, so that an edit
moves no boundary but its own. A file's name is the digest of its content, and what depends on the whole site
(how rare a word is, how long a passage) stands in the manifest and the lengths alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from mkdocs_citeqa.analysis import ANALYSER, Analyser, used_classes
from mkdocs_citeqa.index import FORMAT, LENGTH
from mkdocs_citeqa.lenses import Lens
from mkdocs_citeqa.lexicon import SMALL, LanguageData, write_language
from mkdocs_citeqa.packing import Writer, pack
from mkdocs_citeqa.passage_shard import Shapes, Stored, pack_passages, shapes_of
from mkdocs_citeqa.passages import Passage
from mkdocs_citeqa.postings import PassageTerms, Vocabulary, field_texts, gather

SLOTS = 16384
"""Slots whose lengths share a file."""
STRIDE = 32
"""Slots per page are a multiple of this; the higher, the rarer an edit makes all slots after the page move."""
SHARDS = ((5_000, STRIDE // 2), (50_000, STRIDE))
"""(slots up to which, slots of a passage shard): smaller ones cost a question less, larger ones compress better."""
LARGEST = 2 * STRIDE
"""Slots of a passage shard beyond."""


def assign_slots(pages: Sequence[Sequence[Passage]]) -> list[int]:
    """First slot of each page."""
    firsts, slot = [], 0
    for passages in pages:
        firsts.append(slot)
        slot += STRIDE * -(-len(passages) // STRIDE)
    return firsts


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

    def stored(self) -> Stored:
        """What its shard holds."""
        findings = tuple(dict(finding) for finding in self.findings)
        return Stored(self.slot, self.passage, self.passage.page.language, findings, tuple(self.disputes))


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
    lengths = _lengths(numbered)
    shapes = shapes_of(finding for n in numbered for finding in n.findings)
    shard = next((size for most, size in SHARDS if len(lengths) <= most), LARGEST)
    files = _write_passages(writer, numbered, shapes, shard)
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
        "languages": {name: write_language(writer, data, lengths) for name, data in languages.items()},
        "slots": {"count": len(lengths), "shard": shard, "files": _write_slots(writer, lengths, files, shard)},
        "shapes": list(shapes),
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


def _lengths(numbered: Sequence[Numbered]) -> list[int]:
    """By slot; 0 for an empty one."""
    lengths = [0] * (numbered[-1].slot + 1 if numbered else 0)
    for n in numbered:
        lengths[n.slot] = n.terms.length
    return lengths


def _write_slots(writer: Writer, lengths: Sequence[int], shards: Sequence[str], size: int) -> list[str]:
    shown = map(_rounded, lengths) if sum(length > 0 for length in lengths) > SMALL else lengths
    text = "".join(chr(LENGTH + length) for length in shown)
    return [
        writer.add("slots", [text[i : i + SLOTS], shards[i // size : (i + SLOTS) // size]])
        for i in range(0, len(text), SLOTS)
    ]


def _rounded(length: int) -> int:
    """To four significant bits, as 100,000 exact lengths would weigh more than all else that a question needs."""
    step = 1 << max(0, length.bit_length() - 4)
    return (length + step // 2) // step * step


def _write_passages(writer: Writer, numbered: Sequence[Numbered], shapes: Shapes, size: int) -> list[str]:
    """The passage shards of so many slots each; no file where all slots are empty."""
    shards: list[list[Stored]] = [[] for _ in range(numbered[-1].slot // size + 1 if numbered else 0)]
    for n in numbered:
        shards[n.slot // size].append(n.stored())
    return [writer.add("passages", pack_passages(s, i * size, shapes)) if s else "" for i, s in enumerate(shards)]
