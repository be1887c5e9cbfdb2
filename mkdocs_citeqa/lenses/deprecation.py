"""Deprecations: what is deprecated, planned to go, removed, discontinued or out of support, and since which release.

The key is status and release ("removed 6.0"). Beside it in `value`: `status` (deprecated, disabled-by-default,
planned-removal, removed, discontinued, unsupported, end-of-life), `since`, `removal`. A table row with a cell for
the status is one mention. To be deprecated in one release and removed in another are two milestones; two releases of
a removal contradict each other, and so do "removed" and "will be removed".
"""

import re
from collections.abc import Iterator
from typing import Any

from mkdocs_citeqa.lenses.finding import Context, Finding, within
from mkdocs_citeqa.lenses.hints import runs
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.releases import interval
from mkdocs_citeqa.lenses.subject import Subject, about, content, is_history
from mkdocs_citeqa.lenses.vocabulary import listed

name = "deprecation"
words = (
    "deprecated", "deprecation", "deprecations", "been removed", "be removed", "was removed", "is removed",
    "removed in", "removal", "still supported", "no longer supported", "unsupported", "discontinued", "end of life",
    "end-of-life", "eol", "sunset", "go away", "goes away", "still use", "still work", "still works",
    "still available", "obsolete", "retired", "veraltet", "obsolète",
)  # fmt: skip

_MONTHS = r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_OF_TIME = r"days?|weeks?|months?|years?|hours?|minutes?|seconds?|items?"
_RELEASE = (
    r"(?:,? (?:in|since|as of|from|with|starting (?:with|from)))?"
    rf"(?: (?:the )?(?:(?!(?:{_MONTHS}))(?-i:[A-Z])[\w.-]* ){{0,3}}?(?:releases?|versions?)?)?[ :*]{{0,6}}"
    rf"(?P<NAME>v?\d+(?:\.\d+){{0,3}}(?:\.x)?)(?![\w%]|[.,/-]\d| ?(?:{_OF_TIME}))"
)
_WILL = r"(?:will|would|shall|going to|is to|are to|to) (?:also )?(?:be|get) (?:completely |entirely |fully )?"
_ADVERB = r"(?: (?:completely|entirely|altogether|permanently|fully|also|now|officially|since|formally)){0,2}"
_STATES: tuple[tuple[str, str], ...] = (
    (
        "planned-removal",
        rf"(?:target(?:ed)? (?:for|to) removal|(?:scheduled|planned|slated) (?:for removal|to be removed)"
        rf"|{_WILL}(?:removed|retired)|removal (?:is )?planned|(?:we )?plan to remove)",
    ),
    ("disabled-by-default", r"disabled by default"),
    ("removed", rf"removed{_ADVERB}"),
    ("deprecated", r"(?<!-)deprecated(?! (?:fields?|warnings?|messages?)\b)|\bdeprecates"),
    (
        "discontinued",
        r"discontinued|phased out|sunset(?:ted|ting)?|no longer (?:offers?|offered|sells?|sold|available)|retired",
    ),
    (
        "unsupported",
        r"(?:is |are |now )?no longer supported|(?:is|are) now unsupported|\(unsupported\)|drop(?:s|ped"
        r"|ping)? support|support (?:was|has been|is) dropped|not supported any ?more",
    ),
    ("end-of-life", r"(?:reach(?:ed|es)? )?(?:end[ -]of[ -]life|EOL)(?! versions?\b)"),
)


def _stated(number: int, pattern: str) -> str:
    """A status and, where it follows, its release, as groups with this number."""
    return rf"(?P<s{number}>(?<![\w-])(?:{pattern})(?![\w-]))(?:{_RELEASE.replace('NAME', f'r{number}')})?"


_STATUS = lazily("|".join(_stated(i, pattern) for i, (_, pattern) in enumerate(_STATES)), re.IGNORECASE)
_ALONE = lazily(
    r"\s*[*(\[]*(deprecated|removed|discontinued|unsupported|retired|sunset|end[ -]of[ -]life|eol|obsolete"
    r"|legacy)[*)\]]*\s*",
    re.IGNORECASE,
)
_NAMES = {
    "retired": "discontinued",
    "sunset": "discontinued",
    "eol": "end-of-life",
    "end of life": "end-of-life",
    "obsolete": "deprecated",
    "legacy": "deprecated",
}
_CELL_RELEASE = lazily(r"\s*(v?\d+(?:\.\d+){0,3}(?:\.x)?)\s*")
_DROP = frozenset(listed("release releases deprecation legacy old new target removal"))
_END = ("removed", "planned-removal")
_SIGNS = frozenset(
    listed(
        "removal removed remove retired disabled deprecated deprecates discontinued phased sunset sunsetted sunsetting "
        "longer unsupported supported support life eol obsolete legacy"
    )
)
"""Every statement has one of these words."""


