"""Prices without an amount: what is said to be free, and percentages that change a price."""

import re
from collections.abc import Iterator

from mkdocs_citeqa.lenses.finding import Context
from mkdocs_citeqa.lenses.hints import runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.vocabulary import listed

_KINDS = (
    "additional|extra|further|added|monthly|annual|yearly|upfront|up-front|setup|set-up|subscription|platform"
    "|transaction"
    "|cancellation|activation|service|usage|separate|registration|license|licence|maintenance|shipping"
)
_PHRASE = lazily(
    rf"\b(?:(?:for|at|with) )?no (?:(?:{_KINDS}) ){{0,3}}(?:costs?|charges?|fees?)\b|\bfree[- ]of[- ](?:charge"
    rf"|cost)\b"
    rf"|\bwithout (?:any )?(?:(?:{_KINDS}) ){{0,2}}(?:costs?|charges?|fees?)\b|\bcosts? nothing\b|\bfor free\b"
    r"|(?:(?<=\bist )|(?<= sind )|(?<= est )|(?<= sont )|(?<= es )|(?<= son )|(?<= è ))(?:kostenlos|kostenfrei"
    r"|gratuit(?:e|s|es)?|gratis|gratuito)\b",
    re.IGNORECASE,
)
_FREE = lazily(r"(?<![\w-])free(?![\w-])", re.IGNORECASE)
_COPULA = lazily(
    r"(?:\b(?:is|are|was|were|be|been|remains?|stays?|comes?|it['’]s|they['’]re|that['’]s|as|it|them|included"
    r"|available|becomes?)"
    r"(?: (?:also|always|completely|entirely|totally|really|fully|now|still|currently|100%|absolutely|forever"
    r"|both|all)){0,2}"
    r"|[\d\w]+(?:GB|MB|TB)|\b\d+ [\w-]+(?: [\w-]+)?|[:=–—-]|\bshipping|\bdelivery|\bfirst [\w ]{1,30})\s*$",
    re.IGNORECASE,
)
_NEGATED = lazily(r"\b(?:not|n['’]t|never|no longer|neither|nor|hardly)\b[\w ]{0,20}$", re.IGNORECASE)
_NO_PRICE = lazily(
    r"\b(?:feel|feels|hands?|sets?|break|breaks|breaking|get|you(?:'re| are)|users are)\s+$", re.IGNORECASE
)
_ROOM = lazily(
    r"\b(?:ports?|slots?|memory|space|disks?|threads?|locks?|names?|cpus?|cores?|workers?|hands?|blocks?|pages?"
    r"|inodes?|bytes|ram|objects?|pointers?)"
    r"(?: \S{1,12})?\s(?:is|are|was|were|be)(?: (?:still|now|already))?\s$",
    re.IGNORECASE,
)
_FOLLOWS = lazily(
    r"\s*(?:$|[.,;:!?)\]|*+\n\"”]|[-–—]\s|(?:for|on|each|every|per|until|if|when|while|with|within|and|or|but"
    r"|during|forever|above|at"
    r"|as|up to|below|through|because|since|only|so|to (?:use|try|download|start|join|get))\b)",
    re.IGNORECASE,
)
_SOFTWARE = lazily(
    r"\s*(?:,|and|or|as in|of|from|up|to)\s+(?:open|libre|speech|beer|clear|available|easy|permissive)", re.IGNORECASE
)
_SIGNS = frozenset(
    listed(
        "free cost costs charge charges fee fees "
        "kostenlos kostenfrei gratuit gratuite gratuits gratuites gratis gratuito"
    )
)
"""Every statement that something is free has one of these words."""


def read_free(text: str, context: Context) -> Iterator[tuple[int, int]]:
    """Where a price of zero is stated; not the names of free plans and trials, questions, and what is not free."""
    if _SIGNS.isdisjoint(runs(text)):
        return
    done = 0
    for m in _FREE_OR_PHRASE.finditer(text):
        start, end = m.span()
        if start < done or _asked(text, end):
            continue
        if m.lastgroup == "word" and not _priced_free(text, start, end, context):
            continue
        if m.lastgroup == "phrase" and m[0].lower().endswith("free") and not _FOLLOWS.match(text, end):
            continue
        if m.lastgroup == "phrase" and _NOT_A_PRICE.search(text, max(0, start - 60), start):
            continue
        if m.lastgroup == "phrase" and _NEGATED.search(text, max(0, start - 30), start):
            continue
        done = end
        yield start, end


