"""Pages with their HTML and Markdown -> ids on their blocks, and the files of the site's `citeqa/` folder.

Knows no generator: whoever has rendered pages feeds them one by one.
"""

import gc
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mkdocs_citeqa.align import align
from mkdocs_citeqa.analysis import Analyser, unicode_classes
from mkdocs_citeqa.assets import OFFLINE_SCRIPT, extra_files, widget_files
from mkdocs_citeqa.blocks import Block, read_blocks, splice
from mkdocs_citeqa.expansion import expand
from mkdocs_citeqa.lenses import LENSES, Lens
from mkdocs_citeqa.lenses.report import conflicts, disputes, finding_json, mentions
from mkdocs_citeqa.lexicon import LanguageData
from mkdocs_citeqa.offline import as_scripts
from mkdocs_citeqa.passages import Page, Passage, cut, name_blocks
from mkdocs_citeqa.postings import PassageTerms, Vocabulary, add, read_questions, read_terms
from mkdocs_citeqa.questions import Match, Questions, match, sections_of
from mkdocs_citeqa.search import PARAMETERS
from mkdocs_citeqa.shards import IndexedPage, write_index
from mkdocs_citeqa.stems import primary
from mkdocs_citeqa.words import Group, synonyms

FOLDER = "citeqa/"
"""Where everything of ours stands in a built site."""
ID = re.compile(r"""\sid=["']?([^"'\s>]+)""")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a site may choose about its index."""

    language: str = "en"
    size: int = 780
    """Characters at which a passage is flushed."""
    overlap: int = 80
    """Characters of the passage before it that a passage carries as context."""
    source: str | None = None
    """Link to a raw file, with {file}, {start} and {end}; None for no such links."""
    offline: bool = False
    """Whether pages opened from disk can ask too."""
    lenses: tuple[Lens, ...] = LENSES
    """Those of the package, and the site's own."""
    synonyms: Sequence[Group] = ()
    """The site's own groups, in every language."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Search parameters that differ from `search.PARAMETERS`."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """Words of the interface that differ from the English ones."""
    questions: str = ""
    """Where the file of asked-for questions belongs, as seen from the site's configuration."""


