"""Risk: wording that makes a statement about the product absolute, so that one counter-example makes it false.

The key is the absolute word in its plain form. Beside it in `value`: `class` (universal, guarantee, negation,
superlative, unlimited), `polarity` (always "claim": rules for the reader, disclaimers and idioms are not shown) and
`severity`: high for availability, durability, security, privacy, data, legal and money promises, support and
unlimited resources, low for technical behaviour, coverage, convenience and marketing colour.

A word is only where the reading begins. Around it decide: whom the sentence addresses (an instruction is a rule), what
hedges it, whether it names something ("best practices", "safe migrations"), counts ("every 12 hours") or asks.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mkdocs_citeqa.lenses.finding import Context, Finding, within
from mkdocs_citeqa.lenses.hints import runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.subject import about, is_history
from mkdocs_citeqa.lenses.wording import COMPANY, OPENERS, Trigger
from mkdocs_citeqa.sentences import sentences

name = "risk"
words = (
    "guarantee", "guarantees", "guaranteed", "promise", "promises", "promised", "warranty", "liable", "liability",
    "sla", "is it safe", "is it secure", "how safe", "how secure", "how reliable", "reliability", "data loss",
    "lose data", "lose my data", "downtime", "privacy", "is my data", "risky", "unlimited", "absolute claims",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Place:
    """A trigger in its sentence."""

    trigger: Trigger
    sentence: str
    at: int
    end: int

    @property
    def before(self) -> str:
        return self.sentence[: self.at]

    @property
    def after(self) -> str:
        return self.sentence[self.end :]


_BEGINNINGS = frozenset(re.findall("[a-z]+|[0-9]+", opener)[0] for opener in OPENERS)
_TOKEN = lazily(r"(?<![\w-])(?:[a-z]+(?:['’-][a-z]+)*|24/7(?:/365)?|\d+)", re.IGNORECASE)


def read(text: str, context: Context) -> Iterator[Finding]:
    """All claims of one block, in order."""
    if context.kind in ("code", "term") or not _may_claim(runs(text)) or is_history(context):
        return
    done, ends = 0, list[int]()
    for token in _TOKEN.finditer(text):
        triggers = OPENERS.get(token[0].lower())
        if not triggers or token.start() < done:
            continue
        ends = ends or [end for _, end in sentences(text)]
        number = bisect_right(ends, token.start())
        first, last = ends[number - 1] if number else 0, ends[min(number, len(ends) - 1)]
        for trigger in triggers:
            m = trigger.wording.match(text, token.start())
            if m and (found := _found(text, m, trigger, (first, last), context)):
                yield found
                done = found.end
                break


def _may_claim(words: frozenset[str]) -> bool:
    """Could a wording begin among these words? Most texts have but the commonest, and not what must come with them."""
    begin = _BEGINNINGS & words
    return any(word not in COMPANY or not COMPANY[word].isdisjoint(words) for word in begin)


def _found(
    text: str, m: re.Match[str], trigger: Trigger, sentence: tuple[int, int], context: Context
) -> Finding | None:
    start, end = m.start(), m.start() + len(m[0].rstrip())
    if within(context.code, start, end) or within(context.struck, start, end):
        return None
    low, high = max(sentence[0], start - _REACH), min(sentence[1], end + _REACH)
    place = _Place(trigger, text[low:high], start - low, end - low)
    return _finding(text, start, end, place, context) if is_claim(place, context) else None


_REACH = 320
"""Characters of a sentence that are looked at on each side."""


def _finding(text: str, start: int, end: int, place: _Place, context: Context) -> Finding:
    trigger = place.trigger
    severity = trigger.severity or ("high" if _WEIGHTY.search(place.sentence) else "low")
    subject = about(text, start, end, context)
    value: dict[str, Any] = {
        "class": trigger.group, "polarity": "claim", "severity": severity, "scope": subject.scope, "sure": subject.sure,
    }  # fmt: skip
    return Finding(start, end, trigger.key, value, subject.words)


_WEIGHTY = lazily(
    r"\b(?:data|secur\w*|privac\w*|private|privately|encrypt\w*|uptime|downtime|availab\w*|backups?|backed"
    r"|delet\w*|bill\w*|charg\w*|pay\w*|pric\w*"
    r"|costs?|fees?|free|legal\w*|law|liab\w*|support\w*|credits?|refund\w*|breach\w*|lose|lost|losing"
    r"|password\w*|access\w*|attack\w*|exposed?"
    r"|isolat\w*|redundan\w*|durab\w*|replicat\w*|protect\w*|personal|information|guarantee\w*|promise\w*"
    r"|customers?)\b",
    re.IGNORECASE,
)


# -- what takes a claim away

_IMPERATIVE = lazily(
    r"^\W*(?:\d+\W+)?(?:(?:please|also|then|next|first|finally|instead|so|now|just|for [^,]{1,40},"
    r"|to [^,]{1,60},|if [^,]{1,80},|when [^,]{1,80}"
    r",|once [^,]{1,60},|before [^,]{1,60},|after [^,]{1,60},|note that|tip:|note:|warning:|important:)\s+)*"
    r"(?:use|make|ensure|keep|never|always|do|don['’]t|avoid|remember|check|verify|set|run|add|remove|create"
    r"|store|see|click|select|choose|consider"
    r"|try|let|read|review|follow|enable|disable|install|configure|update|upgrade|delete|contact|save|write"
    r"|find|be|provide|include|specify|pass"
    r"|call|start|stop|open|go|replace|copy|share|send|test|treat|wait|think|take|give|get|submit|carry|turn"
    r"|define|put|place|list|look|learn"
    r"|pick|apply|change|confirm|download|edit|enter|export|fill|import|insert|leave|log|move|navigate|paste"
    r"|press|push|pull|rename|restart"
    r"|return|return to|rotate|scroll|sign|switch|tell|type|upload|view|visit|expense|ask|discuss"
    r"|document|report|notify|schedule|book"
    r"|prefer|limit|please|build|deploy|bear|wrap|assign|declare|import|print|generate|convert"
    r"|handle|implement)\b(?!['’]| (?:is|are|was|data)\b)",
    re.IGNORECASE,
)
_OBLIGED = lazily(
    r"\b(?:must|should|shall|need(?:s)? to|ha(?:ve|s) to|(?:are|is) required to|(?:are|is) (?:solely "
    r"|entirely )?responsible|agrees? (?:to|not)"
    r"|(?:are|is) expected to|you['’]ll (?:need|want)|you may (?:only|not)|be sure|it is (?:up to you|your)"
    r"|we (?:recommend|suggest|encourage|advise)"
    r"|we (?:are|re) encouraging|(?:it['’]s|it is) (?:important|best|recommended|good|a good|worth)|want to"
    r"|would like to|ought to)\b",
    re.IGNORECASE,
)
_DISCLAIMED = lazily(
    r"\b(?:liab(?:le|ility)|no guarantees?|(?:n['’]t|not|cannot|never) (?:be )?(?:guarantee\w*|promise\w*"
    r"|warrant\w*|ensure)|reserves? the right|retain the right"
    r"|ha(?:ve|s) the right|sole discretion|\W?as is\W? (?:and|basis)|best[- \"”“]+efforts?|do our (?:\w+est"
    r"|best)|no such thing"
    r"|warrant(?:y|ies)|accidents can happen|with or without (?:prior )?notice|own risk|sole risk"
    r"|a moving target|without notice)",
    re.IGNORECASE,
)
_HEDGED = lazily(
    r"\b(?:aims?(?: is)? (?:to|at)|strives? to|attempts? to|tr(?:y|ies|ying) to|hopes?(?: to| that)?|intend(?:s"
    r"|ed)? to|designed to(?= be)|generally|typically|usually|mostly"
    r"|normally|nearly|almost|virtually|practically|(?:in|for) most|somewhat|relatively|seek to|in theory"
    r"|ideally|planned|goal is|objective is|not|n['’]t|may|might"
    r"|likely|sometimes|as)\s(?:\w+ ){0,2}$",
    re.IGNORECASE,
)
_AS_POSSIBLE = lazily(r"^[\w -]{0,30}\bas (?:possible|we can|practical)", re.IGNORECASE)
_ABOUT_WORDS = lazily(
    r"\b(?:is|are) the (?:practice|process|act|art|discipline) of\b|\bmeans? of\b|\brefers? to\b|\b(?:called"
    r"|named|titled|quote[ds]?|term)\b(?= [\"“])"
    r"|\bhere is an example\b|\bfor example\b|\bfor instance\b|\be\.g\.|\bcondition(?:s)? (?:of|for)\b"
    r"|\bsomething that we think\b|\bwanted to\b",
    re.IGNORECASE,
)
_CONDITION = lazily(
    r"\b(?:if|unless|when|whether|below|under|less than|drops?|falls?|worrying)\b[^,;]{0,60}$", re.IGNORECASE
)
_PURPOSE = lazily(r"\b(?:to|and|or) $", re.IGNORECASE)
_OURS = lazily(
    r"\b(?:we|we['’](?:ve|ll|re)|our|us|[A-Z][\w.]+ (?:uses?|provides?|offers?|includes?|runs?|has)|built[- ]in"
    r"|required)\b",
    re.IGNORECASE,
)
_READER = lazily(
    r"^\W*(?:we['’]?(?:re|ve)? (?:never|always)? ?(?:want|hope|wish|believe|think)|thanks?|thank you|welcome)\b",
    re.IGNORECASE,
)
_NEUTRAL_BEST = lazily(
    r"^[- ](?:practices?|judge?ment|interests?|way|suited|used|kept|served|option|choice|of|guess|known|work"
    r"|experience|effort|time|if|when|to|for|and|solution|approach|fit|bet|qualified)",
    re.IGNORECASE,
)


def is_claim(place: _Place, context: Context) -> bool:
    """Does the page state this of the product, in its own voice and without a hedge?"""
    trigger, sentence, before, after = place.trigger, place.sentence, place.before, place.after
    if sentence.rstrip().endswith("?"):
        return False
    if (trigger.needed and not trigger.needed.search(before)) or (trigger.barred and trigger.barred.search(before)):
        return False
    hedged = trigger.group != "unlimited" and _HEDGED.search(before)
    if _DISCLAIMED.search(sentence) or _AS_POSSIBLE.search(after) or hedged:
        return False
    if context.kind != "row" and (_IMPERATIVE.search(sentence) or _obliged(place)):
        return False
    if _ABOUT_WORDS.search(before) or _READER.search(re.split(r"[:;] ", before)[-1]):
        return False
    special = _SPECIAL.get(trigger.key)
    return special(place) if special else True


def _obliged(place: _Place) -> bool:
    """Is the reader or the staff told to, in the part of the sentence before the word or right behind it?"""
    near = place.before[-120:] + place.sentence[place.at : place.end + 30]
    return bool(_OBLIGED.search(near) or (place.trigger.group == "universal" and _DEMANDS.match(place.after)))


_DEMANDS = lazily(r"[^.;]{0,50}\b(?:are required|requires?|must|should|need to|needs)\b", re.IGNORECASE)


def _ensure(place: _Place) -> bool:
    """ "Ensures" states; "to ensure" states only what we do it for with our own means."""
    word = place.sentence[place.at : place.end].lower()
    if word == "make sure" and not re.search(r"\b(?:we(?:['’]ll| will)?|to) $", place.before, re.IGNORECASE):
        return False
    if word not in ("ensure", "assure", "make sure"):
        return not re.search(r"\b(?:for|responsible) \w* ?$", place.before)
    if not _PURPOSE.search(place.before):
        return True
    return (
        bool(re.match(r" (?:that )?[\w' ]{3,}", place.after))
        and bool(_OURS.search(place.before))
        and not re.search(r"\b(?:you|your work|means)\b", place.before)
    )


def _nines(place: _Place) -> bool:
    """A figure of uptime or durability, not the condition of a credit nor a reading."""
    return bool(
        re.search(r"\b(?:uptime|availab\w+|durab\w+|sla|reliab\w+)\b", place.sentence, re.IGNORECASE)
    ) and not _CONDITION.search(place.before)


_SPECIAL: dict[str, Callable[[_Place], bool]] = {
    "ensure": _ensure,
    "make sure": _ensure,
    "nines": _nines,
    "best": lambda place: not _NEUTRAL_BEST.search(place.after),
    "permanently": lambda place: (
        not re.search(
            r"\b(?:once|after|click|has been|have been|recover\w*|to)\b[^.]{0,40}$", place.before, re.IGNORECASE
        )
    ),
    "any reason": lambda place: not re.search(r"\b(?:suspend|terminate|refuse|cancel)\b", place.before, re.IGNORECASE),
    "at any time": lambda place: (
        not re.search(
            r"\b(?:have been used|see|check|view|suspend|terminate|refuse|reservations?)\b[^.]{0,50}$",
            place.before,
            re.IGNORECASE,
        )
    ),
}
