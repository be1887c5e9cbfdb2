"""`citeqa ask --claude` and `citeqa serve`, as somebody types them."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from messages_fake import Fake, messages_fake
from test_server import KEY, QUESTION, Reader, good, write_site

from mkdocs_citeqa import server_cli
from mkdocs_citeqa.cli import main


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_") or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    with messages_fake() as fake:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", fake.url)
        fake.script = good
        yield fake


@pytest.fixture
def site(tmp_path: Path) -> str:
    write_site(tmp_path / "citeqa")
    return str(tmp_path)


def test_ask_claude_prints_the_checked_answer_with_its_sources(
    fake: Fake, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", "--claude", "--site", site, QUESTION]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Written by Claude from 1 passage, checked\n\nA job is retried three times. [1]")
    assert "[1] guide.md:" in printed


def test_ask_claude_says_why_an_answer_is_quoted(fake: Fake, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    fake.script = lambda conversation: conversation.error(529, "overloaded_error")
    assert main(["ask", "--claude", "--site", site, QUESTION]) == 0
    assert " passages. Claude is busy; try again in a while.\n" in capsys.readouterr().out


def test_ask_claude_prints_json_a_line(
    fake: Fake, site: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [json.dumps({"id": n, "question": QUESTION}) for n in (1, 2)]
    monkeypatch.setattr(sys, "stdin", iter(lines))
    assert main(["ask", "--claude", "--site", site, "--jsonl", "--model", "claude-sonnet-5-5", "--effort", ""]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["id"], row["mode"]) for row in rows] == [(1, "claude"), (2, "claude")]
    assert [(asked["model"], "output_config" in asked) for asked in fake.requests] == [("claude-sonnet-5-5", False)] * 2


@pytest.mark.parametrize("command", [["ask", "--claude", QUESTION], ["serve"]])
def test_without_a_key_one_line_says_so(command: list[str], site: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--site", site]) == 2
    assert capsys.readouterr().err.startswith("citeqa: ANTHROPIC_API_KEY is not set")


@pytest.mark.parametrize("command", [["ask", "--claude", QUESTION], ["serve"]])
def test_without_the_extra_one_line_says_what_to_install(
    command: list[str], site: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_cli, "has_extra", lambda: False)
    assert main([*command, "--site", site]) == 2
    assert capsys.readouterr().err.endswith("needs the server extra: pip install 'mkdocs-citeqa[server]'\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--origin", "docs.example.com"], "is no origin"),
        (["--origin", "https://docs.example.com/path"], "is no origin"),
        (["--workers", "0"], "--workers 0"),
        (["--tokens-a-day", "-1"], "--tokens-a-day -1"),
    ],
)
def test_a_wrong_option_of_serve_is_named(
    fake: Fake, site: str, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    assert main(["serve", "--site", site, *options]) == 2
    assert says in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(fake: Fake, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--site", site, "--port", port]) == 2
    assert f"Port {port} of 127.0.0.1 cannot be used" in capsys.readouterr().err


Run = Callable[..., tuple[Reader, "subprocess.Popen[str]"]]


@pytest.fixture
def run(fake: Fake, site: str) -> Iterator[Run]:
    """`citeqa serve` as a process of its own, answering."""
    running: list[tuple[Reader, subprocess.Popen[str]]] = []

    def start(*options: str) -> tuple[Reader, "subprocess.Popen[str]"]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "mkdocs_citeqa", "serve", "--site", site, "--port", str(port), *options]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        reader = Reader(f"http://127.0.0.1:{port}")
        running.append((reader, process))
        until_ready(reader, process)
        return reader, process

    yield start
    for reader, process in running:
        reader.http.close()
        process.terminate()  # its workers would outlive a kill
        process.communicate(timeout=20)


def until_ready(reader: Reader, process: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            assert reader.http.get("/healthz").status_code == 200
            return
        except httpx2.ConnectError:
            time.sleep(0.05)
    raise AssertionError("it did not start")


def test_serve_answers_and_stops_when_told_to_without_losing_an_answer(fake: Fake, run: Run) -> None:
    def slow(conversation: object) -> None:
        time.sleep(0.5)
        good(conversation)  # type: ignore[arg-type]

    fake.script = slow
    reader, process = run("--log-questions")
    with reader.http.stream("POST", "/citeqa/ask", json={"question": QUESTION}) as response:
        process.send_signal(signal.SIGTERM)
        assert "event: done" in response.read().decode()
    _, said = process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGTERM)
    logged = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert [(line["event"], line["mode"], line["question"]) for line in logged] == [("answer", "claude", QUESTION)]
    assert KEY not in said


def test_several_workers_answer_on_one_port(run: Run) -> None:
    reader, _ = run("--workers", "2", "--failing", "remove")
    assert reader.answer()["mode"] == "claude"
