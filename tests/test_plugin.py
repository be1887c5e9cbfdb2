"""What a real `mkdocs build` makes of a site with the plugin: its index, its pages, and its log."""

import json
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from mkdocs_citeqa.cli import open_site
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.passages import Passage
from mkdocs_citeqa.search import search
from mkdocs_citeqa.site import Site

PAGES = {
    "index.md": "# Gull\n\nGull sends post.\n\n## Price\n\nThe Cliff plan costs $12 per month.",
    "guide.md": "# Guide\n\n## Send\n\nRun `gull send`:\n\n```sh\ngull send\n```\n",
}


@pytest.fixture(autouse=True)
def _no_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # MkDocs writes the time of a build into the home page


class Built:
    """A built site."""

    def __init__(self, folder: Path, log: pytest.LogCaptureFixture) -> None:
        self.folder = folder
        self.said = [(record.levelname, record.getMessage()) for record in log.records if "citeqa" in record.name]
        self.warnings = [record.getMessage() for record in log.records if record.levelno >= logging.WARNING]

    @property
    def index(self) -> Index:
        return open_site(self.folder)

    @property
    def manifest(self) -> dict[str, Any]:
        return dict(self.index.manifest)

    @property
    def passages(self) -> list[Passage]:
        return [stored.passage for stored in self.index.all_passages()]

    @property
    def urls(self) -> set[str]:
        return {passage.page.url for passage in self.passages}

    def html(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    def files(self) -> dict[str, bytes]:
        """Every file but ours and the packed sitemap, which holds its time, by path."""
        paths = [p for p in sorted(self.folder.rglob("*")) if p.is_file() and p.suffix != ".gz"]
        found = {p.relative_to(self.folder).as_posix(): p.read_bytes() for p in paths}
        return {name: data for name, data in found.items() if not name.startswith("citeqa/")}


class Builder:
    """Builds sites in folders of their own."""

    def __init__(self, root: Path, log: pytest.LogCaptureFixture) -> None:
        self.root, self.log, self.count = root, log, 0

    def __call__(
        self,
        pages: Mapping[str, str] = PAGES,
        options: Mapping[str, Any] | None = None,
        *,
        plugins: list[Any] | None = None,
        strict: bool = False,
        serve: bool = False,
        **config: Any,
    ) -> Built:
        self.count += 1
        folder = self.root / f"site{self.count}"
        for name, text in pages.items():
            path = folder / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        plugins = [{"citeqa": dict(options or {})}] if plugins is None else plugins
        content = {"site_name": "Gull", "plugins": plugins, "theme": {"name": "mkdocs"}, **config}
        (folder / "mkdocs.yml").write_text(yaml.safe_dump(content), "utf-8")
        self.log.clear()
        with self.log.at_level(logging.INFO, "mkdocs"):
            loaded = load_config(str(folder / "mkdocs.yml"), strict=strict)
            loaded.plugins.on_startup(command="build", dirty=False)
            try:
                build(loaded, serve_url="http://127.0.0.1:8000/" if serve else None)
            finally:
                loaded.plugins.on_shutdown()
        return Built(folder / "site", self.log)


@pytest.fixture
def made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Builder:
    return Builder(tmp_path, caplog)


# ---- what the plugin changes, and what it leaves alone


def test_a_site_gets_an_index_and_every_page_the_script(made: Builder):
    built = made()
    assert built.urls == {"", "guide/"}
    assert built.passages[0].page.title == "Gull"
    for page, root in (("index.html", ""), ("guide/index.html", "../"), ("404.html", "/")):
        (script,) = re.findall(r'<script defer src="([^"]+citeqa-[0-9a-f]+\.js)"', built.html(page))
        assert script.startswith(f"{root}citeqa/")
    assert built.warnings == []


def test_disabled_it_leaves_the_site_as_it_was(made: Builder):
    without = made(plugins=["search"])
    disabled = made(plugins=["search", {"citeqa": {"enabled": False}}])
    assert disabled.files() == without.files()
    assert not (disabled.folder / "citeqa").exists()


def test_only_ids_and_a_script_are_added(made: Builder):
    pages = {
        **PAGES,
        "all.md": "# All\n\nText *here*.\n\n- one\n- two\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n"
        "```py\nx\n```\n"
        '\n<div class="x">raw <b>html</b></div>\n\n## Two {#own}\n',
    }
    extensions = {"markdown_extensions": ["tables", "attr_list"]}
    without = made(pages, plugins=["search"], **extensions)
    with_it = made(pages, plugins=["search", "citeqa"], **extensions)
    added = re.compile(
        r' id="citeqa-[0-9a-f]{6}(?:-\d+)?"|<span id="citeqa-[0-9a-f]{6}(?:-\d+)?"></span>|'
        r"<script defer src=\"[^\"]*citeqa-[^>]*></script>"
    )
    before, after = without.files(), with_it.files()
    assert list(before) == list(after)
    for name, data in after.items():
        text = added.sub("", data.decode()) if name.endswith(".html") else data
        assert text == (before[name].decode() if name.endswith(".html") else before[name]), name
    assert after["search/search_index.json"] == before["search/search_index.json"]


def test_citations_land_on_ids_of_the_page(made: Builder):
    built = made()
    for passage in built.passages:
        html = built.html(f"{passage.page.url}index.html")
        for anchor in (passage.anchor, *(unit.anchor for unit in passage.units)):
            assert html.count(f'id="{anchor}"') == 1


def test_two_builds_give_the_same_files(made: Builder):
    first, second = made(), made()
    assert first.files() == second.files()
    ours = [sorted((p.name, p.read_bytes()) for p in (b.folder / "citeqa").iterdir()) for b in (first, second)]
    assert ours[0] == ours[1]


# ---- what is indexed and what is not


def test_what_a_site_hides_from_search_stays_hidden(made: Builder):
    built = made(
        {
            **PAGES,
            "hidden.md": "---\nsearch:\n  exclude: true\n---\n# Zebra\n\nZebra page.",
            "part.md": "# Part\n\nSeen.\n\n## Zebra {data-search-exclude}\n\nZebra section.\n\n## Next\n\n"
            "Zebra paragraph.\n{data-search-exclude}\n\nSeen too.",
            "excluded.md": "# Zebra\n\nZebra file.",
            "option.md": "# Zebra\n\nZebra by option.",
        },
        {"exclude": ["option.md"]},
        exclude_docs="excluded.md",
        markdown_extensions=["attr_list"],
    )
    everything = b"".join(path.read_bytes() for path in (built.folder / "citeqa").glob("*.json"))
    assert b"zebra" not in everything.lower()
    assert built.urls == {"", "guide/", "part/"}
    assert built.manifest["counts"]["left_out"] == {"pages": 2, "blocks": 3}
    assert any("2 pages and 3 blocks" in message for _, message in built.said)


@pytest.mark.parametrize("value", ["false", "'true'", "1"])
def test_only_a_plain_true_excludes(made: Builder, value: str):
    page = f"---\nsearch:\n  exclude: {value}\n---\n# Kept\n\nText."
    assert "kept/" in made({**PAGES, "kept.md": page}).urls


def test_pages_outside_the_navigation_are_indexed(made: Builder):
    pages = {**PAGES, "loose.md": "# Loose\n\nText.", "quiet.md": "# Quiet\n\nText."}
    built = made(pages, nav=["index.md", "guide.md"], not_in_nav="quiet.md")
    assert built.urls == {"", "guide/", "loose/", "quiet/"}


def test_drafts_are_answered_from_only_while_they_are_served(made: Builder):
    pages = {**PAGES, "draft.md": "# Draft\n\nText."}
    assert "draft/" not in made(pages, draft_docs="draft.md").urls
    assert "draft/" in made(pages, draft_docs="draft.md", serve=True).urls


def test_a_page_made_by_a_plugin_has_no_file_and_no_lines(made: Builder, tmp_path: Path):
    hook = tmp_path / "hook.py"
    hook.write_text(
        "from mkdocs.structure.files import File\n"
        "def on_files(files, config):\n"
        "    files.append(File.generated(config, 'made.md', content='# Made\\n\\nGenerated text.'))\n",
        "utf-8",
    )
    passage = next(p for p in made(hooks=[str(hook)]).passages if p.page.url == "made/")
    assert (passage.page.file, passage.start, passage.end) == (None, None, None)
    assert passage.text == "Generated text."


# ---- languages and weights


def test_a_site_that_is_built_once_more_within_its_build_has_the_pages_of_both(made: Builder, tmp_path: Path):
    """As static-i18n does for each language."""
    hook = tmp_path / "hook.py"
    hook.write_text(
        "from mkdocs.commands.build import build\n"
        "from mkdocs.structure.files import Files\n"
        "languages = ['en', 'de']\n"
        "def on_files(files, config):\n"
        "    return Files([file for file in files if file.src_uri.startswith(languages[0])])\n"
        "def on_post_build(config):\n"
        "    if languages.pop(0) == 'en':\n"
        "        build(config)\n",
        "utf-8",
    )
    pages = {"en.md": "# Gull\n\nA gull flies.\n", "de.md": "---\nlang: de\n---\n# Möwe\n\nEine Möwe fliegt.\n"}
    built = made(pages, hooks=[str(hook)])
    assert built.urls == {"en/", "de/"}
    assert len(built.said) == 1
    shards = {path.stem.partition("-")[2] for path in (built.folder / "citeqa").glob("*-*.json")}
    named = [
        json.dumps(built.manifest),
        *(path.read_text("utf-8") for path in (built.folder / "citeqa").glob("slots-*")),
    ]
    assert shards == set(re.findall(r'"([0-9a-f]{8})"', "".join(named)))


def test_a_page_may_have_its_own_language(made: Builder):
    pages = {**PAGES, "de.md": "---\nlang: de\n---\n# Anleitung\n\nDie Warteschlangen sind voll."}
    built = made(pages)
    assert set(built.manifest["languages"]) == {"en", "de"}
    assert built.manifest["site"]["language"] == "en"
    assert '<meta name="citeqa-language" content="de">' in built.html("de/index.html")
    assert "citeqa-language" not in built.html("index.html")
    (hit,) = search(built.index, "Warteschlange", language="de").hits
    assert hit.stored.passage.page.url == "de/"


def test_the_language_is_the_themes_unless_given(made: Builder):
    assert made(theme={"name": "mkdocs", "locale": "pt_BR"}).manifest["site"]["language"] == "pt-BR"
    assert made(options={"language": "fr"}).manifest["site"]["language"] == "fr"


def test_changelogs_weigh_less_and_a_page_may_set_its_own_weight(made: Builder):
    pages = {
        "index.md": "# Start\n\nText.",
        "CHANGELOG.md": "# Changes\n\nText.",
        "about/release-notes.md": "# Notes\n\nText.",
        "high.md": "---\nsearch:\n  boost: 2\n---\n# High\n\nText.",
        "odd.md": "---\nsearch:\n  boost: much\n---\n# Odd\n\nText.",
        "news.md": "# News\n\nText.",
    }

    def weights(options: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
        index = made(pages, options).index
        return {
            stored.passage.page.file or "": (index.boost(stored.slot, True), index.boost(stored.slot, False))
            for stored in index.all_passages()
        }

    assert weights({}) == {
        "index.md": (1, 1), "CHANGELOG.md": (1, 0.7), "about/release-notes.md": (1, 0.7), "high.md": (2, 2),
        "odd.md": (1, 1), "news.md": (1, 1),
    }  # fmt: skip
    changed = weights({"changelogs": ["news.md"], "changelog_weight": 0.5})
    assert (changed["news.md"], changed["CHANGELOG.md"]) == ((1, 0.5), (1, 1))


def test_options_reach_the_index(made: Builder):
    options = {"k1": 1.2, "b": 0.5, "synonyms": ["post, mail"], "shortcut": "", "examples": ['Is it "free"?']}
    built = made(options=options)
    assert (built.manifest["parameters"]["k1"], built.manifest["parameters"]["b"]) == (1.2, 0.5)
    assert [hit.stored.passage.page.url for hit in search(built.index, "mail").hits] == [""]
    tag = re.search(r"<script defer[^>]*>", built.html("index.html"))
    assert tag is not None
    assert 'data-shortcut=""' in tag[0]
    assert 'data-examples="[&quot;Is it \\&quot;free\\&quot;?&quot;]"' in tag[0]


def test_passage_size_is_an_option(made: Builder):
    long = {"index.md": "# Long\n\n" + "\n\n".join(f"Sentence number {n} of a very long page." for n in range(60))}
    sizes = [len(made(long, {"passage_size": size, "passage_overlap": 0}).passages) for size in (200, 780, 4000)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3
    assert all(p.context == "" for p in made(long, {"passage_size": 200, "passage_overlap": 0}).passages)


# ---- links to the source


@pytest.mark.parametrize(
    ("config", "wanted"),
    [
        ({}, None),
        ({"repo_url": "https://github.com/gull/gull", "edit_uri": "edit/main/docs/"},
         "https://github.com/gull/gull/blob/main/docs/{file}?plain=1#L{start}-L{end}"),
        ({"repo_url": "https://gitlab.com/gull/gull", "edit_uri": "-/edit/main/docs"},
         "https://gitlab.com/gull/gull/-/blob/main/docs/{file}?plain=1#L{start}-{end}"),
        ({"repo_url": "https://git.example.org/gull", "edit_uri": "x/"}, None),
        ({"repo_url": "https://github.com/gull/gull", "edit_uri": ""}, None),
    ],
)  # fmt: skip
def test_source_links_follow_the_repository(made: Builder, config: dict[str, Any], wanted: str | None):
    assert made(**config).index.source == wanted


def test_source_links_can_be_turned_off(made: Builder):
    repository = {"repo_url": "https://github.com/gull/gull", "edit_uri": "edit/main/docs/"}
    assert made(options={"source": "off"}, **repository).index.source is None


# ---- addresses


def test_a_site_without_directory_urls(made: Builder):
    built = made({**PAGES, "sub/page.md": "# Sub\n\nText."}, use_directory_urls=False)
    assert built.urls == {"index.html", "guide.html", "sub/page.html"}
    assert 'src="citeqa/' in built.html("guide.html")
    assert 'src="../citeqa/' in built.html("sub/page.html")


def test_a_site_below_a_path(made: Builder):
    built = made({**PAGES, "sub/page.md": "# Sub\n\nText."}, site_url="https://example.org/docs/")
    assert 'src="/docs/citeqa/' in built.html("404.html")
    assert 'data-site="/docs/"' in built.html("404.html")
    assert 'src="../../citeqa/' in built.html("sub/page/index.html")
    assert "sub/page/" in built.urls


def test_a_page_with_odd_letters_in_its_name(made: Builder):
    built = made({**PAGES, "über uns/café & co.md": "# Café\n\nText."})
    (url,) = built.urls - {"", "guide/"}
    assert (built.folder / "über uns" / "café & co" / "index.html").is_file()
    assert url == "%C3%BCber%20uns/caf%C3%A9%20%26%20co/"
    assert [hit.stored.passage.page.url for hit in search(built.index, "über café").hits] == [url]


# ---- what goes wrong


def test_a_page_that_cannot_be_read_never_stops_the_site(made: Builder, monkeypatch: pytest.MonkeyPatch):
    """No page is known that does it: the reader itself is broken for one page."""
    real = Site.add
    monkeypatch.setattr(Site, "add", lambda site, page, *a: 1 / 0 if page.url == "guide/" else real(site, page, *a))
    built = made()
    assert built.urls == {""}
    assert "gull send" in built.html("guide/index.html")
    (warning,) = built.warnings
    assert "guide.md: left out of citeqa, which could not read it (ZeroDivisionError" in warning
    assert built.manifest["counts"]["left_out"]["pages"] == 1
    with pytest.raises(Abort):
        made(strict=True)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "\n\n",
        "# Only a title",
        "---\ntitle: Meta only\n---\n",
        "<div><p>unclosed",
        "\x01 control",
        "\ufeff# BOM\n\nText.",
    ],
    ids=ascii,
)
def test_odd_pages_build_in_silence(made: Builder, page: str):
    assert made({**PAGES, "odd.md": page}).warnings == []


def test_an_empty_site_builds(made: Builder):
    built = made({"index.md": ""})
    assert built.passages == []
    assert search(built.index, "anything").hits == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"k1": "high"}, r"citeqa.*k1.*'high' is not a number from 0 to 10; write 1.5"),
        ({"passage_size": 5}, r"citeqa.*passage_size.*5 is not a whole number"),
        ({"source": "github"}, r"citeqa.*source.*'github' is not one of link, off"),
    ],
)
def test_a_wrong_option_stops_the_build_and_is_named(made: Builder, options: dict[str, Any], says: str):
    with pytest.raises((Abort, ConfigurationError)):
        made(options=options)
    assert re.search(says, " ".join(record.getMessage() for record in made.log.records), re.DOTALL)


def test_a_wrong_group_of_synonyms_is_named(made: Builder):
    with pytest.raises(Abort):
        made(options={"synonyms": ["tide"]})
    assert 'citeqa: synonyms: the group "tide" has a single member; write' in made.log.records[-1].getMessage()


def test_an_unknown_option_is_a_warning(made: Builder):
    assert any("knobs" in warning for warning in made(options={"knobs": 3}).warnings)


def test_the_manifest_is_json_that_says_its_format(made: Builder):
    manifest = json.loads((made().folder / "citeqa" / "manifest.json").read_bytes())
    assert isinstance(manifest["format"], int)
    assert isinstance(manifest["analyser"], str)
