"""Asked-for questions: the file that people review, how it fits a site, and what they do to a search."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from browser import build
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_citeqa.cli import main, open_site
from mkdocs_citeqa.errors import ConfigError
from mkdocs_citeqa.questions import Entry, Key, Questions, Section, match, settle
from mkdocs_citeqa.questions_file import read_questions, write_questions
from mkdocs_citeqa.result import search_json
from mkdocs_citeqa.review import review
from mkdocs_citeqa.search import search


def section(file: str, id: str, text: str, *, heading: str = "", language: str = "en") -> Section:
    return Section(file, id, id or "title", "Guide", heading or id or "Guide", (), language, text)


def site(*sections: Section) -> dict[Key, Section]:
    return {s.key: s for s in sections}


FILE = """\
# Our questions.

index.md:
  the page:
    digest: 0123abcd
    asked:
      - what is this thing
  install: # first steps
    digest: 1e000001
    asked:
      - how do I set it up: the short way
      # Anna asked this twice
      - yes
    by hand:
      - brew formula

# Everything about money
pricing.md:
  plans:
    - what does it cost
"""


# -- the file


def test_every_scalar_of_the_file_is_text():
    text = FILE.replace("- how do I set it up: the short way", '- "how do I set it up: the short way"')
    assert read_questions(text).entries == {
        ("index.md", ""): Entry("0123abcd", ("what is this thing",)),
        ("index.md", "install"): Entry("1e000001", ("how do I set it up: the short way", "yes"), ("brew formula",)),
        ("pricing.md", "plans"): Entry(by_hand=("what does it cost",)),
    }


@pytest.mark.parametrize(
    ("text", "line", "advice"),
    [
        (FILE, 11, "quotes"),  # a colon in a question makes a mapping of it
        ("index.md:\n- a question\n", 2, "sections"),
        ("index.md:\n  a:\n    asked: what\n", 3, "dash"),
        ("index.md:\n  a:\n    byhand: [x]\n", 3, "by hand"),
        ("index.md:\n  a: {}\nindex.md:\n  b: {}\n", 3, "second time"),  # both sides of a merge kept
        ("<<<<<<< HEAD\nindex.md:\n  a: {}\n", 2, "YAML"),
        ("index.md:\n  a:\n    digest: [x]\n", 3, "digest"),
        ("- index.md\n", 1, "pages"),
    ],
)
def test_a_wrong_line_is_named_with_what_to_write(text: str, line: int, advice: str):
    with pytest.raises(ConfigError, match=rf"questions\.yml:{line}: .*{advice}"):
        read_questions(text)


def test_an_unchanged_file_is_written_as_it_was_comments_included():
    text = FILE.replace("how do I set it up: the short way", "how do I set it up")
    assert write_questions(read_questions(text)) == text


def test_a_changed_section_touches_its_own_lines_alone():
    text = FILE.replace("how do I set it up: the short way", "how do I set it up")
    questions = read_questions(text)
    changed = replace(questions.entries["index.md", ""], asked=("what is it for",), lines="")
    written = write_questions(replace(questions, entries={**questions.entries, ("index.md", ""): changed}))
    assert written == text.replace("what is this thing", "what is it for")


@pytest.mark.parametrize(
    "text",
    [
        "index.md: {a: {asked: [x]}, b: {asked: [y]}}\n",
        "index.md: {a: {asked: [x]},\n  b: {asked: [y]}}\n",
        "index.md:\n    a:\n        asked: &same [x]\n    b:\n        asked: *same\n",
        "index.md:\r\n  a:\r\n    asked: [x]\r\n  b:\r\n    asked: [y]\r\n",
    ],
    ids=["one line", "flow style", "anchors and four spaces", "CR LF"],
)
def test_a_file_written_in_another_way_survives_a_change(text: str):
    questions = read_questions(text)
    entries = {**questions.entries, ("index.md", "a"): Entry("00000000", ("new",)), ("index.md", "c"): Entry()}
    assert read_questions(write_questions(replace(questions, entries=entries))).entries == entries


WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20).map(lambda text: " ".join(text.split()))
ENTRIES = st.builds(
    Entry,
    st.sampled_from(["", "0123abcd", "12345678", "1e234567"]),
    st.none() | st.lists(WORDS.filter(bool), max_size=3).map(tuple),
    st.lists(WORDS.filter(bool), max_size=2).map(tuple),
)


@settings(deadline=None)
@given(st.dictionaries(st.tuples(WORDS, WORDS.filter(lambda text: " " not in text)), ENTRIES, max_size=4))
def test_any_questions_read_back_as_they_were_written(entries: dict[Key, Entry]):
    entries = dict(sorted(entries.items()))
    assert read_questions(write_questions(Questions(entries))).entries == entries


def test_other_readers_of_yaml_see_the_same_questions():
    asked = ("no", "is it: on", "#1 of all", 'what\'s "that"', "déjà vu?", "~", "a #b")
    written = write_questions(Questions({("a.md", ""): Entry("", asked)}))
    assert yaml.safe_load(written)["a.md"]["the page"]["asked"] == list(asked)


# -- the file and the site


def test_a_section_whose_text_changed_is_stale_and_white_space_changes_nothing():
    before = section("a.md", "one", "Some text.")
    questions = Questions({before.key: Entry(before.digest, ("q",))})
    assert match(questions, site(replace(before, text="Some\n text."))).stale == ()
    assert match(questions, site(replace(before, text="Other text."))).stale == (before.key,)


def test_questions_by_hand_are_never_stale():
    one = section("a.md", "one", "Text.")
    assert match(Questions({one.key: Entry(by_hand=("q",))}), site(one)).stale == ()


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ([section("a.md", "uno", "Text.")], {("a.md", "uno")}),  # renamed
        ([section("b.md", "one", "Text.")], {("b.md", "one")}),  # moved
        ([section("a.md", "uno", "Text."), section("b.md", "two", "Text.")], {("a.md", "uno")}),  # the nearer
        ([section("b.md", "uno", "Text."), section("b.md", "two", "Text.")], set()),  # nobody can tell
        ([section("a.md", "uno", "Other.")], set()),
    ],
)
def test_a_moved_section_is_known_by_its_text(now: list[Section], expected: set[Key]):
    old = section("a.md", "one", "Text.")
    found = match(Questions({old.key: Entry(old.digest, ("q",))}), site(*now))
    assert set(found.entries) == expected
    assert found.vanished == (() if expected else (old.key,))


def test_entries_follow_the_pages_and_those_of_gone_sections_stay_until_they_are_pruned():
    sections = site(*(section("a.md", id, f"Text {id}.") for id in ("", "z", "y")))
    keys = [("a.md", "y"), ("a.md", "z"), ("a.md", "gone"), ("a.md", "")]
    questions = Questions({key: Entry(by_hand=("q",)) for key in keys})
    assert [key[1] for key in settle(questions, sections).entries] == ["", "z", "gone", "y"]
    assert [key[1] for key in settle(questions, sections, prune=True).entries] == ["", "z", "y"]


# -- review


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("how do I undo a migration", ""),
        ("Database migrations", "a copy of the heading"),
        ("  database   MIGRATIONS?", "a copy of the heading"),
        ("roll back the schema?", "twice"),
        ("?!", "no words"),
        ("w" * 161, "too long"),
        ("как откатить миграцию", "Latin"),
        ("a\u202eb", "control"),
    ],
)
def test_unfit_questions_go_and_the_fault_is_named(question: str, fault: str):
    about = section("a.md", "m", "Run migrate down to roll back the schema.", heading="Database migrations")
    found = review(about, ["roll back the schema", question])
    assert found.questions == (("roll back the schema",) if fault else ("roll back the schema", question))
    assert fault in "".join(found.faults)


def test_questions_in_another_language_than_the_page_go():
    about = section("a.md", "m", "Der Dienst startet nach der Installation.", language="de")
    assert review(about, ["how do I start the service", "what is the port of the server"]).questions == ()
    german = ["wie starte ich den Dienst", "warum läuft er nicht nach der Installation"]
    assert review(about, german).questions == tuple(german)


def test_no_more_than_the_wanted_number_stays():
    assert review(section("a.md", "m", "Text."), ["one", "two", "three"], most=2).questions == ("one", "two")


# -- a built site

PAGES = {
    "index.md": "# Harbour\n\nA queue.\n\n## Gates\n\nA gate opens at noon.\n\n## Tides\n\nTides come twice a day.\n",
    "own.md": "---\nquestions:\n  - where is the lighthouse\n---\n\n# Own\n\nSome words.\n",
}
ASKED = '{"file": "index.md", "anchor": "gates", "questions": ["when can vessels enter"]}\n'


def enrich(folder: Path, *arguments: str) -> int:
    return main(["enrich", "--config", str(folder / "mkdocs.yml"), *arguments])


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    build(tmp_path, {}, PAGES)
    (tmp_path / "asked.jsonl").write_text(ASKED, "utf-8")
    return tmp_path


def test_a_question_in_readers_words_finds_its_section_and_the_explanation_says_why(harbour: Path):
    assert search(open_site(harbour / "site"), "vessels enter").hits == []
    assert enrich(harbour, "--from", str(harbour / "asked.jsonl")) == 0
    index = open_site(build(harbour, {}, {}))
    first = search_json(index, search(index, "vessels enter"), "vessels enter", explain=True)["results"][0]
    assert (first["section"], first["anchor"]) == ("gates", "gates")
    assert {(line["term"], line["field"], line["tf"]) for line in first["explain"]} == {
        ("vessels", "questions", 1),
        ("enter", "questions", 1),
    }
    assert sum(line["share"] for line in first["explain"]) == pytest.approx(first["score"])
    assert index.manifest["counts"]["questions"] == {"sections": 2, "stale": 0, "file": "questions.yml"}


def test_front_matter_questions_belong_to_the_page_itself(harbour: Path):
    index = open_site(harbour / "site")
    found = search(index, "where is the lighthouse").hits[0].stored.passage
    assert (found.page.file, found.section) == ("own.md", "")


def test_letters_that_only_a_question_has_are_letters_for_the_reader_too(harbour: Path):
    (harbour / "asked.jsonl").write_text(ASKED.replace("vessels", "Ωmega"), "utf-8")
    enrich(harbour, "--from", str(harbour / "asked.jsonl"))
    index = open_site(build(harbour, {}, {}))
    assert [hit.stored.passage.section for hit in search(index, "Ωmega").hits] == ["gates"]


def run_build(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(folder / "mkdocs.yml"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_stale_sections_are_one_warning(harbour: Path):
    lines = [ASKED, ASKED.replace("gates", "tides")]
    (harbour / "asked.jsonl").write_text("".join(lines), "utf-8")
    enrich(harbour, "--from", str(harbour / "asked.jsonl"))
    assert "changed since" not in run_build(harbour).stderr
    page = harbour / "docs" / "index.md"
    page.write_text(PAGES["index.md"].replace("noon", "dawn").replace("twice", "once"), "utf-8")
    said = run_build(harbour).stderr
    assert said.count("changed since") == 1
    assert "2 sections" in said
    assert open_site(harbour / "site").manifest["counts"]["questions"]["stale"] == 2
    (harbour / "mkdocs.yml").write_text("site_name: Test\nplugins: [{citeqa: {stale_questions: ignore}}]\n", "utf-8")
    assert run_build(harbour, "--strict").returncode == 0 or "changed since" not in run_build(harbour).stderr


def test_a_damaged_file_of_questions_leaves_the_site_alone(harbour: Path):
    (harbour / "questions.yml").write_text("index.md: [", "utf-8")
    done = run_build(harbour)
    assert done.returncode == 0
    assert "questions.yml:2: not YAML" in done.stderr


def test_what_is_exported_can_be_filled_in_and_brought_back(harbour: Path, capsys: pytest.CaptureFixture[str]):
    assert enrich(harbour, "--export", "-") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["file"], line["anchor"], line["text"]) for line in lines] == [
        ("index.md", "", "A queue."),
        ("index.md", "gates", "A gate opens at noon."),
        ("index.md", "tides", "Tides come twice a day."),
        ("own.md", "", "Some words."),
    ]
    filled = [{**line, "questions": [f"ask {line['text']}"]} for line in lines[:3]]
    (harbour / "filled.jsonl").write_text("\n".join(map(json.dumps, filled)), "utf-8")
    assert enrich(harbour, "--from", str(harbour / "filled.jsonl"), "--export", "-") == 0
    assert [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()] == ["own.md"]


def test_questions_by_hand_survive_what_comes_from_elsewhere(harbour: Path):
    (harbour / "questions.yml").write_text("index.md:\n  gates:\n    by hand:\n      - open sesame # mine\n", "utf-8")
    enrich(harbour, "--from", str(harbour / "asked.jsonl"))
    entry = read_questions((harbour / "questions.yml").read_text("utf-8")).entries["index.md", "gates"]
    assert (entry.by_hand, entry.asked) == (("open sesame",), ("when can vessels enter",))


def test_unknown_sections_are_named_and_gone_ones_removed_on_request(harbour: Path, capsys: pytest.CaptureFixture[str]):
    (harbour / "asked.jsonl").write_text(ASKED + ASKED.replace("gates", "docks"), "utf-8")
    enrich(harbour, "--from", str(harbour / "asked.jsonl"))
    assert "line 2: the site has no section index.md#docks" in capsys.readouterr().err
    (harbour / "docs" / "index.md").write_text("# Harbour\n\nA queue.\n", "utf-8")
    enrich(harbour, "--export", str(harbour / "out.jsonl"))
    assert "index.md#gates" in capsys.readouterr().err
    assert "gates:" in (harbour / "questions.yml").read_text("utf-8")
    enrich(harbour, "--prune")
    assert "gates:" not in (harbour / "questions.yml").read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "advice"),
    [("{", "asked.jsonl:1: not JSON"), ('{"file": "index.md"}', "asked.jsonl:1: write")],
)
def test_wrong_input_is_a_line_of_advice(harbour: Path, capsys: pytest.CaptureFixture[str], line: str, advice: str):
    (harbour / "asked.jsonl").write_text(line, "utf-8")
    assert enrich(harbour, "--from", str(harbour / "asked.jsonl")) == 2
    assert advice in capsys.readouterr().err


def test_a_site_without_the_plugin_or_without_a_configuration_is_told_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert enrich(tmp_path, "--prune") == 2
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# A\n", "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: A\n", "utf-8")
    assert enrich(tmp_path, "--prune") == 2
    said = capsys.readouterr().err
    assert "--config" in said
    assert "plugins" in said
