"""question + Hit… -> Answer | NoAnswer: an answer put together from quotations. Twin: widget/answer.ts.

Every unit of the strong hits (a sentence, an item, a row, some lines of code) gets a worth: how much of the question it
and its heading cover, how well its passage ranks, and where it stands below the heading. The best go into the answer
until a reader has enough for ten seconds. Their text is verbatim; only a row's header, a definition's term, an item's
marker and the sentence that introduces some code stand beside a quotation.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mkdocs_citeqa.analysis import Token
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.lenses.report import lens_json
from mkdocs_citeqa.passages import Unit
from mkdocs_citeqa.question import Word
from mkdocs_citeqa.result import citation_json, search_json
from mkdocs_citeqa.search import Found, Hit, search

PROSE = 730
"""Characters of prose that a person reads in ten seconds."""
CODE = 600
"""Characters of code and table rows beside it."""
SOURCES = 10
"""Hits that an answer may quote from."""
FLOOR = 0.3
"""A unit worth less than this share of the best one is left out."""
BASE = 0.6
"""What a unit is worth that holds no word of the question: the answer often uses other words than the question."""
HEADING = 0.6
"""How much a word above a unit counts in it."""
SYNONYM = 0.5
"""How much a synonym of a word counts."""
NEAR = 0.5
"""How much of the worth of the unit before it goes over to a unit, "do this:" and the code below."""
AFTER = 0.5
"""How much less that of the unit after it."""
LATER = 0.05
"""How fast the worth falls towards the end of a passage."""
LITTLE = 0.3
POINTER = 0.6
NAMED = 1.4
"""Worth of labels, of pointers to other places, and of code and names of options, against plain sentences."""
ALIKE = 0.85
"""A unit of whose terms this share stands in a chosen one repeats it."""
SHORT = 15
"""Characters below which a unit is a label."""
POINTS = re.compile(
    r"\b(see|read more|learn more|more about|as (shown|described|explained)|below|above|following|next)\b",
    re.I | re.ASCII,
)


@dataclass(slots=True)
class Quotation:
    """Neighbouring units of one block, chosen for an answer."""

    hit: int
    """Its hit's place in the ranking, from 0."""
    first: int
    """Place of its first unit in the passage."""
    last: int
    worth: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the docs say, in their own words."""

    found: Found
    statements: list[dict[str, Any]]
    citations: list[dict[str, Any]]

    @property
    def text(self) -> str:
        """Statements with their citations, separated by a blank line."""
        return "\n\n".join(f"{s['text']} {_numbers(s['citations'])}" for s in self.statements)


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The docs don't say; the nearest sections are in `found`."""

    found: Found


def ask(index: Index, text: str, *, language: str | None = None, top: int = 10) -> Answer | NoAnswer:
    """An answer to a question, or none when the evidence is weak."""
    return compose(index, search(index, text, language=language, top=top))


def compose(index: Index, found: Found) -> Answer | NoAnswer:
    """The answer that these hits can carry."""
    hits = [hit for hit in found.hits if hit.strong][:SOURCES]
    chosen = choose(index, found.question.words, hits)
    if not chosen:
        return NoAnswer(found)
    chosen.sort(key=lambda q: (q.hit, q.first))
    statements, citations = [], []
    for number, quotation in enumerate(chosen, 1):
        units = hits[quotation.hit].stored.passage.units
        quoted = units[quotation.first : quotation.last + 1]
        lead = None if _quoted(chosen, quotation.hit, quotation.first - 1) else lead_of(units, quotation.first)
        statements.append({"text": statement(quoted, lead), "citations": [number]})
        citations.append(citation_json(number, hits[quotation.hit], quoted, index.source))
    return Answer(found, statements, citations)


def choose(index: Index, words: Sequence[Word], hits: Sequence[Hit]) -> list[Quotation]:
    """The units worth most that fit, best first; units of one block join, with what stands between them."""
    rated = sorted(rate(index, words, hits), key=lambda q: (-q.worth, q.hit, q.first))
    chosen: list[Quotation] = []
    said: list[set[str]] = []
    room = {"prose": PROSE, "code": CODE}
    for quotation in rated:
        units = hits[quotation.hit].stored.passage.units
        near = next(
            (q for q in chosen if q.hit == quotation.hit and _same_block(units, q.first, quotation.first)), None
        )
        added = _reach(near, quotation) if near else quotation
        kind = "code" if units[quotation.first].kind in ("code", "row") else "prose"
        cost = _length(units, added) - (_length(units, near) if near else 0)
        terms = {token.term for token in index.analyser.tokens(units[quotation.first].text)}
        if quotation.worth < FLOOR * rated[0].worth or (chosen and cost > room[kind]) or _repeats(terms, said):
            continue
        said.append(terms)
        room[kind] -= cost
        if near:
            near.first, near.last = added.first, added.last
        else:
            chosen.append(quotation)
    return chosen


def _repeats(terms: set[str], said: Sequence[set[str]]) -> bool:
    """Has nearly all of this been said already?"""
    return any(len(terms & other) >= ALIKE * len(terms) for other in said)


