"""What a model writes is checked against the lines that it cites."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from mkdocs_citeqa.grounding.claims import Lines, unsupported
from mkdocs_citeqa.grounding.prompt import CHARACTERS, PASSAGES, Model, Source, request, sources
from mkdocs_citeqa.grounding.reply import Reply, Statement, clean, read_message
from mkdocs_citeqa.grounding.written import UNCITED, Failing, Written
from mkdocs_citeqa.index import Index, open_index
from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.search import search
from mkdocs_citeqa.site import Settings, Site

PAIRS = json.loads((Path(__file__).parent / "golden" / "grounding.json").read_text("utf-8"))
QUESTION = "Are jobs retried after a restart, and with which pause?"
GUIDE = """
<h1>Retries</h1>
<h2 id="pause">Pause between retries</h2>
<p>A job is retried 3 times. Jobs are not retried after a restart.</p>
<p>Set the pause with <code>--pause</code>:</p>
<pre><code>tide work --pause 30s</code></pre>
<table><tr><th>Plan</th><th>Retries</th></tr><tr><td>Free</td><td>3 retries a job</td></tr></table>
"""


def index_of(pages: Mapping[str, str]) -> Index:
    """The index of pages given as HTML, by their urls."""
    site = Site(Settings(source="https://example.com/{file}#L{start}-L{end}"))
    for url, html in pages.items():
        lines = [line for line in html.splitlines() if line]
        site.add(Page(url, "Retries", f"{url}index.md"), html, "\n".join(lines).encode())
    files = site.files()
    return open_index(lambda name: files[name])


class Asked:
    """A question with the passages that go to the model."""

    def __init__(self, pages: Mapping[str, str], question: str = QUESTION) -> None:
        self.index = index_of(pages)
        self.question = question
        self.found = search(self.index, question)
        self.sent = sources(self.found.hits)

    def block(self, words: str) -> tuple[int, int]:
        """Where the block with these words was sent."""
        return next((s, b) for s, src in enumerate(self.sent) for b, text in enumerate(src.blocks) if words in text)

    def cite(self, words: str, **changes: object) -> dict[str, object]:
        """A citation of the block with these words, as the API gives it."""
        source, block = self.block(words)
        return {
            "type": "search_result_location", "cited_text": self.sent[source].blocks[block],
            "source": self.sent[source].address, "title": self.sent[source].title, "search_result_index": source,
            "start_block_index": block, "end_block_index": block + 1, **changes,
        }  # fmt: skip

    def answer(self, *blocks: tuple[str, Sequence[object]], stop: str = "end_turn", failing: Failing = "mark") -> Any:
        """The answer's JSON for a reply made of these text blocks with their citations."""
        written = Written(self.index, self.found, self.question, self.sent, failing)
        reply = Reply(self.sent)
        for event in stream(blocks, stop):
            for statement in reply.take(event):
                written.add(statement)
        return written.finish(reply)


def stream(blocks: Sequence[tuple[str, Sequence[object]]], stop: str | None) -> Iterator[dict[str, Any]]:
    """The events of such a reply: citations before the text, and text in small pieces."""
    yield {"type": "message_start", "message": {"usage": {"input_tokens": 900, "output_tokens": 1}}}
    yield {"type": "ping"}
    for n, (text, citations) in enumerate(blocks):
        yield {"type": "content_block_start", "index": n, "content_block": {"type": "text", "text": ""}}
        for citation in citations:
            delta = {"type": "citations_delta", "citation": citation}
            yield {"type": "content_block_delta", "index": n, "delta": delta}
        for at in range(0, len(text), 7):
            delta = {"type": "text_delta", "text": text[at : at + 7]}
            yield {"type": "content_block_delta", "index": n, "delta": delta}
        yield {"type": "content_block_stop", "index": n}
    if stop:
        usage = {"output_tokens": 60}
        yield {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage}
        yield {"type": "message_stop"}


@pytest.fixture(scope="module")
def asked() -> Asked:
    return Asked({"guide/": GUIDE})


# -- the verifier's own table


def marked(pair: Mapping[str, Any]) -> list[str]:
    lines = Lines(pair["lines"], pair.get("context", ""))
    return unsupported(pair["statement"], lines, pair.get("language", "en"))


def test_the_table_is_large_and_half_of_it_is_wrong() -> None:
    wrong = sum(not pair["right"] for pair in PAIRS)
    assert len(PAIRS) >= 120
    assert 0.4 <= wrong / len(PAIRS) <= 0.6


def test_at_least_95_percent_of_the_wrong_statements_are_caught() -> None:
    wrong = [pair for pair in PAIRS if not pair["right"]]
    missed = [pair for pair in wrong if not marked(pair)]
    assert len(missed) <= 0.05 * len(wrong), missed


def test_at_most_5_percent_of_the_right_statements_are_marked() -> None:
    right = [pair for pair in PAIRS if pair["right"]]
    alarms = [(pair, marked(pair)) for pair in right if marked(pair)]
    assert len(alarms) <= 0.05 * len(right), alarms


