"""How the words of a question are read: exact, by parts, by their beginning, by a typo, as a synonym."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from indexed import answered, indexed, results

from mkdocs_citeqa.index import Index
from mkdocs_citeqa.question import Question, distance, nearest, read_question
from mkdocs_citeqa.site import Settings
from mkdocs_citeqa.words import parse_groups

DOCS = {
    "a.md": "# Lantern\n\nThe lanterns burn whale oil. Set `wick_length` or `--dry-run`.\n\n"
    "## Removing\n\nDelete it with care.",
    "b.md": "# Harbour\n\nThe harbourmaster keeps the harbour and the seamark.",
}


@pytest.fixture(scope="module")
def docs() -> Index:
    return indexed(DOCS, Settings(synonyms=parse_groups("beacon => seamark\nkeeper, harbourmaster")))


def read(index: Index, text: str, *, typing: bool = False) -> Question:
    return read_question(index, index.terms("en"), text, typing=typing)


def kinds(index: Index, text: str, *, typing: bool = False) -> set[tuple[str, str, str]]:
    words = read(index, text, typing=typing).words
    return {(word.surface, clue.kind, clue.term) for word in words for clue in word.clues}


READINGS = [
    ("lantern", ("lantern", "exact", "lantern")),
    ("lanterns", ("lanterns", "exact", "lanterns")),
    ("wickLength", ("wickLength", "exact", "wicklength")),
    ("wickLength", ("wickLength", "part", "wick")),
    ("lant", ("lant", "prefix", "lantern")),
    ("harbourmasters", ("harbourmasters", "prefix", "harbourmaster")),
    ("lanturn", ("lanturn", "typo", "lantern")),
    ("harbuormaster", ("harbuormaster", "typo", "harbourmaster")),
    ("beacon", ("beacon", "synonym", "seamark")),
    ("keeper", ("keeper", "synonym", "harbourmaster")),
    ("remove", ("remove", "synonym", "delete")),
    ("harbor", ("harbor", "exact", "harbor")),
]


@pytest.mark.parametrize(("text", "wanted"), READINGS)
def test_a_word_is_read_as(docs: Index, text: str, wanted: tuple[str, str, str]):
    assert wanted in kinds(docs, text)


def test_a_known_word_is_never_read_as_another(docs: Index):
    assert {kind for _, kind, _ in kinds(docs, "burn oil whale")} == {"exact"}


def test_short_words_have_no_typos(docs: Index):
    assert kinds(docs, "oyl") == set()
    assert kinds(docs, "whele") == {("whele", "typo", "whale")}


def test_a_synonym_of_one_way_does_not_lead_back(docs: Index):
    assert ("seamark", "synonym", "beacon") not in kinds(docs, "seamark")


def test_a_corrected_word_is_told(docs: Index):
    assert answered(docs, "lanturn")["corrections"] == [{"word": "lanturn", "used": "lantern"}]
    assert answered(docs, "lantern")["corrections"] == []


def test_while_typing_the_last_word_may_be_unfinished(docs: Index):
    assert results(docs, "l", typing=True)
    assert not results(docs, "l")
    assert kinds(docs, "l ", typing=True) == set(), "a space ends a word"
    assert read(docs, "oil lan", typing=True).words[-1].used == ""


def test_two_forms_of_a_word_are_asked_once(docs: Index):
    assert results(docs, "lantern lanterns")[0]["score"] == results(docs, "lantern")[0]["score"]


def test_stop_words_weigh_little_beside_others(docs: Index):
    question = read(docs, "the lantern with care")
    mass = {word.surface: (word.stop, word.mass) for word in question.words}
    assert mass["the"][0] is True
    assert mass["the"][1] < mass["lantern"][1]


def test_a_flag_keeps_its_dashes_and_a_minus_excludes(docs: Index):
    assert ("--dry-run", "exact", "--dryrun") in kinds(docs, "--dry-run")
    assert len(read(docs, "lantern -harbour").excluded) == 1
    assert read(docs, "-harbour").excluded == [], "nothing else is asked"


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        ("", "", 0), ("a", "", 1), ("lantern", "lantern", 0), ("lantern", "lanten", 1), ("lantern", "lanternn", 1),
        ("lantern", "lanturn", 1), ("lantern", "lanetrn", 1), ("lantern", "latnenr", 2), ("lantern", "harbour", 3),
        ("ab", "ba", 1),
    ],
)  # fmt: skip
def test_the_distance_of_two_words(a: str, b: str, wanted: int):
    assert distance(a, b, 2) == wanted
    assert distance(b, a, 2) == wanted


def plain_distance(a: str, b: str) -> int:
    """The definition, in its whole table."""
    table = {(i, j): i + j for i in range(len(a) + 1) for j in range(len(b) + 1) if i * j == 0}
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (x != y))
            if i > 1 and j > 1 and (x, a[i - 2]) == (b[j - 2], y):
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(a), len(b)]


SHORT = st.text("abc", max_size=7)


@given(SHORT, SHORT, st.integers(0, 3))
def test_the_distance_is_that_of_the_definition_up_to_a_limit(a: str, b: str, most: int):
    assert distance(a, b, most) == min(plain_distance(a, b), most + 1)


def test_the_nearest_words_are_the_commonest_of_the_closest():
    vocabulary = [("lantern", 2), ("lanters", 9), ("harbour", 5), ("lanterns", 1)]
    assert nearest("lanternx", vocabulary) == ("prefix", ["lantern"])
    assert nearest("lanterm", vocabulary) == ("typo", ["lanters", "lantern"])
    assert nearest("zzzzzz", vocabulary) == ("typo", [])
    assert nearest("abc", []) == ("typo", [])
