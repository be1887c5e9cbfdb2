"""Which source lines a block was made of, told by nonsense words in a second build; see bench/lines_truth.py.

The pages are those under golden/pages, one for each group of constructs, and the example site.
"""

import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.lines_truth import Figures, built, measured
from markdown import Markdown

from mkdocs_citeqa.align import align
from mkdocs_citeqa.blocks import lines_within, read_blocks
from mkdocs_citeqa.capture import Capture

TESTS = Path(__file__).parent
PAGES = TESTS / "golden" / "pages" / "mkdocs.yml"
EXAMPLE = TESTS.parent / "example_site" / "mkdocs.yml"
KINDS = {
    "heading", "paragraph", "item", "row", "code", "term", "definition", "title", "caption", "footnote"
}  # fmt: skip


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("file_only", [False, True], ids=["parsed text known", "file alone"])
def test_every_construct_gets_its_true_lines(file_only: bool):
    figures = measured(PAGES, file_only=file_only)
    assert set(figures.kinds) == KINDS, "the truth has lost sight of a kind"
    assert_true(figures)


def test_the_example_site_gets_its_true_lines():
    assert_true(measured(EXAMPLE, plugins=[]))


def assert_true(figures: Figures) -> None:
    total = figures.total
    assert total.blocks >= 0.95 * figures.all_blocks, "too few blocks have a known truth"
    assert total.exact >= 0.995 * total.blocks, figures.misses
    assert total.exact + total.near == total.blocks, figures.misses
    assert total.placed >= 0.99 * total.places


def test_only_what_an_include_brought_in_is_generated():
    generated = {}
    for page in built(PAGES, Capture()):
        blocks = align(read_blocks(page.html), page.raw, page.parsed)
        texts = [(block.text.split()[0], block.start, block.end) for block in blocks if block.generated]
        if texts:
            generated[page.file] = texts
    part = [("A", 1), ("The", 1), ("brought", 1), ("brought", 1), ("brought", 1), ("cell", 1)]
    assert generated == {
        "included.md": [
            *[(word, 5, 5) for word, _ in part],
            ("def", 10, 10), ("The", 15, 15), ("an", 18, 18), ("The", 23, 23),
            *[(word, 27, 27) for word, _ in part],
        ]
    }  # fmt: skip


LONG = 10_000  # lines
MOST_SECONDS = 5  # about 0.2 is usual; a method whose cost grows with the square takes minutes

PIECES = {
    "prose": "Paragraph {n} speaks of thing {n} and of {m}\nand goes on with word{n}.\n",
    "change log": "## 1.{n}.0\n\n- Fix the error in part {m} of the code\n- Add an option\n",
    "one paragraph": "The very same words once more.\n",
    "code": "Step {n}:\n\n```py\nvalue = call({m})\nprint(value)\n```\n",
    "rows": "Table {n}:\n\n| a | b |\n| - | - |\n| yes | {m} |\n| yes | no |\n",
}


@pytest.mark.parametrize("name", PIECES)
def test_a_very_long_page_is_aligned_at_once_and_right(name: str):
    piece = PIECES[name]
    size = piece.count("\n") + 1
    source = "\n".join(piece.format(n=n, m=n % 7) for n in range(LONG // size))
    html = Markdown(extensions=["tables", "fenced_code"]).convert(source)
    start = time.perf_counter()
    blocks = align(read_blocks(html), source, source)
    assert time.perf_counter() - start < MOST_SECONDS
    lines = source.split("\n")
    wrong = [block for block in blocks if not stands(block.text, lines[(block.start or 0) - 1])]
    assert len(blocks) >= LONG // size
    assert len(wrong) <= 0.005 * len(blocks), wrong[:5]
    assert [block.start for block in blocks] == sorted(block.start or 0 for block in blocks)
    places = [block.start for block in blocks if block.kind != "row" or "yes" in block.text]
    assert len(set(places)) >= 0.995 * len(places), "two blocks on one line"


def stands(text: str, line: str) -> bool:
    """The block begins with words of this line."""
    return all(word in line for word in text.split("\n")[0].replace("|", " ").split()[:4])


def test_a_sentence_in_a_wrapped_paragraph_has_its_own_lines():
    page = next(page for page in built(PAGES, Capture()) if page.file == "index.md")
    blocks = align(read_blocks(page.html), page.raw, page.parsed)
    block = next(block for block in blocks if block.text.startswith("The second paragraph"))
    first = page.raw.decode().split("\n").index("The second paragraph is wrapped") + 1
    place = block.text.index("and inline code")
    assert (block.start, block.end) == (first, first + 2)
    assert lines_within(block, place, place + 8) == (first + 2, first + 2)