def test_a_quotation_never_fails() -> None:
    for pair in PAIRS:
        assert unsupported(pair["lines"], Lines(pair["lines"]), pair.get("language", "en")) == [], pair


def test_a_quotation_of_the_example_site_never_fails(sites: Callable[[str], Path]) -> None:
    folder = sites("material") / "citeqa"
    index = open_index(lambda name: (folder / name).read_bytes())
    for stored in index.all_passages():
        for unit in stored.passage.units:
            said = f"```\n{unit.text}\n```" if unit.kind == "code" else unit.text
            assert unsupported(said, Lines(unit.text, unit.head), stored.language) == [], unit


def test_a_reply_made_to_take_long_does_not() -> None:
    began = time.monotonic()
    for text in ("`" * 6000, "x_" * 3000, "[a](" * 1500, "<!--" * 1500, "not " * 1500, "1." * 3000, "**" * 3000):
        clean(text)
        unsupported(text, Lines("A job is retried 3 times."))
    assert time.monotonic() - began < 10


# -- the request


def test_each_unit_of_a_passage_is_a_block_of_its_own(asked: Asked) -> None:
    made = request(QUESTION, asked.sent, Model())
    result = made["messages"][0]["content"][0]
    assert (result["type"], result["citations"]) == ("search_result", {"enabled": True})
    assert result["source"] == "/guide/#pause"
    assert result["title"] == "Retries › Pause between retries"
    texts = [block["text"] for block in result["content"]]
    assert texts[:2] == ["A job is retried 3 times.", "Jobs are not retried after a restart."]
    assert len(texts) == len(asked.sent[0].units)


def test_the_request_has_what_the_default_model_takes_and_nothing_it_refuses(asked: Asked) -> None:
    made = request(QUESTION, asked.sent, Model())
    assert set(made) == {"model", "max_tokens", "system", "messages", "output_config"}
    assert (made["model"], made["output_config"], made["max_tokens"]) == ("claude-haiku-5-5", {"effort": "low"}, 2048)
    assert made["messages"][0]["content"][-1] == {"type": "text", "text": QUESTION}
    assert "output_config" not in request(QUESTION, asked.sent, Model("claude-haiku-4-5", effort=""))


def test_only_strong_passages_are_sent_and_no_more_than_fit() -> None:
    text = "<h1>{0}</h1><p>{0} are retried after a restart, with a pause. " + "Long text. " * 60
    subjects = ["Jobs"] * 30 + [f"Boats{n}" for n in range(60)]
    sent = Asked({f"p{n}/": text.format(subject) for n, subject in enumerate(subjects)}).sent
    assert 0 < len(sent) <= PASSAGES
    assert sum(len(source.hit.stored.passage.text) for source in sent[:-1]) <= CHARACTERS
    assert all(source.hit.strong for source in sent)
    assert Asked({"guide/": GUIDE}, "Write a poem about the sea").sent == []


# -- reading a reply


def test_statements_come_with_the_blocks_they_cite(asked: Asked) -> None:
    answer = asked.answer(
        ("A job is retried three times.", [asked.cite("3 times")]),
        (" ", []),
        ("It is not retried after a restart.", [asked.cite("not retried")]),
    )
    assert answer["mode"] == "claude"
    assert [s["text"] for s in answer["statements"]] == [
        "A job is retried three times.",
        "It is not retried after a restart.",
    ]
    assert [s["citations"] for s in answer["statements"]] == [[1], [2]]
    assert answer["citations"][0]["quote"] == "A job is retried 3 times."
    assert answer["citations"][0]["anchor"] == "citeqa-" + answer["citations"][0]["anchor"].removeprefix("citeqa-")
    assert answer["text"] == "A job is retried three times. [1]\n\nIt is not retried after a restart. [2]"


def test_a_statement_is_given_as_soon_as_the_next_one_begins(asked: Asked) -> None:
    reply = Reply(asked.sent)
    given = []
    for event in stream([("A job is retried 3 times", [asked.cite("3 times")]), (". Then it is dead.", [])], None):
        given += [(event["type"], statement.text) for statement in reply.take(event)]
    assert given == [("content_block_stop", "A job is retried 3 times.")]


def test_citations_may_come_after_the_text_or_with_the_block(asked: Asked) -> None:
    message = {
        "content": [{"type": "text", "text": "A job is retried 3 times.", "citations": [asked.cite("3 times")]}],
        "stop_reason": "end_turn",
    }
    reply, statements = read_message(message, asked.sent)
    assert reply.complete
    assert [(s.text, len(s.references)) for s in statements] == [("A job is retried 3 times.", 1)]


def test_an_introduction_stays_with_what_it_introduces(asked: Asked) -> None:
    answer = asked.answer(
        ("Set the pause:\n```\n", []),
        ("tide work --pause 30s", [asked.cite("tide work")]),
        ("\n```\n", []),
    )
    assert [s["text"] for s in answer["statements"]] == ["Set the pause:\n```\ntide work --pause 30s\n```"]


