"""A built site that is opened from disk asks and cites like one that is served."""

import shutil
from pathlib import Path

import pytest
from browser import EXAMPLE, Tabs, build, run_mkdocs
from playwright.sync_api import expect

PAGES = {
    "index.md": "# Kiln\n\nFires pots.\n",
    "glaze.md": "# Glaze\n\n## Celadon\n\nCeladon matures at 1260 degrees.\n\n## Shino\n\nShino crawls.\n",
}


def test_the_example_site_answers_from_disk_with_materials_offline_plugin(tmp_path: Path, tabs: Tabs) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "example")
    config = tmp_path / "example" / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("  - citeqa\n", "  - offline\n  - citeqa\n"), "utf-8")
    run_mkdocs(config, tmp_path / "site")
    page = tabs.open(f"file://{tmp_path}/site/index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("How much does Estuary cost per seat?")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="1", exact=False).first.click()
    expect(page.locator("tr", has_text="Estuary").first).to_be_visible()
    assert page.url.startswith(f"file://{tmp_path}/site/")


def test_a_site_with_addresses_of_folders_is_asked_and_cited_from_disk(tmp_path: Path, tabs: Tabs) -> None:
    """Browsers show a folder on disk as a list of its files, so that links must name the page in it."""
    site = build(
        tmp_path, {"plugins": [{"citeqa": {"offline": True}}], "theme": {"name": "material", "font": False}}, PAGES
    )
    page = tabs.open(f"file://{site}/index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("At how many degrees does celadon mature?")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="1", exact=False).first.click()
    expect(page.get_by_text("Celadon matures at 1260 degrees.").first).to_be_visible()
    assert page.url.startswith(f"file://{site}/glaze/index.html#")


@pytest.mark.parametrize("offline", [True, False])
def test_scripts_stand_beside_the_index_only_when_they_are_asked_for(tmp_path: Path, offline: bool) -> None:
    options = {"citeqa": {"offline": offline}}
    site = build(tmp_path, {"plugins": [options], "theme": {"name": "mkdocs"}}, PAGES)
    scripts = {path.name for path in (site / "citeqa").glob("*.json.js")}
    files = {f"{path.name}.js" for path in (site / "citeqa").glob("*.json")}
    assert scripts == (files if offline else set())
