"""MkDocs events -> the site's index. The only module that knows MkDocs (or ProperDocs, which answers to its name)."""

import os
import re
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from mkdocs_citeqa.assets import (
    OFFLINE_SCRIPT,
    SERVER_SCRIPT,
    extra_files,
    extra_tag,
    insert,
    language_tag,
    script_tag,
    wording,
)
from mkdocs_citeqa.capture import Capture
from mkdocs_citeqa.dev_server import KEY, DevServer
from mkdocs_citeqa.errors import CiteqaError, ConfigError
from mkdocs_citeqa.keys import refuse_keys
from mkdocs_citeqa.lenses import LENSES
from mkdocs_citeqa.lenses.custom import custom_lenses
from mkdocs_citeqa.options import CiteqaConfig
from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.questions import Questions
from mkdocs_citeqa.questions_file import read_questions
from mkdocs_citeqa.repository import source_template
from mkdocs_citeqa.site import FOLDER, Settings, Site
from mkdocs_citeqa.terminal import lens_text
from mkdocs_citeqa.words import parse_groups

log = get_plugin_logger(__name__)

LAST = -100
"""Priority of an event after search plugins have read the page and others have changed it."""

NAMED = 3
"""Sections that a warning names."""


SEARCH_ATTRIBUTE = re.compile(r'\s?data-search-\w+="[^"]+"')
"""As Material's search plugin takes it out of a page that it has read."""


