"""Small docs with their index, without a site around them: what most tests of the core ask."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markdown import Markdown

from mkdocs_citeqa.answer import ask, ask_json
from mkdocs_citeqa.capture import Capture
from mkdocs_citeqa.index import Index, open_index
from mkdocs_citeqa.passages import Page, Passage
from mkdocs_citeqa.result import search_json
from mkdocs_citeqa.search import search
from mkdocs_citeqa.site import FOLDER, Settings, Site

EXTENSIONS = ["toc", "tables", "fenced_code", "footnotes", "def_list", "admonition", "attr_list", "md_in_html"]

PLAIN: Mapping[str, Any] = {"stop": 1.0, "coverage": 1.0, "adjacency": 0.0, "synonym": 0.0, "meaning": 0.0}
"""Search parameters with which a score is BM25 over fields and nothing else."""


def read(site: Site, page: Page, markdown: str) -> str:
    """One page added to a site in the making, with the lines of its file; returns its HTML with ids."""
    capture = Capture()
    capture.arm()
    html = Markdown(extensions=[*EXTENSIONS, capture]).convert(markdown)
    return site.add(page, html, markdown.encode(), capture.disarm())


def files(pages: Mapping[str, str], settings: Settings | None = None, **more: Any) -> dict[str, bytes]:
    """The `citeqa/` folder of docs given as path -> Markdown; `more` goes to every page (language, boost)."""
    settings = settings or Settings()
    site = Site(settings)
    for path, text in pages.items():
        url = "" if path == "index.md" else path.removesuffix(".md") + "/"
        title = next((line[2:] for line in text.splitlines() if line.startswith("# ")), path.removesuffix(".md"))
        read(site, Page(url, title, path, **{"language": settings.language, **more}), text)
    return site.files()


def opened(content: Mapping[str, bytes]) -> Index:
    return open_index(content.__getitem__)


def indexed(pages: Mapping[str, str], settings: Settings | None = None, **more: Any) -> Index:
    """An index of docs given as path -> Markdown."""
    return opened(files(pages, settings, **more))


def written(folder: Path, content: Mapping[str, bytes]) -> Path:
    """A site's folder with these index files."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, data in content.items():
        (folder / FOLDER / name).write_bytes(data)
    return folder


def passages(index: Index) -> list[Passage]:
    return [stored.passage for stored in index.all_passages()]


def results(index: Index, question: str, **options: Any) -> list[dict[str, Any]]:
    """Ranked results with their explanation."""
    found = search(index, question, **options)
    return list(search_json(index, found, question, explain=True)["results"])


def sections(index: Index, question: str, **options: Any) -> list[str]:
    """`url#section` of each result, best first."""
    return [f"{result['url']}#{result['section']}" for result in results(index, question, **options)]


def answered(index: Index, question: str, **options: Any) -> dict[str, Any]:
    """The JSON of an answer."""
    return ask_json(index, question, ask(index, question, **options))


def fingerprint(content: Mapping[str, bytes]) -> str:
    """One line that differs when any byte of any file does."""
    parts: Sequence[bytes] = [name.encode() + b"\0" + content[name] for name in sorted(content)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
