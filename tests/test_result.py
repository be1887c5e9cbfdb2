"""What a result says about itself: where it stands, what matched and what each word gave."""

import pytest
from indexed import answered, indexed, results

from mkdocs_citeqa.result import source_link
from mkdocs_citeqa.site import Settings

DOCS = {
    "a.md": "# Lights\n\n## Indoors\n\n### Lantern\n\nA lantern burns oil. Set `wick_length`.",
    "b.md": "# Ships\n\nA ship needs two lanterns.",
}


def explained(question: str) -> list[tuple[str, str, str, str, int]]:
    lines = [line for result in results(indexed(DOCS), question) for line in result["explain"]]
    return [(e["kind"], e["term"], e["matched"], e["field"], e["tf"]) for e in lines]


def test_a_result_says_where_it_stands():
    first = results(indexed(DOCS), "burns")[0]
    assert {key: first[key] for key in ("file", "start", "end", "url", "anchor", "section", "title", "heading")} == {
        "file": "a.md", "start": 5, "end": 7, "url": "a/", "anchor": "lantern", "section": "lantern",
        "title": "Lights", "heading": "Lantern",
    }  # fmt: skip
    assert first["trail"] == ["Indoors"]
    assert first["generated"] is False
    assert first["text"] == "A lantern burns oil. Set wick_length."


def test_matched_words_are_told_as_the_docs_write_them():
    assert results(indexed(DOCS), "LANTERNS Oil")[0]["terms"] == ["Lantern", "oil"]


EXPLAINED = [
    ("lantern", ("exact", "lantern", "lantern", "heading", 1)),
    ("lantern", ("exact", "lantern", "lantern", "text", 1)),
    ("wick-length", ("exact", "wick-length", "wicklength", "text", 1)),
    ("wick-length", ("part", "wick-length", "wick", "text", 1)),
    ("lantrn", ("typo", "lantrn", "lantern", "heading", 1)),
    ("lantern burns", ("adjacency", "lantern burns", "", "text", 1)),
    ("indoors", ("exact", "indoors", "indoors", "trail", 1)),
    ("lights", ("exact", "lights", "lights", "title", 1)),
]


@pytest.mark.parametrize(
    ("question", "wanted"),
    EXPLAINED,
    ids=[f"{wanted[0]} {wanted[3]}" for _, wanted in EXPLAINED],
)
def test_an_explanation_tells_how_each_word_matched(question: str, wanted: tuple[str, str, str, str, int]):
    assert wanted in explained(question)


def test_a_citation_links_the_file_at_its_lines():
    index = indexed(DOCS, Settings(source="https://example.org/blob/{file}#L{start}-L{end}"))
    (citation, *_) = answered(index, "lanterns of a ship")["citations"]
    assert citation["source"] == "https://example.org/blob/b.md#L3-L3"
    (citation, *_) = answered(indexed(DOCS), "lanterns of a ship")["citations"]
    assert citation["source"] is None


def test_a_citations_trail_ends_in_its_section():
    (citation, *_) = answered(indexed(DOCS), "does a lantern burn oil")["citations"]
    assert citation["trail"] == ["Indoors", "Lantern"]
    (citation, *_) = answered(indexed(DOCS), "lanterns of a ship")["citations"]
    assert citation["trail"] == []


def test_a_page_without_a_file_has_no_link():
    assert source_link("{file}#L{start}", None, None, None) is None
    assert source_link(None, "a.md", 1, 2) is None
    assert source_link("{file}#L{start}-{end}", "a.md", 1, 2) == "a.md#L1-2"
