"""Small sites, one for each plugin and theme that citeqa must live beside: what they are made of and what is cited.

Each has a block of which another part of the site's machinery made something: an include, a macro, a notebook, a
translation, a page written by a script. `torture/matrix.py` builds all of them, `test_matrix.py` those that need
nothing beyond the development packages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Cited:
    """A block that must be cited, and how."""

    words: str
    """Its text, or what begins it."""
    url: str
    file: str | None
    start: int | None
    end: int | None
    generated: bool = False


@dataclass(frozen=True)
class Case:
    """One site."""

    name: str
    files: Mapping[str, str]
    cited: tuple[Cited, ...]
    config: Mapping[str, Any] = field(default_factory=dict)
    plugins: tuple[Any, ...] = ()
    command: str = "mkdocs"
    unseen: tuple[str, ...] = ()
    """What must not be in the index."""
    says: tuple[str, ...] = ()
    """How that begins which its console says without citeqa as well."""


PLAIN = "# Harbour\n\nThe harbour opens at dawn\nand closes at dusk.\n\n- Boats moor on the east side.\n"
MOORED = Cited("Boats moor on the east side.", "", "index.md", 6, 6)

SEARCH_SAYS = ("Failed to execute 'importScripts'",)
"""MkDocs' search, when its page is closed while it is still starting."""

SMOKE = (
    Case(
        "snippets",
        {
            "docs/index.md": '# Harbour\n\nBefore the notice.\n\n--8<-- "notice.md"\n\nAfter the notice.\n',
            "parts/notice.md": "Nobody rows after *sunset*.\n",
        },
        (
            Cited("Nobody rows after sunset.", "", "index.md", 5, 5, True),
            Cited("After the notice.", "", "index.md", 7, 7),
        ),
        {"markdown_extensions": [{"pymdownx.snippets": {"base_path": ["parts"], "check_paths": True}}]},
    ),
    Case(
        "blog and tags",
        {
            "docs/index.md": PLAIN,
            "docs/tags.md": "# Tags\n\nWhat the posts are about.\n\n<!-- material/tags -->\n",
            "docs/blog/index.md": "# News\n",
            "docs/blog/posts/lamp.md": "---\ndate: 2024-05-06\ntags: [Lamps]\n---\n\n"
            "# A new lamp\n\nThe old lamp is gone.\n\n"
            "<!-- more -->\n\nThe new lamp turns twice a minute.\n",
        },
        (
            Cited("The new lamp turns twice", "blog/2024/05/06/a-new-lamp/", "blog/posts/lamp.md", 12, 12),
            Cited("What the posts are about.", "tags/", "tags.md", 3, 3),
            Cited("A new lamp", "tags/", "tags.md", 5, 5, True),
        ),
        {},
        ("search", "blog", "tags"),
    ),
    Case(
        "theme mkdocs",
        {"docs/index.md": PLAIN},
        (MOORED,),
        {"theme": {"name": "mkdocs", "highlightjs": False}},
        ("search",),
        says=SEARCH_SAYS,
    ),
    Case(
        "theme readthedocs",
        {"docs/index.md": PLAIN},
        (MOORED,),
        {"theme": {"name": "readthedocs", "highlightjs": False}},
        ("search",),
        says=SEARCH_SAYS,
    ),
    Case(
        "ProperDocs",
        {"docs/index.md": PLAIN},
        (MOORED,),
        {},
        ("search",),
        "properdocs",
    ),
)

MACROS = '''"""Macros of the test site."""


def define_env(env):
    """Called by the plugin."""

    @env.macro
    def oil(nights):
        return f"A lantern's oil lasts {nights} nights at sea.\\n\\n- Refill it before the storm."
'''
MODULE = '''"""What keeps ships off the rocks."""


class Beacon:
    """A light that turns once a minute.

    Sailors count its flashes.
    """

    def dim(self, steps: int) -> None:
        """Take away this many steps of brightness.

        Args:
            steps: How far, at most nine.
        """
'''
SCRIPT = """import mkdocs_gen_files

with mkdocs_gen_files.open("tides/today.md", "w") as page:
    print("# Tides\\n\\nHigh water comes at noon.", file=page)
"""
NOTEBOOK = """\
{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "a1",
   "metadata": {},
   "source": ["# Soundings\\n", "\\n", "The bay is nine fathoms deep."]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "a2",
   "metadata": {},
   "outputs": [{"name": "stdout", "output_type": "stream", "text": ["deepest at the wreck\\n"]}],
   "source": ["print('deepest at the wreck')"]
  }
 ],
 "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
"""

PASSWORD = "Nine long boats, 4 of them blue; all lie in the north bay of 1871!"  # a weak one is a warning

