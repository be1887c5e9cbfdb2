"""Build a case's site by the real command, look its blocks up in the index, and follow their citations in a browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml
from browser import Tabs, serve
from playwright.sync_api import expect
from torture.cases import Case, Cited

from mkdocs_citeqa.index import open_index
from mkdocs_citeqa.passages import Page, Unit
from mkdocs_citeqa.site import FOLDER


def check(case: Case, folder: Path, tabs: Tabs) -> None:
    """Build it strictly; each block is cited with its lines, and its citation opens it."""
    site = built(case, folder)
    found = [one(site, cited) for cited in case.cited]
    for cited, (page, unit) in zip(case.cited, found, strict=True):
        told = Cited(cited.words, page.url, page.file, unit.start, unit.end, unit.generated)
        assert told == cited, (told, cited)
    for words in case.unseen:
        assert not [path for path in site.rglob("citeqa/*.json") if words in path.read_text("utf-8").lower()]
    with serve(site) as address:
        for cited, (page, unit) in zip(case.cited, found, strict=True):
            tab = tabs.open(f"{address}{page.url}#{unit.anchor}")
            marked = tab.locator("[data-citeqa-mark]")
            expect(marked).to_have_count(1)
            expect(marked).to_contain_text(cited.words.split(" | ")[0])
    tabs.said[:] = [said for said in tabs.said if not said.startswith(case.says)]


def built(case: Case, folder: Path) -> Path:
    """The folder of the built site."""
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    common = {"site_name": "Test", "site_url": "http://127.0.0.1/", "theme": {"name": "material", "font": False}}
    config = {**common, "plugins": [*case.plugins, "citeqa"], **case.config}
    (folder / f"{case.command}.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", case.command, "build", "--strict"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "site"


def one(site: Path, cited: Cited) -> tuple[Page, Unit]:
    """The unit that begins with these words, of which there is one."""
    found = [(page, unit) for page, unit in units(site) if unit.text.startswith(cited.words)]
    assert len(found) == 1, (cited, list(units(site)))
    return found[0]


def units(site: Path) -> Iterator[tuple[Page, Unit]]:
    """Everything that can be cited, with its page."""
    for stored in open_index(lambda name: (site / FOLDER / name).read_bytes()).all_passages():
        for unit in stored.passage.units:
            yield stored.passage.page, unit
