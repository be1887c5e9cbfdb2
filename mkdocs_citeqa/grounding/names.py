"""text -> the names in it, and whether they stand in another text.

Names are code, flags, identifiers, paths, addresses, quoted words and proper names.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

FENCE = re.compile(r"^(`{3,}|~{3,})[^\n]*\n(.*?)(?:^\1[ \t]*$|\Z)", re.M | re.S)
CODE = re.compile(r"(?<!`)(`{1,2})(?!`)((?:(?!\1).)+)\1(?!`)", re.S)
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>\"'`)\]]+|\b[\w.+-]+@[\w-]+\.[\w.-]*\w|\bwww\.[\w.-]+\w", re.I)
_QUOTED = re.compile(
    r'"([^"\n]{1,200})"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«\s?([^»\n]{1,200}?)\s?»|‘([^’\n]{2,200})’(?!\w)'
)
_FLAG = re.compile(r"(?<![\w-])(?:--[A-Za-z][\w-]*(?:=[^\s,;)]*[\w/])?|-[A-Za-z](?=[\s,.;)]|$))")
_PATH = re.compile(
    r"(?<![\w.:/})\]>-])(?:(?:~|\.{1,2})?/[\w.@%+/-]*[\w/]|[\w.-]+(?:/[\w.-]+)*/[\w-]+\.[A-Za-z]\w{0,7}\b)"
)
_WORD = re.compile(r"[\w$][\w.:$-]*(?:\(\))?", re.UNICODE)
_IDENTIFIER = re.compile(
    r"\w*[A-Za-z]\w*_\w+|_\w+|[A-Za-z_]\w*(?:(?:\.|::)\w+)+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]*\w*"
    r"|[A-Za-z]+-?\d[\w.-]*|\d+[A-Za-z]+\d\w*|\$\w+|[A-Za-z]\w*(?:\(\))"
)
_ABBREVIATIONS = frozenset({"e.g", "i.e", "a.m", "p.m", "u.s", "z.b", "d.h", "vs"})
_GENERIC = frozenset(
    "API URL UI CLI ID OK FAQ CPU RAM OS CI PR SDK IDE VM GUI AND OR NOT NO YES UTC AM PM EU US UK USD EUR GBP".split()  # noqa: SIM905
)
"""Abbreviations that any text may use for what another text spells out."""
_QUANTITY = re.compile(r"v?\d[\d.,]*(?:[A-Za-z%µ]{0,4}|[A-Za-z]{1,4}/s)?|Q[1-4]", re.I)
_LINKING = frozenset("to is be the of as set equals at with value a an auf ist".split())  # noqa: SIM905
_SMALL_HOURS = re.compile(r"\d{1,2}(?:[ap]m|h\d\d)", re.I)


class Name(NamedTuple):
    """A name that a text uses."""

    start: int
    end: int
    text: str
    kind: str
    """code, line (of a fenced block), url, quoted, flag, path, identifier or proper."""


def names(text: str, language: str = "en") -> list[Name]:
    """All names of a text in Markdown, in order; each stretch is one name, the widest kind first."""
    found: list[Name] = []
    for name in _candidates(text, language):
        if not any(name.start < other.end and other.start < name.end for other in found if other.kind != "line"):
            found.append(name)
    return sorted(found)


def prose(text: str) -> str:
    """The same text, as long, with code blanked out and the marks of inline code gone."""
    text = FENCE.sub(lambda match: _blank(match[0]), text)
    return CODE.sub(lambda m: m[0].replace("`", " ") if _QUANTITY.fullmatch(m[2].strip()) else _blank(m[0]), text)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _candidates(text: str, language: str) -> Iterator[Name]:
    for fence in FENCE.finditer(text):
        at = fence.start(2)
        for line in fence[2].splitlines(keepends=True):
            if line.strip():
                yield Name(at, at + len(line), line.strip(), "line")
            at += len(line)
    rest = FENCE.sub(lambda match: _blank(match[0]), text)
    for code in CODE.finditer(rest):
        if not _QUANTITY.fullmatch(code[2].strip()):
            yield Name(code.start(), code.end(), code[2].strip(), "code")
    rest = prose(text)
    for kind, pattern in (("url", _URL), ("quoted", _QUOTED), ("flag", _FLAG), ("path", _PATH)):
        for match in pattern.finditer(rest):
            inner = next((group for group in match.groups() if group), match[0])
            yield Name(match.start(), match.end(), inner.rstrip(".,;:!?"), kind)
    yield from _words(rest, language)


def _words(rest: str, language: str) -> Iterator[Name]:
    for match in _WORD.finditer(rest):
        word = match[0].rstrip(".:-$")
        if _is_identifier(word):
            yield Name(match.start(), match.start() + len(word), word, "identifier")
        elif language[:2] not in ("de", "lb") and _is_proper(word, rest, match.start()):
            yield Name(match.start(), match.start() + len(word), word, "proper")


def _is_identifier(word: str) -> bool:
    bare = word.removesuffix("s") if word[:-1].isupper() else word
    if word.lower() in _ABBREVIATIONS or bare in _GENERIC or _QUANTITY.fullmatch(word) or _SMALL_HOURS.fullmatch(word):
        return False
    return bool(_IDENTIFIER.fullmatch(word))


def _is_proper(word: str, text: str, start: int) -> bool:
    """A capital inside a sentence: a product, a plan, a person."""
    before = text[:start].rstrip(" \"'“‘(*_")
    opens = not before or before[-1] in ".!?:;\n>|•-–—…"
    return len(word) > 1 and word[0].isupper() and word[1:].islower() and not opens and word not in ("I", "It")


def stands(name: Name, lines: str) -> bool:
    """Does this name stand in these lines?"""
    if name.kind == "proper":
        return _ignoring_case(name.text.removesuffix("s").removesuffix("'"), lines)
    if name.kind == "quoted":
        return _ignoring_case(name.text, lines)
    if name.kind == "identifier" and name.text.rstrip("s").isupper() and name.text.rstrip("s").isalpha():
        return _ignoring_case(name.text.rstrip("s"), lines)
    return _verbatim(name.text, lines) or (name.kind == "code" and _as_setting(name.text, lines))


def _ignoring_case(text: str, lines: str) -> bool:
    return flat(text).casefold().rstrip(".,;:!?") in flat(lines).casefold()


def flat(text: str) -> str:
    """One space for any white space, straight quotation marks, no marks of code and no shell prompts."""
    text = re.sub(r"^\s*(?:\$|>>>|>|#)\s+(?=\S)", "", text, flags=re.M)
    text = text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x60: None, 0x2011: "-"})
    return re.sub(r"\s+", " ", text).strip()


def _verbatim(text: str, lines: str) -> bool:
    """As it is, from edge to edge: no name is a piece of a longer one."""
    wanted, there = flat(text), flat(lines)
    wanted = re.sub(r"\(\)$", "", wanted) or wanted
    unquoted = wanted.strip("\"'")
    return any(_at_edges(option, there) for option in {wanted, unquoted} if option)


def _at_edges(wanted: str, there: str) -> bool:
    at = there.find(wanted)
    while at >= 0:
        if _opens(wanted, there[:at]) and _closes(wanted, there[at + len(wanted) :]):
            return True
        at = there.find(wanted, at + 1)
    return False


def _opens(wanted: str, before: str) -> bool:
    if wanted[0] in "/~":
        return not re.search(r"[\w~.}-]$", before) or bool(re.search(r"://[^\s/]+$", before))
    if wanted[0].isalnum() or wanted[0] in "_-":
        return not re.search(r"[\w-]$", before) and not (wanted[0].isdigit() and re.search(r"\d[.,]$", before))
    return True


def _closes(wanted: str, after: str) -> bool:
    if not (wanted[-1].isalnum() or wanted[-1] in "_-"):
        return True
    if re.match(r"[\w-]", after) and not re.match(r"-(?:\W|$)", after):
        return False
    tail = re.match(r"([./:=@+])[\w]", after)
    if not tail:
        return True
    whole = " " in wanted or "=" in wanted or (tail[1] == "." and ("." in wanted or wanted[-1].isdigit()))
    return tail[1] in ":=" and not re.search(r"\d$", wanted) if whole else True


def _as_setting(text: str, lines: str) -> bool:
    """`retries: 5` where the lines say "Set retries to 5": its words in order, and only linking words between."""
    parts = re.split(r"\s*[:=]\s*|\s+", text.strip())
    if not (1 < len(parts) <= 3) or not re.search(r"[:=]", text):
        return False
    gap = rf"(?:\W+(?:{'|'.join(_LINKING)}))*\W+"
    return bool(re.search(rf"(?<![\w-]){gap.join(map(re.escape, parts))}(?![\w-])(?!\.\d)", flat(lines)))
