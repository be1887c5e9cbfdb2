"""Vocabulary of one language -> its term shards, and what the manifest says of them."""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mkdocs_citeqa.index import utf16
from mkdocs_citeqa.packing import Writer
from mkdocs_citeqa.postings import Postings, Vocabulary
from mkdocs_citeqa.term_shard import PackedStem, front_coded, pack_terms

TERM_SHARD = 1200
"""Characters of JSON that a term shard has on average; more when there would be over TERM_FILES of them."""
TERM_FILES = 900
SMALL = 16384
"""Passages up to which a site's numbers are exact; beyond, what every question needs is rounded to weigh little."""
EXACT = 256
"""Passages of a stem up to which its idf is exact on a large site; beyond, the table has 32 for each doubling."""
MOST = 4096
"""Passages that the postings of a stem name at most: where it stands in more, the best of them."""


@dataclass(frozen=True, slots=True)
class LanguageData:
    """What the index ships for the passages of one language."""

    vocabulary: Vocabulary
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other spellings -> a term of the vocabulary, equal in weight."""
    stop: Sequence[str] = ()
    synonyms: Sequence[tuple[Sequence[str], Sequence[str]]] = ()
    """Groups: what a reader types, a word with an asterisk also with its regular endings; and what the docs may say
    instead."""


def idf(passages: int, frequency: int) -> float:
    """Lucene's idf of a stem in `frequency` of `passages` passages, to 12 significant digits.

    ln(1 + (N - n + 0.5) / (n + 0.5)): Robertson and Spärck Jones' weight, kept above zero.
    """
    return float(f"{math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5)):.12g}")


def write_language(writer: Writer, data: LanguageData, lengths: Sequence[int]) -> dict[str, Any]:
    """Writes a language's shards; returns its part of the manifest. `lengths` are those of the passages by slot."""
    vocabulary = data.vocabulary
    stems = {**vocabulary.stems, **{alias: vocabulary.stems[term] for alias, term in data.aliases.items()}}
    terms = sorted(stems, key=utf16)
    families: dict[str, list[str]] = {}
    for term in terms:
        families.setdefault(stems[term], []).append(term)
    packed = {
        root: _packed(families[root], postings, vocabulary.average, lengths)
        for root, postings in vocabulary.postings.items()
    }
    borders: list[str] = []
    files: list[str] = []
    before = ""
    for run in _runs(terms, stems, packed):
        numbers = {root: n for n, root in enumerate(dict.fromkeys(stems[term] for term in run))}
        shard = pack_terms([(term, numbers[stems[term]]) for term in run], [packed[root] for root in numbers])
        borders.append(_border(before, run[0]))
        files.append(writer.add("terms", shard))
        before = run[-1]
    exact = SMALL if vocabulary.passages <= SMALL else EXACT
    counts = sorted({0, *(_rounded(stem.passages, exact) for stem in packed.values())})
    words = [term for term in terms if term.isalpha() and len(term) > 3]
    listed = [front_coded(words), [packed[stems[word]].passages for word in words]]
    return {
        "passages": vocabulary.passages,
        "average": float(f"{vocabulary.average:.12g}"),
        "counts": counts,
        "idf": [idf(vocabulary.passages, n) for n in counts],
        "borders": borders,
        "terms": files,
        "vocabulary": writer.add("vocabulary", listed),
        "stop": " ".join(data.stop),
        "synonyms": data.synonyms,
    }


def _rounded(count: int, exact: int) -> int:
    """Its six highest bits, so that the idf differs by less than 0.032 from that of the count itself."""
    step = 1 << (count.bit_length() - 6) if count > exact else 1
    return count - count % step


def _packed(family: Sequence[str], postings: Postings, average: float, lengths: Sequence[int]) -> PackedStem:
    """A stem with its postings, of which a very frequent one keeps those that score best with the usual parameters."""
    count = len(postings.slots)
    rows = list(zip(postings.slots, postings.frequencies, strict=True))
    if count > MOST:
        rows.sort(key=lambda row: (-row[1] / (row[1] + 0.75 + 2.25 * lengths[row[0]] / average), row[0]))
        rows = sorted(rows[:MOST])
    return PackedStem(tuple(family), [slot for slot, _ in rows], [f for _, f in rows], count)


def _border(before: str, first: str) -> str:
    """The shortest text that sorts after `before` and not after `first`."""
    shared = next((i for i, c in enumerate(first) if before[i : i + 1] != c), len(first))
    return first[: shared + 1]


def _runs(terms: Sequence[str], stems: Mapping[str, str], packed: Mapping[str, PackedStem]) -> Iterator[list[str]]:
    """Terms cut into shards where a term's own digest says so, and at four times the size at the latest."""
    sizes = {root: 3 + 3 * len(stem.slots) // 2 for root, stem in packed.items()}
    target = max(TERM_SHARD, sum(sizes.values()) / TERM_FILES)
    run: list[str] = []
    held: set[str] = set()
    size = 0.0
    for term in terms:
        more = len(term) + 3 + (0 if stems[term] in held else sizes[stems[term]])
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