def rate(index: Index, words: Sequence[Word], hits: Sequence[Hit]) -> Iterator[Quotation]:
    """Every unit that can be quoted, with its worth."""
    total = 0.0
    for word in words:
        total += word.mass
    for number, hit in enumerate(hits):
        passage = hit.stored.passage
        shares = [share / total for share in _shares(index, words, hit)]
        for place, unit in enumerate(passage.units):
            if unit.kind not in ("header", "term"):
                share = max(
                    shares[place],
                    NEAR * max(shares[max(place - 1, 0)], AFTER * shares[min(place + 1, len(shares) - 1)]),
                )
                worth = hit.score / hits[0].score * (BASE + share) * _place(place) * _telling(index, unit)
                yield Quotation(number, place, place, worth)


def _shares(index: Index, words: Sequence[Word], hit: Hit) -> Iterator[float]:
    """How much of the question's weight each unit covers, what stands above it counting less."""
    passage = hit.stored.passage
    above = covered(index, words, " ".join([passage.page.title, *passage.trail, passage.heading]))
    for unit in passage.units:
        own = covered(index, words, f"{unit.head} {unit.text}")
        share = 0.0
        for i, word in enumerate(words):
            share += word.mass * max(own[i], HEADING * above[i])
        yield share


def covered(index: Index, words: Sequence[Word], text: str) -> list[float]:
    """How much of each word stands in a text: 1 literally, less as a synonym, else 0."""
    terms = {token.term for token in index.analyser.tokens(text)}
    return [
        max(
            (SYNONYM if clue.kind == "synonym" else 1.0 for clue in word.clues if terms & set(clue.entry.terms)),
            default=0.0,
        )
        for word in words
    ]


def _place(place: int) -> float:
    """The beginning of a passage tells more than its end."""
    return 1 / (1 + LATER * place)


def _telling(index: Index, unit: Unit) -> float:
    """A label or a pointer to another place says little; code and the names of options say much."""
    text = unit.text.strip()
    if unit.kind in ("title", "caption") or (len(text) < SHORT and unit.kind != "item"):
        return LITTLE
    if unit.kind == "code" or any(_is_name(token) for token in index.analyser.tokens(text)):
        return NAMED
    return POINTER if POINTS.search(text) and len(text) < 120 else 1.0


def _is_name(token: Token) -> bool:
    return token.whole and not token.surface.replace("-", "").isalpha()


def _quoted(chosen: Sequence[Quotation], hit: int, place: int) -> bool:
    return any(q.hit == hit and q.first <= place <= q.last for q in chosen)


def _same_block(units: Sequence[Unit], a: int, b: int) -> bool:
    a, b = min(a, b), max(a, b)
    return all(unit.joined for unit in units[a + 1 : b + 1])


def _reach(a: Quotation, b: Quotation) -> Quotation:
    return Quotation(a.hit, min(a.first, b.first), max(a.last, b.last), a.worth)


def _length(units: Sequence[Unit], quotation: Quotation) -> int:
    first = units[quotation.first]
    lead = lead_of(units, quotation.first)
    beside = (len(lead.text) if lead else 0) + len(first.head)
    return beside + sum(len(unit.text) for unit in units[quotation.first : quotation.last + 1])


def lead_of(units: Sequence[Unit], first: int) -> Unit | None:
    """The sentence that introduces a piece of code, or the list that an item stands in."""
    if first == 0 or units[first].kind != "code" or units[first].joined:
        return None
    before = units[first - 1]
    return before if before.kind != "code" and before.text.rstrip().endswith(":") else None


def statement(units: Sequence[Unit], lead: Unit | None) -> str:
    """Plain text of a quotation: code fenced, a row below its header, an item after its marker."""
    text = "".join(unit.text for unit in units).strip()
    head = units[0].head
    if units[0].kind == "code":
        fence = "````" if "```" in text else "```"
        text = f"{fence}{units[0].language}\n{''.join(unit.text for unit in units).strip(chr(10))}\n{fence}"
    elif head and units[0].kind == "row":
        text = f"{head}\n{text}"
    elif head and units[0].kind == "definition":
        text = f"{head}: {text}"
    elif head and not units[0].joined:
        text = f"{head} {text}"
    return f"{lead.text.strip()}\n{text}" if lead else text


def ask_json(index: Index, text: str, result: Answer | NoAnswer, *, explain: bool = False) -> dict[str, Any]:
    """The answer as the command line prints it and the element's `ask` gives it."""
    answered = isinstance(result, Answer)
    return {
        **search_json(index, result.found, text, explain=explain),
        "mode": "quoted",
        "status": "answered" if answered else "no_answer",
        "text": result.text if isinstance(result, Answer) else "",
        "statements": result.statements if isinstance(result, Answer) else [],
        "citations": result.citations if isinstance(result, Answer) else [],
        "lens": read_lens(result.found),
    }


def read_lens(found: Found) -> dict[str, Any] | None:
    """What the lens that the question calls for reads in the passages found; None when there is none."""
    name = found.question.lens
    findings = [
        (finding, numbers)
        for hit in found.looked_at
        for finding, numbers in zip(hit.stored.findings, hit.stored.disputes, strict=True)
        if finding["lens"] == name
    ]
    return lens_json(name, findings) if findings else None


def _numbers(citations: Sequence[int]) -> str:
    return "".join(f"[{n}]" for n in citations)
