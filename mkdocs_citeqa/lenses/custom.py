"""A site's own lenses, as mkdocs.yml gives them:

    lenses:
      - name: ports
        words: [port, ports, which port]
        pattern: '\\bports? (?P<value>\\d{2,5})\\b'
        normalise: number

`words` are the words and phrases of a question that choose it. What `pattern`, a regular expression, finds in a
sentence, a table row or a heading is a finding: the group `value`, else the first group, else the whole match is what
is shown, and its text is the key that makes two mentions one figure. Further named groups are shown beside it.
`normalise` makes more spellings one: `lower` takes case away, `number` reads a number ("1,000" is 1000).

A pattern must be safe on any text: see `patterns` for what is refused and why.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mkdocs_citeqa.errors import LensError
from mkdocs_citeqa.lenses.finding import Context, Finding
from mkdocs_citeqa.lenses.numerals import NUMBER, decimal, plain
from mkdocs_citeqa.lenses.patterns import LONGEST, Unsafe, check
from mkdocs_citeqa.lenses.subject import about, content, is_history
from mkdocs_citeqa.sentences import sentences

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_KEYS = ("name", "words", "pattern", "normalise")
_NORMALISE = ("", "lower", "number")
_OURS = frozenset({"basis", "at", "scope", "sure"})


@dataclass(frozen=True, slots=True)
class Custom:
    """A lens made of a pattern."""

    name: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    normalise: str = ""

    def read(self, text: str, context: Context) -> Iterator[Finding]:
        """All matches in one block's text, in order."""
        if context.kind == "code":
            return
        for first, last in _pieces(text, context):
            for m in self.pattern.finditer(text, first, last):
                if m[self._group(m)]:
                    yield self._finding(text, m, context)

    def _group(self, m: re.Match[str]) -> int | str:
        if "value" in m.re.groupindex:
            return "value"
        return 1 if m.re.groups else 0

    def _finding(self, text: str, m: re.Match[str], context: Context) -> Finding:
        start, end = m.span(self._group(m))
        subject = about(text, start, end, context, frozenset(word.text for word in content(m[0])))
        named = {name: value for name, value in m.groupdict().items() if name not in ("value", *_OURS)}
        value: dict[str, Any] = {**named, "scope": subject.scope, "sure": subject.sure}
        if not is_history(context):
            value["basis"] = self.name
        return Finding(start, end, self._key(text[start:end]), value, subject.words)

    def _key(self, text: str) -> str:
        key = " ".join(text.split())
        number = re.search(NUMBER, key) if self.normalise == "number" else None
        if number:
            return plain(decimal(number[0]))
        return key.lower() if self.normalise else key


def _pieces(text: str, context: Context) -> Iterator[tuple[int, int]]:
    """The sentences of a text, the whole of a row; each at most LONGEST."""
    for first, last in [(0, len(text))] if context.kind == "row" else sentences(text):
        for start in range(first, last, LONGEST):
            yield start, min(start + LONGEST, last)


def custom_lenses(options: Iterable[Any], taken: Iterable[str]) -> tuple[Custom, ...]:
    """The lenses of an option `lenses`, beside those whose names are `taken`; LensError says what is wrong."""
    names, made = set(taken), []
    for number, given in enumerate(options, 1):
        lens = _lens(given, number)
        if lens.name in names:
            raise LensError(f'lens "{lens.name}": there is a lens of this name already; give it another one')
        names.add(lens.name)
        made.append(lens)
    return tuple(made)


def _lens(given: Any, number: int) -> Custom:
    if not isinstance(given, Mapping):
        raise LensError(f"lens {number}: give it a name, words and a pattern")
    name = given.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise LensError(f"lens {number}: its name must be a short word in lower case, not {name!r}")
    if unknown := [key for key in given if key not in _KEYS]:
        raise LensError(f'lens "{name}": unknown key {unknown[0]!r}; it has {", ".join(_KEYS)}')
    normalise = given.get("normalise") or ""
    if normalise not in _NORMALISE:
        raise LensError(f'lens "{name}": normalise is lower or number, not {normalise!r}')
    return Custom(name, _words(name, given.get("words")), _compiled(name, given.get("pattern")), normalise)


def _words(name: str, given: Any) -> tuple[str, ...]:
    listed: Sequence[Any] = [given] if isinstance(given, str) else given or ()
    if not isinstance(listed, Sequence) or not listed or not all(isinstance(w, str) and w.strip() for w in listed):
        raise LensError(f'lens "{name}": list the words and phrases of a question that choose it under "words"')
    return tuple(" ".join(word.lower().split()) for word in listed)


def _compiled(name: str, given: Any) -> re.Pattern[str]:
    if not isinstance(given, str) or not given:
        raise LensError(f'lens "{name}": give it a regular expression as "pattern"')
    try:
        check(given)
        compiled = re.compile(given)
    except re.error as error:
        raise LensError(f'lens "{name}": its pattern is no regular expression: {error}') from None
    except Unsafe as error:
        raise LensError(f'lens "{name}": its pattern could take too long on some texts: {error}') from None
    if compiled.match("") is not None:
        raise LensError(f'lens "{name}": its pattern matches the empty text; say what must be there')
    return compiled
