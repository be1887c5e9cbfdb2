"""Which word forms are one word, by the language of the page and the script of the word."""

import pytest

from mkdocs_citeqa.analysis import fold
from mkdocs_citeqa.stems import primary, stem, stem_language

ALIKE = [
    ("en", "deploy deploys deployed deploying"),
    ("en", "retry retries retried"),
    ("en", "colour color colours colors"),
    ("en", "organise organize organising organized"),
    ("de", "Warteschlange Warteschlangen"),
    ("de", "Häuser Häusern"),
    ("fr", "déployer déployé déployée"),
    ("es", "instalación instalaciones"),
    ("ru", "установка установки установку"),
    ("pt-BR", "instalado instalada instalados"),
    ("nb", "innstilling innstillinger"),
    ("en", "очередь очереди очередью"),  # a Russian word on an English page follows its own rules
]


@pytest.mark.parametrize(("language", "words"), ALIKE)
def test_forms_of_one_word_share_a_stem(language: str, words: str):
    stems = {stem(fold(word), [word.lower()], language) for word in words.split()}
    assert len(stems) == 1


@pytest.mark.parametrize(
    "term", ["getuser", "v2", "3.10", "--dryrun", "部署", "c++", "id", "ab", "x8664"], ids=lambda term: term
)
def test_what_is_no_word_of_a_language_is_its_own_stem(term: str):
    assert stem(term, (), "ja") == term
    if not term.isalpha():
        assert stem(term, (), "en") == term


def test_a_language_without_an_algorithm_stems_nothing():
    assert stem("running", (), "xx") == "running"
    assert stem("running", (), "zh") == "running"


def test_a_language_is_known_by_its_first_part():
    assert [primary(code) for code in ("pt-BR", "pt_BR", "PT", "zh-Hant-TW")] == ["pt", "pt", "pt", "zh"]


def test_a_word_follows_the_rules_of_its_script():
    assert stem_language("word", "ru") == "en"
    assert stem_language("слово", "ru") == "ru"
    assert stem_language("слово", "sr") == "sr"
    assert stem_language("слово", "en") == "ru"
    assert stem_language("λέξη", "en") == "el"
    assert stem_language("word", "en") == "en"
    assert stem_language("दिन", "ne") == "ne"
    assert stem_language("กา", "en") == ""


def test_a_stem_is_folded_like_a_term():
    assert stem("grosse", ["größe"], "de") == fold(stem("grosse", ["größe"], "de"))
