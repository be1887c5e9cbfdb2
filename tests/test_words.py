"""The word lists are well formed, and read as they are written."""

import re
import unicodedata
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest
import snowballstemmer

from mkdocs_citeqa.errors import ConfigError
from mkdocs_citeqa.words import Group, parse_groups, spellings, stopwords, synonyms

LISTS = files("mkdocs_citeqa.words")
LANGUAGES = (
    *("ar", "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hi"),
    *("hu", "id", "it", "nl", "no", "pl", "pt", "ro", "ru", "sv", "tr"),
)
FILES = ["synonyms.txt", "spelling.txt", *(f"stopwords/{language}.txt" for language in LANGUAGES)]

MEMBER = r"[\w.&'/-]+(?: [\w.&'/-]+)*"
MEMBERS = rf"{MEMBER}(?:, {MEMBER})*"
SYNONYM_LINE = rf"{MEMBER}, {MEMBERS}|{MEMBERS} => {MEMBERS}"
SPELLING_LINE = r"\[(?:-|[a-z]+)(?: [a-z]+)*\]|[^\W\d_]+, [a-z]+"
# Letters with their marks (Devanagari writes vowels as marks), and an apostrophe inside or in front.
STOPWORD_LINE = r"(?:[^\W\d_]|[\u0900-\u097f])+(?:'[a-z]+)?"

GROUPS = synonyms()


def read(name: str) -> str:
    return LISTS.joinpath(name).read_text(encoding="utf-8")


def lines(name: str) -> list[str]:
    return [line for line in read(name).splitlines() if line and not line.startswith("#")]


def sections(name: str) -> list[list[str]]:
    """Runs of entries between blank lines, comments and lines of endings."""
    runs = re.split(r"^(?:#.*|\[.*\]|)$", read(name), flags=re.MULTILINE)
    return [run.split("\n") for run in (run.strip("\n") for run in runs) if run]


def members(group: Group) -> set[str]:
    return {*group.words, *group.targets}


def pairs(group: Group) -> list[tuple[str, str]]:
    return [(word, target) for word in group.words for target in group.targets if word != target]


# ---- the files


def test_every_list_in_the_package_is_known_to_these_tests():
    shipped = {f"stopwords/{file.name}" for file in LISTS.joinpath("stopwords").iterdir()}
    shipped |= {file.name for file in LISTS.iterdir() if file.name.endswith(".txt")}
    assert shipped == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_list_is_composed_lower_case_text_with_a_newline_at_its_end(name):
    text = read(name)
    assert text == unicodedata.normalize("NFC", text)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert text.startswith("# "), "the header says what the list is"
    assert [line for line in lines(name) if line != line.lower()] == []


@pytest.mark.parametrize("name", FILES)
def test_a_list_has_only_lines_of_its_grammar(name):
    line_of = {"synonyms.txt": SYNONYM_LINE, "spelling.txt": SPELLING_LINE}.get(name, STOPWORD_LINE)
    assert [line for line in lines(name) if not re.fullmatch(line_of, line)] == []


@pytest.mark.parametrize("name", FILES)
def test_a_list_is_sorted_in_each_section_and_says_nothing_twice(name):
    for section in sections(name):
        assert section == sorted(section)
    entries = [line for line in lines(name) if not line.startswith("[")]
    if name != "spelling.txt":  # there a stem may stand below two lines of endings
        assert [entry for entry, times in Counter(entries).items() if times > 1] == []


def test_the_sections_of_the_synonyms_are_sorted():
    titles = re.findall(r"\n\n# (.+)\n", read("synonyms.txt"))
    assert len(titles) >= 10
    assert titles == sorted(titles)


@pytest.mark.parametrize("name", FILES)
def test_a_list_holds_nothing_private(name):
    assert re.search(r"https?:|/(?:home|tmp|usr)/|@|TODO|FIXME|XXX", read(name)) is None


# ---- synonyms


def test_there_are_enough_groups_and_none_is_long():
    assert len(GROUPS) >= 300
    assert [group for group in GROUPS if len(members(group)) > 8] == []


def test_a_pair_stands_in_the_synonyms_once():
    times = Counter(pair for group in GROUPS for pair in pairs(group))
    assert [pair for pair, n in times.items() if n > 1] == []


def test_no_synonym_is_one_word_of_little_weight():
    assert sorted(set().union(*map(members, GROUPS)) & stopwords("en")) == []


def test_a_group_has_no_two_forms_of_one_word():
    stem = snowballstemmer.stemmer("english").stemWord
    stems = [(group, Counter(stem(member) for member in members(group) if " " not in member)) for group in GROUPS]
    assert [group for group, times in stems if max(times.values(), default=0) > 1] == []


def test_synonyms_are_written_in_the_canonical_spelling():
    variants = spellings()
    words = {word for group in GROUPS for member in members(group) for word in member.split()}
    assert sorted(words & variants.keys()) == []


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("uninstall", "remove"),
        ("env var", "environment variable"),
        ("login", "sign in"),
        ("directory", "folder"),
        ("turn off", "disable"),
        ("fee", "price"),
        ("maximum", "limit"),
        ("payload", "request body"),
        ("night mode", "dark mode"),
        ("k8s", "kubernetes"),
        ("js", "javascript"),
    ],
)
def test_what_readers_type_is_looked_up_as_what_docs_write(typed, written):
    assert (typed, written) in {pair for group in GROUPS for pair in pairs(group)}


