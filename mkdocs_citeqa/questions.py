"""Asked-for questions, by section, and how they fit the sections of a site.

A section is known again by the digest of its text when its page or its heading has another name.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from mkdocs_citeqa.passages import Passage

Key: TypeAlias = tuple[str, str]
"""Markdown file and id of the heading, "" for the page's own section."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a built site: what questions are written for."""

    file: str
    id: str
    """Id of its heading; "" for the page's own text."""
    anchor: str
    """Id of its first rendered block: that of the page's title where `id` is empty."""
    title: str
    """Of the page."""
    heading: str
    trail: tuple[str, ...]
    language: str
    text: str
    """Its own text without the heading."""

    @property
    def key(self) -> Key:
        """What its entry is found by."""
        return self.file, self.id

    @property
    def name(self) -> str:
        """As a person looks for it."""
        return named(self.key)

    @property
    def digest(self) -> str:
        """Of its text without white space; of the heading when there is no text."""
        bare = "".join(self.text.split()) or self.heading
        return hashlib.blake2s(bare.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """The questions of one section."""

    digest: str = ""
    """Of the text that `asked` was written for; "" for one that nobody wrote down, which is never stale."""
    asked: tuple[str, ...] | None = None
    """None when nobody has been asked for any; empty when there shall be none."""
    by_hand: tuple[str, ...] = ()
    lines: str = field(default="", compare=False)
    """How the file writes it, to be written again as it is."""

    @property
    def questions(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.by_hand, *(self.asked or ()))))


@dataclass(frozen=True, slots=True)
class Questions:
    """What a file of questions holds, in its order."""

    entries: Mapping[Key, Entry] = field(default_factory=dict)
    preamble: str = ""
    """Comments at the top of the file."""
    heads: Mapping[str, str] = field(default_factory=dict)
    """How the file writes the line of a page, with the comments above it."""


@dataclass(frozen=True, slots=True)
class Match:
    """How entries and the sections of a site fit together."""

    entries: Mapping[Key, Entry]
    """Those of sections that exist, by the section's present key."""
    moved: Mapping[Key, Key]
    """Present key -> the key it has in the file."""
    stale: tuple[Key, ...]
    """Sections whose text is no longer the one that their questions were written for."""
    missing: tuple[Key, ...]
    """Sections that nobody has been asked about."""
    vanished: tuple[Key, ...]
    """Entries whose section is gone, by their key in the file."""


def named(key: Key) -> str:
    """A section as a person looks for it: its file, and its id where it has one."""
    return "#".join(part for part in key if part)


def sections_of(passages: Iterable[Passage]) -> dict[Key, Section]:
    """The sections of a site in its order; pages without a Markdown file have no place in a repository."""
    found: dict[Key, Section] = {}
    for passage in passages:
        page = passage.page
        if page.file is None:
            continue
        key = page.file, passage.section
        text = passage.text if passage.units else ""
        if key in found:
            found[key] = replace(found[key], text=f"{found[key].text}\n{text}")
        else:
            found[key] = Section(
                *key, passage.anchor, page.title, passage.heading, passage.trail, page.language, text
            )  # fmt: skip
    return found


def match(questions: Questions, sections: Mapping[Key, Section]) -> Match:
    """Find each entry's section, by its name or else by its text."""
    gone = [key for key in questions.entries if key not in sections]
    moved = dict(_moves(questions.entries, gone, sections))
    entries = {
        key: questions.entries[moved.get(key, key)] for key in sections if moved.get(key, key) in questions.entries
    }
    return Match(
        entries,
        moved,
        tuple(key for key, entry in entries.items() if entry.digest not in ("", sections[key].digest)),
        tuple(key for key in sections if key not in entries or entries[key].asked is None),
        tuple(key for key in gone if key not in moved.values()),
    )


def _moves(
    entries: Mapping[Key, Entry], gone: Sequence[Key], sections: Mapping[Key, Section]
) -> Iterator[tuple[Key, Key]]:
    """(new key, old key) of sections whose text stands elsewhere now; a text that stands twice tells nothing."""
    free: dict[str, list[Key]] = {}
    for key, section in sections.items():
        if key not in entries:
            free.setdefault(section.digest, []).append(key)
    for old in gone:
        places = free.get(entries[old].digest, [])
        near = [new for new in places if new[0] == old[0]] or places
        if len(near) == 1:
            yield near[0], old
            places.remove(near[0])


def settle(questions: Questions, sections: Mapping[Key, Section], *, prune: bool = False) -> Questions:
    """The same with moved entries under their present names, in the order of the site's pages.

    Entries whose section is gone stay behind the one they followed, or go when `prune` is true.
    """
    found = match(questions, sections)
    entries = {
        key: replace(entry, lines="") if found.moved.get(key, key)[1] != key[1] else entry
        for key, entry in found.entries.items()
    }
    places = {key: place for place, key in enumerate(sections)}
    order = {key: (key[0], places[key], 0) for key in entries}
    for follower, key in enumerate(() if prune else found.vanished, 1):
        order[key] = (key[0], _place_before(key, questions.entries, places), follower)
        entries[key] = questions.entries[key]
    return replace(questions, entries={key: entries[key] for key in sorted(entries, key=order.__getitem__)})


def _place_before(key: Key, entries: Mapping[Key, Entry], places: Mapping[Key, int]) -> int:
    """The place of the last section of the same page that stands before an entry in the file."""
    place = -1
    for other in entries:
        if other == key:
            break
        if other[0] == key[0]:
            place = places.get(other, place)
    return place
