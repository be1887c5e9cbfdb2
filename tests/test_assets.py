"""The words of the interface and the files of the widget."""

import json
import re
from importlib.resources import files

import pytest

from mkdocs_citeqa.assets import script_tag, widget_files, wording

STRINGS = files("mkdocs_citeqa").joinpath("strings")
ENGLISH = json.loads(STRINGS.joinpath("en.json").read_text("utf-8"))
LANGUAGES = sorted(path.name.removesuffix(".json") for path in STRINGS.iterdir() if path.name.endswith(".json"))
PLURALS = {"zero", "one", "two", "few", "many", "other"}


def slots(words: object) -> set[str]:
    return set(re.findall(r"\{\w+\}", json.dumps(words)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_string_with_the_same_slots(language: str) -> None:
    strings = json.loads(STRINGS.joinpath(f"{language}.json").read_text("utf-8"))
    labels = {key for key in strings if key.startswith(("kind_", "field_"))}  # what a search says is English as it is
    assert language == "en" or len(labels) == 16
    assert [key for key in strings if key not in labels] == list(ENGLISH)
    for key, words in strings.items():
        if key in labels:
            continue
        assert slots(words) == slots(ENGLISH[key]), key
        assert type(words) is type(ENGLISH[key]), key
        assert "" not in (words.values() if isinstance(words, dict) else [words]), key
        assert not isinstance(words, dict) or ("other" in words and set(words) <= PLURALS), key


@pytest.mark.parametrize(
    ("tag", "submit"),
    [("de", "Antworten"), ("de-AT", "Antworten"), ("pt-BR", "Responder"), ("zh", "回答"), ("PL", "Odpowiedz")],
)
def test_a_language_is_found_by_its_tag_or_its_first_part(tag: str, submit: str) -> None:
    assert wording(tag)["submit"] == submit


@pytest.mark.parametrize("tag", ["zh-TW", "zh-Hant", "zh-HK", "zh-hant-TW"])
def test_traditional_chinese_has_its_own_words(tag: str) -> None:
    assert wording(tag)["title"] == "向本文件提問"


@pytest.mark.parametrize("tag", ["en", "en-GB", "xx", "", "null", "../../etc"])
def test_english_and_unknown_languages_need_no_words(tag: str) -> None:
    assert wording(tag) == {}


def test_other_words_make_another_file_that_starts_with_them() -> None:
    english, _ = widget_files({}).items()
    german, style = widget_files({"ask": "Fragen & </script>"}).items()
    assert english[0] != german[0]
    assert german[1].endswith(english[1])
    assert german[1].startswith(b'self.citeqaWords={"ask":"Fragen & </script>"};')
    assert f'src="../citeqa/{german[0]}"' in script_tag("../", "citeqa/", {}, {"ask": "Fragen & </script>"})
    assert style == list(widget_files({}).items())[1]