def read(text: str, context: Context) -> Iterator[Finding]:
    """All deprecations of one block, in order."""
    if context.kind == "code" or _SIGNS.isdisjoint(runs(text)):
        return
    if context.kind == "row" and (row := _of_row(text, context)):
        yield row
        return
    for m in _STATUS.finditer(text):
        place = int((m.lastgroup or "s0")[1:])
        status, release = _STATES[place][0], m[f"r{place}"] or ""
        if within(context.code, *m.span()) or (status in _END and not _is_removal(text, m, status, release, context)):
            continue
        if status == "deprecated" and re.match(r"[_=]|\w", text[m.end() : m.end() + 1]):
            continue
        end = m.end(f"r{place}") if release else m.end(f"s{place}")
        start = m.start() + len(m[0]) - len(m[0].lstrip())
        yield _finding(text, start, end, status, release.lstrip("vV"), context)
    named = re.search(r"\b(unsupported|obsolete)\b", text, re.IGNORECASE) if context.kind == "heading" else None
    if named and not _STATUS.search(text):
        yield _finding(
            text,
            named.start(),
            named.end(),
            "unsupported" if named[1].lower() == "unsupported" else "deprecated",
            "",
            context,
        )


_OF_A_PRODUCT = lazily(
    r"\b(?:deprecat\w+|support|flags?|options?|commands?|fields?|features?|apis?|endpoints?|drivers?|plugins?"
    r"|versions?|releases?)\b",
    re.IGNORECASE,
)


def _is_removal(text: str, m: re.Match[str], status: str, release: str, context: Context) -> bool:
    """To be removed tells of a product only with a release or beside a part of one: files are removed every day."""
    if release or context.kind == "heading":
        return True
    perfect = re.search(r"\b(?:has|have) been$", text[max(0, m.start() - 12) : m.start()].rstrip(), re.IGNORECASE)
    if status == "removed" and perfect is None:
        return False
    return bool(_OF_A_PRODUCT.search(text, max(0, m.start() - 120), m.end() + 60))


def _of_row(text: str, context: Context) -> Finding | None:
    """One mention for a row with a status cell, anchored on it."""
    cells, heads, at = text.split(" | "), context.head.split(" | ") if context.head else [], 0
    for place, cell in enumerate(cells):
        m = _ALONE.fullmatch(cell)
        if m:
            status = _NAMES.get(m[1].lower(), m[1].lower())
            named = next(
                (c for i, c in enumerate(cells) if i != place and not _CELL_RELEASE.fullmatch(c) and len(c) > 1), ""
            )
            since, removal = _column(cells, heads, "deprecat|since"), _column(cells, heads, "remov")
            words = " ".join(sorted({w.text for w in content(named, _DROP)})) or named.lower()
            scope = " ".join(sorted({w.text for w in content(context.heading)}))
            return _of(at + m.start(1), at + m.end(1), status, since, removal, Subject(words, scope, 2))
        at += len(cell) + 3
    return None


def _column(cells: list[str], heads: list[str], pattern: str) -> str:
    for head, cell in zip(heads, cells, strict=False):
        m = _CELL_RELEASE.fullmatch(cell)
        if m and re.search(pattern, head, re.IGNORECASE):
            return m[1].lstrip("vV")
    return ""


def _finding(text: str, start: int, end: int, status: str, release: str, context: Context) -> Finding:
    subject = about(text, start, end, context, _DROP)
    since, removal = ("", release) if status in _END else (release, "")
    return _of(start, end, status, since, removal, subject, lasting=not is_history(context))


def _of(
    start: int, end: int, status: str, since: str, removal: str, subject: Subject, *, lasting: bool = True
) -> Finding:
    release = removal if status in _END else since
    value: dict[str, Any] = {
        "status": status, "since": since or None, "removal": removal or None,
        "scope": subject.scope, "sure": subject.sure,
    }  # fmt: skip
    if status in _END and lasting:
        value |= {"basis": "end", "at": _at(status, release)}
    elif status == "deprecated" and since and lasting:
        value |= {"basis": "since", "at": interval(since)}
    return Finding(start, end, f"{status} {release}".strip(), value, subject.words)


_FAR = 1e13
"""Beyond all releases: what is still to be removed never agrees with what is removed."""


def _at(status: str, release: str) -> list[float | None]:
    low, high = interval(release) if release else (0.0, _FAR / 10)
    offset = _FAR if status == "planned-removal" else 0.0
    return [(low or 0) + offset, (high or 0) + offset]
