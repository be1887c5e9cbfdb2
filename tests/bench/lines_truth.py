"""How many blocks of a site get their true source lines?

    python tests/bench/lines_truth.py mkdocs.yml [--file-only]

Builds the site twice: as it is, and from a copy whose source lines bear nonsense words. A block of the second
build tells by its words which lines it was made of; it counts when the same block (kind, tag, text without
the words) stands in the first build. What is measured sees the first build only.
"""

import argparse
import difflib
import logging
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.plugins import BasePlugin, event_priority

sys.path.insert(0, str(Path(__file__).parent))

from nonsense import WORD, lines_of, marked, settled

from mkdocs_citeqa.align import align
from mkdocs_citeqa.blocks import Block, lines_within, read_blocks
from mkdocs_citeqa.capture import Capture


@dataclass
class Page:
    """One page of a build."""

    file: str
    raw: bytes
    parsed: list[str] | None
    html: str


@dataclass
class Tally:
    """Figures of one kind of block."""

    blocks: int = 0
    exact: int = 0
    near: int = 0
    """Both ends off by one line at most."""
    generated: int = 0
    places: int = 0
    """Words whose own line inside a block is known."""
    placed: int = 0
    """Of these, found on that line."""


@dataclass
class Figures:
    """What a site gave."""

    kinds: dict[str, Tally] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)
    pages: int = 0
    all_blocks: int = 0
    all_generated: int = 0
    walk: float = 0
    """Seconds."""
    align: float = 0

    @property
    def total(self) -> Tally:
        """Over all kinds."""
        total = Tally()
        for tally in self.kinds.values():
            for name in vars(total):
                setattr(total, name, getattr(total, name) + getattr(tally, name))
        return total


class _Signs(Extension):
    """In the marked build: takes the signs of includes out where the clean build's text is captured."""

    def extendMarkdown(self, md: Markdown) -> None:
        class Settle(Preprocessor):
            def run(self, lines: list[str]) -> list[str]:
                return settled(lines)

        md.preprocessors.register(Settle(md), "settle", 31.5)


class _Probe(BasePlugin):  # type: ignore[type-arg]
    """Keeps what the plugin under test would see: the parsed text and the final HTML of each page."""

    def __init__(self, extension: Extension) -> None:
        super().__init__()
        self.extension = extension
        self.pages: list[Page] = []

    def on_config(self, config: Any, **_: Any) -> None:
        config.markdown_extensions.append(self.extension)

    @event_priority(-100)
    def on_page_markdown(self, markdown: str, **_: Any) -> None:
        if isinstance(self.extension, Capture):
            self.extension.arm()

    @event_priority(-100)
    def on_page_content(self, html: str, *, page: Any, **_: Any) -> None:
        page.parsed = self.extension.disarm() if isinstance(self.extension, Capture) else None

    @event_priority(-100)
    def on_page_context(self, context: Any, *, page: Any, **_: Any) -> None:
        raw = Path(page.file.abs_src_path).read_bytes()
        self.pages.append(Page(page.file.src_uri, raw, page.parsed, page.content))


def built(config: Path, extension: Extension, **options: Any) -> list[Page]:
    """The pages of the site; options replace those of its configuration."""
    probe = _Probe(extension)
    with tempfile.TemporaryDirectory() as site:
        loaded = load_config(str(config), site_dir=site, **options)
        loaded.plugins["lines-probe"] = probe
        loaded.plugins.on_startup(command="build", dirty=False)
        build(loaded)
        loaded.plugins.on_shutdown()
    return probe.pages


def measured(config: Path, *, file_only: bool = False, **options: Any) -> Figures:
    """Both builds, compared; options replace those of the site's configuration."""
    clean = built(config, Capture(), **options)
    docs = Path(load_config(str(config)).docs_dir)
    with tempfile.TemporaryDirectory() as copy:
        target = Path(copy, "docs")
        shutil.copytree(docs, target)
        for path in target.rglob("*.md"):
            text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
            path.write_bytes(marked(text).encode())
        truth = {page.file: page.html for page in built(config, _Signs(), docs_dir=str(target), **options)}
    figures = Figures()
    for page in clean:
        _compare(page, read_blocks(truth.get(page.file, "")), figures, file_only)
    return figures


