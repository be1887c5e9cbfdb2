"""The widget's files, as a built site gets them: content-named, so that they can be cached for ever."""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any

from mkdocs_citeqa.packing import digest

SCRIPT, STYLE = "citeqa.js", "citeqa.css"
SERVER_SCRIPT = "claude.js"
"""What sites with an answer server have after the script."""
OFFLINE_SCRIPT = "offline.js"
"""What sites that are also read from disk have before it."""
TRADITIONAL = re.compile(r"^zh-(hant|tw|hk|mo)\b.*$", re.I)
"""Tags of languages that are written in traditional Chinese characters."""


def widget_files(words: Mapping[str, Any]) -> dict[str, bytes]:
    """The bundle and its stylesheet, in this order, by their names in the site.

    `words` are those of the interface that differ from the English ones in the bundle: see `wording`.
    """
    return _widget_files(_plain(words) if words else "")


@cache
def _widget_files(words: str) -> dict[str, bytes]:
    static = files("mkdocs_citeqa").joinpath("static")
    before = f"self.citeqaWords={words};".encode() if words else b""
    contents = {SCRIPT: before + static.joinpath(SCRIPT).read_bytes(), STYLE: static.joinpath(STYLE).read_bytes()}
    return {_content_name(PurePosixPath(name), content): content for name, content in contents.items()}


def _content_name(path: PurePosixPath, content: bytes) -> str:
    return f"{path.stem}-{digest(content)}{path.suffix}"


def wording(language: str) -> dict[str, Any]:
    """The words of the interface in a language ("pt-BR", "zh-TW"); empty for English and for one that has none."""
    tag = TRADITIONAL.sub("zh-Hant", language)
    for name in (tag, tag.split("-")[0].lower()):
        path = files("mkdocs_citeqa").joinpath("strings", f"{name}.json")
        if name != "en" and path.is_file():
            found: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return found
    return {}


def script_tag(root: str, folder: str, data: Mapping[str, Any], words: Mapping[str, Any]) -> str:
    """The one tag that a page gets.

    `root` is the way from the page to the site's root, "" or ending in a slash; `data` becomes data attributes.
    """
    script, style = (f"{root}{folder}{name}" for name in widget_files(words))
    values = {"site": root or "./", "style": style, **data}
    attributes = "".join(f' data-{name}="{escape(_plain(value))}"' for name, value in values.items())
    return f'<script defer src="{escape(script)}"{attributes}></script>'


def extra_files(script: str) -> dict[str, bytes]:
    """A script beside the first one, by its name in the site."""
    content = files("mkdocs_citeqa").joinpath("static", script).read_bytes()
    return {_content_name(PurePosixPath(script), content): content}


def extra_tag(root: str, folder: str, script: str, data: Mapping[str, Any]) -> str:
    """The tag of that script."""
    (name,) = extra_files(script)
    attributes = "".join(f' data-{key}="{escape(_plain(value))}"' for key, value in data.items())
    return f'<script defer src="{escape(root + folder + name)}"{attributes}></script>'


def language_tag(language: str) -> str:
    """Tells the widget the language of a page whose text is not in the language of the theme around it."""
    return f'<meta name="citeqa-language" content="{escape(language)}">'


def insert(html: str, tags: str) -> str:
    """The page with these tags at the end of its head; unchanged when it has none."""
    at = html.find("</head>")
    return html if at < 0 else html[:at] + tags + html[at:]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
