"""Ranking: equal to an independent BM25 where the bonuses are off, and what each bonus and each reading is for."""

import math
import random
from collections.abc import Mapping

import bm25s
import numpy
import pytest
from indexed import PLAIN, answered, indexed, passages, results, sections
from oracle import bm25

from mkdocs_citeqa.index import Index
from mkdocs_citeqa.passages import Passage
from mkdocs_citeqa.postings import FIELDS, UNIT, field_texts
from mkdocs_citeqa.search import PARAMETERS, search
from mkdocs_citeqa.site import Settings

WORDS = "amber basil cedar dune ember fjord grove heron inlet juniper kelp lagoon maple nectar otter".split()  # noqa: SIM905


def plain_index(pages: Mapping[str, str], **parameters: float) -> Index:
    """Words without stems: a language without a stemmer or a list of words."""
    return indexed(pages, Settings(language="xx", parameters={**PLAIN, **parameters}))


def corpus(seed: int) -> dict[str, str]:
    """Pages of random words, a few sections each; rare words at the end of the list."""
    chance = random.Random(seed)
    weights = [1 / (i + 1) for i in range(len(WORDS))]

    def line(least: int, most: int) -> str:
        return " ".join(chance.choices(WORDS, weights, k=chance.randint(least, most)))

    return {
        f"{chance.choice(WORDS)}-{n}.md": f"# {line(1, 3)}\n\n{line(0, 30)}\n\n"
        + "\n\n".join(f"## {line(1, 4)}\n\n{line(1, 60)}" for _ in range(chance.randint(0, 4)))
        for n in range(12)
    }


def field_terms(index: Index, passage: Passage) -> dict[str, list[str]]:
    texts = field_texts(passage)
    return {name: [token.term for token in index.analyser.tokens(text)] for name, text in texts.items()}


def field_length(index: Index, passage: Passage, weights: Mapping[str, float]) -> float:
    """Words of each field, a compound counting as its words."""
    texts = field_texts(passage)
    return sum(
        weights[name] * sum(index.analyser.width(chunk) for chunk in index.analyser.chunks(text))
        for name, text in texts.items()
    )


@pytest.mark.parametrize("seed", range(8))
def test_scores_are_those_of_an_independent_bm25(seed: int):
    parameters = {"k1": 0.4 + seed / 4, "b": seed / 7}
    index = plain_index(corpus(seed), **parameters)
    documents = passages(index)
    weights = {name: weight / UNIT for name, weight in FIELDS.items()}
    lengths = [UNIT * field_length(index, p, weights) for p in documents]
    asked = random.Random(seed).sample(WORDS, 4)
    wanted = bm25([field_terms(index, p) for p in documents], lengths, asked, weights=weights, **parameters)
    got = {(r["url"], r["anchor"]): r["score"] for r in results(index, " ".join(asked), top=1000)}
    assert got == {(p.page.url, p.anchor): s for p, s in zip(documents, wanted, strict=True) if s > 0}


@pytest.mark.parametrize("seed", range(4))
def test_scores_are_those_of_another_library(seed: int):
    index = plain_index({f"page{n}.md": text for n, text in enumerate(corpus(seed).values())})
    documents = passages(index)
    weighted = [[t for name, ts in field_terms(index, p).items() for t in ts * FIELDS[name]] for p in documents]
    other = bm25s.BM25(method="lucene", k1=1.5 * UNIT, b=0.75, dtype="float64")
    other.index(weighted, show_progress=False)
    asked = random.Random(seed).sample([w for w in WORDS if any(w in d for d in weighted)], 3)
    wanted = numpy.asarray(other.get_scores(asked))
    got = {(r["url"], r["anchor"]): r["score"] for r in results(index, " ".join(asked), top=1000)}
    assert got
    for passage, score in zip(documents, wanted, strict=True):
        assert got.get((passage.page.url, passage.anchor), 0.0) == pytest.approx(score, abs=1e-9)


