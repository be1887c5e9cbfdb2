"""The block walk against html5lib, a reader of HTML that shares nothing with it, on real pages."""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from bench.lines_truth import Page, built

from mkdocs_citeqa.blocks import read_blocks, splice
from mkdocs_citeqa.capture import Capture

TESTS = Path(__file__).parent
SITES = [TESTS / "golden" / "pages" / "mkdocs.yml", TESTS.parent / "example_site" / "mkdocs.yml"]

_BLOCKS = (
    "address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot "
    "th thead tr ul"
)
BLOCKS = set(_BLOCKS.split())
UNSEEN = {"script", "style", "svg", "button", "template", "iframe", "textarea", "noscript", "select"}
UNSEEN_CLASSES = {"headerlink", "footnote-backref", "footnote-ref", "linenos", "linenodiv", "toc"}


@pytest.fixture(scope="module")
def pages() -> Iterator[list[Page]]:
    logging.disable(logging.WARNING)
    yield [page for site in SITES for page in built(site, Capture(), plugins=[])]
    logging.disable(logging.NOTSET)


def classes(element: Element) -> set[str]:
    return set((element.get("class") or "").split())


def runs(element: Element) -> list[str]:
    """Text of the page cut at every border of a block element, tab label and cell."""
    out = [""]

    def visit(node: Element) -> None:
        if isinstance(node.tag, str) and node.tag not in UNSEEN and not classes(node) & UNSEEN_CLASSES:
            border = node.tag in BLOCKS or node.tag == "label"
            out.extend([""] * border)
            out[-1] += "\n" if node.tag == "br" else node.text or ""
            for child in node:
                visit(child)
                out[-1] += child.tail or ""
            out.extend([""] * border)

    visit(element)
    return out


def squeezed(texts: list[str]) -> Counter[str]:
    """How often each text occurs, white space apart; where tab labels stand and what joins cells is ours."""
    return Counter(text for text in ("".join(text.split()) for text in texts) if text.strip("\u200b\ufeff"))


def test_the_text_of_every_block_is_what_html5lib_reads(pages: list[Page]):
    assert len(pages) > 20
    for page in pages:
        reference = runs(html5lib.parseFragment(page.html, namespaceHTMLElements=False))
        ours: list[str] = []
        for block in read_blocks(page.html):
            ours += block.text.replace("\n", " | ").split(" | ") if block.kind == "row" else [block.text]
        cells = [text for text in reference if text]
        assert sorted("".join(squeezed(ours).elements())) == sorted("".join(squeezed(cells).elements())), page.file
        rows = {"".join(text.split()) for text in ours}
        lost = [text for text in squeezed(cells) if text not in rows and not any(text in row for row in rows)]
        assert not lost, page.file


def test_ids_change_nothing_else_and_stand_where_the_text_begins(pages: list[Page]):
    for page in pages:
        blocks = read_blocks(page.html)
        names = [(block, f"our-{place}") for place, block in enumerate(blocks)]
        marked = splice(page.html, names)
        assert re.sub(r'<span id="our-\d+"></span>| id="our-\d+"', "", marked) == page.html
        tree = html5lib.parseFragment(marked, namespaceHTMLElements=False)
        text, starts = _flat(tree)
        for block, name in names:
            if not block.id and block.tag != "label":
                first = block.text.replace(" | ", " ").split()[0]
                title = 80 if block.kind == "code" else 0  # it stands in the box that has the id
                there = "".join(text[starts[name] :].split())
                assert first in there[: title + len(first)], (page.file, block)


def test_no_id_of_ours_is_on_a_pre_or_around_one_but_its_box(pages: list[Page]):
    for page in pages:
        names = [(block, f"our-{place}") for place, block in enumerate(read_blocks(page.html))]
        tree = html5lib.parseFragment(splice(page.html, names), namespaceHTMLElements=False)
        for element in tree.iter():
            if (element.get("id") or "").startswith("our-"):
                codes = len(list(element.iter("pre")))
                assert element.tag != "pre"
                assert codes == 0 or "highlight" in classes(element), page.file


def test_every_id_of_a_page_is_given_once(pages: list[Page]):
    for page in pages:
        ids = Counter(block.id for block in read_blocks(page.html) if block.id)
        assert set(ids.values()) <= {1}, page.file


def _flat(tree: Element) -> tuple[str, dict[str, int]]:
    """The seen text and where in it each id stands."""
    text: list[str] = []
    starts: dict[str, int] = {}

    def visit(node: Element) -> None:
        if not isinstance(node.tag, str) or node.tag in UNSEEN or classes(node) & UNSEEN_CLASSES:
            return
        if node.get("id"):
            starts[node.get("id") or ""] = sum(map(len, text))
        text.append(node.text or "")
        for child in node:
            visit(child)
            text.append(child.tail or "")

    visit(tree)
    return "".join(text), starts
