"""The browser and the command line give the same hits, scores, explanations and answers, to the last bit.

The shipped bundle runs in Chromium and is asked through its element, as a page's own script may ask it; each site
under test is a folder of index files, so that a hundred of them cost seconds.
"""

import itertools
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from browser import serve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from indexed import PLAIN, files, opened, written
from playwright.sync_api import Browser, Error

from mkdocs_citeqa.answer import ask, ask_json
from mkdocs_citeqa.assets import script_tag
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.result import search_json
from mkdocs_citeqa.search import search
from mkdocs_citeqa.site import FOLDER, Settings

GOLDEN = Path(__file__).parent / "golden"
VECTORS = json.loads((GOLDEN / "analysis.json").read_text("utf-8"))
QUESTIONS = json.loads((GOLDEN / "example_questions.json").read_text("utf-8"))

ASK = """async ({folder, language, questions, options}) => {
    const Element = customElements.get("cite-qa");
    Element.settings = {...Element.settings, index: new URL(folder, location.href)};
    document.documentElement.lang = language;
    const element = document.createElement("cite-qa");
    const said = [];
    for (const question of questions) {
        const found = await element.search(question, {explain: true, ...options});
        const answer = options.typing ? null : await element.ask(question, {explain: true});
        said.push([found, answer]);
    }
    return said;
}"""

Replies = list[tuple[dict[str, Any], dict[str, Any] | None]]


class Pair:
    """Asks both sides about the same index files."""

    def __init__(self, root: Path, run: Callable[[dict[str, Any]], Replies]) -> None:
        self._root = root
        self._run = run
        self._numbers = itertools.count()

    def agree(self, content: Mapping[str, bytes], questions: Sequence[str], language: str = "en", **options: Any):
        """Both sides say the same about all questions; `options` are those of a search."""
        index = opened(content)
        theirs = self.browser(self.place(content), questions, language, **options)
        for question, (found, answer) in zip(questions, theirs, strict=True):
            alike(found, parsed(self.search(index, question, language, **options)), f"search {question!r}")
            if answer is not None:
                alike(answer, parsed(self.ask(index, question, language)), f"ask {question!r}")

    def place(self, content: Mapping[str, bytes]) -> str:
        """Where a page finds these index files."""
        name = f"site-{next(self._numbers)}"
        written(self._root / name, content)
        return f"{name}/{FOLDER}"

    def browser(self, folder: str, questions: Sequence[str], language: str = "en", **options: Any) -> Replies:
        given = {"folder": folder, "language": language, "questions": list(questions), "options": options}
        return self._run(given)

    @staticmethod
    def search(index: Index, question: str, language: str = "en", **options: Any) -> dict[str, Any]:
        return search_json(index, search(index, question, language=language, **options), question, explain=True)

    @staticmethod
    def ask(index: Index, question: str, language: str = "en") -> dict[str, Any]:
        return ask_json(index, question, ask(index, question, language=language), explain=True)


def alike(a: Any, b: Any, where: str) -> None:
    """Equal in every value, or a failure that names the first place where they are not."""
    if isinstance(a, dict) and isinstance(b, dict):
        assert sorted(a) == sorted(b), where
        for key in a:
            alike(a[key], b[key], f"{where}.{key}")
    elif isinstance(a, list) and isinstance(b, list):
        assert len(a) == len(b), where
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            alike(x, y, f"{where}[{i}]")
    else:
        assert a == b, where


def parsed(reply: Mapping[str, Any]) -> Any:
    """As it comes out of JSON: tuples are lists, and numbers are compared as numbers, never as text."""
    return json.loads(json.dumps(reply))


