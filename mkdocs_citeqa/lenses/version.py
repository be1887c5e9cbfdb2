"""Versions: which release of what is required, supported, used by default, or meant.

The key is product, operator and number ("Python >=3.9", "Docker 29.0"). Beside it in `value`: `product`, `version`,
`constraint` (ge, gt, le, lt, eq, compat), `kind` (requirement, supported, default, compat, release, deprecated-in,
removal-in, …). Names of protocols, licences and standards that hold a number are no versions, nor are examples.

Only bounds and defaults contradict each other: a list of supported releases on one page may be longer on another.
"""

import re
from collections.abc import Iterator
from typing import Any

from mkdocs_citeqa.lenses.finding import Context, Finding
from mkdocs_citeqa.lenses.hints import has_digit
from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.releases import Release, interval, read_releases
from mkdocs_citeqa.lenses.subject import Subject, about, content, is_history, of_title
from mkdocs_citeqa.lenses.vocabulary import listed
from mkdocs_citeqa.sentences import sentences

name = "version"
words = (
    "which version", "what version", "which versions", "what versions", "minimum version", "which python",
    "what python", "python version", "python versions", "which node", "node version", "which java", "java version",
    "which php", "php version", "which ruby", "which browser", "which browsers", "compatible with", "compatibility",
    "requirements", "prerequisites", "supported versions", "latest version", "oldest version", "which release",
    "welche version", "quelle version", "qué versión",
)  # fmt: skip

_OPERATOR = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<", "eq": "", "compat": "~"}
_SIDE = {"ge": "least", "gt": "least", "le": "most", "lt": "most"}
_VERSIONED = lazily(
    r"\b(?:versions?|releases?|deprecated|remov\w+|since|supported|requires?d?|introduced|added|default"
    r"|min(?:imum)?)\b",
    re.IGNORECASE,
)
_VERSION_COLUMN = lazily(r"\b(?:versions?|releases?)\b", re.IGNORECASE)
_EXAMPLE = lazily(r"\b(?:e\.g\.|for example|example|for instance|such as)[^;)]{0,80}$", re.IGNORECASE)
_DROP = frozenset(listed("version versions release releases later newer higher lower older above requires latest api"))


def read(text: str, context: Context) -> Iterator[Finding]:
    """All versions of one block, in order."""
    if context.kind == "code" or not has_digit(text):
        return
    if context.kind == "row":
        yield from _in_row(text, context)
        return
    bare = re.fullmatch(r"[vV]?\d{1,4}(?:\.\d+){0,3}(?:\.x)?", text.strip())
    loose = context.kind == "item" and bool(bare and _VERSION_COLUMN.search(f"{context.lead} {context.heading}"))
    for release in read_releases(text, loose=loose):
        if not _EXAMPLE.search(text[max(0, release.start - 100) : release.start]):
            yield _finding(text, release, context, f"{context.lead} " if loose else "")


def _in_row(text: str, context: Context) -> Iterator[Finding]:
    """Versions in cells; a bare one where the column's head or the row's label speaks of versions."""
    cells, heads, at = text.split(" | "), context.head.split(" | ") if context.head else [], 0
    for place, cell in enumerate(cells):
        head = heads[place] if place < len(heads) else ""
        label = f"{head} {cells[0] if place else ''}"
        bare = re.fullmatch(r"[vV]?\d{1,4}(?:\.(?:\d+|x|\*)){1,3}[*+]{0,2}", cell.strip())
        loose = bool(_VERSION_COLUMN.search(label)) or bool(bare and (_VERSIONED.search(label) or "x" in cell))
        for r in read_releases(cell, loose=loose):
            moved = Release(r.start + at, r.end + at, r.number, r.constraint, r.product)
            yield _finding(text, moved, context, label)
        at += len(cell) + 3