def test_scores_fall_and_ties_stand_in_the_order_of_the_site():
    index = indexed({f"{name}.md": f"# {name}\n\nThe same words." for name in "dbca"})
    found = search(index, "same words")
    assert [hit.stored.passage.page.url for hit in found.hits] == ["a/", "b/", "c/", "d/"]
    index = plain_index(corpus(3))
    scores = [result["score"] for result in results(index, " ".join(WORDS[:4]), top=1000)]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_the_shares_of_an_explanation_add_up_to_the_score(seed: int):
    index = indexed(corpus(seed))
    for result in results(index, " ".join(WORDS[2:6]), top=1000):
        total = sum(line["share"] for line in result["explain"])
        assert math.isclose(total, result["score"], rel_tol=1e-12)


def test_every_match_is_a_result_and_top_limits_them():
    index = indexed({f"p{n}.md": f"# Page {n}\n\nA lantern burns.\n" for n in range(40)})
    assert len(results(index, "lantern", top=1000)) == 40
    assert len(results(index, "lantern", top=30)) == 30
    assert len(results(index, "lantern")) == 10
    assert search(index, "lantern", top=3).matches == 40


def test_a_result_beyond_the_candidates_is_never_above_them():
    pages = {f"p{n:02}.md": "# Page\n\nThe lantern burns oil." for n in range(PARAMETERS["candidates"] + 5)}
    scores = [result["score"] for result in results(indexed(pages), "lantern oil", top=1000)]
    assert scores == sorted(scores, reverse=True)


HEADINGS = {
    "a.md": "# Care\n\n## Cleaning\n\nWipe the lantern with a dry cloth, away from rain and from people who trip.",
    "b.md": "# Storage\n\n## Lantern\n\nPut it on a shelf, away from rain and from people who trip over things.",
}


def test_a_word_in_the_heading_counts_more_than_one_in_the_text():
    assert sections(indexed(HEADINGS), "lantern")[0] == "b/#lantern"


FIELD_PAGES = {
    "text": "# One\n\n## Two\n\nThe word zebrafish stands here.",
    "heading": "# One\n\n## Zebrafish\n\nNothing more stands here.",
    "trail": "# One\n\n## Zebrafish\n\n### Below\n\nNothing more stands here.",
    "title": "# Zebrafish\n\n## Two\n\nNothing more stands here.",
}


@pytest.mark.parametrize("field", FIELD_PAGES)
def test_the_explanation_names_the_field(field: str):
    index = indexed({"page.md": FIELD_PAGES[field]})
    fields = {line["field"] for result in results(index, "zebrafish") for line in result["explain"]}
    assert field in fields


def test_the_path_is_a_field_too():
    lines = results(indexed({"guide/zebrafish-care.md": "# Care\n\nFeed them."}), "zebrafish")[0]["explain"]
    assert [(line["field"], line["kind"]) for line in lines] == [("path", "exact")]


def test_neighbouring_words_give_a_bonus():
    index = indexed(
        {
            "apart.md": "# Notes\n\nThe harbour has a crane that lifts the master onto his ship.",
            "beside.md": "# Notes\n\nThe crane lifts a ship; the harbour master has it on his list.",
        }
    )
    first = results(index, "harbour master")[0]
    assert first["url"] == "beside/"
    assert [line["term"] for line in first["explain"] if line["kind"] == "adjacency"] == ["harbour master"]


def test_a_passage_that_answers_more_of_the_question_ranks_higher():
    index = indexed(
        {
            "one.md": "# Notes\n\nOtter, otter, otter: nothing but an otter.",
            "two.md": "# Notes\n\nOne otter eats fish in the river at night, as we all know it does.",
            "three.md": "# Notes\n\nFish swim in a river.",
        }
    )
    assert sections(index, "otter fish river")[0] == "two/#"


