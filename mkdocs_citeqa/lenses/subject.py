"""What a figure is about: a few normalised words, taken from the nearest place that says it.

Where it is looked for, nearest first:

1. in a table row: the row's first cell and the head of the figure's column;
2. in a sentence: what stands before the verb of the figure's clause, else what the figure is "of" or "for",
   else what else the clause says;
3. where the clause only says "it" or "you": the names in the clauses before it, nearest first;
4. the section's heading, the headings above it, the page's title.

Words that any figure could have beside it (plan, price, limit, monthly, …) are left out, plurals become
singular, and the words are sorted, so that two pages that name a thing in their own way give one string.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from mkdocs_citeqa.lenses.finding import Context
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.vocabulary import EMPTY, EQUAL, GENERIC, VERBS, WEAK, listed
from mkdocs_citeqa.sentences import sentences

_TOKEN = lazily(r"--?[A-Za-z][\w.-]*|[^\W_][\w.+#/&'’-]*")
_FIGURE = lazily(r"[\d.,]+(?:%|[kKmM]?i?[bB]|x|th|st|nd|rd)?")
_CLAUSE = lazily(r"[;:—–()]|,? (?:but|while|whereas|so|because) |\. |\? |! |, (?=and |or )?")
_NO_ADVERBS = frozenset(listed("family supply reply assembly anomaly multiply apply july"))
_LONGEST = 6
"""Words; a longer subject is a sentence, not the name of a thing."""
_CLAUSE_REACH = 200
REACH = 400
"""Characters around a figure that are looked at, so that a very long block costs no more than its length."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a figure is about, and how far that can be trusted."""

    words: str = ""
    """Sorted normalised words; empty when nothing says it."""
    scope: str = ""
    """The same of the section's heading, or of the page's title."""
    sure: int = 0
    """How far the words alone tell the thing from others: 2 by a name or an identifier, 1 by two words, or by one
    that few things share, 0 not at all."""


_HISTORY = lazily(
    r"\b(?:change ?log|release notes?|release history|version history|what['’]?s new|news|blog)\b", re.IGNORECASE
)
_RELEASED = lazily(r"^\s*(?:version |release )?v?\d+\.\d+", re.IGNORECASE)


def is_history(context: Context) -> bool:
    """Does the page tell what was, release by release? Nothing there contradicts what holds now."""
    places = (context.heading, *context.trail)
    return any(map(_tells_history, (context.title, *places))) or any(map(_is_release, places))


@lru_cache(maxsize=256)  # every block of a section asks
def _tells_history(title: str) -> bool:
    return _HISTORY.search(title) is not None


@lru_cache(maxsize=256)
def _is_release(title: str) -> bool:
    return _RELEASED.match(title) is not None


def about(text: str, start: int, end: int, context: Context, drop: frozenset[str] = frozenset()) -> Subject:
    """The subject of the figure at `text[start:end]`; `drop` are further words that the lens has read already."""
    scope = _joined(of_title(context.heading, drop)) or _joined(of_title(context.title, drop))
    found = _in_row(text, start, context, drop) if context.kind == "row" else _in_prose(text, start, end, drop)
    if found:
        return Subject(_joined(found), scope, _sureness(found))
    for place in (context.heading, *reversed(context.trail), context.title):
        if named := of_title(place, drop):
            words = named[:_LONGEST]
            return Subject(_joined(words), scope, min(1, len(words) - 1) if context.kind != "row" else 0)
    return Subject("", scope)


def _sureness(found: list["Word"]) -> int:
    if any(word.name for word in found):
        return 2
    return int(len(found) > 1 or found[0].text not in WEAK)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a subject."""

    text: str
    """Normalised."""
    surface: str
    name: bool
    """Written like a name: a capital inside the sentence, a digit, an option, an identifier."""


def _joined(words: Iterable[Word]) -> str:
    return " ".join(sorted({word.text for word in words}))


@lru_cache(8192)
def normal(surface: str) -> str:
    """One form for the forms of a word: lower case, singular, equal words made one."""
    word = surface.lower().rstrip(".'’").removesuffix("'s").removesuffix("’s")
    if len(word) > 3 and word.isalpha():
        if word.endswith("ies") and len(word) > 4:
            word = word[:-3] + "y"
        elif word.endswith(("sses", "xes", "ches", "shes")):
            word = word[:-2]
        elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
            word = word[:-1]
    return EQUAL.get(word, word)


def _words(text: str) -> Iterator[tuple[re.Match[str], str]]:
    for match in _TOKEN.finditer(text):
        yield match, match[0].rstrip(".-/'’&")


def content(text: str, drop: frozenset[str] = frozenset()) -> list[Word]:
    """The words of a text that say what it is about."""
    found = []
    for match, surface in _words(text):
        word = normal(surface)
        if named := _plan_or_release(text, match):
            found.append(Word(named, surface, True))
            continue
        if (
            word in EMPTY
            or word in GENERIC
            or word in VERBS
            or word in drop
            or _FIGURE.fullmatch(surface)
            or _is_adverb(word)
        ):
            continue
        found.append(Word(word, surface, _is_name(surface, text, match.start())))
    return found


@lru_cache(512)  # everything found below a title asks
def of_title(title: str, drop: frozenset[str] = frozenset()) -> tuple[Word, ...]:
    """The same of a heading or a page's title."""
    return tuple(content(title, drop))


