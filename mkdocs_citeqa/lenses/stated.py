"""Running text -> the quantities that it states as limits: the words beside a number decide."""

import re
from collections.abc import Iterator

from mkdocs_citeqa.lenses.bases import TIMES
from mkdocs_citeqa.lenses.finding import Context
from mkdocs_citeqa.lenses.hints import may_count, runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.quantities import Quantity, counted_thing, counts, measures
from mkdocs_citeqa.lenses.vocabulary import listed
from mkdocs_citeqa.sentences import sentences

_BEFORE = lazily(
    r"(?:\b(?:(?:max(?:imum)?|min(?:imum)?|limit)(?: [\w-]+){0,5} (?:is|of)|up to|max(?:imum)?(?: of)?|at most"
    r"|(?:no|not) (?:more|less|fewer|longer|larger|greater"
    r"|later) than|less than|fewer than"
    r"|under|below|limit(?:ed)?(?: of| to| is)?|cap(?:ped)?(?: of| at)|quota of|within(?: the (?:first|next))?"
    r"|at least|min(?:imum)?(?: of)?"
    r"|more than|larger than|longer than|greater than|exceed(?:s|ed|ing)?|every|retention(?: period)? (?:of|is)"
    r"|expires? (?:after|in)"
    r"|time ?-?outs? (?:of|is|after)|default(?:s|ing)?(?: to| is| of| value of)?|includes?|guarantees?"
    r"|guaranteed|at (?:around|about)"
    r"|(?:kept|keep|keeps|retain(?:s|ed)?|store[sd]?|available|restored|recover(?:ed|able)?|valid|cached?"
    r"|archived?|last(?:s|ed)?)"
    r"(?: [\w-]+){0,4} for(?: up to)?|after|first|take|takes|limit:|between(?: [\d.,]+ and)?)"
    r"|[<>≤≥]=?)(?: (?:only|about|around|approximately|roughly|a))?[ :]*$",
    re.IGNORECASE,
)
_AFTER = lazily(
    r"\s?(?:\(?\b(?:max(?:imum)?|min(?:imum)?|limit|included|retention|time-?out|quota|cap|of inactivity"
    r"|or (?:less|more|fewer)|notice"
    r"|advance notice|window|after (?:cancel\w*|delet\w*|expir\w*|being|a |the )|long\b|trial|uptime"
    r"|availability|SLA|free))",
    re.IGNORECASE,
)
_WIDE = lazily(
    r"[^.;|]{0,25}\b(?:included|retention|of inactivity|after (?:cancellation|deletion|expiry))\b", re.IGNORECASE
)
_EXAMPLE = lazily(
    r"\b(?:for example|for instance|e\.g\.|i\.e\.|suppose|imagine|if you (?:create|created|want|wrote)|if you['’]ve"
    r"|would (?:be|have|take)|let['’]s say|say you)\b|^To \w+[^.]{3,60}(?: to)?(?: be)? $",
    re.IGNORECASE,
)
PRICED = lazily(
    r"(?:\bper (?:additional |extra |each )?|/\s?|\beach (?:additional )?|\badditional |\blast |\bpast "
    r"|\bprevious |[×x*=] ?)$",
    re.IGNORECASE,
)
_PAST = lazily(r"\s(?:ago|old|of experience|later|earlier|behind|ahead|month\b)", re.IGNORECASE)
UPTIME = lazily(r"\b(?:uptime|availability|durability|sla|available)\b", re.IGNORECASE)
_LABEL = lazily(r"(?:^|[*•\n;,] ?)[^.!?|\n*;,]{1,60}:\s{0,3}[~<>≤≥]?$")
_BULLET = lazily(r"(?:^|[*•\n]|: ?[*•]) ?~?$")


def limits_in_text(text: str, context: Context) -> Iterator[Quantity]:
    """The quantities of a running text that are limits."""
    numbered = may_count(text)
    if numbered or not _BOUNDS.isdisjoint(runs(text)):
        yield from (quantity for quantity in measures(text) if is_limit(text, quantity, context))
    if not numbered or _COUNTING.isdisjoint(runs(text)):
        return
    for quantity, words in counts(text):
        counted = _counted(text, quantity, words, context)
        if counted:
            yield counted


def is_limit(text: str, q: Quantity, context: Context) -> bool:
    """Do the words beside a measure say that it bounds something?"""
    sentence, at = sentence_at(text, q.start)
    before, after = sentence[:at][-80:], text[q.end : q.end + 60]
    if q.unit == "%":
        return bool(UPTIME.search(sentence) or UPTIME.search(context.heading) or UPTIME.search(context.title))
    if (
        PRICED.search(before)
        or _PAST.match(after)
        or (text[q.start : q.end].lower().startswith(("a ", "an ")) and not _FIRM.search(before))
    ):
        return False
    if _EXAMPLE.search(sentence[:at]):
        return False
    if q.dimension in ("bytes", "time") or q.unit.endswith(" day"):
        near = text[max(0, q.start - 64) : q.start]
        if _BULLET.search(near) if context.kind == "item" or "*" in near[-3:] else _LABEL.search(near):
            return True
        if context.kind == "item" and _LABEL.search(near):
            return True
    return bool(_BEFORE.search(before) or _AFTER.match(after) or _WIDE.match(after))