@pytest.mark.parametrize(
    ("changes", "because"),
    [
        ({"search_result_index": 99}, "no such passage was sent"),
        ({"search_result_index": -1}, "an index is never negative"),
        ({"source": "https://elsewhere.example/"}, "another address than that of the passage"),
        ({"start_block_index": 1, "end_block_index": 1}, "no block at all"),
        ({"end_block_index": 99}, "blocks that were not sent"),
        ({"start_block_index": None}, "no index"),
        ({"search_result_index": True}, "no index either"),
        ({"type": "char_location"}, "another kind of citation"),
    ],
)
def test_a_citation_of_what_was_not_sent_counts_for_nothing(
    asked: Asked, changes: dict[str, object], because: str
) -> None:
    answer = asked.answer(("A job is retried 3 times.", [asked.cite("3 times", **changes)]))
    assert answer["mode"] == "quoted", because
    assert answer["claude"]["reason"]["code"] in ("declined", "uncited")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("See [the guide](https://evil.example/?q=1).", "See the guide."),
        ("![x](https://evil.example/leak.png) Done.", "Done."),
        ("<img src=x onerror=alert(1)>Done <b>now</b>.", "Done now."),
        ("<https://evil.example> Done.", "Done."),
        ("It is **not** *really* done [1], [2-3].", "It is not really done,."),
        ("## Heading\nText", "Heading\nText"),
        ("Use `a[0]` and `**x`.", "Use `a[0]` and `**x`."),
        ("```\n[x](y) <b>\n```", "```\n[x](y) <b>\n```"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("hid\u200bden \u202etext", "hidden text"),
    ],
)
def test_markup_and_links_of_the_model_are_dropped(written: str, shown: str) -> None:
    assert clean(written) == shown


# -- the whole answer


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("A job is retried 5 times.", ["5"]),
        ("Use `--wait` to set the pause.", ["--wait"]),
        ("Jobs are retried after a restart.", ["restart", "retried"]),
    ],
)
def test_a_statement_that_fails_is_marked_or_removed(asked: Asked, text: str, missing: list[str]) -> None:
    good = ("A job is retried 3 times. ", [asked.cite("3 times")])
    bad = (text, [asked.cite("3 times"), asked.cite("--pause"), asked.cite("not retried")])
    marking = asked.answer(good, bad)
    assert marking["statements"][1]["unsupported"] == missing
    assert f"(not found in the cited lines: {', '.join(missing)})" in marking["text"]
    removing = asked.answer(good, bad, failing="remove")
    assert [s["text"] for s in removing["statements"]] == ["A job is retried 3 times."]
    assert removing["claude"]["failed"] == 1


def test_a_sentence_without_a_citation_is_left_out(asked: Asked) -> None:
    answer = asked.answer(
        ("A job is retried 3 times.", [asked.cite("3 times")]), (" Redis is a database in memory.", [])
    )
    assert [s["text"] for s in answer["statements"]] == ["A job is retried 3 times."]


@pytest.mark.parametrize(
    ("blocks", "stop", "code"),
    [
        ([("The docs don't say.", [])], "end_turn", "declined"),
        ([], "end_turn", "declined"),
        ([("One. Two. Three. Four.", [])], "end_turn", "uncited"),
        ([("A job is retried 7 times.", ["3 times"])], "end_turn", "unsupported"),
        ([("A job is retried 3 times.", ["3 times"])], "max_tokens", "cut"),
        ([("A job is retried 3 times.", ["3 times"])], "", "cut"),
        ([("A job is retried 3 times.", ["3 times"])], "something_new", "cut"),
        ([("A job is retried 3 times.", ["3 times"])], "refusal", "refused"),
    ],
)
def test_an_answer_that_fails_as_a_whole_gives_way_to_the_quoted_one(
    asked: Asked, blocks: list[tuple[str, list[str]]], stop: str, code: str
) -> None:
    answer = asked.answer(*[(text, [asked.cite(words) for words in cited]) for text, cited in blocks], stop=stop)
    assert (answer["mode"], answer["status"]) == ("quoted", "answered")
    assert answer["claude"]["reason"]["code"] == code
    assert answer["statements"][0]["text"]
    assert answer["claude"]["reason"]["message"].endswith(".")


def test_a_citation_over_several_blocks_of_the_page_becomes_one_each(asked: Asked) -> None:
    source, first = asked.block("--pause")
    over = asked.cite("--pause", end_block_index=first + 2)
    answer = asked.answer(("Set the pause with `tide work --pause 30s`.", [over]))
    assert [c["quote"] for c in answer["citations"]] == ["Set the pause with --pause:", "tide work --pause 30s"]
    assert asked.sent[source].blocks[first + 1] == "tide work --pause 30s"


def test_a_sentence_without_citation_fails(asked: Asked) -> None:
    written = Written(asked.index, asked.found, QUESTION, asked.sent)
    assert written.add(Statement("Anything.", ())) is None
    assert UNCITED == "no citation"
    assert isinstance(asked.sent[0], Source)
