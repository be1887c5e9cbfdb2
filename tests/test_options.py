"""The options in mkdocs.yml: their defaults, and what a wrong one is told."""

from typing import Any

import pytest
import yaml

from mkdocs_citeqa.options import CiteqaConfig


def checked(text: str) -> CiteqaConfig:
    """Options as YAML has them; the first wrong one raises."""
    config = CiteqaConfig()
    config.load_dict(yaml.safe_load(text))
    failed, warnings = config.validate()
    assert warnings == []
    if failed:
        raise failed[0][1]
    return config


DEFAULTS: dict[str, Any] = {
    "enabled": True, "language": None, "shortcut": "mod+k", "examples": [], "strings": {}, "source": "link",
    "offline": None, "lenses": [], "conflicts": "ignore", "exclude": [],
    "changelogs": ["*changelog*", "*release-notes*", "*release_notes*", "*whats-new*"], "changelog_weight": 0.7,
    "synonyms": [], "questions": "questions.yml", "stale_questions": "warn", "answer_server": "",
    "claude": "auto", "claude_model": "claude-haiku-5-5", "claude_effort": "low",
    "passage_size": 780, "passage_overlap": 80, "k1": 1.5, "b": 0.75,
}  # fmt: skip


def test_every_option_has_a_default():
    assert dict(checked("{}")) == DEFAULTS


RIGHT = [
    ("enabled: false", False),
    ("enabled: no", False),  # YAML's own word for it
    ("language: pt-BR", "pt-BR"),
    ("shortcut: ''", ""),
    ("shortcut: mod+shift+f", "mod+shift+f"),
    ("examples: ['How do I start?']", ["How do I start?"]),
    ("strings: {ask: Fragen}", {"ask": "Fragen"}),
    ("source: link", "link"),
    ("source: 'off'", "off"),
    ("source: off", "off"),  # YAML reads it as false
    ("offline: true", True),
    ("exclude: [drafts/*]", ["drafts/*"]),
    ("changelog_weight: 0", 0.0),
    ("changelog_weight: 1", 1.0),
    ("synonyms: ['tide, cron']", ["tide, cron"]),
    ("answer_server: 'https://answers.example.com/docs'", "https://answers.example.com/docs"),
    ("answer_server: 'http://127.0.0.1:8765'", "http://127.0.0.1:8765"),
    ("claude: off", "off"),
    ("claude_effort: ''", ""),
    ("passage_size: 200", 200),
    ("passage_overlap: 0", 0),
    ("k1: 2", 2.0),
    ("b: 0", 0.0),
]


@pytest.mark.parametrize(("text", "value"), RIGHT, ids=[text for text, _ in RIGHT])
def test_a_right_option_is_taken(text: str, value: object):
    assert checked(text)[text.split(":")[0]] == value


WRONG = [
    ("enabled: maybe", "'maybe' is not true or false; write true"),
    ("enabled: 1", "1 is not true or false; write true"),
    ("language: 3", '3 is not a text; write "3"'),
    ("language: [en]", '.en.. is not a text; write ""'),
    ("shortcut: true", 'True is not a text; write "True"'),
    ("examples: How?", "'How.' is not a list of texts; write ..How...$"),
    ("examples: [1, two]", '.1, .two.. is not a list of texts; write ."1", "two".'),
    ("strings: Ask", "'Ask' is not a table of texts; write {ask: \"Ask\"}"),
    ("source: github", "'github' is not one of link, off; write link"),
    ("source: on", "True is not one of link, off; write link"),
    ("offline: always", "'always' is not true or false; write true"),
    ("lenses: money", "'money' is not a list of tables; write"),
    ("lenses: [money]", "'money'. is not a list of tables; write"),
    ("conflicts: error", "'error' is not one of ignore, info, warn; write ignore"),
    ("exclude: drafts/*", "'drafts/.' is not a list of texts; write"),
    ("changelogs: 3", "3 is not a list of texts; write"),
    ("changelog_weight: 2", "2 is not a number from 0 to 1; write 0.7"),
    ("changelog_weight: half", "'half' is not a number from 0 to 1; write 0.7"),
    ("synonyms: tide, cron", "'tide, cron' is not a list of texts; write"),
    ("questions: {}", '{} is not a text; write "questions.yml"'),
    ("stale_questions: no", "False is not one of warn, info, ignore; write warn"),
    ("answer_server: answers.example.com", "is not an address that pages can ask; write https://answers.example.com"),
    ("answer_server: 'http://answers.example.com'", "is not an address that pages can ask"),
    ("answer_server: 'https://key@answers.example.com'", "is not an address that pages can ask"),
    ("answer_server: 'javascript:alert(1)'", "is not an address that pages can ask"),
    ("claude: 'on'", "'on' is not one of auto, off; write auto"),
    ("passage_size: 10", "10 is not a whole number from 200 to 4000; write 780"),
    ("passage_size: 780.5", "780.5 is not a whole number from 200 to 4000; write 780"),
    ("passage_size: true", "True is not a whole number from 200 to 4000; write 780"),
    ("passage_overlap: -1", "-1 is not a whole number from 0 to 400; write 80"),
    ("k1: high", "'high' is not a number from 0 to 10; write 1.5"),
    ("b: 1.1", "1.1 is not a number from 0 to 1; write 0.75"),
]


@pytest.mark.parametrize(("text", "says"), WRONG, ids=[text for text, _ in WRONG])
def test_a_wrong_option_is_told_its_value_and_what_to_write(text: str, says: str):
    with pytest.raises(Exception, match=says):
        checked(text)