class CiteqaPlugin(BasePlugin[CiteqaConfig]):  # type: ignore[no-untyped-call]  # as in options.py
    """Reads each rendered page, puts ids on its blocks, and writes the index and the widget beside the pages."""

    def __init__(self) -> None:
        self._site = Site(Settings())
        self._capture = Capture()
        self._captured: dict[str, list[str] | None] = {}
        self._searched: dict[str, str] = {}
        self._serving = False
        self._builds: list[MkDocsConfig] = []
        """The build that runs and those within it: a plugin for languages builds the site once more for each."""
        self._claude = DevServer()

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Keeps this instance, and what it has read, from one build of `mkdocs serve` to the next."""
        self._serving = command == "serve"

    def on_shutdown(self) -> None:
        """`mkdocs serve` ends."""
        self._claude.stop()

    def on_config(self, config: MkDocsConfig) -> None:
        """Check the options against the site's."""
        nested = bool(self._builds) and self._builds[-1] is config
        self._builds = [*self._builds, config] if nested else [config]
        if nested:
            return
        self._site.start(settings(self.config, config), self._questions(config))
        self._captured, self._searched = {}, {}
        config.markdown_extensions.append(cast(str, self._capture))  # Markdown takes instances too
        if self._serving and self.config.enabled and self.config.claude == "auto":
            said = self._claude.prepare(config.dev_addr.host, config.dev_addr.port, os.environ)
            if said:
                log.info(said)

    def _questions(self, config: MkDocsConfig) -> Questions:
        """The file of asked-for questions; a wrong one is a warning, and the site goes without it."""
        path = Path(config.config_file_path or ".").parent / self.config.questions
        if not self.config.enabled or not path.is_file():
            return Questions()
        config.watch.append(str(path))
        try:
            return read_questions(path.read_text("utf-8"), self.config.questions)
        except (ConfigError, UnicodeDecodeError) as error:
            log.warning(f"No asked-for questions: {error}")
            return Questions()

    @event_priority(LAST)
    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
        """The conversion that comes next is the page's own."""
        self._capture.arm()

    @event_priority(-LAST)
    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
        """The conversion is over."""
        self._captured[page.url] = self._capture.disarm()

    @event_priority(-LAST)
    def _before_search(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> None:
        """Keep what says which parts stay out of search: Material's search plugin takes it out of the page."""
        if page.content and "data-search-exclude" in page.content:
            self._searched[page.url] = page.content

    @event_priority(LAST)
    def _after_search(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> None:
        """The content is final and search has read it: now it gets its ids."""
        captured, searched = self._captured.pop(page.url, None), self._searched.pop(page.url, "")
        if not self.config.enabled or not page.content:
            return
        if left_out(page, self.config):
            self._site.leave_out(page.url)
            return
        try:
            described = describe(page, self.config, config)
            self._site.ask(page.url, asked_by(page))
            taken_out = searched and SEARCH_ATTRIBUTE.sub("", searched) == page.content
            html = self._site.add(described, searched if taken_out else page.content, raw_file(page, config), captured)
            page.content = SEARCH_ATTRIBUTE.sub("", html) if taken_out else html
        except Exception as error:  # whatever a page does to us, it must not stop the site
            self._site.leave_out(page.url)
            log.warning(
                f"{page.file.src_uri}: left out of citeqa, which could not read it ({error!r}); please report it"
            )

    on_page_context = CombinedEvent(_before_search, _after_search)

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Every page gets the script."""
        language = page_language(page, config, self.config)
        tags = language_tag(language) if language != self._site.settings.language else ""
        return self._with_script(output, get_relative_url(".", page.url), tags)

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """So do pages that stand anywhere, such as 404.html, by the site's own path."""
        if not template_name.endswith(".html"):
            return output
        return self._with_script(output, urlsplit(config.site_url or "/").path or "/", "")

    def _with_script(self, output: str, root: str, tags: str) -> str:
        if not self.config.enabled:
            return output
        data: dict[str, Any] = {"shortcut": self.config.shortcut}
        if self.config.examples:
            data["examples"] = self.config.examples
        root = "" if root in (".", "./") else root if root.endswith("/") else root + "/"
        if self._site.settings.offline:
            tags += extra_tag(root, FOLDER, OFFLINE_SCRIPT, {})
        tags += script_tag(root, FOLDER, data, self._site.settings.words)
        if self._answer_server:
            tags += extra_tag(root, FOLDER, SERVER_SCRIPT, {"server": self._answer_server})
        _refuse_keys({"The script tag": tags.encode()})
        return insert(output, tags)

    @property
    def _answer_server(self) -> str:
        """Where the pages ask for written answers; empty for nowhere."""
        return self._claude.address or str(self.config.answer_server)

    @event_priority(LAST - 1)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the index and the widget, and say what was left out."""
        self._builds.pop()
        if self._builds or not self.config.enabled:
            return
        folder = Path(config.site_dir, FOLDER)
        folder.mkdir(parents=True, exist_ok=True)
        files = {**self._site.files(), **(extra_files(SERVER_SCRIPT) if self._answer_server else {})}
        _refuse_keys({FOLDER + name: content for name, content in files.items()})
        for name, content in files.items():
            (folder / name).write_bytes(content)
        self._claude.start(folder, os.environ, self.config.claude_model, self.config.claude_effort)
        self._report_stale()
        self._report_conflicts()
        pages, blocks = self._site.left_out.values()
        log.info(
            f"{self._site.passages} passages indexed; left out: {pages} pages and {blocks} blocks kept from search"
        )

    def _report_conflicts(self) -> None:
        if self.config.conflicts == "ignore":
            return
        say = log.warning if self.config.conflicts == "warn" else log.info
        for conflict in self._site.conflicts():
            say(lens_text(conflict))

    def _report_stale(self) -> None:
        stale = [f"{file}#{section}" if section else file for file, section in self._site.match().stale]
        if stale and self.config.stale_questions != "ignore":
            report = log.warning if self.config.stale_questions == "warn" else log.info
            report(
                f"{self.config.questions}: {len(stale)} sections have changed since their questions were written "
                f"({', '.join(stale[:NAMED])}{', …' if len(stale) > NAMED else ''}): run `citeqa enrich`"
            )


def _refuse_keys(files: Mapping[str, bytes]) -> None:
    try:
        refuse_keys(files, os.environ.get(KEY, ""))
    except ConfigError as error:
        raise PluginError(f"citeqa: {error}") from None


def settings(options: CiteqaConfig, config: MkDocsConfig) -> Settings:
    """The index settings of a site; a wrong option is a PluginError that says what to write."""
    try:
        groups = tuple(parse_groups("\n".join(options.synonyms)))
        own = custom_lenses(options.lenses, [lens.name for lens in LENSES])
    except (CiteqaError, ConfigError) as error:
        raise PluginError(f"citeqa: {error}") from None
    linked = options.source == "link"
    return Settings(
        language=options.language or theme_language(config),
        size=options.passage_size,
        overlap=options.passage_overlap,
        source=source_template(config.repo_url, config.edit_uri, config.edit_uri_template) if linked else None,
        offline=_is_offline(config) if options.offline is None else options.offline,
        lenses=(*LENSES, *own),
        synonyms=groups,
        parameters={"k1": options.k1, "b": options.b},
        words={**wording(theme_language(config)), **options.strings},
        questions=options.questions,
    )


def _is_offline(config: MkDocsConfig) -> bool:
    """Is the site to be opened from disk, by Material's own plugin?"""
    plugin = config.plugins.get("material/offline") or config.plugins.get("offline")
    return plugin is not None and bool(plugin.config.get("enabled", True))


def theme_language(config: MkDocsConfig) -> str:
    """The language that the theme speaks."""
    locale = config.theme.get("language") or config.theme.get("locale") or "en"
    return str(locale).replace("_", "-")


def page_language(page: MkDocsPage, config: MkDocsConfig, options: CiteqaConfig) -> str:
    """The page's own (`lang` or `language` in its front matter), that of its translation, or the site's."""
    own = page.meta.get("lang") or page.meta.get("language") or getattr(page.file, "locale", None)
    return str(own or options.language or theme_language(config))


def left_out(page: MkDocsPage, options: CiteqaConfig) -> bool:
    """Does the site keep this page out of search, or encrypt it?"""
    search = page.meta.get("search")
    excluded = isinstance(search, Mapping) and search.get("exclude") is True
    return excluded or hasattr(page, "encryptcontent") or _matches(page.file, options.exclude)


def _matches(file: File, patterns: list[str]) -> bool:
    return any(fnmatch(file.src_uri.lower(), pattern.lower()) for pattern in patterns)


def describe(page: MkDocsPage, options: CiteqaConfig, config: MkDocsConfig) -> Page:
    """What the index says about a page."""
    file = page.file.src_uri if raw_path(page, config) else None
    history = options.changelog_weight if _matches(page.file, options.changelogs) else 1.0
    boost = 1.0
    search = page.meta.get("search")
    own = search.get("boost") if isinstance(search, Mapping) else None
    if isinstance(own, (int, float)) and own > 0:
        boost *= own
    return Page(page.url, str(page.title or ""), file, page_language(page, config, options), float(boost), history)


def asked_by(page: MkDocsPage) -> tuple[str, ...]:
    """Questions that a page's front matter names for its own section; what is no list of texts is a warning."""
    asked = page.meta.get("questions") or []
    if isinstance(asked, list) and all(isinstance(question, str) for question in asked):
        return tuple(asked)
    log.warning(f"{page.file.src_uri}: `questions` in the front matter is not a list of texts, so it is not used")
    return ()


def raw_path(page: MkDocsPage, config: MkDocsConfig) -> Path | None:
    """The Markdown file that a person can open; None for a page that a plugin made."""
    path = page.file.abs_src_path
    if not path or getattr(page.file, "generated_by", None) is not None:
        return None
    inside = Path(path).resolve().is_relative_to(Path(config.docs_dir).resolve())
    return Path(path) if inside else None


def raw_file(page: MkDocsPage, config: MkDocsConfig) -> bytes | None:
    """That file's bytes."""
    path = raw_path(page, config)
    return path.read_bytes() if path and path.is_file() else None
