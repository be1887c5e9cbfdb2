"""The example site and the questions about it: the ground on which the other tests stand."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "example_site" / "docs"
QUESTIONS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "golden" / "example_questions.json").read_text(encoding="utf-8")
)
ANSWERED = [question for question in QUESTIONS if question["section"] is not None]
UNANSWERED = [question for question in QUESTIONS if question["section"] is None]


class SectionReader(HTMLParser):
    """The text of one page by the id of the heading that it stands under; "" for the title's."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, str] = {"": ""}
        self._section = ""
        self._depth = 0  # of elements inside the article, 0 outside

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            self._depth = 1
        if self._depth and re.fullmatch(r"h[2-6]", tag) and (section := dict(attrs).get("id")):
            self._section = section
            self.texts[section] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._depth = 0

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.texts[self._section] += data


def squeezed(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The site as `mkdocs build --strict` makes it, and what the build said."""
    site = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    done = subprocess.run(
        [*command, "--config-file", str(ROOT / "example_site" / "mkdocs.yml")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    return site, done.stderr


@pytest.fixture(scope="module")
def pages(build: tuple[Path, str]) -> dict[str, dict[str, str]]:
    """Of every page, by its file: the text of each section."""
    return dict(read_pages(build[0]))


def read_pages(site: Path) -> Iterator[tuple[str, dict[str, str]]]:
    for html in sorted(site.rglob("index.html")):
        folder = html.parent.relative_to(site).as_posix()
        reader = SectionReader()
        reader.feed(html.read_text(encoding="utf-8"))
        texts = {section: squeezed(text) for section, text in reader.texts.items()}
        yield ("index.md" if folder == "." else f"{folder}.md"), texts


def test_the_site_builds_without_a_warning(build: tuple[Path, str]) -> None:
    assert "WARNING" not in build[1]


def test_an_included_file_is_no_page(build: tuple[Path, str]) -> None:
    assert not (build[0] / "_includes").exists()


@pytest.mark.parametrize("question", ANSWERED, ids=lambda question: str(question["question"]))
def test_a_golden_answer_stands_in_the_section_that_it_names(
    question: dict[str, Any], pages: dict[str, dict[str, str]]
) -> None:
    assert question["phrase"] in pages[question["file"]][question["section"]]


def test_every_other_section_that_would_answer_exists(pages: dict[str, dict[str, str]]) -> None:
    others = [other for question in ANSWERED for other in question.get("also", [])]
    assert [other for other in others if other["section"] not in pages[other["file"]]] == []


def test_no_question_is_asked_twice() -> None:
    asked = [question["question"] for question in QUESTIONS]
    assert sorted(asked) == sorted(set(asked))


def test_a_question_without_an_answer_names_no_place() -> None:
    assert [question for question in UNANSWERED if question["file"] or question["phrase"]] == []


@pytest.mark.parametrize("word", ["Kafka", "FreeBSD", "LDAP", "Kubernetes", "PayPal", "Android", "Helm"])
def test_the_word_of_a_near_miss_is_nowhere_in_the_docs(word: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in DOCS.rglob("*.md")]
    assert not any(re.search(rf"\b{word}\b", text, re.IGNORECASE) for text in texts)


@pytest.mark.parametrize("word", ["kittiwakery", "guillemot"])
def test_a_hidden_word_is_on_the_site_and_not_in_its_search(word: str, build: tuple[Path, str]) -> None:
    pages = [html for html in build[0].rglob("index.html") if word in html.read_text(encoding="utf-8")]
    assert len(pages) == 1
    assert word not in (build[0] / "search" / "search_index.json").read_text(encoding="utf-8")


def test_one_price_disagrees_with_the_price_list() -> None:
    """The slip that "Is our pricing consistent?" is there to find: same plan, same basis."""
    listed = (DOCS / "pricing.md").read_text(encoding="utf-8")
    told = (DOCS / "notes" / "sales-calls.md").read_text(encoding="utf-8")
    assert "| Plan | Price per seat per month |" in listed
    assert "| Estuary | $29 |" in listed
    assert "Estuary is $24 per seat per month" in told


def test_no_page_loads_anything_from_another_host(build: tuple[Path, str]) -> None:
    """Material's repository link would ask api.github.com for stars: its component must stay out."""
    loads = re.compile(r'<(?:script|img|iframe)[^>]* src="(?:https?:)?//|<link[^>]*stylesheet[^>]*//')
    for html in build[0].rglob("*.html"):
        text = html.read_text(encoding="utf-8")
        assert not loads.search(text), html
        assert 'data-md-component="source"' not in text, html
