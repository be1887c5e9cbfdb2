"""The widget's files, as a built site gets them: content-named, so that they can be cached for ever."""

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any

from mkdocs_citeqa.shards import digest

SCRIPT, STYLE = "citeqa.js", "citeqa.css"


@cache
def widget_files() -> dict[str, bytes]:
    """The bundle and its stylesheet, in this order, by their names in the site."""
    found = {}
    for name in (SCRIPT, STYLE):
        content = files("mkdocs_citeqa").joinpath("static", name).read_bytes()
        path = PurePosixPath(name)
        found[f"{path.stem}-{digest(content)}{path.suffix}"] = content
    return found


def script_tag(root: str, folder: str, data: Mapping[str, Any]) -> str:
    """The one tag that a page gets.

    `root` is the way from the page to the site's root, "" or ending in a slash; `data` becomes data attributes.
    """
    script, style = (f"{root}{folder}{name}" for name in widget_files())
    values = {"site": root or "./", "style": style, **data}
    attributes = "".join(f' data-{name}="{escape(_plain(value))}"' for name, value in values.items())
    return f'<script defer src="{escape(script)}"{attributes}></script>'


def language_tag(language: str) -> str:
    """Tells the widget the language of a page whose text is not in the language of the theme around it."""
    return f'<meta name="citeqa-language" content="{escape(language)}">'


def insert(html: str, tags: str) -> str:
    """The page with these tags at the end of its head; unchanged when it has none."""
    at = html.find("</head>")
    return html if at < 0 else html[:at] + tags + html[at:]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
