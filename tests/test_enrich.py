"""`citeqa enrich` against a loopback Messages API, with the real client: what it sends, keeps, pays and survives."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import build
from model_server import (
    OVERLOADED,
    RATE_LIMITED,
    REFUSAL,
    REVOKED,
    Body,
    Hangs,
    ModelServer,
    Refuses,
    Says,
    Turn,
    model_server,
)

from mkdocs_citeqa.asking import Purse, group, most_usage, numbered, read_reply, request
from mkdocs_citeqa.cli import main
from mkdocs_citeqa.questions import Key, Section
from mkdocs_citeqa.questions_file import read_questions

SECTIONS = 12


def pages(sections: int = SECTIONS) -> dict[str, str]:
    text = "".join(f"\n## Part {n}\n\nLever {n} opens gate {n} of the lock.\n" for n in range(sections - 1))
    return {"index.md": f"# Lock\n\nHow ships pass.\n{text}"}


def listed(body: Body) -> list[Body]:
    """The sections that a request asks about."""
    found: list[Body] = json.loads(body["messages"][0]["content"])
    return found


def written(body: Body, **changes: object) -> str:
    """A faithful reply: two questions a section."""
    sections = [
        {
            "section": s["section"],
            "heading": s["heading"],
            "questions": [f"way through {s['text']}", "boat stuck in canal"],
        }
        for s in listed(body)
    ]
    return json.dumps({"sections": [{**s, **changes} for s in sections]})


def faithful(body: Body) -> Turn:
    return Says((written(body),), tokens=(1000, 200))


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_") or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    with model_server() as server:
        server.write = faithful
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
        yield server


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    build(tmp_path, {}, pages())
    return tmp_path


def enrich(folder: Path, *arguments: str) -> int:
    return main(["enrich", "--config", str(folder / "mkdocs.yml"), *arguments])


def entries(folder: Path) -> dict[Key, tuple[str, ...] | None]:
    path = folder / "questions.yml"
    found = read_questions(path.read_text("utf-8")).entries if path.exists() else {}
    return {key: entry.asked for key, entry in found.items()}


def asked_about(model: ModelServer) -> list[str]:
    """Headings in all requests so far."""
    return [section["heading"] for body in model.requests for section in listed(body)]


def test_only_new_and_changed_sections_are_asked_about_several_at_a_time(lock: Path, model: ModelServer):
    assert enrich(lock) == 0
    assert len(entries(lock)) == SECTIONS
    assert len(model.requests) == 2
    assert sorted(asked_about(model)) == sorted(["Lock", *(f"Part {n}" for n in range(SECTIONS - 1))])
    assert enrich(lock) == 0
    assert len(model.requests) == 2, "nothing is new"
    page = lock / "docs" / "index.md"
    page.write_text(page.read_text("utf-8").replace("Lever 3 opens", "Lever 3 closes"), "utf-8")
    before = (lock / "questions.yml").read_text("utf-8").splitlines()
    assert enrich(lock) == 0
    assert asked_about(model)[SECTIONS:] == ["Part 3"]
    after = (lock / "questions.yml").read_text("utf-8").splitlines()
    changed = [number for number, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    assert [after[n].strip().split(":")[0] for n in changed] == [
        "digest",
        "- way through Lever 3 closes gate 3 of the lock.",
    ]


def test_a_request_holds_the_sections_and_what_the_api_takes_and_nothing_else(lock: Path, model: ModelServer):
    enrich(lock, "--limit", "2", "--each", "3")
    (body,) = model.requests
    assert body.keys() == {"model", "max_tokens", "system", "output_config", "messages", "stream"}
    assert body["output_config"]["effort"] == "low"
    assert "up to 3" in body["system"]
    assert listed(body)[1] == {
        "section": 2,
        "page": "Lock",
        "above": [],
        "heading": "Part 0",
        "language": "en",
        "text": "Lever 0 opens gate 0 of the lock.",
    }


@pytest.mark.parametrize(
    ("turns", "missing", "said"),
    [
        ([RATE_LIMITED], 0, ""),
        ([OVERLOADED], 0, ""),
        ([Says(("{",))], 8, "no usable answer"),  # not JSON
        ([Says(("I would rather chat.",))], 8, "no usable answer"),
        ([Says((), "max_tokens")], 8, "cut short"),
        ([Says((), cut_after=3)], 8, "cut off"),  # a stream that ends as if all was said
        ([Says((), fails_after=3)], 8, "cut off"),  # overloaded in mid-stream
        ([Refuses(413, "request_too_large")], 8, "too long"),
    ],
    ids=["rate limit", "overloaded", "broken JSON", "prose", "max_tokens", "cut", "error frame", "too large"],
)
def test_a_reply_that_fails_skips_its_sections_and_a_second_run_asks_about_those_alone(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str], turns: list[Turn], missing: int, said: str
):
    model.turns.extend(turns)
    assert enrich(lock, "--jobs", "1") == (1 if missing else 0)
    assert said in capsys.readouterr().err
    assert len(entries(lock)) == SECTIONS - missing
    sent = len(model.requests)
    assert enrich(lock) == 0
    assert len(entries(lock)) == SECTIONS
    assert sum(len(listed(body)) for body in model.requests[sent:]) == missing


def test_of_a_reply_that_was_cut_what_is_whole_was_paid_for_and_stays(lock: Path, model: ModelServer):
    model.write = lambda body: Says((written(body)[:400],), "max_tokens")
    assert enrich(lock, "--limit", "8") == 1
    kept = len(entries(lock))
    assert 0 < kept < 8
    model.write = faithful
    assert enrich(lock, "--limit", "8") == 0
    assert len(set(asked_about(model)[8:])) == 8, "others follow"
    assert len(entries(lock)) == kept + 8


def test_one_refusal_skips_one_section(lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]):
    model.write = lambda body: REFUSAL if "gate 5" in body["messages"][0]["content"] else faithful(body)
    assert enrich(lock) == 1
    assert {("index.md", f"part-{n}") for n in range(11)} - entries(lock).keys() == {("index.md", "part-5")}
    assert "index.md#part-5: the model refused" in capsys.readouterr().err
    model.write = faithful
    assert enrich(lock) == 0
    assert asked_about(model)[-1] == "Part 5"


@pytest.mark.parametrize(
    ("turn", "advice"),
    [
        (Refuses(404, "not_found_error", "model: x"), "--model"),
        (Refuses(400, "invalid_request_error", "You have reached your specified API usage limits"), "usage limits"),
        (Refuses(402, "billing_error", "no credit"), "no credit"),
        (Refuses(403, "permission_error", "not yours"), "not yours"),
    ],
)
def test_what_concerns_all_requests_ends_the_run_with_advice_and_keeps_what_was_paid_for(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str], turn: Turn, advice: str
):
    replies = iter([faithful, lambda body: turn])
    model.write = lambda body: next(replies)(body)
    assert enrich(lock, "--jobs", "1") == 1
    assert advice in capsys.readouterr().err
    assert len(entries(lock)) == 8
    model.write = faithful
    assert enrich(lock) == 0
    assert len(entries(lock)) == SECTIONS


def test_a_revoked_key_is_told_at_once(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ANTHROPIC_API_KEY", REVOKED)
    assert enrich(lock) == 1
    assert "ANTHROPIC_API_KEY" in capsys.readouterr().err
    assert model.requests == []


def test_without_a_key_nothing_is_sent_and_the_ways_out_are_named(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert enrich(lock) == 2
    assert "--export" in capsys.readouterr().err


def test_a_dry_run_sends_nothing_and_needs_neither_a_key_nor_the_client(
    lock: Path, model: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    code = (
        "import sys; sys.modules['anthropic'] = None; from mkdocs_citeqa.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "enrich", "--config", str(lock / "mkdocs.yml"), "--dry-run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{SECTIONS} sections in 2 requests" in done.stderr
    assert "$0.00" in done.stderr
    assert model.requests == []


# -- money


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_the_budget_is_not_passed_and_the_next_run_goes_on(
    tmp_path: Path, model: ModelServer, capsys: pytest.CaptureFixture[str], jobs: str
):
    build(tmp_path, {}, pages(40))
    model.write = lambda body: Says((written(body),), tokens=(2_000, 4_096))
    price = 2_000 * 0.10e-6 + 4_096 * 0.50e-6  # of one such reply, about what a request may cost at most
    assert enrich(tmp_path, "--budget", str(2.5 * price), "--jobs", jobs) == 1
    assert "budget" in capsys.readouterr().err
    assert len(model.requests) == 2
    assert len(entries(tmp_path)) == 16
    assert enrich(tmp_path) == 0
    assert len(asked_about(model)) == 40, "nothing was asked twice"


def test_money_for_a_request_is_put_aside_at_its_upper_bound():
    section = Section("a.md", "a", "a", "A", "A", (), "en", "Ünïcödé 語 " * 50)
    params = request((section,), "claude-haiku-5-5", 4)
    assert most_usage(params).read > len(json.dumps(params["messages"], ensure_ascii=False).encode())
    purse = Purse(1.0)
    assert purse.reserve(0.6)
    assert not purse.reserve(0.6)
    purse.pay(0.6, 0.3)
    assert purse.reserve(0.6)


def test_a_model_without_a_known_price_needs_one(lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]):
    assert enrich(lock, "--model", "claude-next") == 2
    assert "--price" in capsys.readouterr().err


# -- Ctrl-C


def start(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "mkdocs_citeqa", "enrich", "--config", str(folder / "mkdocs.yml"), "--jobs", "2"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def wait_for(model: ModelServer, requests: int) -> None:
    until = time.monotonic() + 30
    while len(model.requests) < requests and time.monotonic() < until:
        model.arrived.wait(1)
        model.arrived.clear()
    assert len(model.requests) >= requests


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.parametrize("times", [1, 2])
def test_after_ctrl_c_nothing_that_came_in_is_lost_or_paid_twice(tmp_path: Path, model: ModelServer, times: int):
    build(tmp_path, {}, pages(40))
    release = threading.Event()
    replies = iter([faithful, *[lambda body: Hangs(release, Says((written(body),)))] * 2])
    model.write = lambda body: next(replies, faithful)(body)
    process = start(tmp_path)
    wait_for(model, 3)  # one has been answered, two are on their way
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    if times == 1:
        release.set()
    _, said = process.communicate(timeout=30)
    release.set()
    assert process.returncode == 1
    assert "interrupted" in said
    assert len(entries(tmp_path)) == (24 if times == 1 else 8)
    sent = len(asked_about(model))
    model.write = faithful
    assert enrich(tmp_path) == 0
    assert len(asked_about(model)) - sent == 40 - (24 if times == 1 else 8)


# -- replies


def sections(count: int = 3) -> tuple[Section, ...]:
    return tuple(
        Section("a.md", f"s{n}", f"s{n}", "Page", f"Heading {n}", (), "en", f"Text {n}.") for n in range(count)
    )


def item(**changes: object) -> dict[str, object]:
    return {"section": 1, "heading": "Heading 0", "questions": ["how"], **changes}


@pytest.mark.parametrize(
    ("items", "fault"),
    [
        ([item()], ""),
        ([item(section=4)], "not asked about"),
        ([item(section="1")], "not asked about"),
        (["text"], "not asked about"),
        ([item(heading="Heading 1")], "another heading"),  # questions for one section under the number of another
        ([item(questions="how")], "no list of texts"),
        ([item(questions=[1])], "no list of texts"),
        ([item(), item()], "twice"),
    ],
)
def test_a_reply_counts_for_the_section_that_it_names_by_number_and_heading(items: list[object], fault: str):
    reply = read_reply(numbered(sections()), json.dumps({"sections": items}))
    assert fault in "".join(reply.faults)
    assert bool(reply.faults) == bool(fault)
    assert list(reply.questions) == ([sections()[0]] if item() in items else [])


def test_unfit_questions_are_left_out_and_unknown_names_reported(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]
):
    def write(body: Body) -> Turn:
        questions = ["part 0", "move boats with Zephyrion", "w" * 300]
        return Says((written(body, questions=questions),))

    model.write = write
    enrich(lock, "--limit", "2")
    said = capsys.readouterr().err
    assert "copy of the heading" in said
    assert "too long" in said
    assert "index.md#part-0: the docs don't have Zephyrion" in said
    assert entries(lock)["index.md", "part-0"] == ("move boats with Zephyrion",)


def test_groups_are_bounded_by_sections_and_by_text():
    assert [len(g) for g in group(sections(20))] == [8, 8, 4]
    long = [Section("a.md", str(n), "", "P", "H", (), "en", "x" * 9_000) for n in range(7)]
    assert [len(g) for g in group(long)] == [3, 3, 1]


# -- batches


def test_a_batch_costs_half_and_a_later_run_collects_it(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mkdocs_citeqa.batch.POLL", 0.01)
    model.polls = 0
    assert enrich(lock, "--batch") == 0
    assert len(entries(lock)) == SECTIONS
    assert len(model.batches) == 1
    assert not (lock / "questions.yml.batch").exists()
    assert "$0.0002" in capsys.readouterr().err  # two replies of 1000 and 200 tokens at half the price
    assert enrich(lock, "--batch") == 0
    assert len(model.batches) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_a_batch_outlives_the_command_and_is_not_sent_twice(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]
):
    model.polls = 1
    command = [sys.executable, "-m", "mkdocs_citeqa", "enrich", "--config", str(lock / "mkdocs.yml"), "--batch"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 30
    while not (lock / "questions.yml.batch").exists() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert enrich(lock) == 2
    assert "--batch" in capsys.readouterr().err
    page = lock / "docs" / "index.md"
    page.write_text(page.read_text("utf-8").replace("Lever 3 opens", "Lever 3 closes"), "utf-8")
    model.polls = 0
    enrich(lock, "--batch")
    assert len(model.batches) == 1
    assert len(entries(lock)) == SECTIONS - 1, "the text of one has changed since"


def test_what_fails_in_a_batch_is_named_and_asked_about_again(
    lock: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]
):
    model.polls = 0
    model.turns.append(OVERLOADED)
    assert enrich(lock, "--batch") == 1
    assert "errored" in capsys.readouterr().err
    left = SECTIONS - len(entries(lock))
    assert left in (4, 8)
    model.polls = 0
    assert enrich(lock, "--batch") == 0
    assert len(entries(lock)) == SECTIONS
    assert sum(len(listed(r["params"])) for r in model.batches[1]) == left