_NOT_A_PRICE = lazily(r"\b(?:granted, |work(?:s|ed|ing)? |(?:my|our|your|their|'s) (?:\w+ )?work )$", re.IGNORECASE)
_FREE_OR_PHRASE = lazily(rf"(?P<phrase>{_PHRASE.pattern})|(?P<word>{_FREE.pattern})", re.IGNORECASE)


_STOP = lazily(r"[.!?|\n](?=\s|$)")


def _asked(text: str, at: int) -> bool:
    """Does the sentence go on to a question mark?"""
    stop = _STOP.search(text, at, at + 200)
    return bool(stop and stop[0] == "?")


def _priced_free(text: str, start: int, end: int, context: Context) -> bool:
    before = text[max(0, start - 60) : start]
    if context.kind == "heading":
        return False
    if context.kind == "row" and re.fullmatch(r"(?:.* \| )?", before[-200:], re.DOTALL):
        return re.match(r"\s*(?:$|[|*(,]| \|| for\b)", text[end : end + 6]) is not None
    if not before.strip():
        return bool(re.match(r"\s(?:for|on|during|until)\b", text[end:]))
    if _NO_PRICE.search(before) or _ROOM.search(before) or _NEGATED.search(before):
        return False
    if not _FOLLOWS.match(text, end) or _SOFTWARE.match(text, end):
        return False
    return bool(_COPULA.search(before))


_PERCENT = lazily(
    r"(?<![\w.,-])(?P<n>\d{1,3}(?:[.,]\d{1,4})?)(?:\s?[-–]\s?(?P<high>\d{1,3}(?:[.,]\d{1,4})?))?\s?(?:%"
    r"|percent\b|per cent\b)"
)
_OFF = lazily(
    r"\s(?:[a-z]+[- ]){0,2}(?:discounts?|off|cheaper|rebate|savings?|reduction|price|less expensive|lower price"
    r"|coupon)\b",
    re.IGNORECASE,
)
_SAVE = lazily(
    r"\b(?:sav(?:e|es|ing|ings)(?: (?:an?|extra|additional|up|to|of|another|you))*|discounts? (?:of|is|by)(?: up to)?"
    r"|reduc(?:e|es|ed|tion) (?:of|by)|(?:rabatt|remise)(?: (?:von|de))?)\s*(?:up to |about |~)?$",
    re.IGNORECASE,
)
_FEE = lazily(
    r"\s(?:[a-z]+[- ]){0,2}(?:fees?|commission|surcharge|mark-?up|royalt(?:y|ies)|cut|processing"
    r"|per (?:transaction|charge|sale|order))\b"
    r"|\s?\+\s?[$€£¥\d]",
    re.IGNORECASE,
)
_FEE_BEFORE = lazily(
    r"\b(?:fees?|commission|surcharge|mark-?up|royalty)(?: (?:of|is|at|:))?[ :]*(?:up to |about |~)?$", re.IGNORECASE
)
_SHARE = lazily(
    r"\s(?:revenue share|share of|of (?:the |your |all |net |gross |each |every )*(?:revenue|sales?|proceeds"
    r"|price|fees?|bill|invoice|amount|purchase|order|transaction))\b",
    re.IGNORECASE,
)
_CREDIT = lazily(r"\s(?:[a-z]+[- ]){0,2}credit\b", re.IGNORECASE)


def read_percents(text: str) -> Iterator[tuple[int, int, str, str]]:
    """(start, end, plain number, role) of the percentages that change a price."""
    if "%" not in text and "cent" not in text:
        return
    for m in _PERCENT.finditer(text):
        role = _role(text[max(0, m.start() - 60) : m.start()], text[m.end() : m.end() + 60])
        if role:
            number = m["n"] + (f"..{m['high']}" if m["high"] else "")
            yield m.start(), m.end(), number.replace(",", "."), role


def _role(before: str, after: str) -> str:
    if _OFF.match(after) or _SAVE.search(before) or _CREDIT.match(after):
        return "discount"
    if _FEE.match(after) or _FEE_BEFORE.search(before):
        return "price"
    return "share" if _SHARE.match(after) else ""
