"""Questions that somebody wrote for a section -> those that are fit for it, and what is wrong with the others."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from mkdocs_citeqa.questions import Section
from mkdocs_citeqa.words import stopwords

LONGEST = 160
"""Characters of the longest question: beyond it, it is a text."""
WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
NAME = re.compile(r"[A-Z]\w|[a-z0-9]+[A-Z]")
"""How a word begins that is written as a name."""
INNER = re.compile(r"\w*[a-z0-9][A-Z]|[A-Z]{2,}")
"""How one begins in a language that writes all its nouns with a capital."""
CAPITAL_NOUNS = ("de", "lb")
EUROPEAN = ("da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pl", "pt", "ro", "sv", "tr")
"""Languages in Latin letters that are told apart by their little words."""
TELLING = 3
"""Little words of another language from which on questions are not in the page's own."""
SCRIPTS = {
    "Cyrillic": "\u0400-\u04ff",
    "Greek": "\u0370-\u03ff",
    "Hebrew": "\u0590-\u05ff",
    "Arabic": "\u0600-\u06ff",
    "Devanagari": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
    "Korean": "\uac00-\ud7af",
    "Chinese or Japanese": "\u3040-\u30ff\u3400-\u9fff",
    "Latin": "A-Za-z\u00c0-\u024f",
}
"""Letters by script."""


@dataclass(frozen=True, slots=True)
class Review:
    """What became of the questions of one section."""

    questions: tuple[str, ...]
    """Those that stay."""
    faults: tuple[str, ...]
    """Why others went, each with the question."""
    names: tuple[str, ...] = ()
    """Names in those that stay which the docs do not have: a person should look at them."""


def review(section: Section, questions: Iterable[str], *, most: int = 0, known: Collection[str] = ()) -> Review:
    """Keep what is fit: short, once, no copy of the heading, in the section's language, `most` of them at most.

    `most` 0 is no limit; `known` are the words of the docs in lower case, empty when names are not looked at.
    """
    kept: list[str] = []
    faults: list[str] = []
    texts = [" ".join(text.split()) for text in questions]
    foreign = other_language(" ".join(texts), section.language)
    for question in texts:
        fault = (foreign and f"in {foreign}, not {section.language}") or _fault(section, question, kept)
        if not fault and most and len(kept) == most:
            fault = f"more than {most}"
        if fault:
            faults.append(f"{fault}: {question[:LONGEST]}")
        else:
            kept.append(question)
    return Review(tuple(kept), tuple(faults), tuple(_unknown(kept, section.language, known)) if known else ())


def _fault(section: Section, question: str, kept: Sequence[str]) -> str:
    """What is wrong with a question, or nothing."""
    if not _bare(question):
        return "no words"
    if len(question) > LONGEST or not question.isprintable():
        return "too long or with control characters"
    if _bare(question) in (_bare(section.heading), _bare(section.title)):
        return "a copy of the heading"
    if _bare(question) in map(_bare, kept):
        return "twice"
    script, own = script_of(question), script_of(f"{section.heading} {section.text}")
    return f"not in {own} letters" if script and own and script != own else ""


def _bare(text: str) -> str:
    return " ".join(WORD.findall(text.lower()))


def script_of(text: str) -> str:
    """The script of most letters that we know, or ""; other scripts count twice, as docs are full of Latin names."""
    counts = {
        name: len(re.findall(f"[{letters}]", text)) * (1 if name == "Latin" else 2) for name, letters in SCRIPTS.items()
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


def other_language(text: str, language: str) -> str:
    """The language of a text by its little words when it is clearly not the given one, else ""."""
    own = language.split("-")[0].lower()
    if not stopwords(own):
        return ""
    words = WORD.findall(text.lower())
    counts = {code: sum(word in stopwords(code) for word in words) for code in (*EUROPEAN, own)}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] >= TELLING and counts[best] > 2 * counts[own] else ""


def _unknown(questions: Iterable[str], language: str, known: Collection[str]) -> Iterable[str]:
    """Names that begin no question and that the docs write nowhere."""
    sign = INNER if language.split("-")[0] in CAPITAL_NOUNS else NAME
    names = (word for question in questions for word in WORD.findall(question)[1:] if sign.match(word))
    return dict.fromkeys(name for name in names if name.lower() not in known)


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """Words in lower case, with and without their parts."""
    found = {word for text in texts for word in WORD.findall(text.lower())}
    return frozenset(found | {part for word in found for part in re.findall(r"[^\W_]+", word)})
