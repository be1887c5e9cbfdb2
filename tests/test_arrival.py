"""Landing on a citation: whatever hides the cited block, the reader sees it, marked, and can go on from there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Tabs, build, serve
from playwright.sync_api import Locator, Page, expect

PAGE = """
# Landing

Opening words of the page.

??? note "Closed"

    Words in a closed box.

    ??? tip "Closed in closed"

        Words two boxes deep.

=== "First"

    Words in the first tab.

=== "Second"

    Words in the second tab.

    === "Inner first"

        Words in the inner first tab.

    === "Inner second"

        Words in the inner second tab.

- An item of a list
- An item with code

    ```
    code in an item
    ```

    Words below the code in the item.

```
a block of code
```

| Plan | Price |
| --- | --- |
| Reef | $7 |
| Shoal | $9 |

Term
:   Words that define the term.

## Long words

Words under a heading.

- First of the words
- Long words again

## Long way down

FILLER

The last words of the page, which say more. In two sentences.
"""

EXTENSIONS = [
    "tables",
    "def_list",
    "admonition",
    "pymdownx.details",
    "pymdownx.superfences",
    {"pymdownx.tabbed": {"alternate_style": True}},
]
PAGES = {
    "index.md": "# Home\n\nThe first page. [Go](landing.md)\n",
    "landing.md": PAGE.replace("FILLER", "\n\n".join(f"Filling {n}." for n in range(60))),
}


def config(**more: object) -> dict[str, object]:
    theme = {"name": "material", "font": False, "features": more.pop("features", [])}
    return {"site_url": "http://127.0.0.1/", "theme": theme, "markdown_extensions": EXTENSIONS, **more}


@pytest.fixture(scope="module")
def landing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(build(tmp_path_factory.mktemp("landing"), config(), PAGES)) as address:
        yield address


def id_of(page: Page, words: str) -> str:
    """The id that a citation of these words would name."""
    return str(
        page.evaluate(
            """words => {
                const holds = node => node.textContent.includes(words);
                const deepest = [...document.querySelectorAll('article *')].filter(holds).pop();
                for (let node = deepest; node; node = node.parentElement) {
                    if (node.id.startsWith('citeqa-')) return node.id;
                    const marker = node.querySelector(':scope > span[id^=citeqa-]:empty');
                    if (marker) return marker.id;
                    const before = node.previousElementSibling;
                    if (before?.matches('span[id^=citeqa-]:empty')) return before.id;
                }
            }""",
            words,
        )
    )


def land(tabs: Tabs, address: str, words: str, **settings: object) -> Page:
    """A page opened at the block with these words, as from a shared link."""
    page = tabs.open(address + "landing/", **settings)
    anchor = id_of(page, words)
    assert anchor.startswith("citeqa-"), words
    page.goto("about:blank")
    page.goto(f"{address}landing/#{anchor}")
    return page


def marked(page: Page) -> Locator:
    return page.locator("[data-citeqa-mark]")


def seen(block: Locator) -> bool:
    """Nothing lies over the beginning of the block."""
    return bool(
        block.evaluate(
            """node => {
                const {left, top} = node.getClientRects()[0];
                const over = document.elementFromPoint(left + 6, top + 6);
                return over !== null && (node.contains(over) || over.contains(node));
            }"""
        )
    )


@pytest.mark.parametrize(
    ("words", "tag"),
    [
        ("Opening words of the page.", "p"),
        ("Words in a closed box.", "p"),
        ("Words two boxes deep.", "p"),
        ("Words in the second tab.", "p"),
        ("Words in the inner second tab.", "p"),
        ("An item of a list", "li"),
        ("code in an item", "div"),
        ("Words below the code in the item.", "p"),
        ("a block of code", "div"),
        ("Shoal", "tr"),
        ("Words that define the term.", "dd"),
        ("The last words of the page", "p"),
    ],
)
def test_a_shared_link_lands_on_the_block_whatever_hides_it(landing: str, tabs: Tabs, words: str, tag: str) -> None:
    page = land(tabs, landing, words)
    expect(marked(page)).to_have_count(1)
    expect(marked(page)).to_contain_text(words)
    assert marked(page).evaluate("node => node.localName") == tag
    assert seen(marked(page))
    expect(marked(page)).to_be_focused()


def test_a_passage_is_marked_from_its_heading_to_its_last_block(landing: str, tabs: Tabs) -> None:
    page = tabs.open(landing)
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("long words under a heading")
    page.get_by_role("option", name="Long words").first.click()
    expect(marked(page)).to_contain_text(
        ["Long words", "Words under a heading.", "First of the words", "Long words again"]
    )


def test_escape_clears_the_mark_and_leaves_the_page_as_it_is(landing: str, tabs: Tabs) -> None:
    page = land(tabs, landing, "Words two boxes deep.")
    address = page.url
    page.keyboard.press("Escape")
    expect(marked(page)).to_have_count(0)
    expect(page.get_by_text("Words two boxes deep.")).to_be_visible()
    assert page.url == address


def test_a_click_clears_the_mark_but_selecting_words_does_not(landing: str, tabs: Tabs) -> None:
    page = land(tabs, landing, "Opening words of the page.")
    marked(page).select_text()
    box = marked(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 8)
    page.mouse.up()
    expect(marked(page)).to_have_count(1)
    page.get_by_text("An item of a list").click()
    expect(marked(page)).to_have_count(0)


def test_another_citation_on_the_open_page_moves_the_mark_and_back_restores_the_page(landing: str, tabs: Tabs) -> None:
    page = land(tabs, landing, "Opening words of the page.")
    before = page.url
    page.evaluate("hash => { location.hash = hash }", id_of(page, "Words in the inner second tab."))
    expect(marked(page)).to_have_text("Words in the inner second tab.")
    page.go_back()
    expect(marked(page)).to_have_text("Opening words of the page.")
    expect(page.get_by_text("Words in the second tab.")).to_be_hidden()
    assert page.url == before


def test_an_ordinary_anchor_marks_nothing(landing: str, tabs: Tabs) -> None:
    page = tabs.open(landing + "landing/#long-way-down")
    expect(page.get_by_role("heading", name="Long way down")).to_be_in_viewport()
    expect(marked(page)).to_have_count(0)


def test_arriving_does_not_move_or_resize_anything_on_the_page(landing: str, tabs: Tabs) -> None:
    page = land(tabs, landing, "Opening words of the page.")
    measure = """[...document.querySelectorAll('article *')].map(node => {
        const {x, y, width, height} = node.getBoundingClientRect();
        return [x, y + scrollY, width, height];
    })"""
    with_mark = page.evaluate(measure)
    page.keyboard.press("Escape")
    assert page.evaluate(measure) == with_mark


def test_a_block_without_a_box_gives_way_to_what_stands_before_it(landing: str, tabs: Tabs) -> None:
    page = tabs.open(landing + "landing/")
    anchor = id_of(page, "a block of code")
    page.route(
        "**/landing/",
        lambda route: route.fulfill(
            body=re.sub(
                rf'<([a-z]+)([^>]*) id="?{anchor}"?', rf'<\1\2 hidden id="{anchor}"', route.fetch().text(), count=1
            ),
            content_type="text/html",
        ),
    )
    page.goto("about:blank")
    page.goto(f"{landing}landing/#{anchor}")
    expect(marked(page)).to_have_count(1)
    expect(marked(page)).to_be_visible()


def test_instant_navigation_lands_as_a_page_load_does(tmp_path: Path, tabs: Tabs) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with serve(site) as address:
        build(tmp_path, config(features=["navigation.instant"], site_url=address), PAGES)
        page = tabs.open(address + "landing/")
        anchor = id_of(page, "Words in the inner second tab.")
        page.goto(address)
        page.evaluate("window.still = true")
        page.evaluate(
            """href => {
                const link = document.createElement('a');
                link.href = href;
                document.body.append(link);
                link.click();
            }""",
            f"{address}landing/#{anchor}",
        )
        expect(marked(page)).to_have_text("Words in the inner second tab.")
        assert page.evaluate("window.still") is True
        assert seen(marked(page))
        expect(page.get_by_role("button", name=re.compile("^Ask"))).to_be_visible()
        page.go_back()
        expect(page.get_by_text("The first page.")).to_be_visible()
        expect(marked(page)).to_have_count(0)


def test_file_addresses_without_directories_work_too(tmp_path: Path, tabs: Tabs) -> None:
    with serve(build(tmp_path, config(use_directory_urls=False), PAGES)) as address:
        page = tabs.open(address + "landing.html")
        anchor = id_of(page, "Words two boxes deep.")
        page.goto(f"{address}landing.html#{anchor}")
        expect(marked(page)).to_have_text("Words two boxes deep.")


def test_a_page_opened_from_the_disk_lands_too(tmp_path: Path, tabs: Tabs) -> None:
    site = build(tmp_path, config(), PAGES)
    page = tabs.open((site / "landing" / "index.html").as_uri())
    tabs.said.clear()  # the theme's own search cannot start from a disk
    anchor = id_of(page, "Words two boxes deep.")
    page.goto("about:blank")
    page.goto(f"{(site / 'landing' / 'index.html').as_uri()}#{anchor}")
    expect(marked(page)).to_have_text("Words two boxes deep.")
    tabs.said.clear()


@pytest.mark.parametrize("settings", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_the_mark_can_be_seen_in_every_colour_scheme(landing: str, tabs: Tabs, settings: dict[str, str]) -> None:
    page = land(tabs, landing, "Opening words of the page.", **settings)
    with_mark = page.screenshot()
    page.keyboard.press("Escape")
    expect(marked(page)).to_have_count(0)
    assert page.screenshot() != with_mark


def test_a_reader_without_scripts_gets_everything_and_the_browsers_own_anchor(landing: str, tabs: Tabs) -> None:
    anchor = id_of(tabs.open(landing + "landing/"), "The last words of the page")
    page = tabs.open(f"{landing}landing/#{anchor}", java_script_enabled=False)
    expect(page.get_by_text("The last words of the page")).to_be_in_viewport()
    expect(page.get_by_role("button", name=re.compile("^Ask"))).to_have_count(0)
