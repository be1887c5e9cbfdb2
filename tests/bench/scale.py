"""How an index grows: made-up docs of 1,000, 10,000 and 100,000 passages, built, weighed and asked in a browser.

python tests/bench/scale.py [PASSAGES …]

The docs have the statistics of real ones, taken from the FastAPI docs: words by Zipf's law, a vocabulary that grows by
Heaps' law, pages with words of their own. A question is a handful of words of one section, among words that every text
has. The table tells seconds and memory of the build, kilobytes gzipped, and milliseconds of a search in Chromium.
"""

import argparse
import gzip
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page as Tab
from playwright.sync_api import Request, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from browser import ARGUMENTS, executable, serve

from mkdocs_citeqa.assets import script_tag
from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.site import FOLDER, Settings, Site
from mkdocs_citeqa.words import stopwords

SIZES = (1_000, 10_000, 100_000)
WORDS = 74
"""Words of a passage."""
SECTIONS = 16
"""Sections of a page."""
RUNS = 1.7
"""Passages of a section, on average."""
HEAPS = (13.6, 0.55)
"""A text of n words has K · n^β different ones: K and β of the FastAPI docs."""
TOPICAL = 0.35
"""Share of a page's words that come from its own few."""
QUESTIONS = 100
FIRST = 15
"""Of these, how many are asked as the first one of a reader."""
SYLLABLES = [c + v for c in (*"bcdfghjklmnprstvwz", "br", "dr", "st", "tr", "pl") for v in "aeiou"]
COLUMNS = "{:>9} {:>7} {:>8} {:>7} {:>9} {:>12} {:>9} {:>7} {:>7}"


class Docs(NamedTuple):
    """The word statistics of docs of a size."""

    passages: int

    @property
    def pages(self) -> int:
        """How many pages have about that many passages."""
        return max(1, round(self.passages / SECTIONS / RUNS))

    @property
    def vocabulary(self) -> int:
        """How many different words they have."""
        k, beta = HEAPS
        return int(k * (self.passages * WORDS) ** beta)

    def draw(self, chance: random.Random) -> str:
        """A word by Zipf's law: the n-th most frequent one comes in proportion to 1/n."""
        return word(int((self.vocabulary + 1) ** chance.random()))

    def topic(self, page: int) -> list[str]:
        """The words that a page is about."""
        chance = random.Random(f"topic {page}")
        return [word(chance.randrange(200, self.vocabulary)) for _ in range(40)]

    def section(self, page: int, number: int) -> tuple[str, list[str]]:
        """A section's heading and its paragraphs."""
        chance = random.Random(f"{page} {number}")
        topic = self.topic(page)

        def some(count: int) -> str:
            return " ".join(
                chance.choice(topic) if chance.random() < TOPICAL else self.draw(chance) for _ in range(count)
            )

        return some(3).capitalize(), [
            some(chance.randrange(20, 60)).capitalize() + "." for _ in range(chance.randrange(1, 5))
        ]

    def html(self, page: int) -> str:
        """A page as a converter gives it."""
        parts = [f'<h1 id="page-{page}">Page {page}</h1>']
        for number in range(SECTIONS):
            heading, paragraphs = self.section(page, number)
            parts += [
                f'<h2 id="{heading.lower().replace(" ", "-")}-{number}">{heading}</h2>',
                *(f"<p>{p}</p>" for p in paragraphs),
            ]
        return "\n".join(parts)

    def questions(self) -> Iterator[str]:
        """What readers ask: three to five words of a section among four that every text has."""
        chance = random.Random("questions")
        for _ in range(QUESTIONS):
            _, paragraphs = self.section(chance.randrange(self.pages), chance.randrange(SECTIONS))
            rare = chance.sample(paragraphs[0].lower().rstrip(".").split(), chance.randrange(3, 6))
            yield " ".join(["how", "do", "i", *rare[:2], "the", *rare[2:]])


