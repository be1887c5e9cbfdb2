"""What readers type, kind by kind, and the section that they must find among the first three."""

import pytest
from indexed import answered, indexed, opened, read, results, sections
from indexed import files as built

from mkdocs_citeqa.index import Index
from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.site import Settings, Site

DOCS = {
    "index.md": """# Gull
Gull sends post for small clubs.

## Plans
The Nest plan is free. The Cliff plan costs $12 per month, the Colony plan $1,400 per year.

## Install
Run `pip install gullpost`. Gull needs Python 3.11 or newer.

## 安装说明
本程序用于群发邮件。请先配置服务器,然后启动守护进程。

## Как начать
Создайте список рассылки и пригласите участников.
""",
    "reference/cli.md": """# Command line

## Send
`gull send --no-wait` returns before the post is out. `gull send -q` prints nothing.

## Settings
| Setting | Default | Meaning |
| - | - | - |
| `GULL_SMTP_HOST` | localhost | Where post goes out |
| `batch_size_limit` | 50 | Letters in one go |
| `batch_size_limit_soft` | 40 | When to slow down |
| `retry_after` | 30 s | Pause between attempts |

## Errors
`E_MAILBOX_FULL` says that the recipient's organisation has no room left.

## Bindings
There are bindings for C++, C# and the .NET runtime; `gull::Outbox` wraps the socket.
""",
    "reference/api.md": """# API

## find_member_by_name
`client.find_member_by_name(name)` gives one member; `findMemberByName` in JavaScript.

## sendLetterBatch()
Puts a batch of letters in the outbox.

## Outbox.from
The classmethod `from` reads an outbox from a file.

## `<template>`
The `<template>` tag holds a letter's text.

## valid?
`valid?` is true when an address can be written to, `close!` closes the outbox at once.
""",
    "changes.md": """# Changelog

## v3.4.1
Faster outbox. The outbox no longer blocks. Fixed the outbox lock.

## v3.3.0
Added the outbox.
""",
    "guide/outbox.md": """# The outbox
The outbox keeps letters until the server takes them.

## Attempts
A letter that bounces is tried again after a pause, up to nine times.

## Running as a service
Start `gulld` with systemd, so that it keeps going in the background after you log out.

## How long letters are kept
Sent letters are archived for ninety days, then they are deleted.
""",
    "guide/attempts.md": """# Login

## Attempts
Five wrong passwords lock an account for an hour.

## Single sign on
Members of a federation log in with single sign on.
""",
    "ruby/setup.md": "# Setup\n\n## Ruby\nAdd the gem, then require it.\n\n## Usage\nCall `deliver`.\n",
    "perl/setup.md": "# Setup\n\n## Perl\nAdd the module, then use it.\n\n## Usage\nCall `deliver`.\n",
    "guide/caching.md": "# Speed\n\n## Caches\nCaching answers halves the load; cached answers live an hour.\n",
    "guide/bus.md": "# Transport\n\n## Bus\nLetters travel on a bus.\n\n## Robust\nA robust setup has two.\n",
}


@pytest.fixture(scope="module")
def docs() -> Index:
    return indexed(DOCS)


