"""What is counted of a passage: its fields with their weights, its length, and the stems of a language."""

from indexed import indexed, passages

from mkdocs_citeqa.analysis import Analyser, unicode_classes
from mkdocs_citeqa.passages import Page, Passage, Unit
from mkdocs_citeqa.postings import FIELDS, UNIT, field_texts, gather, path_words, read_terms

PASSAGE = Passage(
    Page("guide/first-steps/", "Guide", "guide/first-steps.md"),
    "Lantern",
    ("Lights", "Indoors"),
    "lantern",
    "lantern",
    (Unit("paragraph", "A lantern burns.", "x"),),
    "oil and",
)


def test_each_field_has_its_text():
    assert field_texts(PASSAGE) == {
        "text": "oil and\nA lantern burns.",
        "heading": "Lantern",
        "trail": "Lights\nIndoors",
        "title": "Guide",
        "path": "guide first-steps ",
    }


def test_a_heading_without_text_is_counted_as_a_heading_alone():
    (passage,) = (p for p in passages(indexed({"a.md": "# A\n\n## Zebra\n\n## Next\n\nText."})) if p.section == "zebra")
    assert field_texts(passage)["text"].strip() == ""


def test_addresses_are_read_as_words():
    assert path_words("caf%C3%A9/first-steps.html") == "café first-steps"
    assert path_words("") == ""


def test_occurrences_are_weighed_by_their_field():
    terms = read_terms(Analyser(unicode_classes()), PASSAGE)
    assert terms.weighted["lantern"] == FIELDS["text"] + FIELDS["heading"]
    assert terms.weighted["guide"] == FIELDS["title"] + FIELDS["path"]
    assert terms.weighted["firststeps"] == FIELDS["path"]
    words = {"text": 5, "heading": 1, "trail": 2, "title": 1, "path": 3}  # a compound counts as its words
    assert terms.length == sum(count * FIELDS[name] for name, count in words.items())
    assert FIELDS["text"] == UNIT, "an occurrence in the text counts one"


def test_forms_of_a_word_are_gathered_under_its_stem():
    analyser = Analyser(unicode_classes())
    texts = ["One lantern, two lanterns.", "A ship.", "Three lanterns."]
    read = [
        read_terms(analyser, Passage(Page("", ""), "", (), "", "x", (Unit("paragraph", text, "x"),))) for text in texts
    ]
    vocabulary = gather(analyser, "en", zip((0, 8, 16), read, strict=True))
    root = vocabulary.stems["lantern"]
    assert vocabulary.stems["lanterns"] == root
    assert vocabulary.postings[root].slots == [0, 16]
    assert vocabulary.postings[root].frequencies == [2 * UNIT, UNIT]
    assert (vocabulary.passages, vocabulary.average) == (3, (4 + 2 + 2) * UNIT / 3)


def test_no_passages_have_no_average():
    assert gather(Analyser(unicode_classes()), "en", []).average == 0