@cache
def word(rank: int) -> str:
    """The n-th most frequent word: first those that weigh little, then made-up ones, the rarer the longer."""
    common = frequent()
    if rank < len(common):
        return common[rank]
    syllables, rest = "", rank * 7919
    while rest or not syllables:
        rest, which = divmod(rest, len(SYLLABLES))
        syllables += SYLLABLES[which]
    return syllables


@cache
def frequent() -> list[str]:
    return sorted(stopwords("en"), key=lambda stop: (len(stop), stop))


class Built(NamedTuple):
    """An index and what it took."""

    files: dict[str, bytes]
    passages: int
    reading: float
    writing: float
    """Seconds: pages to passages and terms; these to files."""
    memory: float
    """Megabytes at most, of the whole process."""


def build(docs: Docs) -> Built:
    """Build an index as the plugin does, without MkDocs around it."""
    site = Site(Settings())
    site.start(site.settings)
    reading = 0.0
    for number in range(docs.pages):
        html = docs.html(number)
        start = time.perf_counter()
        site.add(Page(f"page-{number}/", f"Page {number}", f"page-{number}.md"), html)
        reading += time.perf_counter() - start
    start = time.perf_counter()
    files = site.files()
    writing = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Built(files, site.passages, reading, writing, memory)


def weigh(files: dict[str, bytes], names: set[str] | None = None) -> float:
    """Kilobytes gzipped of these files, or all of the index."""
    chosen = [content for name, content in files.items() if (name in names if names else name.endswith(".json"))]
    return sum(len(gzip.compress(content, 9)) for content in chosen) / 1000


def write(folder: Path, files: dict[str, bytes]) -> None:
    """A site of one page with this index."""
    (folder / FOLDER).mkdir(parents=True)
    for name, content in files.items():
        (folder / FOLDER / name).write_bytes(content)
    (folder / "index.html").write_text(f"<!doctype html><title>x</title>{script_tag('', FOLDER, {}, {})}", "utf-8")


def ask(tab: Tab, question: str) -> float:
    """Milliseconds of a search."""
    script = """async question => {
        const start = performance.now();
        await document.querySelector('cite-qa').search(question, {top: 10});
        return performance.now() - start;
    }"""
    return float(tab.evaluate(script, question))


def asked_for(address: str, tab: Tab, question: str) -> set[str]:
    """The files that a first question asks for, script and all."""
    names: set[str] = set()

    def note(request: Request) -> None:
        names.add(request.url.rpartition("/")[2])

    tab.on("request", note)
    tab.goto(address, wait_until="networkidle")
    ask(tab, question)
    tab.remove_listener("request", note)
    return names


def row(docs: Docs, built: Built, tab: Tab) -> list[str]:
    """A line of the table."""
    questions = list(docs.questions())
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "site"), built.files)
        with serve(Path(folder, "site")) as address:
            first = [weigh(built.files, asked_for(address, tab, question)) for question in questions[:FIRST]]
            for question in questions:
                ask(tab, question)
            warm = sorted(ask(tab, question) for question in questions)
    figures = (
        built.reading, built.writing, built.memory, weigh(built.files), weigh(built.files, {"manifest.json"}),
        statistics.median(first), statistics.median(warm), warm[int(len(warm) * 0.95)],
    )  # fmt: skip
    return [f"{built.passages:,}", *(f"{figure:,.1f}" for figure in figures)]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES, metavar="PASSAGES")
    sizes = parser.parse_args().sizes
    names = ("passages", "read s", "write s", "MB", "index KB", "manifest KB", "first KB", "p50 ms", "p95 ms")
    print(COLUMNS.format(*names))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        for docs in map(Docs, sizes):
            with ProcessPoolExecutor(1, get_context("spawn")) as alone:  # so that each has a memory of its own
                built = alone.submit(build, docs).result()
            print(COLUMNS.format(*row(docs, built, browser.new_page())), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