CASES = [
    # what readers type exactly
    ("a flag", "--no-wait", "reference/cli/#send", "dashes are part of the name"),
    ("a short flag", "-q", "reference/cli/#send", "one letter with a dash is no letter"),
    ("a flag without dashes", "no wait", "reference/cli/#send", "its words are words"),
    ("an environment variable", "GULL_SMTP_HOST", "reference/cli/#settings", "a constant is one name"),
    ("a part of a constant", "smtp_host", "reference/cli/#settings", "complaint 1: a name inside a longer one"),
    ("a setting", "retry_after", "reference/cli/#settings", "complaint 3: an underscore is no noise"),
    ("a setting by its words", "batch size limit", "reference/cli/#settings", "its words side by side"),
    ("an error code", "E_MAILBOX_FULL", "reference/cli/#errors", "a constant is one name"),
    ("an error code with a typo", "MAILBX_FULL", "reference/cli/#errors", "a part may be misspelt"),
    ("a function", "find_member_by_name", "reference/api/#find_member_by_name", "as it is written"),
    ("a function in camel case", "findMemberByName", "reference/api/#find_member_by_name", "one name, two styles"),
    ("the end of a function's name", "memberByName", "reference/api/#find_member_by_name",
     "complaint 2: not only prefixes"),
    ("a function by its words", "send letter batch function", "reference/api/#sendletterbatch", "complaint 5"),
    ("a dotted name", "client.find_member_by_name", "reference/api/#find_member_by_name", "with its owner"),
    ("a name with ::", "gull::Outbox", "reference/cli/#bindings", "the joint is part of the name"),
    ("a language's name with signs", "C++", "reference/cli/#bindings", "complaint 6: it is not C"),
    ("another", "C#", "reference/cli/#bindings", "it is not C either"),
    ("a name that begins with a dot", ".NET", "reference/cli/#bindings", "the dot is part of the name"),
    ("a tag", "<template>", "reference/api/#template", "complaint 7: brackets around a name"),
    ("a name that ends in a mark", "valid?", "reference/api/#valid", "complaint 8"),
    ("a name in brackets", "(Caches)", "guide/caching/#caches", "complaint 4"),
    ("a version", "v3.4.1", "changes/#v341", "as it is written"),
    ("the beginning of a version", "3.4", "changes/#v341", "with no v, and shorter"),
    ("a Python version", "python 3.11", "#install", "a version beside a word"),
    ("a price", "$12", "#plans", "a number alone would be anything"),
    ("a price with thousands", "$1400", "#plans", "the comma is no word end"),
    # word forms and other words
    ("another form of a noun", "recipients", "reference/cli/#errors", "complaint 17: forms in between"),
    ("singular for plural", "cache", "guide/caching/#caches", "a form"),
    ("American for British", "organization", "reference/cli/#errors", "complaint 16: equal spellings"),
    ("a typo", "systemdd", "guide/outbox/#running-as-a-service", "a letter too many"),
    ("two letters swapped", "fedreation", "guide/attempts/#single-sign-on", "swapped letters"),
    ("the beginning of a word", "federa", "guide/attempts/#single-sign-on", "complaint 17: an unfinished word"),
    ("a synonym", "how much is the Cliff plan", "#plans", "costs, though the reader says how much"),
    # names that are stop words
    ("a stop word that is a name", "Outbox.from", "reference/api/#outboxfrom", "complaint 18: from is a method here"),
    ("stop words in a term", "single sign on", "guide/attempts/#single-sign-on", "complaint 18: on belongs to it"),
    # questions
    ("a short question", "how long are letters kept?", "guide/outbox/#how-long-letters-are-kept",
     "as the heading says"),
    ("a question with other words", "how do I keep gull running in the background?",
     "guide/outbox/#running-as-a-service",
     "most words are the reader's own"),
    ("a long question",
     "what happens to a letter that the other side does not accept and that bounces, is it tried again?",
     "guide/outbox/#attempts", "ten words need not all match"),
    ("a whole sentence of a page", "Five wrong passwords lock an account for an hour.", "guide/attempts/#attempts",
     "complaint 10"),
    ("a phrase in quotes", '"keeps going in the background"', "guide/outbox/#running-as-a-service", "complaint 14"),
    # sections that are alike
    ("a page among alike ones", "ruby setup", "ruby/setup/#ruby", "complaint 11: path and title tell them apart"),
    ("a common section of one of them", "perl usage", "perl/setup/#usage", "complaint 11"),
    ("a heading that stands twice", "attempts wrong password", "guide/attempts/#attempts", "its neighbours decide"),
    # scripts
    ("Chinese", "守护进程", "#_1", "complaint 19: no spaces to go by"),
    ("a Chinese word inside a run", "邮件", "#_1", "complaint 19: pairs of characters"),
    ("Russian in another form", "список рассылок", "#_2", "stemmed by its script on an English page"),
]  # fmt: skip


UNREACHED = [
    ("one ending of a verb for another", "bouncing", "guide/outbox/#attempts", "only bounces is written"),
    ("the other ending of a verb", "archiving", "guide/outbox/#how-long-letters-are-kept", "only archived is written"),
    ("a plural of three letters", "gems", "ruby/setup/#ruby", "only gem is written"),
    ("a typo in a singular", "pasword", "guide/attempts/#attempts", "only passwords is written"),
]


@pytest.mark.xfail(strict=True, reason="an unknown word is compared with the forms that the docs write, not with stems")
@pytest.mark.parametrize(("kind", "question", "wanted", "reason"), UNREACHED, ids=[case[0] for case in UNREACHED])
def test_readers_find_by_the_stem_of_an_unknown_word(docs: Index, kind: str, question: str, wanted: str, reason: str):
    assert wanted in sections(docs, question)[:3], reason


@pytest.mark.parametrize(("kind", "question", "wanted", "reason"), CASES, ids=[case[0] for case in CASES])
def test_readers_find(docs: Index, kind: str, question: str, wanted: str, reason: str):
    assert wanted in sections(docs, question)[:3], reason


FIRST = [
    ("guide/outbox/#", "outbox", "complaint 12: a page about it before what changed in it"),
    ("guide/bus/#bus", "bus", "complaint 13: a whole word before one that holds it"),
    ("reference/api/#find_member_by_name", "find_member_by_name", "the whole name before its parts"),
    ("guide/attempts/#attempts", "Five wrong passwords lock an account for an hour.", "complaint 10"),
    ("guide/outbox/#how-long-letters-are-kept", "how long are letters kept?", "a heading that says it"),
]


@pytest.mark.parametrize(("wanted", "question", "reason"), FIRST, ids=[case[1] for case in FIRST])
def test_this_section_comes_first(wanted: str, question: str, reason: str):
    pages = built(DOCS)
    assert sections(opened(pages), question)[0] == wanted, reason