def test_a_quoted_phrase_filters():
    index = indexed(
        {
            "a.md": "# Notes\n\nThe blue lantern hangs in the window.",
            "b.md": "# Notes\n\nA lantern with blue glass, blue paint and a lantern hook.",
        }
    )
    assert sections(index, '"blue lantern"') == ["a/#"]
    assert len(sections(index, "blue lantern")) == 2


def test_a_phrase_that_stands_nowhere_is_said_and_not_insisted_on():
    index = indexed({"a.md": "# Notes\n\nThe blue lantern hangs in the window."})
    answer = answered(index, '"lantern blue" window')
    assert answer["missing"] == ['"lantern blue"']
    assert answer["results"]


def test_quotation_marks_around_nothing_are_no_phrase():
    index = indexed({"a.md": "# Notes\n\nThe blue lantern hangs in the window."})
    for question in ('lantern "…"', 'xqzvy "→"'):
        assert not any('"' in word for word in answered(index, question)["missing"])
    assert sections(index, 'lantern "…"') == ["a/#"]


def test_a_phrase_may_hold_compounds():
    index = indexed({"a.md": "# Notes\n\nPass --dry-run first.", "b.md": "# Notes\n\nThe first dry run passes."})
    assert sections(index, '"pass --dry-run"') == ["a/#"]


def test_a_dash_before_a_word_leaves_passages_with_it_out():
    index = indexed({"a.md": "# Notes\n\nA tin lantern.", "b.md": "# Notes\n\nA brass lantern."})
    assert sections(index, "lantern -brass") == ["a/#"]


def test_a_flag_of_the_docs_is_no_exclusion():
    index = indexed({"a.md": "# Notes\n\nUse -quiet for the lantern.", "b.md": "# Notes\n\nA quiet lantern."})
    assert sections(index, "lantern -quiet")[0] == "a/#"


def test_a_page_may_weigh_less():
    pages = {"a.md": "# Notes\n\nA lantern burns.", "b.md": "# Notes\n\nA lantern burns."}
    whole = results(indexed(pages), "lantern")
    half = results(indexed(pages, boost=0.5), "lantern")
    assert [r["score"] for r in half] == [r["score"] * 0.5 for r in whole]


def test_nonsense_finds_nothing():
    index = indexed(HEADINGS)
    assert results(index, "xqzvy wqrtk") == []
    assert answered(index, "xqzvy")["missing"] == ["xqzvy"]


def test_an_empty_question_finds_nothing():
    index = indexed(HEADINGS)
    for question in ("", "   ", "?!", '""', "-", "_", "__ _"):
        assert results(index, question) == []
        assert answered(index, question)["status"] == "no_answer"


def test_docs_without_a_page_answer_nothing():
    assert results(indexed({}), "lantern") == []
    assert answered(indexed({}), "lantern")["status"] == "no_answer"


def test_stop_words_alone_are_words():
    index = indexed({"a.md": "# from\n\nThe method from reads rows.", "b.md": "# other\n\nIt writes them."})
    assert sections(index, "from")[0] == "a/#"


CHANGES = {"notes.md": "# Versions\n\n## 2.4.0\n\nThe lantern release changed: the new lantern burns longer."}


@pytest.mark.parametrize("question", ["what changed about the lantern", "lantern 2.4", "new lantern release"])
def test_a_changelog_keeps_its_weight_when_asked_about_a_change(question: str):
    assert results(indexed(CHANGES, history=0.7), question) == results(indexed(CHANGES), question)


def test_a_changelog_weighs_less_when_asked_about_anything_else():
    less, whole = (results(indexed(CHANGES, history=weight), "lantern burns")[0]["score"] for weight in (0.7, 1.0))
    assert less == pytest.approx(0.7 * whole)


def test_docs_without_a_long_word_are_asked_as_all_others():
    index = indexed({"a.md": "# C#\n\nGo on."})
    assert results(index, "elephants") == []
    assert sections(index, "go")[0] == "a/#"
