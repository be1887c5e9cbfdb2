"""Markdown given on the spot -> passages, so that a draft can be read before it is published."""

import re
from pathlib import PurePosixPath

import markdown

from mkdocs_citeqa.align import align
from mkdocs_citeqa.blocks import read_blocks
from mkdocs_citeqa.passages import Page, Passage, cut, name_blocks
from mkdocs_citeqa.source import Source

EXTENSIONS = ("tables", "attr_list", "def_list", "footnotes", "admonition", "md_in_html", "fenced_code", "toc")
"""What most sites have switched on; a site's own extensions are known only to its build."""


def read_draft(file: str, text: str) -> list[Passage]:
    """The passages of one Markdown text; its front matter is no text."""
    source = Source(text)
    # A draft that begins with "Price: $5" is prose, which a site's build would take for front matter.
    parsed = source.lines[source.body :] if source.lines[:1] == ["---"] else source.lines
    html = markdown.markdown("\n".join(parsed), extensions=list(EXTENSIONS))
    blocks = align(read_blocks(html), text, parsed)
    names = name_blocks(blocks, [block.id for block in blocks if block.id])
    title = next((block.text for block in blocks if block.kind == "heading"), title_of(file))
    named = [block._replace(id=name) for block, name in zip(blocks, names, strict=True)]
    return cut(Page(url=file, title=title, file=file), named)


def title_of(file: str) -> str:
    """The title that MkDocs gives a page without one: `how-to/set_up.md` -> `Set up`."""
    return re.sub("[-_]", " ", PurePosixPath(file).stem).capitalize()
