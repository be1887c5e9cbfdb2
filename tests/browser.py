"""Real pages in a real Chromium: sites built by MkDocs, served from a thread, driven by Playwright."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

ARGUMENTS = [
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def executable() -> str | None:
    """The system's Chromium where there is one, else the one that Playwright installs."""
    names = (os.environ.get("CITEQA_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Static files with extra headers and the site's own 404 page, as hosts serve them."""

    headers_sent: dict[str, str] = {}  # noqa: RUF012  a subclass sets its own

    def end_headers(self) -> None:
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep test output quiet."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.exists() or Path(self.path).suffix not in ("", ".html"):
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serve(directory: Path, headers: dict[str, str] | None = None) -> Iterator[str]:
    """The folder at a loopback address that ends in a slash."""
    handler = type("Served", (Handler,), {"headers_sent": headers or {}})
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(directory))
    ) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


EXAMPLE = Path(__file__).parent.parent / "example_site"


def build(folder: Path, config: Mapping[str, object], pages: Mapping[str, str]) -> Path:
    """A site made of pages (path in docs -> Markdown), built in the folder by the real command."""
    for name, text in pages.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    path = folder / "mkdocs.yml"
    path.write_text(yaml.safe_dump({"site_name": "Test", "plugins": ["citeqa"], **config}), encoding="utf-8")
    run_mkdocs(path, folder / "site")
    return folder / "site"


def run_mkdocs(config: Path, site: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--quiet",
        "--config-file",
        str(config),
        "--site-dir",
        str(site),
    ]
    subprocess.run(command, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The example site by theme, built once; "instant" is Material with instant navigation."""
    return functools.cache(lambda theme: example_in(theme, tmp_path_factory.mktemp(theme)))


def example_in(theme: str, folder: Path) -> Path:
    """The example site with its theme replaced."""
    lines = {
        "material": "",
        "instant": f"  custom_dir: {EXAMPLE / 'overrides'}\n  features: [navigation.instant]\n",
        **{
            name: f"  name: {name}\n  custom_dir: {folder}\n  highlightjs: false\n"  # it comes from another host
            for name in ("mkdocs", "readthedocs")
        },
    }
    config = EXAMPLE / "mkdocs.yml"
    if lines[theme]:
        config = folder / "mkdocs.yml"
        config.write_text(
            f"INHERIT: {EXAMPLE / 'mkdocs.yml'}\ndocs_dir: {EXAMPLE / 'docs'}\ntheme:\n{lines[theme]}", "utf-8"
        )
    run_mkdocs(config, folder / "site")
    return folder / "site"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole run; a missing browser is a failure, never a skip."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield browser
        browser.close()


class Tabs:
    """Fresh reader sessions that remember what their consoles said."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.said: list[str] = []

    def open(self, url: str, **settings: object) -> Page:
        """A page of its own session, loaded."""
        settings = {"viewport": {"width": 1280, "height": 800}, **settings}
        context = self.browser.new_context(**settings)  # type: ignore[arg-type]
        context.on("console", self._listen)
        context.on("weberror", lambda error: self.said.append(str(error.error)))
        self.contexts.append(context)
        page = context.new_page()
        page.goto(url)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        # Chromium itself reports requests that fail; whether a reader gets a sentence is tested where it matters.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.said.append(message.text)


@pytest.fixture
def tabs(chromium: Browser) -> Iterator[Tabs]:
    """Sessions for one test, which fails when a console was not silent."""
    tabs = Tabs(chromium)
    yield tabs
    for context in tabs.contexts:
        context.close()
    assert tabs.said == [], tabs.said
