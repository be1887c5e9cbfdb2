"""A site's index -> its figures: pages, passages, terms and bytes."""

import gzip
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mkdocs_citeqa.index import Index

BIGGEST = 5
"""Pages that are named as the biggest."""


def stats(index: Index, folder: Path) -> dict[str, Any]:
    """Figures of an index whose files stand in `folder`; bytes raw and gzipped file by file."""
    manifest = index.manifest
    contents = [path.read_bytes() for path in sorted(folder.glob("*.json"))]
    pages: Counter[str] = Counter()
    for stored in index.all_passages():
        pages[stored.passage.page.url] += 1
    return {
        "pages": manifest["counts"]["pages"],
        "passages": manifest["counts"]["passages"],
        "terms": {language: manifest["counts"]["terms"][language] for language in sorted(manifest["languages"])},
        "files": len(contents),
        "bytes": sum(len(content) for content in contents),
        "gzipped": sum(len(gzip.compress(content)) for content in contents),
        "biggest": [
            {"url": url, "passages": n} for url, n in sorted(pages.items(), key=lambda p: (-p[1], p[0]))[:BIGGEST]
        ],
        "questions": manifest["counts"]["questions"],
        "left_out": manifest["counts"]["left_out"],
    }


def stats_text(figures: Mapping[str, Any]) -> str:
    """The figures as lines for a terminal."""
    left_out = figures["left_out"]
    lines = [
        f"{figures['pages']} pages, {figures['passages']} passages, {sum(figures['terms'].values())} terms"
        f" ({', '.join(f'{language} {n}' for language, n in figures['terms'].items())})",
        f"{figures['files']} files, {figures['bytes']:,} bytes, {figures['gzipped']:,} gzipped",
        f"{figures['questions']['sections']} sections with asked-for questions, {figures['questions']['stale']} stale",
        f"left out: {left_out['pages']} pages and {left_out['blocks']} blocks that the site keeps out of search",
        "biggest pages:",
        *(f"  {page['passages']:5} passages  /{page['url']}" for page in figures["biggest"]),
    ]
    return "\n".join(lines)