def _finding(text: str, release: Release, context: Context, label: str) -> Finding:
    kind = _kind(text, release, label)
    product = release.product or _named(label)
    key = f"{product} {_OPERATOR[release.constraint]}{release.number}".strip()
    subject = _subject(text, release, product, context)
    value: dict[str, Any] = {
        "product": product or None, "version": release.number, "constraint": release.constraint, "kind": kind,
        "scope": subject.scope, "sure": subject.sure,
    }  # fmt: skip
    basis = _basis(kind, release.constraint)
    if basis and product and not is_history(context):
        value |= {"basis": basis, "at": interval(release.number)}
    return Finding(release.start, release.end, key, value, subject.words)


def _named(label: str) -> str:
    """The product that a list's introduction names: "supported major versions for PostgreSQL"."""
    m = re.search(r"\bversions? (?:for|of) ([A-Z][\w.+-]*)", label)
    return m[1].rstrip(".") if m else ""


def _basis(kind: str, constraint: str) -> str:
    if kind in ("requirement", "supported", "compat") and constraint in _SIDE:
        return _SIDE[constraint]
    if kind == "requirement" and constraint == "eq":
        return "exactly"
    return "default" if kind == "default" and constraint == "eq" else ""


_REQUIRED = lazily(
    r"\b(?:requires?|required|need(?:s|ed)?|must|minimum|at least|prerequisites?|you['’]ll need|earliest)\b",
    re.IGNORECASE,
)
_KINDS = (
    ("removal-in", lazily(r"\bremov\w*\b", re.IGNORECASE)),
    ("deprecated-in", lazily(r"\bdeprecat\w*\b", re.IGNORECASE)),
    ("requirement", _REQUIRED),
    ("default", lazily(r"\bdefaults?\b", re.IGNORECASE)),
    ("supported", lazily(r"\bsupport(?:s|ed|ing)?\b", re.IGNORECASE)),
)


def _kind(text: str, release: Release, label: str) -> str:
    """From the column's head, else from the words of the sentence before the version."""
    for kind, pattern in _KINDS:
        if label and pattern.search(label):
            return kind
    low = max(0, release.start - 160)
    near = text[low : release.end + 60]
    first, last = next(((a, b) for a, b in sentences(near) if b > release.start - low), (0, len(near)))
    sentence = near[first:last]
    if release.constraint in _SIDE and (
        _REQUIRED.search(sentence) or re.search(r"\bworks? (?:with|on)\b|\bruns? on\b", sentence)
    ):
        return "requirement"
    if re.search(r"\bsupport(?:s|ed)\b", sentence, re.IGNORECASE) and release.constraint in _SIDE:
        return "supported"
    if _REQUIRED.search(near[first : release.start - low]):
        return "requirement"
    if re.search(r"\bby default|\bdefault (?:is|version)", sentence, re.IGNORECASE) and release.constraint == "eq":
        return "default" if not re.search(r"\bsince|\benabled|\bdisabl", sentence) else "release"
    return "compat" if release.constraint in _SIDE else "release"


_GENERAL = lazily(
    r"\b(?:install\w*|requirements?|prerequisites?|getting started|quick ?start|overview|introduction|set ?up"
    r"|setup|compatib\w+|support(?:ed)?"
    r"|faq|home|index|readme|upgrad\w+|troubleshooting|before you (?:begin|start)|dependencies|versions?"
    r"|changelog|about|start|welcome)\b",
    re.IGNORECASE,
)


def _subject(text: str, release: Release, product: str, context: Context) -> Subject:
    """The product and what needs it: the thing the sentence names, else the section's, unless that is a general one."""
    named = frozenset(word.text for word in content(product))
    inner = Context(kind=context.kind, head=context.head)
    thing = about(text, release.start, release.end, inner, _DROP | named)
    own = {word for word in thing.words.split(" ") if word}
    place = context.heading or context.title
    if not own and not _GENERAL.search(place):
        own = {word.text for word in of_title(place)} - named
    scope = " ".join(sorted({word.text for word in of_title(place)}))
    return Subject(" ".join(sorted(own | named)), scope, 2 if named else 0)
