"""Text becomes terms by rules; golden/analysis.json holds them as vectors, written by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_citeqa.analysis import Analyser, Classes, fold, unicode_classes, used_classes

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "golden" / "analysis.json").read_text("utf-8"))
EVERY = Analyser(unicode_classes())


def tokens(analyser: Analyser, text: str) -> list[list[object]]:
    return [[token.term, token.position, token.whole] for token in analyser.tokens(text)]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["why"])
def test_text_becomes_these_terms(vector: dict[str, Any]):
    assert tokens(EVERY, vector["text"]) == vector["tokens"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["why"])
def test_the_classes_of_a_site_are_enough_for_its_own_text(vector: dict[str, Any]):
    assert tokens(Analyser(used_classes([vector["text"]])), vector["text"]) == vector["tokens"]


@given(st.text())
def test_the_classes_of_any_text_are_enough_for_it(text: str):
    assert tokens(Analyser(used_classes([text])), text) == tokens(EVERY, text)


@given(st.text())
def test_positions_never_go_back_beyond_the_word(text: str):
    at = 0
    for chunk in EVERY.chunks(text):
        terms = EVERY.terms(chunk)
        assert all(0 <= offset < EVERY.width(chunk) for _, offset, _ in terms)
        assert at <= at + EVERY.width(chunk)
        at += EVERY.width(chunk)


@pytest.mark.parametrize(
    ("docs", "asked"),
    [
        ("resume", "résumé"),
        ("resume", "re\u0301sume\u0301"),
        ("Muller", "Müller"),
        ("strasse", "Straße"),
        ("file API", "ﬁle ＡＰＩ"),
    ],
)
def test_a_reader_may_type_accents_and_wide_letters_that_the_docs_lack(docs: str, asked: str):
    site = Analyser(used_classes([docs]))
    assert [token.term for token in site.tokens(asked)] == [token.term for token in site.tokens(docs)]


def test_an_ascii_site_needs_few_classes():
    classes = used_classes(["plain words"])
    assert len(json.dumps([classes.word, classes.run])) < 200


def test_an_analyser_without_classes_reads_ascii():
    assert tokens(Analyser(Classes((), ())), "go 中文 fast") == [["go", 0, False], ["fast", 1, False]]


@given(st.text())
def test_folding_twice_is_folding_once(text: str):
    assert fold(fold(text)) == fold(text)


def test_how_a_term_was_spelled_is_kept_for_its_stem():
    analyser = Analyser(unicode_classes())
    list(analyser.tokens("Größe GRÖSSE größe"))
    assert analyser.spelled == {"grosse": {"größe", "grösse"}}