@pytest.fixture(scope="module")
def pair(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    root = written(tmp_path_factory.mktemp("twins"), files({}))
    head = f"<meta charset=utf-8>{script_tag('', FOLDER, {}, {})}"
    (root / "index.html").write_text(f"<!doctype html><head>{head}</head><body></body>", "utf-8")
    with serve(root) as address:
        page = chromium.new_page()
        page.goto(address)
        assert page.evaluate("customElements.get('cite-qa') !== undefined"), "the bundle did not run"
        yield Pair(root, lambda given: page.evaluate(ASK, given))
        page.close()


PLAIN_SETTINGS = Settings(language="xx", parameters=PLAIN)


def test_both_read_the_golden_texts_alike(pair: Pair):
    """Each text is a page and a question: its own page must score, with the same terms and counts in both."""
    texts = [vector["text"] for vector in VECTORS]
    pages = {f"p{n}.md": f"# P{n}\n\n```\n{text}\n```\n" for n, text in enumerate(texts)}
    pair.agree(files(pages, PLAIN_SETTINGS), texts, "xx", top=100)
    pair.agree(files(pages), texts, top=100)


# Words of all kinds, near enough to each other that questions meet the docs in each way: exact, part, prefix, typo.
POOL = [
    "install",
    "installs",
    "installed",
    "installing",
    "installation",
    "installer",
    "uninstall",
    "reinstall",
    "the",
    "a",
    "to",
    "of",
    "from",
    "how",
    "is",
    "not",
    "--dry-run",
    "-v",
    "-x",
    "--force",
    "dry_run",
    "dryRun",
    "DRY_RUN",
    "get_user",
    "getUserById",
    "get.user",
    "get::user",
    "user_id",
    "users",
    "User",
    "v1.2.3",
    "1.2",
    "1.2.3",
    "1.20",
    "2.0.0rc1",
    "3",
    "10",
    "1,000",
    "1000",
    "$29",
    "$29.00",
    "€5",
    "C++",
    "C#",
    "C",
    ".NET",
    "net",
    "@decorator",
    "#tag",
    "#[attr]",
    "a/b/c",
    "path/to/file.md",
    "https://example.org/a-b?c=d",
    "e-mail",
    "email",
    "co-operate",
    "cooperate",
    "organise",
    "organize",
    "colour",
    "color",
    "naïve",
    "naive",
    "café",
    "café",
    "Straße",
    "strasse",
    "GRÖSSE",
    "groesse",
    "Größe",
    "İstanbul",
    "ıssız",
    "ΣΟΦΟΣ",
    "σοφός",
    "Ёлка",
    "елка",
    "部署应用程序",
    "部署",
    "应用",
    "云",
    "データベース",
    "データ",
    "デ",
    "ﾃﾞｰﾀ",
    "데이터베이스",
    "데이터",
    "ตั้งค่า",
    "ตั้ง",
    "कॉन्फ़िगरेशन",
    "सेवा",
    "קובץ",
    "مُفتاح",
    "مفتاح",
    "ＡＰＩ",
    "ﬁle",
    "Æon",
    "œuvre",
    "𝐁old",
    "𐐀",
    "½",
    "²",
    "Ⅳ",
    "ª",
    "µ",
    "ª",
    "🚀",
    "–",
    "—",
    "“quoted”",
    "‘it’s",
    "don't",
    "x+y",
    "a=b",
    "{b}",
    "[c]",
    "<d>",
    "&",
    "|",
    "\\",
    "~",
    "%",
    "100%",
    "5%",
    "delete",
    "remove",
    "erase",
    "drop",
    "setup",
    "configure",
    "settings",
    "constructor",
    "toString",
    "__proto__",
    "hasOwnProperty",
]

WORDS = st.sampled_from(POOL)
ODD = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
TEXTS = st.lists(st.one_of(WORDS, WORDS, WORDS, ODD), min_size=1, max_size=14).map(" ".join)
HEADINGS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
SECTIONS = st.tuples(st.integers(2, 4), HEADINGS, TEXTS).map(lambda s: f"{'#' * s[0]} {s[1]}\n\n{s[2]}")
PAGES = st.tuples(HEADINGS, TEXTS, st.lists(SECTIONS, max_size=3)).map(
    lambda p: "\n\n".join([f"# {p[0]}", p[1], *p[2]])
)
ASKED = st.one_of(
    TEXTS,
    st.lists(WORDS, min_size=1, max_size=4).map(" ".join),
    TEXTS.map(lambda text: f'"{text}"'),
    st.tuples(WORDS, WORDS).map(lambda pair: f"{pair[0]} -{pair[1]}"),
    ODD,
)
MODEST = settings(
    max_examples=40,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@MODEST
@given(
    pages=st.lists(PAGES, min_size=1, max_size=5),
    questions=st.lists(ASKED, min_size=1, max_size=12),
    language=st.sampled_from(["en", "de", "tr", "ja", "xx"]),
)
def test_both_agree_on_random_docs_and_questions(pair: Pair, pages, questions, language):
    content = files({f"p{n}.md": page for n, page in enumerate(pages)}, Settings(language=language))
    pair.agree(content, questions, language)


@MODEST
@given(
    pages=st.lists(PAGES, min_size=1, max_size=4),
    questions=st.lists(
        st.one_of(ASKED, WORDS.map(lambda word: word[: max(1, len(word) // 2)])), min_size=1, max_size=12
    ),
)
def test_both_agree_while_a_reader_types(pair: Pair, pages, questions):
    pair.agree(files({f"p{n}.md": page for n, page in enumerate(pages)}), questions, typing=True, top=20)


def test_both_agree_on_the_questions_of_the_example_site(pair: Pair, chromium: Browser, sites: Callable[[str], Path]):
    site = sites("material")
    content = {path.name: path.read_bytes() for path in (site / FOLDER).glob("*.json")}
    languages = sorted(json.loads(content["manifest.json"])["languages"])
    assert len(languages) > 1
    for language in languages:
        pair.agree(content, [case["question"] for case in QUESTIONS], language)


def test_an_index_of_another_format_is_refused_in_the_browser(pair: Pair):
    content = files({"a.md": "# A\n\nText."})
    manifest = json.loads(content["manifest.json"])
    for change in ({"format": 999}, {"analyser": "other-9"}):
        other = {**content, "manifest.json": json.dumps({**manifest, **change}).encode()}
        with pytest.raises(Error, match="The index has format"):
            pair.browser(pair.place(other), ["text"])