def _compare(page: Page, true: list[Block], figures: Figures, file_only: bool) -> None:
    start = time.process_time()
    blocks = read_blocks(page.html)
    middle = time.process_time()
    blocks = align(blocks, page.raw, None if file_only else page.parsed)
    figures.walk += middle - start
    figures.align += time.process_time() - middle
    figures.pages += 1
    figures.all_blocks += len(blocks)
    figures.all_generated += sum(block.generated for block in blocks)
    for block, other in _pairs(blocks, true):
        lines = lines_of(other.text)
        if lines:
            _count(page, block, other, (min(lines), max(lines)), figures)


def _pairs(blocks: list[Block], true: list[Block]) -> Iterator[tuple[Block, Block]]:
    """Blocks that are the same in both builds."""
    keys = [_key(block) for block in blocks], [_key(block) for block in true]
    for a, b, size in difflib.SequenceMatcher(None, *keys, autojunk=False).get_matching_blocks():
        yield from zip(blocks[a : a + size], true[b : b + size], strict=True)


def _key(block: Block) -> tuple[str, str, str]:
    return block.kind, block.tag, "".join(WORD.sub("", block.text).split())


def _count(page: Page, block: Block, other: Block, truth: tuple[int, int], figures: Figures) -> None:
    tally = figures.kinds.setdefault(block.kind, Tally())
    first, last = block.start or 0, block.end or 0
    off = max(abs(first - truth[0]), abs(last - truth[1]))
    tally.blocks += 1
    tally.exact += off == 0
    tally.near += off == 1
    tally.generated += block.generated
    if off:
        said = f"{first}-{last} for {truth[0]}-{truth[1]}"
        figures.misses.append(f"{page.file}: {block.kind} {said}: {block.text[:70]!r}")
    elif truth[0] < truth[1]:
        right = [lines_within(block, *place) == (line, line) for place, line in _places(block, other)]
        tally.places += len(right)
        tally.placed += sum(right)


def _places(block: Block, other: Block) -> Iterator[tuple[tuple[int, int], int]]:
    """Where in the clean text a character of each word's line stands: after the word, in code before it."""
    solid = [place for place, char in enumerate(block.text) if not char.isspace()]
    before = ended = 0
    for found in WORD.finditer(other.text):
        before += len("".join(other.text[ended : found.start()].split()))
        ended = found.end()
        ends_line = block.kind == "code" and other.text[: found.start(1) - 2].rpartition("\n")[2].strip()
        place = before - 1 if ends_line else before
        if 0 <= place < len(solid) and other.text[ended : ended + 2] != "zq":
            yield (solid[place], solid[place] + 1), lines_of(found[0])[0]


def table(figures: Figures) -> str:
    """The figures as a Markdown table."""
    rows = [
        "| kind | blocks | exact % | within 1 % | worse | words on their line % |",
        "|---|---|---|---|---|---|",
    ]
    for kind, tally in [
        *sorted(figures.kinds.items(), key=lambda item: -item[1].blocks),
        ("all", figures.total),
    ]:
        worse = tally.blocks - tally.exact - tally.near
        inside = f"{100 * tally.placed / tally.places:.2f}" if tally.places else ""
        share = [f"{100 * part / tally.blocks:.2f}" for part in (tally.exact, tally.near)]
        rows.append(f"| {kind} | {tally.blocks} | {share[0]} | {share[1]} | {worse} | {inside} |")
    return "\n".join(rows)


def main() -> None:
    """Measure the site of a configuration file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=Path)
    parser.add_argument("--file-only", action="store_true", help="without the text that the converter parsed")
    parser.add_argument("--misses", type=int, default=0, help="print so many of the blocks that are not exact")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    figures = measured(arguments.config.resolve(), file_only=arguments.file_only)
    print(table(figures))
    known, pages = figures.total.blocks, figures.pages
    print(
        f"{pages} pages, {figures.all_blocks} blocks, of {known} the lines are known; "
        f"generated {100 * figures.all_generated / max(figures.all_blocks, 1):.2f} % of all; "
        f"ms/page: walk {1000 * figures.walk / pages:.2f}, align {1000 * figures.align / pages:.2f}"
    )
    for miss in figures.misses[: arguments.misses]:
        print(miss)
    print(Counter(miss.split(": ")[0] for miss in figures.misses).most_common(8))


if __name__ == "__main__":
    main()
