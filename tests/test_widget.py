"""The reader's side, used as a reader uses it: clicks and keys in a real Chromium, found by role and name."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Tabs, build, serve
from playwright.sync_api import Locator, Page, expect

import mkdocs_citeqa

THEMES = ["material", "mkdocs", "readthedocs"]
QUESTION = "How much does a Harbour seat cost?"
FIELD = "Ask a question or search"
UNKNOWN = "What is the airspeed of an unladen swallow?"


@pytest.fixture(scope="module")
def example(sites: Callable[[str], Path]) -> Iterator[str]:
    with serve(sites("material")) as address:
        yield address


def ask_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Ask"))


def field(page: Page) -> Locator:
    return page.get_by_role("combobox", name=FIELD)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Ask these docs")


def opened(page: Page) -> Locator:
    ask_button(page).click()
    expect(field(page)).to_be_focused()
    return field(page)


def typed(page: Page, words: str) -> Locator:
    """The results for words typed into the open dialog."""
    field(page).fill(words)
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    return options


def asked(page: Page, question: str = QUESTION) -> Locator:
    """The answer's first citation."""
    opened(page).fill(question)
    field(page).press("Enter")
    citation = page.get_by_role("link", name=re.compile(r"^\[1\]")).first
    expect(citation).to_be_visible()
    return citation


def marked(page: Page) -> Locator:
    return page.locator("[data-citeqa-mark]")


def in_sight(block: Locator) -> bool:
    """The middle of the block's first line is what a reader sees there, not a header over it."""
    return bool(
        block.evaluate(
            """node => {
                const {left, top} = node.getClientRects()[0];
                const seen = document.elementFromPoint(left + 4, top + 4);
                return seen !== null && (node.contains(seen) || seen.contains(node));
            }"""
        )
    )


# Opening and closing


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", ["", "concepts/", "nowhere/"])
def test_every_page_of_every_theme_has_an_ask_button(
    theme: str, path: str, sites: Callable[[str], Path], tabs: Tabs
) -> None:
    with serve(sites(theme)) as address:
        page = tabs.open(address + path)
        expect(opened(page)).to_have_attribute("aria-expanded", "false")
        page.keyboard.press("Escape")
        expect(dialog(page)).to_be_hidden()
        expect(ask_button(page)).to_be_focused()


