"""`mkdocs serve` with a key answers by Claude; a build never does, and no key gets into a site."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx2
import pytest
from messages_fake import Fake, messages_fake

from mkdocs_citeqa import dev_server
from mkdocs_citeqa.dev_server import DevServer
from mkdocs_citeqa.keys import find_key

KEY = "sk-ant-api03-" + "Zr5wV0kq8LmT2xYb"
PAGE = """# Retries

## Pause between retries

A job is retried 3 times. Jobs are not retried after a restart.
"""
QUESTION = {"question": "Are jobs retried after a restart, with a pause between retries?"}


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ANTHROPIC_") and not k.lower().endswith("_proxy")}
    return {**kept, "NO_MKDOCS_2_WARNING": "1", **more}


def project(folder: Path, page: str = PAGE) -> Path:
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(page, "utf-8")
    config = folder / "mkdocs.yml"
    config.write_text("site_name: Test\nplugins: [citeqa]\ntheme: {name: mkdocs, highlightjs: false}\n", "utf-8")
    return config


def build(config: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(config)]
    return subprocess.run(command, env=environment(**more), capture_output=True, text=True)


@pytest.fixture
def fake() -> Iterator[Fake]:
    with messages_fake() as fake:
        fake.script = lambda c: c.reply(("A job is retried three times.", ["3 times"]))
        yield fake


class Served:
    """A running `mkdocs serve`."""

    def __init__(self, config: Path, env: Mapping[str, str], host: str = "127.0.0.1") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "mkdocs", "serve", "--config-file", str(config), "--dev-addr"]
        self.log = config.parent / "log"
        with self.log.open("w") as out:
            self.process = subprocess.Popen([*command, f"{host}:{self.port}"], env=env, stdout=out, stderr=out)
        self.http = httpx2.Client(trust_env=False, timeout=20)

    def page(self) -> str:
        end = time.monotonic() + 30
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return self.http.get(f"http://127.0.0.1:{self.port}/").text
            except httpx2.ConnectError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        self.http.close()
        self.process.send_signal(2)
        self.process.wait(20)


def told(page: str) -> str | None:
    found = re.search(r'data-server="([^"]+)"', page)
    return found[1] if found else None


def test_the_served_pages_know_a_server_that_answers_only_them(tmp_path: Path, fake: Fake) -> None:
    served = Served(project(tmp_path), environment(ANTHROPIC_API_KEY=KEY, ANTHROPIC_BASE_URL=fake.url))
    try:
        page = served.page()
        address = told(page)
        assert address
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
        assert KEY not in page
        own, other = f"http://127.0.0.1:{served.port}", f"http://127.0.0.1:{served.port + 1}"
        answer = served.http.post(f"{address}/citeqa/ask", json=QUESTION, headers={"origin": own})
        assert '"mode": "claude"' in answer.text
        assert answer.headers["access-control-allow-origin"] == own
        assert served.http.post(f"{address}/citeqa/ask", json=QUESTION, headers={"origin": other}).status_code == 403
        rebound = served.http.post(f"{address}/citeqa/ask", json=QUESTION, headers={"host": "rebound.example"})
        assert rebound.status_code == 421
        assert "Claude writes the answers on the served pages" in served.log.read_text()
    finally:
        served.stop()
    assert served.process.returncode == 0


def test_without_a_key_nothing_is_told(tmp_path: Path) -> None:
    served = Served(project(tmp_path), environment())
    try:
        assert told(served.page()) is None
        assert "Claude" not in served.log.read_text()
    finally:
        served.stop()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "docs.example.com"])
def test_an_address_that_others_can_reach_is_refused(host: str) -> None:
    server = DevServer()
    said = server.prepare(host, 8000, {"ANTHROPIC_API_KEY": KEY})
    assert said
    assert "others could spend it" in said
    assert server.address is None
    assert server.prepare(host, 8000, {"ANTHROPIC_API_KEY": KEY}) is None, "said once, not at every rebuild"


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev_server, "has_extra", lambda: False)
    server = DevServer()
    said = server.prepare("127.0.0.1", 8000, {"ANTHROPIC_API_KEY": KEY})
    assert said
    assert said.endswith("pip install 'mkdocs-citeqa[server]'")
    assert server.address is None


def test_a_build_with_a_key_around_tells_no_server_and_holds_no_key(tmp_path: Path) -> None:
    done = build(project(tmp_path), ANTHROPIC_API_KEY=KEY)
    assert done.returncode == 0
    files = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert not [path for path in files if path.suffix == ".html" and told(path.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("page", "options"),
    [
        (f"# Key\n\nUse `{KEY}` as the key.\n", ""),
        (PAGE, f"\nextra: {{}}\nplugins: [citeqa: {{examples: ['{KEY}']}}]\n"),
    ],
)
def test_a_build_that_would_publish_a_key_fails_loudly(tmp_path: Path, page: str, options: str) -> None:
    config = project(tmp_path, page)
    if options:
        config.write_text(f"site_name: Test\ntheme: {{name: mkdocs}}{options}", "utf-8")
    done = build(config)
    assert done.returncode == 1
    assert "would publish what looks like a key of the Anthropic API (sk-ant-api03-Zr5wV…)" in done.stderr
    assert KEY not in done.stderr
    assert not list((tmp_path / "site").glob("citeqa/*"))


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (KEY, True),
        ("sk-ant-admin01-" + "Zr5wV0kq8LmT2xYb", True),
        ("sk-ant-…", False),
        ("sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxx", False),
        ("sk-ant-api03-...", False),
        ("sk-ant-your-key", False),
        ("disk-antenna-model-cover", False),
        ("own-secret-value", True),
    ],
)
def test_keys_are_told_from_placeholders(text: str, refused: bool) -> None:
    assert bool(find_key(f'"{text}"'.encode(), b"own-secret-value")) is refused