MATRIX = (
    Case("theme material", {"docs/index.md": PLAIN}, (MOORED,), {}, ("search",)),
    Case(
        "macros",
        {
            "docs/index.md": "# Harbour\n\nThe {{ boat }} sails at dawn.\n\n{{ oil(nine) }}\n\nAll is well.\n",
            "main.py": MACROS,
        },
        (
            Cited("The Kittiwake sails", "", "index.md", 3, 3, True),
            Cited("A lantern's oil lasts nine nights", "", "index.md", 5, 5, True),
            Cited("Refill it before the storm.", "", "index.md", 5, 5, True),
            Cited("All is well.", "", "index.md", 7, 7),
        ),
        {"extra": {"boat": "Kittiwake", "nine": "nine"}},
        ("macros",),
    ),
    Case(
        "include-markdown",
        {
            "docs/index.md": '# Harbour\n\nBefore.\n\n{% include-markdown "../parts/notice.md" %}\n\nAfter.\n',
            "parts/notice.md": "Nobody rows after *sunset*.\n\n1. Tie the boat.\n",
        },
        (
            Cited("Nobody rows after sunset.", "", "index.md", 5, 5, True),
            Cited("Tie the boat.", "", "index.md", 5, 5, True),
        ),
        {},
        ("include-markdown",),
    ),
    Case(
        "mkdocstrings",
        {"docs/index.md": "# Reference\n\nAll that shines.\n\n::: harbour.Beacon\n\nThe end.\n", "harbour.py": MODULE},
        (
            Cited("Sailors count its flashes.", "", "index.md", 5, 5, True),
            Cited("Take away this many steps", "", "index.md", 5, 5, True),
            Cited("The end.", "", "index.md", 7, 7),
        ),
        {},
        ({"mkdocstrings": {"handlers": {"python": {"paths": ["."]}}}},),
    ),
    Case(
        "gen-files and literate-nav",
        {
            "docs/index.md": PLAIN,
            "docs/SUMMARY.md": "- [Home](index.md)\n- [Tides](tides/today.md)\n",
            "pages.py": SCRIPT,
        },
        (MOORED, Cited("High water comes at noon.", "tides/today/", None, None, None)),
        {},
        ({"gen-files": {"scripts": ["pages.py"]}}, {"literate-nav": {"nav_file": "SUMMARY.md"}}),
    ),
    Case(
        "awesome-nav",
        {"docs/index.md": PLAIN, "docs/rules.md": "# Rules\n\nOars go inside.\n", "docs/.nav.yml": "nav:\n  - '*'\n"},
        (MOORED, Cited("Oars go inside.", "rules/", "rules.md", 3, 3)),
        {},
        ("awesome-nav",),
    ),
    Case(
        "section-index",
        {
            "docs/index.md": PLAIN,
            "docs/boats/index.md": "# Boats\n\nA boat has a name.\n",
            "docs/boats/oars.md": "# Oars\n\nOars go inside.\n",
        },
        (Cited("A boat has a name.", "boats/", "boats/index.md", 3, 3), MOORED),
        {"nav": ["index.md", {"Boats": ["boats/index.md", "boats/oars.md"]}]},
        ("section-index",),
    ),
    *(
        Case(
            f"static-i18n by {structure}",
            {default: PLAIN, german: "# Hafen\n\nDer Hafen schläft im Winter.\n"},
            (
                Cited("Boats moor", "", default.removeprefix("docs/"), 6, 6),
                Cited("Der Hafen schläft im Winter.", "de/", german.removeprefix("docs/"), 3, 3),
            ),
            {},
            (
                {
                    "i18n": {
                        "docs_structure": structure,
                        "languages": [
                            {"locale": "en", "name": "English", "default": True},
                            {"locale": "de", "name": "Deutsch"},
                        ],
                    }
                },
            ),
        )
        for structure, default, german in (
            ("suffix", "docs/index.md", "docs/index.de.md"),
            ("folder", "docs/en/index.md", "docs/de/index.md"),
        )
    ),
    Case(
        "redirects",
        {"docs/index.md": PLAIN, "docs/new.md": "# New\n\nThe quay has moved.\n"},
        (Cited("The quay has moved.", "new/", "new.md", 3, 3),),
        {},
        ({"redirects": {"redirect_maps": {"old.md": "new.md"}}},),
    ),
    Case(
        "minify",
        {"docs/index.md": PLAIN + "\n```\nrow --slow\n```\n\n| Boat | Oars |\n| - | - |\n| Gull | four |\n"},
        (MOORED, Cited("row --slow", "", "index.md", 9, 9), Cited("Gull | four", "", "index.md", 14, 14)),
        {"markdown_extensions": ["tables", "fenced_code"]},
        (
            {
                "minify": {
                    "minify_html": True,
                    "minify_js": True,
                    "minify_css": True,
                    "htmlmin_opts": {"remove_comments": True},
                }
            },
        ),
    ),
    Case(
        "glightbox",
        {
            "docs/index.md": "# Harbour\n\n![The quay](quay.svg) The quay at noon.\n\nBoats moor there.\n",
            "docs/quay.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        },
        (Cited("The quay at noon.", "", "index.md", 3, 3), Cited("Boats moor there.", "", "index.md", 5, 5)),
        {},
        ("glightbox",),
    ),
    Case(
        "table-reader",
        {
            "docs/index.md": "# Berths\n\nWho lies where.\n\n{{ read_csv('berths.csv') }}\n\nThat is all.\n",
            "docs/berths.csv": "Berth,Boat\n9,Kittiwake\n10,Gull\n",
        },
        (Cited("9 | Kittiwake", "", "index.md", 5, 5, True), Cited("That is all.", "", "index.md", 7, 7)),
        {"markdown_extensions": ["tables"]},
        ("table-reader",),
    ),
    Case(
        "jupyter",
        {"docs/index.md": PLAIN, "docs/soundings.ipynb": NOTEBOOK},
        (
            MOORED,
            Cited("The bay is nine fathoms deep.", "soundings/", "soundings.ipynb", 7, 7),
            Cited("print('deepest at the wreck')", "soundings/", "soundings.ipynb", 15, 15),
            Cited("deepest at the wreck", "soundings/", "soundings.ipynb", 14, 14),
        ),
        {},
        ({"mkdocs-jupyter": {"execute": False}},),
    ),
    Case(
        "techdocs-core", {"docs/index.md": PLAIN}, (MOORED,), {}, ("techdocs-core",), says=("base_url is not defined",)
    ),
    Case(
        "encryptcontent",
        {
            "docs/index.md": PLAIN,
            "docs/chart.md": f"---\npassword: {PASSWORD}\n---\n\n# Chart\n\nThe treasure lies under the mole.\n",
        },
        (MOORED,),
        {},
        ("search", "encryptcontent"),
        unseen=("treasure", "mole"),
    ),
)