def _plan_or_release(text: str, match: re.Match[str]) -> str:
    """ "Version 2" is v2, and the "Free plan" is free, though numbers and "free" alone say nothing of a thing."""
    if match[0][0].isdigit() and text[max(0, match.start() - 8) : match.start()].lower().endswith(
        ("version ", "release ")
    ):
        return f"v{match[0].rstrip('.')}"
    after = text[match.end() : match.end() + 6].lower()
    return match[0].lower() if match[0] in ("Free", "Paid") and after.startswith((" plan", " tier")) else ""


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and len(word) > 4 and word not in _NO_ADVERBS


def _is_name(surface: str, text: str, at: int) -> bool:
    if surface.startswith("-") or "_" in surface or any(c.isdigit() for c in surface):
        return True
    if any(c.isupper() for c in surface[1:]):
        return True
    before = text[max(0, at - 2) : at].strip()
    return surface[0].isupper() and at > 0 and before not in (".", ":", "!", "?", "|", "(", '"', "“")


# -- table rows


def column(text: str, at: int) -> int:
    """Number of the cell, from 0, that holds this offset of a row's text."""
    return text.count(" | ", 0, at)


def _in_row(text: str, start: int, context: Context, drop: frozenset[str]) -> list[Word]:
    cells, heads = text.split(" | "), context.head.split(" | ")
    place = column(text, start)
    label = content(cells[0], drop) if place else []
    over = heads[place] if context.head and place < len(heads) else ""
    head = content(f"{over} plan" if over in ("Free", "Paid") else over, drop)
    if not label and not head and place:
        label = [Word(normal(w), w, True) for _, w in _words(cells[0])]
    return label[:_LONGEST] + head[:_LONGEST]


# -- sentences


def _in_prose(text: str, start: int, end: int, drop: frozenset[str]) -> list[Word]:
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    near = text[low:high]
    first, last = next(((a, b) for a, b in sentences(near) if b > start - low), (0, len(near)))
    sentence, at = near[first:last], start - low - first
    clauses = list(_clauses(sentence))
    own = next((i for i, (a, b) in enumerate(clauses) if b > at), len(clauses) - 1)
    a, b = clauses[own]
    found = _of_clause(sentence[max(a, at - _CLAUSE_REACH) : at], sentence[at + end - start : b], drop)
    earlier = [sentence[c:d] for c, d in reversed(clauses[:own])]
    earlier += [near[c:d] for c, d in reversed(list(sentences(near[:first])))]
    if not found:
        return next((names for clause in earlier if (names := _names(clause, drop))), [])
    return _fuller(found, earlier, drop)


def _clauses(sentence: str) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _CLAUSE.finditer(sentence):
        if mark[0].strip() != ",":
            yield start, mark.start()
            start = mark.end()
    yield start, len(sentence)


def _of_clause(before: str, after: str, drop: frozenset[str]) -> list[Word]:
    """The words before the clause's verb; else those the figure is of or for; else the rest of the clause."""
    words = list(_words(before))
    verb = next((m.start() for m, w in words if normal(w) in VERBS or w.lower() in VERBS), len(before))
    subject = content(before[:verb], drop)
    if subject:
        return [
            *subject[-_LONGEST:],
            *(word for word in content(f"x {after[:60]}", drop) if word.name and word.surface[:1].isupper()),
        ]
    complement = re.match(r"[^,;.]{0,40}?\b(?:for|of|on|to|in|against)\b([^,;.]{0,80})", after)
    for place in (complement[1] if complement else "", before[verb:], after[:80]):
        if found := content(place, drop):
            return found[:_LONGEST]
    return []


def _names(clause: str, drop: frozenset[str]) -> list[Word]:
    return [word for word in content(clause, drop) if word.name][:_LONGEST]


def _fuller(found: list[Word], earlier: list[str], drop: frozenset[str]) -> list[Word]:
    """A thing that was just named in more words: "a dedicated IPv4 address … dedicated addresses"."""
    wanted = {word.text for word in found}
    if len(wanted) < 2:
        return found
    for clause in earlier:
        words = content(clause, drop)
        for size in (len(found) + 1, len(found) + 2):
            for i in range(len(words) - size + 1):
                run = words[i : i + size]
                if wanted <= {word.text for word in run} and run[-1].text in wanted:
                    return run
    return found
