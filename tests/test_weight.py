"""What a question costs a reader: bytes, requests and rounds of these; and what an edit costs one who comes back."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser import Tabs, serve
from indexed import files
from playwright.sync_api import Page, Route, expect

from mkdocs_citeqa.index import open_index
from mkdocs_citeqa.search import search

QUESTION = "How much does Estuary cost per seat?"
ASK = "question => document.querySelector('cite-qa').ask(question)"


def gzipped(folder: Path) -> dict[str, int]:
    """Bytes of each file as a host sends it."""
    return {path.name: len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in folder.iterdir()}


@pytest.fixture(scope="module")
def folder(sites: Callable[[str], Path]) -> Path:
    return sites("material") / "citeqa"


def fetched(folder: Path, question: str) -> set[str]:
    """Files of the index that a first question reads, the manifest among them."""
    names: set[str] = set()

    def read(name: str) -> bytes:
        names.add(name)
        return (folder / name).read_bytes()

    search(open_index(read), question)
    return names


def test_a_first_question_costs_less_than_eighty_kilobytes_in_all(folder: Path) -> None:
    sizes = gzipped(folder)
    code = sum(size for name, size in sizes.items() if name.endswith((".js", ".css")))
    asked = fetched(folder, QUESTION)
    assert code + sum(sizes[name] for name in asked) < 80_000
    assert sizes["manifest.json"] < 16_000
    assert max(sizes[name] for name in asked if name != "manifest.json") < 12_000


def test_the_whole_index_stays_within_a_fifth_of_a_megabyte_on_the_example_site(folder: Path) -> None:
    assert sum(size for name, size in gzipped(folder).items() if name.endswith(".json")) < 220_000


class Gate:
    """Holds back all requests for the index and lets them go round by round."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        self.rounds: list[list[str]] = []
        page.route("**/citeqa/*.json", lambda route: self.held.append(route))

    def open_until_answered(self) -> None:
        """Let each round go when the page asks for nothing more; a round is what was asked for meanwhile."""
        quiet = 0
        while quiet < 5:
            known = len(self.held)
            self.page.wait_for_timeout(100)
            if len(self.held) > known or not self.held:
                quiet = 0 if self.held else quiet + 1
                continue
            held, self.held[:] = list(self.held), []
            self.rounds.append(sorted(kind(route.request.url) for route in held))
            for route in held:
                route.continue_()


def kind(url: str) -> str:
    return re.split(r"[-.]", url.rpartition("/")[2])[0]


def test_a_question_takes_two_rounds_after_the_manifest_and_asks_for_each_file_once(folder: Path, tabs: Tabs) -> None:
    with serve(folder.parent) as address:
        page = tabs.open(address)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/citeqa/" in request.url else None)
        gate = Gate(page)
        page.evaluate(f"({ASK})({json.dumps(QUESTION)}).then(answer => self.answer = answer); null")
        gate.open_until_answered()
        assert page.evaluate("self.answer.status") == "answered"
        first, second, third = gate.rounds
        assert (first, set(second), set(third)) == (["manifest"], {"terms", "slots"}, {"passages"})
        assert len(asked) == len(set(asked)) == 1 + len(second) + len(third)
        gate.rounds.clear()
        page.evaluate(f"({ASK})({json.dumps(QUESTION)}).then(answer => self.again = answer); null")
        gate.open_until_answered()
        assert gate.rounds == []


@pytest.mark.parametrize("lost", ["terms", "slots", "passages"])
def test_a_file_that_fails_is_tried_again_and_then_named(folder: Path, tabs: Tabs, lost: str) -> None:
    with serve(folder.parent) as address:
        page = tabs.open(address)
        failed: list[str] = []

        def answer(route: Route) -> None:
            url = route.request.url
            if kind(url) == lost and url in (failed or [url]):
                failed.append(url)
                route.fulfill(status=500)
            else:
                route.continue_()

        page.route("**/citeqa/*.json", answer)
        page.keyboard.press("Control+k")
        page.keyboard.insert_text(QUESTION)
        name = page.locator("cite-qa").get_by_text(re.compile(rf"{lost}-[0-9a-f]+\.json"))
        expect(name.first).to_be_visible(timeout=15_000)
        assert failed[0].rpartition("/")[2] in name.first.inner_text()
        assert len(failed) == 3


def docs(changed: str = "") -> dict[str, str]:
    """Sixty pages of a few sections, whose words are spread as in real docs: few everywhere, most somewhere."""
    pages = {}
    for n in range(60):
        sections = [
            f"## Part {s}\n\n" + " ".join(f"word{(n * 7 + s * 13 + i * i) % (20 + 10 * i)}" for i in range(60))
            for s in range(5)
        ]
        pages[f"page{n:02}.md"] = f"# Page {n}\n\n" + "\n\n".join(sections)
    if changed:
        pages["page30.md"] = pages["page30.md"].replace("## Part 3", f"{changed}\n\n## Part 3")
    return pages


def test_an_edit_of_one_paragraph_leaves_four_fifths_of_the_files_under_their_names() -> None:
    before, after = files(docs()), files(docs("A paragraph more, with a brandnew word."))
    shards = [name for name in before if name.startswith(("terms-", "passages-"))]
    kept = [name for name in shards if name in after]
    assert len(shards) > 60
    assert len(kept) >= 0.8 * len(shards)


def test_two_builds_of_the_same_docs_give_the_same_bytes() -> None:
    assert files(docs()) == files(dict(reversed(docs().items())))