@dataclass(frozen=True, slots=True)
class Read:
    """One page, read: the same input gives the same result, so it is kept between builds."""

    key: bytes
    html: str
    passages: tuple[Passage, ...]
    terms: tuple[PassageTerms, ...]
    findings: tuple[Sequence[Mapping[str, Any]], ...]
    hidden: int
    """Blocks that the site keeps out of search."""


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """No search for cycles of references: we make many objects and no cycles, and each search goes through the site."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Site:
    """The index of a site in the making."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._analyser = Analyser(unicode_classes())
        self._kept: dict[str, Read] = {}
        self._pages: dict[str, Read] = {}
        self._left_out: set[str] = set()
        self._questions = Questions()
        self._own: dict[str, tuple[str, ...]] = {}

    def start(self, settings: Settings, questions: Questions | None = None) -> None:
        """A new build; pages that did not change since the last one are not read again."""
        if settings != self.settings:
            self._kept, self._pages = {}, {}
        self.settings = settings
        self._kept, self._pages, self._left_out = {**self._kept, **self._pages}, {}, set()
        self._questions, self._own = questions or Questions(), {}

    def leave_out(self, url: str) -> None:
        """A page that the site keeps out of search."""
        self._left_out.add(url)

    def ask(self, url: str, questions: Sequence[str]) -> None:
        """Questions that a page names itself, for its own section."""
        self._own[url] = tuple(questions)

    def add(self, page: Page, html: str, raw: bytes | None = None, captured: Sequence[str] | None = None) -> str:
        """Read a page's rendered content; its HTML with an id on every block that can be cited.

        `raw` is the Markdown file as it is on disk, `captured` the lines that the converter parsed, when known.
        """
        key = _key(repr(page), html, None if captured is None else "\n".join(captured), raw)
        kept = self._kept.get(page.url)
        if kept is None or kept.key != key:
            with _collector_at_rest():
                kept = self._read(key, page, html, raw, captured)
        self._pages[page.url] = kept
        return kept.html

    def _read(self, key: bytes, page: Page, html: str, raw: bytes | None, captured: Sequence[str] | None) -> Read:
        blocks = align(read_blocks(html), raw, captured)
        named = _named(blocks, html)
        passages = tuple(cut(page, named, size=self.settings.size, overlap=self.settings.overlap))
        fresh = [(old, new.id) for old, new in zip(blocks, named, strict=True) if not old.id and not old.hidden]
        read = tuple(
            [finding_json(passage, m) for m in mentions(passage, self.settings.lenses)] for passage in passages
        )
        terms = tuple(
            read_terms(self._analyser, passage, lenses=sorted({finding["lens"] for finding in found}))
            for passage, found in zip(passages, read, strict=True)
        )
        return Read(key, splice(html, fresh), passages, terms, read, sum(b.hidden for b in blocks))

    @property
    def left_out(self) -> dict[str, int]:
        """How many pages, and blocks of other pages, the site keeps out of search."""
        return {"pages": len(self._left_out), "blocks": sum(page.hidden for page in self._pages.values())}

    @property
    def passages(self) -> int:
        """How many passages there are so far."""
        return sum(len(page.passages) for page in self._pages.values())

    def files(self) -> dict[str, bytes]:
        """Everything that goes into FOLDER, by name."""
        with _collector_at_rest():
            return self._files()

    def _files(self) -> dict[str, bytes]:
        pages = [self._pages[url] for url in sorted(self._pages)]
        found = self.match()
        asked = [[self._asked(found, passage) for passage in page.passages] for page in pages]
        index = write_index(
            [
                IndexedPage(page.passages, self._terms(page, questions), page.findings, numbers)
                for page, questions, numbers in zip(pages, asked, _disputes(pages), strict=True)
            ],
            self._expand,
            self._analyser,
            {**PARAMETERS, **self.settings.parameters},
            {"language": self.settings.language, "source": self.settings.source},
            self.settings.lenses,
            {
                "left_out": self.left_out,
                "questions": {
                    "sections": sum(map(_sections_with, pages, asked)),
                    "stale": len(found.stale),
                    "file": self.settings.questions,
                },
            },
            (text for page in asked for questions in page for text in questions),
        )
        scripts = {**as_scripts(index), **extra_files(OFFLINE_SCRIPT)} if self.settings.offline else {}
        return {**index, **scripts, **widget_files(self.settings.words)}

    def conflicts(self) -> list[dict[str, Any]]:
        """Where the pages so far give one thing two figures."""
        pages = (self._pages[url] for url in sorted(self._pages))
        return conflicts(finding for page in pages for found in page.findings for finding in found)

    def match(self) -> Match:
        """How the file of asked-for questions fits the pages so far."""
        pages = (self._pages[url] for url in sorted(self._pages)) if self._questions.entries else ()
        return match(self._questions, sections_of(passage for page in pages for passage in page.passages))

    def _asked(self, found: Match, passage: Passage) -> tuple[str, ...]:
        """The questions of a passage's section: what they ask may stand in any passage of it."""
        entry = found.entries.get((passage.page.file, passage.section)) if passage.page.file else None
        own = () if passage.section else self._own.get(passage.page.url, ())
        return (*own, *(entry.questions if entry else ()))

    def _terms(self, page: Read, asked: Sequence[Sequence[str]]) -> list[PassageTerms]:
        return [
            add(terms, read_questions(self._analyser, questions)) if questions else terms
            for terms, questions in zip(page.terms, asked, strict=True)
        ]

    def _expand(self, language: str, vocabulary: Vocabulary) -> LanguageData:
        groups = [*self.settings.synonyms, *(synonyms() if primary(language) == "en" else ())]
        return expand(vocabulary, self._analyser, language, groups)


def _key(*parts: str | bytes | None) -> bytes:
    """The same for the same parts alone."""
    digest = hashlib.blake2s()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(b"-" if content is None else b"%d\n%b" % (len(content), content))
    return digest.digest()


def _sections_with(page: Read, asked: Sequence[Sequence[str]]) -> int:
    return len({p.section for p, questions in zip(page.passages, asked, strict=True) if questions})


def _disputes(pages: Sequence[Read]) -> Iterator[list[list[list[int]]]]:
    """For each page and passage, the numbers of the conflicts that its findings are part of."""
    numbers = iter(disputes([finding for page in pages for found in page.findings for finding in found]))
    for page in pages:
        yield [[next(numbers) for _ in found] for found in page.findings]


def _named(blocks: Sequence[Block], html: str) -> list[Block]:
    names = name_blocks(blocks, ID.findall(html))
    return [block._replace(id=name) for block, name in zip(blocks, names, strict=True)]
