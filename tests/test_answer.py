"""An answer is made of quotations: each verbatim, each with its citation, or the docs don't say."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from indexed import answered, indexed, passages, results

from mkdocs_citeqa.answer import PROSE, statement
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.passages import Unit

DOCS = {
    "index.md": "# Gull\n\nGull sends post for small clubs.\n\n## Price\n\nThe Cliff plan costs $12 per month. "
    "It has no limit.",
    "cli.md": "# Command line\n\n## Flags\n\n| Flag | Meaning |\n| - | - |\n| `--quiet` | Print nothing |\n"
    "| `--wait` | Wait for the post to leave |\n\n"
    "## Send\n\nTo send a letter, run:\n\n```sh\ngull send letter.md\n```\n",
    "steps.md": "# Join\n\n## Join a club\n\n1. Ask the club's keeper for a key\n"
    "2. Open the club's page\n3. Paste the key\n",
    "terms.md": "# Terms\n\n## Words\n\nOutbox\n:   Where letters wait for the server.\n\n"
    "Keeper\n:   Who runs a club.\n",
}


@pytest.fixture(scope="module")
def docs() -> Index:
    return indexed(DOCS)


def verbatim(index: Index, answer: dict[str, Any]) -> None:
    """Every quote stands in its block, every statement has a citation, every citation a statement."""
    texts = {(p.page.url, unit.anchor): "" for p in passages(index) for unit in p.units}
    for passage in passages(index):
        for unit in passage.units:
            texts[passage.page.url, unit.anchor] += unit.text
    for citation in answer["citations"]:
        assert citation["quote"]
        assert citation["quote"] in texts[citation["url"], citation["anchor"]]
    cited = [n for said in answer["statements"] for n in said["citations"]]
    assert cited == [citation["n"] for citation in answer["citations"]] == list(range(1, len(cited) + 1))
    for said in answer["statements"]:
        (n,) = said["citations"]
        lines = answer["citations"][n - 1]["quote"].splitlines()
        assert all(line.strip() in said["text"] for line in lines)


QUESTIONS = {
    "What does the Cliff plan cost?": "The Cliff plan costs $12 per month.",
    "How do I send a letter?": "gull send letter.md",
    "What does --quiet do?": "Print nothing",
    "How do I join a club?": "Ask the club's keeper for a key",
    "What is an outbox?": "Where letters wait for the server.",
}


@pytest.mark.parametrize(("question", "wanted"), QUESTIONS.items())
def test_the_answer_quotes_what_answers(docs: Index, question: str, wanted: str):
    answer = answered(docs, question)
    assert answer["status"] == "answered"
    assert wanted in answer["text"]
    verbatim(docs, answer)


def test_what_stands_beside_a_quotation_is_in_the_statement_alone(docs: Index):
    said = answered(docs, "What does --quiet do?")
    row = next(c for c in said["citations"] if "--quiet" in c["quote"])
    text = said["statements"][row["n"] - 1]["text"]
    assert row["quote"] == "--quiet | Print nothing"
    assert text == "Flag | Meaning\n--quiet | Print nothing"
    said = answered(docs, "What is an outbox?")
    definition = next(c for c in said["citations"] if c["quote"] == "Where letters wait for the server.")
    assert said["statements"][definition["n"] - 1]["text"] == "Outbox: Where letters wait for the server."


def test_a_term_is_not_said_twice(docs: Index):
    assert answered(docs, "What is an outbox?")["text"].count("Outbox") == 1


def test_code_is_fenced_and_introduced(docs: Index):
    said = answered(docs, "How do I send a letter?")
    text = said["text"]
    assert "To send a letter, run:" in text
    assert text.count("```") == 2
    code = next(c for c in said["citations"] if c["quote"] == "gull send letter.md")
    assert (code["file"], code["start"]) == ("cli.md", 15)


def test_steps_keep_their_numbers_and_order(docs: Index):
    text = answered(docs, "How do I join a club?")["text"]
    assert 0 <= text.index("1. Ask") < text.index("2. Open")


def test_no_step_is_missing(docs: Index):
    assert "3. Paste the key" in answered(docs, "How do I join a club?")["text"]


def test_the_text_is_statements_with_their_numbers(docs: Index):
    said = answered(docs, "How do I join a club?")
    assert said["text"] == "\n\n".join(f"{s['text']} [{s['citations'][0]}]" for s in said["statements"])


@pytest.mark.parametrize(
    "question", ["What is a keeper?", "What does --wait do?", "keeper", "What does the keeper do?"]
)
def test_small_docs_answer_although_they_never_use_the_small_words_of_a_question(docs: Index, question: str):
    assert answered(docs, question)["status"] == "answered"


def test_the_docs_dont_say(docs: Index):
    said = answered(docs, "Who won the chess championship in Reykjavik?")
    assert (said["status"], said["text"], said["citations"]) == ("no_answer", "", [])
    assert "Reykjavik" in said["missing"]


def test_what_is_weak_is_shown_and_not_answered_from(docs: Index):
    said = answered(docs, "Does the post office of Reykjavik deliver parcels by aeroplane?")
    assert said["status"] == "no_answer"
    assert not any(result["strong"] for result in said["results"])


def test_an_answer_rests_on_strong_results(docs: Index):
    for question in QUESTIONS:
        said = answered(docs, question)
        strong = [(r["url"], r["section"]) for r in results(docs, question) if r["strong"]]
        assert {(c["url"], c["section"]) for c in said["citations"]} <= set(strong)


def test_an_answer_can_be_read_in_a_moment():
    sentence = "The lantern of the harbour burns oil that the keeper fills in number {} each night. "
    index = indexed({"a.md": "# Lantern\n\n" + "\n\n".join(sentence.format(n) * 3 for n in range(30))})
    said = answered(index, "lantern oil")
    assert len(said["text"]) < 2 * PROSE


def test_nothing_is_said_twice():
    page = "# Lantern\n\n## Oil\n\nThe lantern burns whale oil."
    said = answered(indexed({f"{n}.md": page for n in "abc"}), "What does the lantern burn?")
    assert said["text"].count("whale oil") == 1


def test_a_fence_is_longer_than_those_in_the_code():
    unit = Unit("code", "```\ninner\n```\n", "x", language="md")
    assert statement([unit], None) == "````md\n```\ninner\n```\n````"


WORDS = "gull send letter club keeper key plan cost outbox flag quiet month limit server page wait post zebra".split()  # noqa: SIM905


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join))
@settings(max_examples=60, deadline=None)
def test_every_answer_to_any_question_is_verbatim(docs: Index, question: str):
    said = answered(docs, question)
    verbatim(docs, said)
    assert (said["status"] == "answered") == bool(said["citations"])