_FIRM = lazily(r"\b(?:within|at least|at most|up to|no more than|once|after|every)\s$", re.IGNORECASE)
_BOUNDS = frozenset(listed("within least most to than once after every"))
"""Without a number only "a" and "an" can count, and those only behind one of these words."""
_COUNTING = frozenset(
    listed(
        "up max maximum min minimum most least more less fewer limit limited cap capped quota exceed exceeds exceeded "
        "exceeding between first include includes come comes second minute hour day week month year s sec h hr"
    )
)
"""Counted things are a limit only beside one of these words: a bound, or what a rate is counted per."""
_BOUNDED = lazily(
    r"(?:\b(?:up to|max(?:imum)?(?: of)?|at most|(?:no|not) (?:more|less|fewer) than|fewer than"
    r"|limit(?:ed)?(?: of| to| is)"
    r"|cap(?:ped)?(?: of| at)|quota of|at least|min(?:imum)?(?: of)?|exceed(?:s|ed|ing)?|(?:if|when|can(?:not"
    r"|['’]t)?|n['’]t|not)\b[^.;,]{0,30}"
    r"more than|between(?: [\d,.]+ and)?))(?: (?:only|about|around|approximately|roughly))?[ :]*$",
    re.IGNORECASE,
)
_ALLOWED = lazily(
    r"\b(?:limit\w*|allow\w*|can|may|max\w*|quota|rate|throttl\w*|exceed\w*|cap|capped|up to|at most)\b", re.IGNORECASE
)
_FIRST = lazily(r"\b(?:first|includes?|comes? with)[ :]*$", re.IGNORECASE)
_FREE_OF = lazily(r"[^.;]{0,60}\b(?:free|included|no (?:extra|additional) (?:cost|charge))\b", re.IGNORECASE)
_BETWEEN = lazily(r" (?:and|to) [\d.,]+[ -](?P<thing>(?:[A-Za-z][\w-]* ){0,2}[A-Za-z][\w-]*)")
_LIMIT_LABEL = lazily(r"\b(?:max(?:imum)?|min(?:imum)?|limit|quota)\b(?P<thing>[^:.]{1,50}):\s*$", re.IGNORECASE)
_RATE = lazily(
    r"\s(?:[a-z]+ ){0,2}?(?:per|an?|each|every)\s(?P<time>second|minute|hour|day|week|month|year)\b"
    r"|\s?/\s?(?P<unit>s|sec|min|h|hr|hour|day|month)\b"
)


def _counted(text: str, q: Quantity, words: str, context: Context) -> Quantity | None:
    """The quantity with its unit when a bound or a rate makes the counted things a limit."""
    before = text[max(0, q.start - 80) : q.start]
    if text[q.start : q.end].lower() == "one":
        return None
    label = _LIMIT_LABEL.search(before)
    if label and (thing := label["thing"].strip()) and thing[-1].isalpha():
        rate = re.search(r"(.+?) per (\w+)$", thing, re.IGNORECASE)
        unit = counted_thing((rate[1] if rate else thing).split(" ")[-1])
        return renamed(q, f"{unit}/{TIMES[rate[2].lower()]}" if rate and rate[2].lower() in TIMES else unit)
    if before.lower().endswith("between ") and (m := _BETWEEN.match(text, q.end)):
        words = m["thing"]
    if not words or words.lower().split(" ")[0] in TIMES or _EXAMPLE.search(sentence_at(text, q.start)[0]):
        return None
    thing = counted_thing(words)
    if not thing or thing in TIMES or thing in ("st", "nd", "rd", "th"):
        return None
    rate = _RATE.search(text, q.end, q.end + 50)
    bounded = _BOUNDED.search(before) or _ALLOWED.search(sentence_at(text, q.start)[0])
    if rate and bounded and rate.start() - q.end <= len(words) + 1 and thing not in NO_THING:
        return renamed(q, f"{thing}/{TIMES[(rate['time'] or rate['unit']).lower()]}")
    given = _FIRST.search(before) and _FREE_OF.match(text, q.end)
    if not (given or _BOUNDED.search(before)):
        return None
    further = re.match(r"(?: [\w-]+){0,3}? (?P<thing>[A-Za-z]+s)\b", text[q.end : q.end + 50])
    if thing in NO_THING or not (q.value == 1 or further):
        return None
    return renamed(q, thing if thing not in (words.lower(), words) or not further else counted_thing(further["thing"]))


NO_THING = frozenset(listed("dollar euro cent usd eur percent version step credit point"))


def renamed(q: Quantity, unit: str) -> Quantity:
    """The same number of another unit."""
    return Quantity(q.start, q.end, q.value, unit)


def sentence_at(text: str, at: int) -> tuple[str, int]:
    """The sentence around an offset and the offset in it."""
    low, high = max(0, at - 300), at + 200
    near = text[low:high]
    first, last = next(((a, b) for a, b in sentences(near) if b > at - low), (0, len(near)))
    return near[first:last], at - low - first
