"""MkDocs events -> the site's index. The only module that knows MkDocs (or ProperDocs, which answers to its name)."""

from pathlib import Path
from typing import Any

from mkdocs.config import config_options as opt
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page as MkDocsPage

from mkdocs_citeqa.capture import Capture
from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.site import FOLDER, Settings, Site

log = get_plugin_logger(__name__)


class CiteqaConfig(Config):
    """Options under `citeqa:` in mkdocs.yml."""

    language = opt.Optional(opt.Type(str))


class CiteqaPlugin(BasePlugin[CiteqaConfig]):
    """Reads each rendered page and writes the index beside them."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        self.capture = Capture()
        config.markdown_extensions.append(self.capture)
        self.site = Site(Settings())
        self.captured = {}
        return config

    @event_priority(-100)
    def on_page_markdown(
        self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> None:
        self.capture.arm()

    def on_page_content(self, html: str, *, page, config, files) -> None:
        self.captured[page.url] = self.capture.disarm()

    @event_priority(-100)
    def on_page_context(self, context: Any, *, page, config, nav) -> None:
        raw = Path(page.file.abs_src_path).read_bytes() if page.file.abs_src_path else None
        page.content = self.site.add(
            Page(page.url, str(page.title), page.file.src_uri),
            page.content,
            raw,
            self.captured.pop(page.url, None),
        )

    def on_post_build(self, *, config) -> None:
        folder = Path(config.site_dir, FOLDER)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.site.index_files().items():
            (folder / name).write_bytes(content)
