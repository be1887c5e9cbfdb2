"""The command line: what it prints in which shape, what it returns, and what it says about a wrong call."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from indexed import files, written

from mkdocs_citeqa import __version__
from mkdocs_citeqa.cli import main
from mkdocs_citeqa.site import Settings

PAGES = {
    "index.md": "# Gull\n\nGull sends post.\n\n## Price\n\nThe Cliff plan costs $12 per month.",
    "cli.md": "# Command line\n\n| Flag | Meaning |\n| - | - |\n| `--quiet` | Print nothing |\n\n"
    "## Send\n\nRun `gull send`:\n\n```sh\ngull send --quiet\n```\n",
}
RESULT = {
    "file", "start", "end", "url", "anchor", "section", "title", "heading", "trail", "score", "terms", "strong",
    "generated", "text",
}  # fmt: skip
EXPLANATION = {"term", "matched", "kind", "field", "tf", "idf", "share"}
CITATION = {
    "n", "file", "start", "end", "url", "anchor", "section", "title", "trail", "quote", "source", "generated",
}  # fmt: skip
ANSWER = {"id", "question", "mode", "status", "text", "statements", "citations", "lens", "results"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    settings = Settings(source="https://example.org/{file}#L{start}-L{end}")
    return str(written(tmp_path_factory.mktemp("site"), files(PAGES, settings)))


Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *argv: str, status: int = 0) -> str:
    assert main(argv) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *argv: str) -> str:
    """The one line that a wrong call gets."""
    try:
        status = main(argv)
    except SystemExit as stop:  # argparse's own
        status = stop.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    lines = err.strip().splitlines()
    return lines[-1]


def lines_in(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))


def test_search_prints_json_of_this_shape(site: str, capsys: Capture):
    reply = json.loads(printed(capsys, "search", "--site", site, "--json", "cliff plan"))
    assert {"id", "question", "results"} <= set(reply)
    assert (reply["id"], reply["question"]) == (None, "cliff plan")
    for result in reply["results"]:
        assert set(result) == RESULT
    first = reply["results"][0]
    assert (first["file"], first["start"], first["end"]) == ("index.md", 5, 7)
    assert (first["url"], first["section"], first["heading"], first["trail"]) == ("", "price", "Price", [])
    assert first["strong"] is True
    assert first["terms"] == ["Cliff", "plan"]


def test_explained_results_add_up(site: str, capsys: Capture):
    reply = json.loads(printed(capsys, "search", "--site", site, "--json", "--explain", "cliff plan price"))
    for result in reply["results"]:
        assert set(result) == {*RESULT, "explain"}
        assert all(set(line) == EXPLANATION for line in result["explain"])
        assert sum(line["share"] for line in result["explain"]) == pytest.approx(result["score"])


def test_ask_prints_json_of_this_shape(site: str, capsys: Capture):
    reply = json.loads(printed(capsys, "ask", "--site", site, "--json", "What does the Cliff plan cost?"))
    assert set(reply) >= ANSWER
    assert (reply["mode"], reply["status"]) == ("quoted", "answered")
    assert reply["statements"][0] == {"text": "The Cliff plan costs $12 per month.", "citations": [1]}
    citation = reply["citations"][0]
    assert set(citation) == CITATION
    assert citation["quote"] == "The Cliff plan costs $12 per month."
    assert (citation["n"], citation["file"], citation["start"], citation["end"]) == (1, "index.md", 7, 7)
    assert citation["source"] == "https://example.org/index.md#L7-L7"
    assert reply["text"].startswith("The Cliff plan costs $12 per month. [1]")


def test_no_answer_is_no_failure(site: str, capsys: Capture):
    reply = json.loads(printed(capsys, "ask", "--site", site, "--json", "zyxwv qwert?"))
    assert (reply["status"], reply["text"], reply["statements"], reply["citations"]) == ("no_answer", "", [], [])
    assert reply["results"] == []
    assert "The docs don't say." in printed(capsys, "ask", "--site", site, "zyxwv qwert?")
    assert "Nothing in the docs matches" in printed(capsys, "search", "--site", site, "zyxwv")


def test_jsonl_answers_line_by_line_in_order(site: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    asked = [
        {"id": "b", "question": "cliff", "other": [1, 2]},
        {"id": 7, "question": "zyxwv"},
        {"question": "send"},
        {"id": {"any": "json"}, "question": "quiet"},
    ]
    lines_in(monkeypatch, [json.dumps(asked[0]), "", *map(json.dumps, asked[1:])])
    replies = [json.loads(line) for line in printed(capsys, "search", "--site", site, "--jsonl").splitlines()]
    assert [(r["id"], r["question"]) for r in replies] == [(a.get("id"), a["question"]) for a in asked]
    lines_in(monkeypatch, [json.dumps(asked[0])])
    (answer,) = (json.loads(line) for line in printed(capsys, "ask", "--site", site, "--jsonl").splitlines())
    assert set(answer) >= ANSWER


def test_jsonl_of_nothing_prints_nothing(site: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    lines_in(monkeypatch, [])
    assert printed(capsys, "search", "--site", site, "--jsonl") == ""


@pytest.mark.parametrize("line", ["not json", "[]", "{}", '{"question": 3}', '{"id": 1}', '"text"'])
def test_a_wrong_line_is_named(site: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch, line: str):
    lines_in(monkeypatch, ['{"question": "cliff"}', line])
    assert main(["search", "--site", site, "--jsonl"]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1, "what came before it was answered"
    assert err.startswith("citeqa: line 2 of the input")
    assert len(err.splitlines()) == 1


def test_top_limits_the_results(site: str, capsys: Capture):
    reply = json.loads(printed(capsys, "search", "--site", site, "--json", "--top", "1", "gull"))
    assert len(reply["results"]) == 1


def test_people_get_text(site: str, capsys: Capture):
    out = printed(capsys, "search", "--site", site, "cliff plan")
    assert "Gull › Price" in out
    assert "index.md:5-7" in out
    assert "\033" not in out, "no colour where no terminal is"
    assert " in heading" not in out
    assert "exact" in printed(capsys, "search", "--site", site, "--explain", "cliff plan")
    out = printed(capsys, "ask", "--site", site, "What does the Cliff plan cost?")
    assert "The Cliff plan costs $12 per month. [1]" in out
    assert "[1] index.md:7" in out
    assert "· 1 passage\n" in out


def test_stats_counts_what_is_there(site: str, capsys: Capture):
    figures = json.loads(printed(capsys, "stats", "--site", site, "--json"))
    folder = Path(site) / "citeqa"
    assert (figures["pages"], figures["passages"]) == (2, 4)
    assert figures["files"] == len(list(folder.glob("*.json")))
    assert figures["bytes"] == sum(path.stat().st_size for path in folder.glob("*.json"))
    assert 0 < figures["gzipped"] < figures["bytes"]
    assert figures["terms"]["en"] > 20
    assert figures["biggest"][0] == {"url": "", "passages": 2}
    out = printed(capsys, "stats", "--site", site)
    assert out.startswith("2 pages, 4 passages")


def test_a_missing_site_says_what_to_do(capsys: Capture, tmp_path: Path):
    for command in (["search", "x"], ["ask", "x"], ["stats"]):
        line = refused(capsys, command[0], "--site", str(tmp_path), *command[1:])
        assert str(tmp_path) in line
        assert "build the site" in line


def test_a_damaged_index_is_named(capsys: Capture, tmp_path: Path):
    content = files(PAGES)
    for kind in ("manifest", "terms-", "passages-"):
        folder = written(tmp_path / kind, content) / "citeqa"
        for path in folder.glob(f"{kind}*.json"):
            path.write_text("{", "utf-8")
        line = refused(capsys, "search", "--site", str(tmp_path / kind), "cliff plan")
        assert kind in line
        assert "build the site again" in line


def test_another_format_is_refused(capsys: Capture, tmp_path: Path):
    content = files(PAGES)
    content["manifest.json"] = content["manifest.json"].replace(b'"format":1', b'"format":77')
    line = refused(capsys, "ask", "--site", str(written(tmp_path, content)), "cliff")
    assert "format 77" in line


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["search", "--site", "SITE"], "no question"),
        (["ask", "--site", "SITE"], "no question"),
        (["search", "--site", "SITE", "--jsonl", "cliff"], "leave the QUESTION out"),
        (["search", "cliff"], "--site"),
        (["search", "--site", "SITE", "--top", "0", "cliff"], "'0' is not a number from 1 up"),
        (["search", "--site", "SITE", "--top", "many", "cliff"], "'many' is not a number from 1 up"),
        (["find", "cliff"], "invalid choice"),
        ([], "COMMAND"),
    ],
)
def test_a_wrong_call_gets_one_line(site: str, capsys: Capture, argv: list[str], says: str):
    assert says in refused(capsys, *[site if word == "SITE" else word for word in argv])


def test_the_language_is_chosen(capsys: Capture, tmp_path: Path):
    pages = {"a.md": "# Start\n\nDie Warteschlange ist voll."}
    site = str(written(tmp_path, files(pages, language="de")))
    for language in ("de", "de-CH", "fr"):
        reply = json.loads(printed(capsys, "search", "--site", site, "--lang", language, "--json", "Warteschlangen"))
        assert [result["url"] for result in reply["results"]] == ["a/"]


def test_a_question_may_begin_with_a_dash(site: str, capsys: Capture):
    reply = json.loads(printed(capsys, "search", "--site", site, "--json", "--", "--quiet"))
    assert reply["results"][0]["url"] == "cli/"


def run(*argv: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "mkdocs_citeqa", *argv], capture_output=True, check=False, **more)


def test_the_package_runs_as_a_module_and_names_its_version():
    done = run("--version")
    assert (done.returncode, done.stdout.decode().strip()) == (0, f"citeqa {__version__}")


def test_output_is_utf8_even_where_the_terminal_is_not(site: str):
    done = run("search", "--site", site, "cliff", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Gull › Price" in done.stdout.decode()


def test_input_is_utf8_even_where_the_terminal_is_not(site: str):
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    line = json.dumps({"question": "cliff – plan"}, ensure_ascii=False).encode()
    done = run("search", "--site", site, "--jsonl", input=line, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["question"] == "cliff – plan"


def test_half_a_character_in_a_question_is_no_failure(site: str):
    done = run("search", "--site", site, "--jsonl", input=b'{"question": "cliff \\ud83d plan \xff"}\n')
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["results"][0]["section"] == "price"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_reader_that_leaves_is_no_error(site: str):
    questions = b'{"question": "gull"}\n' * 3000
    command = f"{sys.executable} -m mkdocs_citeqa search --site {site} --jsonl | head -n 1"
    done = subprocess.run(command, shell=True, input=questions, capture_output=True, check=False)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""