def test_an_abbreviation_is_looked_up_one_way():
    assert ("kubernetes", "k8s") not in {pair for group in GROUPS for pair in pairs(group)}


# ---- a site's own groups


def test_groups_hold_both_ways_or_one_way():
    text = "# ours\n\n  Widget,  gadget , Thing am  Bob\nfoo, bar => baz\n"
    both = ("widget", "gadget", "thing am bob")
    assert parse_groups(text) == [Group(both, both), Group(("foo", "bar"), ("baz",))]


def test_a_hash_inside_a_line_is_a_letter_as_in_names_of_languages():
    assert parse_groups("c#, csharp")[0].words == ("c#", "csharp")


def test_members_are_composed_and_lower_case():
    decomposed = unicodedata.normalize("NFD", "Löschen")
    assert parse_groups(f"{decomposed}, Entfernen")[0].words == ("löschen", "entfernen")


@pytest.mark.parametrize(
    ("group", "fault"),
    [
        ("alone", "has a single member"),
        ("a, b,", "has a member without a letter or digit"),
        ("a, , b", "has a member without a letter or digit"),
        ("a, --", "has a member without a letter or digit"),
        ("=> b", "has a member without a letter or digit"),
        ("a =>", "has a member without a letter or digit"),
        ("a => b => c", 'has more than one "=>"'),
        ("a, b, A", 'names "a" twice'),
        ("a, b => b", 'names "b" twice'),
    ],
)
def test_a_wrong_group_is_named_with_its_fault_and_what_to_write(group, fault):
    with pytest.raises(ConfigError) as caught:
        parse_groups(f"fine, good\n{group}\n")
    assert f'"{group}" {fault}; write "delete, remove"' in str(caught.value)


# ---- spelling


def test_no_canonical_spelling_is_a_variant_and_no_variant_has_two():
    mapping = spellings()
    assert sorted(mapping.keys() & set(mapping.values())) == []
    for first, second in pairwise(sorted(written_pairs())):
        assert first[0] != second[0]


def written_pairs() -> list[tuple[str, str]]:
    """Every pair of whole words of the file, read here a second time by other means."""
    found = []
    for block in re.split(r"^(?=\[)", read("spelling.txt"), flags=re.MULTILINE)[1:]:
        endings, *rows = re.sub(r"^#.*\n|^\n", "", block, flags=re.MULTILINE).splitlines()
        for row in rows:
            variant, canonical = row.split(", ")
            found += [(variant + e.strip("-"), canonical + e.strip("-")) for e in endings[1:-1].split(" ")]
    return found


def test_the_reader_gives_every_pair_of_the_file():
    assert spellings() == dict(written_pairs())
    assert len({line for line in lines("spelling.txt") if not line.startswith("[")}) >= 120


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("organise", "organize"),
        ("organisation", "organization"),
        ("customising", "customizing"),
        ("analysed", "analyzed"),
        ("colour", "color"),
        ("colours", "colors"),
        ("behaviour", "behavior"),
        ("centre", "center"),
        ("centred", "centered"),
        ("catalogue", "catalog"),
        ("dialogue", "dialog"),
        ("cancelled", "canceled"),
        ("labelling", "labeling"),
        ("licence", "license"),
        ("grey", "gray"),
        ("programme", "program"),
        ("artefacts", "artifacts"),
        ("parametrize", "parameterize"),
    ],
)
def test_british_and_american_spelling_are_equal(british, american):
    assert spellings()[british] == american


@pytest.mark.parametrize("word", ["exercise", "promise", "revise", "meter", "analyses", "license", "color", "emphasis"])
def test_a_word_with_one_spelling_or_two_meanings_is_left_alone(word):
    assert word not in spellings()


# ---- stop words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_listed_language_has_enough_words_and_every_one_is_read(language):
    assert len(stopwords(language)) >= 100
    assert len(stopwords(language)) == len(lines(f"stopwords/{language}.txt"))


@pytest.mark.parametrize(
    ("tag", "word"),
    [
        ("en", "how"),
        ("en-GB", "how"),
        ("pt-BR", "você"),
        ("pt_br", "você"),
        ("DE", "wie"),
        ("nb", "hvordan"),
        ("nn-NO", "korleis"),
    ],
)
def test_a_language_tag_finds_the_list_of_its_language(tag, word):
    assert word in stopwords(tag)


@pytest.mark.parametrize("tag", ["", "xx", "zh", "ja", "../words", "en/../de", "english", "é"])
def test_an_unknown_language_has_no_stop_words(tag):
    assert stopwords(tag) == frozenset()


@pytest.mark.parametrize("word", ["get", "set", "use", "run", "make", "new", "all", "off", "without", "before"])
def test_names_of_commands_and_words_that_turn_a_sentence_around_keep_their_weight(word):
    assert word not in stopwords("en")