def test_the_shortcut_opens_the_dialog(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()


def test_the_shortcut_leaves_a_reader_alone_who_types_elsewhere(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()
    page.keyboard.press("Control+k")
    expect(dialog(page)).to_be_hidden()


def test_a_click_beside_the_dialog_closes_it(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    page.mouse.click(5, 400)
    expect(dialog(page)).to_be_hidden()


def test_the_themes_keys_do_not_fire_while_a_question_is_typed(example: str, tabs: Tabs) -> None:
    page = tabs.open(example + "concepts/")
    opened(page).press_sequentially("sf/pn,.")
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value("sf/pn,.")
    dialog(page).get_by_text("Keys").focus()
    for key in ("n", "."):
        page.keyboard.press(key)
    assert page.url == example + "concepts/"


# Searching


def test_typing_shows_passages_with_their_place_matched_words_and_lines(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    first = typed(page, "harbour price").first
    expect(first).to_contain_text("Pricing")
    expect(first.locator(".tag").first).to_be_visible()
    expect(first).to_contain_text(re.compile(r"\w+\.md lines? \d+"))
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ passages?$"))


def test_arrows_home_and_end_choose_a_passage(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    options = typed(page, "seat")
    last = options.count() - 1
    for key, chosen in [
        ("ArrowDown", 0),
        ("ArrowDown", 1),
        ("End", last),
        ("Home", 0),
        ("ArrowUp", None),
        ("ArrowUp", last),
    ]:
        page.keyboard.press(key)
        selected = page.get_by_role("option", selected=True)
        if chosen is None:
            expect(selected).to_have_count(0)
        else:
            expect(options.nth(chosen)).to_have_attribute("aria-selected", "true")
            expect(field(page)).to_have_attribute(
                "aria-activedescendant", options.nth(chosen).get_attribute("id") or "?"
            )
    expect(options.nth(last)).to_be_in_viewport()
    expect(field(page)).to_be_focused()


def test_enter_opens_the_chosen_passage_at_its_block(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    href = typed(page, "seat").first.get_attribute("href")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(href or "?")
    expect(marked(page).first).to_be_in_viewport()


def test_enter_right_after_typing_answers_the_new_question_whatever_was_chosen_before(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    typed(page, "seat")
    page.keyboard.press("ArrowDown")
    field(page).fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    expect(field(page)).to_have_value(QUESTION)


def test_control_enter_opens_the_chosen_passage_in_a_new_tab(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    href = typed(page, "seat").first.get_attribute("href")
    page.keyboard.press("ArrowDown")
    with page.context.expect_page() as other:
        page.keyboard.press("Control+Enter")
    expect(other.value).to_have_url(href or "?")
    expect(dialog(page)).to_be_visible()


def test_the_right_arrow_shows_why_a_passage_ranks_there_and_the_left_one_hides_it(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    first = typed(page, "seat").first
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(first).to_contain_text("Why this result")
    expect(first.locator(".percent").first).to_have_text(re.compile(r"^\d+ %$"))
    page.keyboard.press("ArrowLeft")
    expect(first).not_to_contain_text("Why this result")


def test_words_that_the_docs_do_not_have_find_nothing_and_say_so(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page).fill("zzzqqq")
    expect(dialog(page)).to_contain_text("Nothing in these docs matches")
    expect(dialog(page)).to_contain_text("These docs never mention “zzz")


# Answers


def test_enter_gives_quotations_each_with_a_citation(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    asked(page)
    expect(page.get_by_role("heading", name="Quoted from these docs")).to_be_visible()
    expect(dialog(page)).to_contain_text("nothing was sent anywhere")
    for statement in page.locator(".statement").all():
        expect(statement.get_by_role("link", name=re.compile(r"^\[\d+\]")).first).to_be_visible()
    sources = page.get_by_role("heading", name="Sources").locator("..").get_by_role("listitem")
    expect(sources.first).to_contain_text(re.compile(r"\w+\.md lines? \d+"))


def test_a_citation_opens_the_page_at_the_very_block_and_marks_the_quoted_words(example: str, tabs: Tabs) -> None:
    page = tabs.open(example + "concepts/")
    citation = asked(page)
    quote = page.evaluate("q => document.querySelector('cite-qa').ask(q).then(a => a.citations[0].quote)", QUESTION)
    href = citation.get_attribute("href")
    citation.click()
    expect(page).to_have_url(href or "?")
    expect(marked(page)).to_have_count(1)
    squeezed = re.sub(r"\W+", "", quote)
    assert squeezed in re.sub(r"\W+", "", marked(page).inner_text())
    assert in_sight(marked(page))
    expect(marked(page)).to_be_focused()


def test_the_docs_do_not_say_names_the_words_and_the_nearest_sections(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page).fill(UNKNOWN)
    field(page).press("Enter")
    expect(page.get_by_role("heading", name="The docs don’t say")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("The docs don’t say")


def test_escape_steps_back_to_the_passages_and_then_closes(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    typed(page, QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog(page)).to_be_hidden()
    expect(ask_button(page)).to_be_focused()


def test_arrows_walk_through_an_answers_links_and_letters_return_to_the_question(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    asked(page)
    page.keyboard.press("ArrowDown")
    stops = page.locator("[data-stop]")
    expect(stops.nth(0)).to_be_focused()
    page.keyboard.press("End")
    expect(stops.last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(field(page)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(field(page)).to_have_value(QUESTION + "x")


def test_a_citation_shows_its_quotation_on_hover_and_focus_until_escape(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    citation = asked(page)
    tip = page.get_by_role("tooltip")
    citation.hover()
    expect(tip).to_contain_text(re.compile(r"\.md line"))
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(dialog(page)).to_be_visible()
    page.mouse.move(0, 0)
    field(page).press("ArrowDown")  # a focus that keys have moved
    citation.focus()
    expect(tip).to_be_visible()


def test_copy_answer_gives_markdown_with_linked_sources(example: str, tabs: Tabs) -> None:
    page = tabs.open(example, permissions=["clipboard-read", "clipboard-write"])
    href = asked(page).get_attribute("href")
    page.get_by_role("button", name="Copy answer").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"**{QUESTION}**\n\n")
    assert f"]({href})" in copied


def test_a_link_to_a_question_can_be_copied_and_opens_it(example: str, tabs: Tabs) -> None:
    page = tabs.open(example + "concepts/", permissions=["clipboard-read", "clipboard-write"])
    asked(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    other = tabs.open(link)
    expect(field(other)).to_have_value(QUESTION)
    expect(other.get_by_role("heading", name="Sources")).to_be_visible()


def test_back_goes_from_the_cited_page_to_the_question_and_then_to_the_page_below(example: str, tabs: Tabs) -> None:
    page = tabs.open(example + "concepts/")
    asked(page).click()
    expect(marked(page).first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    page.go_back()
    expect(dialog(page)).to_be_hidden()
    assert page.url == example + "concepts/"
    page.go_forward()
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()


def test_closing_an_answer_leaves_a_clean_address(example: str, tabs: Tabs) -> None:
    page = tabs.open(example + "concepts/#leases")
    asked(page)
    page.get_by_role("button", name="Close").click()
    expect(page).to_have_url(example + "concepts/#leases")
    expect(dialog(page)).to_be_hidden()


def test_instant_navigation_follows_a_citation_without_loading_a_page(tmp_path: Path, tabs: Tabs) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with serve(site) as address:
        theme = {"name": "material", "font": False, "features": ["navigation.instant"]}
        text = "# Prices\n\n" + "Filling.\n\n" * 60 + "## Seats\n\nA seat costs twelve dollars a month.\n"
        build(
            tmp_path,
            {"site_url": address, "theme": theme},
            {"index.md": "# Home\n", "birds.md": OTHERS, "prices.md": text},
        )
        page = tabs.open(address)
        page.evaluate("window.still = true")
        asked(page, "What does a seat cost?").click()
        expect(marked(page)).to_have_text("A seat costs twelve dollars a month.")
        expect(marked(page)).to_be_in_viewport()
        assert page.url.startswith(address + "prices/#")
        assert page.evaluate("window.still") is True
        page.go_back()
        expect(page.get_by_role("heading", name="Sources")).to_be_visible()
        page.go_back()
        expect(dialog(page)).to_be_hidden()
        expect(page.get_by_role("heading", name="Home")).to_be_visible()


@pytest.mark.parametrize("theme", ["material", "instant", "readthedocs"])
def test_asking_and_closing_leaves_the_page_where_it_was(theme: str, sites: Callable[[str], Path], tabs: Tabs) -> None:
    with serve(sites(theme)) as address:
        page = tabs.open(address + "cli/")
        page.mouse.move(640, 400)
        page.mouse.wheel(0, 900)
        page.wait_for_function("scrollY > 500")
        page.wait_for_timeout(300)  # themes note the position when scrolling has stopped
        before = page.evaluate("scrollY")
        page.keyboard.press("Control+k")
        field(page).fill(QUESTION)
        field(page).press("Enter")
        expect(page.get_by_role("heading", name="Sources")).to_be_visible()
        page.get_by_role("button", name="Close").click()
        expect(page).to_have_url(address + "cli/")
        page.wait_for_timeout(200)
        assert page.evaluate("scrollY") == before


def test_recent_questions_of_the_session_are_offered_again(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    asked(page)
    page.goto(example + "faq/")
    opened(page)
    page.get_by_role("button", name=QUESTION).click()
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()


def test_a_question_mark_in_an_empty_field_shows_the_keys(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page).press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Keys")).to_be_hidden()
    field(page).press_sequentially("why?")
    expect(field(page)).to_have_value("why?")


# Failing well


def test_a_late_answer_never_replaces_a_newer_one(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    opened(page)
    page.evaluate(
        """() => {
            const source = document.querySelector('cite-qa').source;
            const search = source.search.bind(source);
            source.search = async (question, options) => {
                const found = await search(question, {...options, signal: undefined});
                if (question === 'slow seat') await new Promise(done => setTimeout(done, 400));
                window.finished = question;
                return found;
            };
        }"""
    )
    field(page).fill("slow seat")
    page.wait_for_timeout(100)
    field(page).fill("backoff")
    page.wait_for_function("window.finished === 'slow seat'")
    assert (
        page.evaluate("document.querySelector('cite-qa').shadowRoot.querySelector('.option')?.textContent ?? ''") != ""
    )
    expect(page.get_by_role("option").first).to_contain_text(re.compile("backoff", re.I))


def test_an_index_that_cannot_be_loaded_gives_a_sentence_and_another_try(example: str, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    page.route("**/citeqa/manifest.json", lambda route: route.abort())
    page.goto(example)
    opened(page).fill("seat")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_role("status")).not_to_have_text("")
    page.unroute("**/citeqa/manifest.json")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()


# For scripts


def test_scripts_get_the_events_and_the_same_json(example: str, tabs: Tabs) -> None:
    page = tabs.open(example)
    page.evaluate(
        """() => {
            window.heard = [];
            for (const name of ['ask', 'answer', 'no-answer', 'follow'])
                document.addEventListener('citeqa:' + name, event => heard.push([name, event.detail.question]));
        }"""
    )
    asked(page)
    field(page).fill(UNKNOWN)
    field(page).press("Enter")
    expect(page.get_by_role("heading", name="The docs don’t say")).to_be_visible()
    page.evaluate("addEventListener('click', event => event.preventDefault())")
    assert page.evaluate("heard") == [["ask", QUESTION], ["answer", QUESTION], ["ask", UNKNOWN], ["no-answer", UNKNOWN]]
    found = page.evaluate("document.querySelector('cite-qa').search('seat', {top: 3, explain: true})")
    assert len(found["results"]) == 3
    assert found["results"][0]["explain"]


# Living on other people's pages

TRICKS = """
# Tricks <img src="x" alt="a" title="t">

Gullible readers see `<img src=x onerror="window.tricked = 1">` and `<script>window.tricked = 1</script>` as words.

## Gullible &lt;b&gt;heading&lt;/b&gt; [x](javascript:alert)

| Gullible | Table |
| --- | --- |
| `<iframe srcdoc="<script>parent.tricked = 1</script>">` | `javascript:window.tricked=1` |
"""
BARE = """<!doctype html>
<html lang="{{ config.extra.lang or 'en' }}" dir="{{ config.extra.dir or 'ltr' }}">
<head><meta charset="utf-8"><title>{{ page.title }}</title></head>
<body><main>{{ page.content }}</main></body>
</html>
"""
OTHERS = "# Birds\n" + "".join(
    f"\n## {bird.title()}\n\nThe {bird} lives near {place} and eats {food}.\n"
    for bird, place, food in [
        ("heron", "rivers", "fish"),
        ("wren", "hedges", "spiders"),
        ("kestrel", "meadows", "voles"),
        ("swift", "towers", "midges"),
        ("owl", "barns", "mice"),
        ("dipper", "brooks", "larvae"),
        ("siskin", "alders", "seeds"),
        ("gull", "harbours", "scraps"),
        ("curlew", "moors", "worms"),
        ("plover", "mudflats", "snails"),
    ]
)
"""A page on other things, beside which words can be rare."""
STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"


def bare_site(folder: Path, pages: dict[str, str], **config: object) -> Path:
    """A site whose theme is nothing but the text."""
    theme = folder / "theme"
    theme.mkdir()
    (theme / "main.html").write_text(BARE, encoding="utf-8")
    bare = {"theme": {"name": None, "custom_dir": str(theme)}, **config}
    return build(folder, bare, {"birds.md": OTHERS, **pages})


def test_markup_in_docs_and_questions_is_shown_as_text(tmp_path: Path, tabs: Tabs) -> None:
    question = 'gullible <img src=y onerror="window.tricked = 1">'
    with serve(bare_site(tmp_path, {"index.md": TRICKS})) as address:
        page = tabs.open(address)
        opened(page)
        typed(page, question)
        expect(page.get_by_role("option").filter(has_text="<script>").first).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_role("link").first).to_be_visible()
        assert (
            page.locator("cite-qa").evaluate("node => node.shadowRoot.querySelector('img, script, iframe, b > b')")
            is None
        )
        assert page.evaluate("window.tricked") is None


def test_a_strict_content_security_policy_is_enough(tmp_path: Path, tabs: Tabs) -> None:
    site = bare_site(tmp_path, {"index.md": "# Home\n\nA seat costs twelve dollars a month.\n"})
    with serve(site, {"Content-Security-Policy": STRICT}) as address:
        page = tabs.open(address)
        expect(ask_button(page)).to_be_visible()
        asked(page, "What does a seat cost?").click()
        expect(marked(page)).to_have_text("A seat costs twelve dollars a month.")


def test_an_element_of_the_authors_own_is_used_where_it_stands(tmp_path: Path, tabs: Tabs) -> None:
    text = "# Home\n\nA seat costs twelve dollars a month.\n\n<cite-qa></cite-qa>\n\nAnd more.\n\n<cite-qa></cite-qa>\n"
    with serve(bare_site(tmp_path, {"index.md": text})) as address:
        page = tabs.open(address)
        expect(ask_button(page)).to_have_count(2)
        expect(page.locator("main cite-qa")).to_have_count(2)
        page.keyboard.press("Control+k")
        expect(dialog(page)).to_have_count(1)
        page.keyboard.press("Escape")
        ask_button(page).last.click()
        field(page).fill("What does a seat cost?")
        field(page).press("Enter")
        expect(page.get_by_role("heading", name="Sources")).to_be_visible()
        expect(dialog(page)).to_have_count(1)


def test_right_to_left_pages_are_mirrored(tmp_path: Path, tabs: Tabs) -> None:
    site = bare_site(tmp_path, {"index.md": "# Home\n\nA seat costs.\n"}, extra={"dir": "rtl", "lang": "he"})
    with serve(site) as address:
        page = tabs.open(address)
        opened(page)
        first = typed(page, "seat").first
        close = page.get_by_role("button", name="Close").bounding_box()
        box = dialog(page).bounding_box()
        assert close
        assert box
        assert close["x"] < box["x"] + 60
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        expect(first).to_contain_text("Why this result")


def test_the_interface_speaks_the_themes_language_with_the_sites_own_words(tmp_path: Path, tabs: Tabs) -> None:
    site = build(
        tmp_path,
        {
            "theme": {"name": "material", "language": "de", "font": False},
            "plugins": [{"citeqa": {"strings": {"title": "Frag den Leuchtturm"}}}],
        },
        {"index.md": "# Start\n\nEin Platz kostet zwölf Euro.\n"},
    )
    with serve(site) as address:
        page = tabs.open(address)
        page.get_by_role("button", name="Fragen").click()
        expect(page.get_by_role("dialog", name="Frag den Leuchtturm")).to_be_visible()
        page.get_by_role("combobox", name="Frage stellen oder suchen").fill("Platz")
        expect(page.get_by_role("option")).to_contain_text("index.md Zeile")
        expect(page.get_by_role("status")).to_have_text("1 Abschnitt")


def test_without_scripts_the_page_is_whole_and_shows_no_button(example: str, tabs: Tabs) -> None:
    page = tabs.open(example + "pricing/", java_script_enabled=False)
    expect(page.get_by_role("heading", name="Hosted roosts")).to_be_visible()
    expect(ask_button(page)).to_have_count(0)


def test_a_page_asks_for_nothing_before_the_reader_does_and_only_from_its_own_host(example: str, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(example, wait_until="networkidle")
    ours = [url for url in requests if "/citeqa/" in url]
    assert sorted(Path(url).suffix for url in set(ours)) == [".css", ".js"]
    asked(page)
    assert all(url.startswith(example) for url in requests)


# What it costs


def test_the_bundle_and_the_stylesheet_stay_small() -> None:
    static = Path(mkdocs_citeqa.__file__).parent / "static"
    assert len(gzip.compress((static / "citeqa.js").read_bytes(), 9)) <= 20 * 1024
    assert len(gzip.compress((static / "citeqa.css").read_bytes(), 9)) <= 5 * 1024


def test_the_bundle_makes_no_markup_and_no_code_from_text() -> None:
    bundle = (Path(mkdocs_citeqa.__file__).parent / "static" / "citeqa.js").read_text("utf-8")
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "eval(",
        "Function(",
        "import(",
    ):
        assert word not in bundle
