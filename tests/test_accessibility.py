"""axe-core on every state of the dialog, in every theme and colour scheme, and the tree that a screen reader reads."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from browser import Tabs, serve
from playwright.sync_api import Page, expect

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
VIOLATIONS = """axe.run(document.querySelector('cite-qa')).then(({violations}) =>
    violations.flatMap(({id, nodes}) => nodes.map(node => `${id} at ${node.target}: ${node.failureSummary}`)))"""
"""Of our own element; the theme's are the theme's."""


def states(page: Page) -> list[str]:
    """Walks through every state with keys and says what axe found, each with the state's name."""
    found = []

    def check(state: str) -> None:
        found.extend(f"{state}: {violation}" for violation in page.evaluate(VIOLATIONS))

    page.evaluate(AXE)
    check("closed")
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox")
    check("start")
    field.fill("seat price")
    expect(page.get_by_role("option").first).to_be_visible()
    check("results")
    for key in ("ArrowDown", "ArrowRight"):
        field.press(key)
    expect(page.get_by_role("option").first).to_contain_text("Why this result")
    check("explained")
    field.press("ArrowUp")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    check("answer")
    page.get_by_text("Why?").last.click()
    expect(page.locator(".account").last).to_be_visible()
    check("answer explained")
    field.press("ArrowDown")  # a focus that keys have moved
    page.locator(".cite").first.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    check("quotation")
    field.fill("Is our pricing consistent?")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    check("prices")
    field.fill("airspeed of an unladen swallow")
    field.press("Enter")
    expect(page.get_by_role("heading", name="The docs don’t say")).to_be_visible()
    check("unsaid")
    field.fill("")
    field.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    check("keys")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("theme", ["material", "mkdocs", "readthedocs"])
def test_axe_finds_nothing_in_any_state(theme: str, scheme: str, sites: Callable[[str], Path], tabs: Tabs) -> None:
    with serve(sites(theme)) as address:
        page = tabs.open(address + "concepts/", color_scheme=scheme)
        assert states(page) == []


def test_a_screen_reader_gets_a_dialog_with_a_combobox_that_drives_a_list(
    sites: Callable[[str], Path], tabs: Tabs
) -> None:
    with serve(sites("material")) as address:
        page = tabs.open(address)
        page.get_by_role("button", name="Ask").click()
        page.get_by_role("combobox").fill("backoff")
        expect(page.get_by_role("option").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("dialog", name="Ask these docs")).to_match_aria_snapshot(
            """
            - dialog "Ask these docs":
                - search:
                    - combobox "Ask a question or search" [expanded]: backoff
                    - button "Answer"
                    - button "Close"
                - listbox "Passages":
                    - option /Backoff.* lines? \\d+/ [selected]
                - button "Keys"
                - status: /\\d+ passages?/
            """
        )


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_gets_the_whole_screen_large_targets_and_no_sideways_scrolling(
    width: int, sites: Callable[[str], Path], tabs: Tabs
) -> None:
    with serve(sites("material")) as address:
        page = tabs.open(address, viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True)
        page.get_by_role("button", name="Ask").tap()
        field = page.get_by_role("combobox")
        field.fill("How much does a Harbour seat cost?")
        field.press("Enter")
        expect(page.get_by_role("heading", name="Sources")).to_be_visible()
        box = page.get_by_role("dialog", name="Ask these docs").bounding_box()
        assert box == {"x": 0, "y": 0, "width": width, "height": 700}
        assert page.locator(".panel").evaluate("node => node.scrollWidth <= node.clientWidth")
        assert field.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 16
        small = """node => [...node.querySelectorAll('a, button')]
            .map(target => [target.innerText, target.getBoundingClientRect()])
            .filter(([, {width, height}]) => width && Math.min(width, height) < 24)
            .map(([text, {width, height}]) => `${text}: ${width} x ${height}`)"""
        assert page.get_by_role("dialog", name="Ask these docs").evaluate(small) == []


def test_nothing_moves_where_motion_is_not_wanted(sites: Callable[[str], Path], tabs: Tabs) -> None:
    with serve(sites("material")) as address:
        page = tabs.open(address, reduced_motion="reduce")
        page.keyboard.press("Control+k")
        dialog = page.get_by_role("dialog", name="Ask these docs")
        assert dialog.evaluate("node => node.getAnimations({subtree: true}).length") == 0