def test_the_exact_option_ranks_above_a_longer_one():
    """Complaint 9: an option whose name begins another's."""
    index = indexed(
        {
            "a.md": "# Options\n\n## letterBatchTitle\n\nThe title of the letter batch that goes out.",
            "b.md": "# Options\n\n## letterBatch\n\nWhether letters go out together, in one go or in several.",
        }
    )
    for question in ("letterBatch", "letter_batch", "letter-batch"):
        assert sections(index, question)[0] == "b/#letterbatch"


@pytest.mark.parametrize("question", ["qwertzuiop asdfgh", "sdafadsfasdf", "𐎠𐎡", "☃"])
def test_nonsense_finds_nothing(docs: Index, question: str):
    """Complaint 15: a miss must say nothing rather than something."""
    assert results(docs, question) == []
    assert answered(docs, question)["status"] == "no_answer"


def test_more_words_of_a_topic_do_not_bury_it(docs: Index):
    """Complaint 14: with each word that belongs to a section, it stays first."""
    words = "letters kept archived ninety days deleted sent".split()  # noqa: SIM905
    for n in range(2, len(words) + 1):
        assert sections(docs, " ".join(words[:n]))[0] == "guide/outbox/#how-long-letters-are-kept"


def test_readers_of_one_language_are_spared_the_others():
    """Complaint 20: one site in two languages, asked by a reader of each."""
    site = {
        "en": "# Start\n\nPress the button to start the radio.",
        "de": "# Start\n\nDrücke den Knopf, um das Radio zu starten.",
    }
    both = Site(Settings())
    for language, text in site.items():
        read(both, Page(f"{language}/", "Start", f"{language}.md", language), text)
    index = opened(both.files())
    for language in site:
        assert sections(index, "Radio Start", language=language) == [f"{language}/#"]


LANGUAGES = [
    ("ja", "# 設定\n\n## 認証\n\nパスワードを変更するには、設定画面を開いてください。", "パスワードの変更方法",
     "認証"),
    ("ja", "# 設定\n\n## 通知\n\nメール通知を無効にできます。", "メール通知 無効", "通知"),
    ("zh", "# 指南\n\n## 备份\n\n数据库每天晚上自动备份,保留三十天。", "数据库怎么备份?", "备份"),
    ("zh", "# 指南\n\n## 權限\n\n只有管理員可以刪除專案。", "誰可以刪除專案", "權限"),
    ("ko", "# 안내\n\n## 설치\n\n설치하려면 터미널에서 명령어를 실행하세요.", "설치 명령어는 무엇인가요?", "설치"),
    ("de", "# Hilfe\n\n## Benutzer\n\nBenutzerkonten lassen sich in den Einstellungen löschen.",
     "Wie lösche ich ein Benutzerkonto?", "Benutzer"),
    ("de", "# Hilfe\n\n## Größe\n\nDie Größe der Anhänge ist auf 20 MB begrenzt.", "groesse anhang", "Größe"),
    ("fr", "# Aide\n\n## Mots de passe\n\nPour réinitialiser un mot de passe, ouvrez les paramètres.",
     "reinitialiser mon mot de passe", "Mots de passe"),
    ("fr", "# Aide\n\n## Compte\n\nL'utilisateur supprime son compte dans l'onglet Profil.",
     "comment supprimer le compte d'un utilisateur", "Compte"),
    ("ru", "# Справка\n\n## Резервные копии\n\nРезервные копии создаются каждую ночь.",
     "где хранится резервная копия", "Резервные копии"),
    ("ar", "# دليل\n\n## كلمة المرور\n\nيمكنك تغيير كلمة المرور من صفحة الإعدادات.", "كيف أغيّر كلمة المرور؟",
     "كلمة المرور"),
]  # fmt: skip
NOISE = {
    "ja": "# 概要\n\n## 料金\n\n無料です。\n\n## 履歴\n\n更新しました。",
    "zh": "# 概述\n\n## 价格\n\n免费。\n\n## 历史\n\n更新。",
    "ko": "# 개요\n\n## 가격\n\n무료입니다.\n\n## 기록\n\n업데이트.",
    "de": "# Überblick\n\n## Preise\n\nKostenlos.\n\n## Verlauf\n\nAktualisiert.",
    "fr": "# Aperçu\n\n## Prix\n\nGratuit.\n\n## Historique\n\nMis à jour.",
    "ru": "# Обзор\n\n## Цены\n\nБесплатно.\n\n## История\n\nОбновлено.",
    "ar": "# نظرة\n\n## السعر\n\nمجاني.\n\n## السجل\n\nتم التحديث.",
}


@pytest.mark.parametrize("site", ["its own language", "an English site"])
@pytest.mark.parametrize(("language", "page", "question", "heading"), LANGUAGES, ids=[case[2] for case in LANGUAGES])
def test_readers_find_in_their_own_language(site: str, language: str, page: str, question: str, heading: str):
    code = language if site == "its own language" else "en"
    index = indexed({"a.md": page, "b.md": NOISE[language]}, Settings(language=code))
    found = results(index, question, language=code)
    assert found, "nothing at all"
    assert found[0]["heading"] == heading
    assert answered(index, question, language=code)["results"][0]["heading"] == heading
