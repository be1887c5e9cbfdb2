"""text -> which of its words it affirms and which it negates; and whether a statement turns one of them around.

Every clause is read on its own. Words after a negator (`not`, `no`, `without`) are negated to the end of the clause,
words before it are open: in "support is not part of it" nothing is said of support by itself. A second negator turns
back what follows it ("cannot run without Redis" affirms Redis and leaves `run` open). A word that says the opposite of
another (`disabled`, `optional`) counts as that other, negated.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from mkdocs_citeqa.analysis import fold
from mkdocs_citeqa.stems import stem
from mkdocs_citeqa.words import stopwords

NEGATORS: dict[str, str] = {
    "en": "not no never none nobody nothing neither nor without unless cannot hardly lacks lacking unable prevent "
    "prevents prevented avoid avoids refuse refuses refused",
    "de": "nicht kein keine keinen keiner keines keinem nie niemals ohne weder noch nirgends",
    "fr": "pas jamais sans aucun aucune ni rien",
    "es": "no nunca sin ningún ninguna ninguno nada tampoco ni jamás",
    "it": "non mai senza nessun nessuna nessuno né niente",
    "pt": "não nunca sem nenhum nenhuma nem nada jamais",
    "nl": "niet geen nooit zonder noch",
}
"""Words that negate what follows them, by language."""
_REWRITES = [
    (re.compile(pattern, re.I), words)
    for pattern, words in (
        (r"n['’]t\b", " not"),
        (r"\bcannot\b", "can not"),
        (r"\bnot (?:only|just|merely|simply)\b|\bwhether or not\b|\bnicht nur\b|\bno solo\b|\bpas seulement\b", " "),
        (
            r"\b(?:no|not) (?:more|fewer|less|later|longer|earlier|larger|greater|higher|lower|smaller|shorter) than\b",
            " ",
        ),
        (r"\bnot exceed\b", "limit"),
        (r"\bno longer\b", "not"),
        (r"(?:^|(?<=[.!?]\s))(?:no|nein|non)\b[,.:!—–-]\s*", ""),
        (r"\b(?:fails?|failed) to\b|\bstops? (?=\w+ing\b)|\b(?:stopped|instead of|rather than)\b", "not "),
        (r"\b(?:turn|switch)(?:s|ed|es|ing)? (?:it |them )?off\b|\b(is|are|was|be|stays?) off\b", r"\1 disabled"),
        (
            r"\b(?:turn|switch)(?:s|ed|es|ing)? (?:it |them )?on\b|\b(is|are|was|be|stays?) on(?= by| for all|[.,;]|$)",
            r"\1 enabled",
        ),
        (r"\bread-only\b", "not writable"),
        (r"\bnothing to do\b", "idle"),
        (r"\bby hand\b", "manually"),
        (r"\b(?:is|are) (?:missing|absent)\b", "do not exist"),
    )
]
_OPPOSITES = """
disable:enable unsupported:supported optional:required unnecessary:required unneeded:required exclude:include
deny:allow denies:allow denied:allow forbid:allow forbidden:allow prohibit:allow disallow:allow reject:accept
invalid:valid unencrypted:encrypted asynchronous:synchronous async:sync false:true private:public unavailable:available
impossible:possible inactive:active invisible:visible hidden:visible offline:online
manual:automatic manually:automatically
descending:ascending fail:succeed failure:success decrease:increase unsafe:safe insecure:secure incompatible:compatible
unlocked:locked unauthenticated:authenticated disconnect:connect uninstall:install undo:do untrusted:trusted
nicht-öffentlich:öffentlich deaktivieren:aktivieren deaktiviert:aktiviert privat:öffentlich ungültig:gültig
optionales:erforderlich unmöglich:möglich
"""
_SAME = "need:required needs:required needed:required necessary:required mandatory:required compulsory:required"
_OBJECTS = frozenset({"nothing", "none", "nobody", "nichts", "nada", "rien", "niente"})
_STOP_MORE = frozenset(
    """
    can could may might must shall should will would also still even yet you it after before during
    """.split()  # noqa: SIM905  as the lists above
)
_ALSO_NEGATIVE = re.compile(
    r"\b(?:only|instead|except|fail\w*|prevent\w*|avoid\w*|stop\w*|ignor\w+|skip\w*|block\w*|refus\w+|lack\w*|missing|until|"
    r"unless|limit\w*|max\w*|at most|nothing|idle|inactive|empty|different|separate|nur|erst|seul\w*|solo|solamente)\b",
    re.I,
)
_BREAKS = re.compile(
    r"[.;:!?…\n—–()]|\s-\s|\b(?:but|because|so|when|if|while|although|though|which|that|who|where|once|otherwise|except|"
    r"aber|sondern|weil|wenn|denn|dass|mais|parce que|quand|pero|porque|cuando)\b"
    r"|\b(?P<and>and|und|et|y)\s(?=(?:then\s)?(?:is|are|was|will|can|must|should|has|have|do|does|a|an|the|it|they|you|we|no|not|"
    r"never|each|every|ist|sind|wird|werden|kein\w*|nicht)\b)"
    r"|,(?!\s(?:[\w-]+\s){0,2}[\w-]+(?:,| or\b| nor\b| and\b| oder\b))|\b(?P<until>until|unless|bis)\b",
    re.I,
)
_WORD = re.compile(r"[^\W_]+(?:[-_.][^\W_]+)*")


@dataclass(slots=True)
class Clause:
    """The stems of one clause."""

    affirmed: set[str] = field(default_factory=set)
    negated: set[str] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    surfaces: dict[str, str] = field(default_factory=dict)
    """Stem -> the word as it is written."""
    explicit: bool = False
    """A negator stands in it, not only a word of opposite sense."""

    @property
    def focus(self) -> str:
        """The word right after the negator."""
        return next((name for name in self.surfaces if name in self.negated), "")


def turned(statement: str, lines: str, language: str = "en") -> list[str]:
    """Words that the statement negates and the lines don't, or the reverse; empty when they agree."""
    there = clauses(lines, language)
    affirmed = set[str]().union(*(clause.affirmed for clause in there))
    negated = set[str]().union(*(clause.negated for clause in there))
    undecided = set[str]().union(*(clause.open for clause in there)) | (affirmed & negated)
    found: list[str] = []
    here = clauses(statement, language)
    kept = set[str]().union(*(clause.negated for clause in here))
    for clause in here:
        if not clause.negated.isdisjoint(negated | undecided):
            continue
        losing = (other for other in there if other.focus not in kept)
        dropped = {word for other in losing for word in _touched(other, clause.affirmed, undecided)}
        added = set() if clause.open & negated else _touched(clause, affirmed, undecided)
        found += sorted(clause.surfaces[name] for name in dropped | added)
        if (
            clause.explicit
            and not any(other.explicit for other in there)
            and not negated
            and not _ALSO_NEGATIVE.search(lines)
        ):
            found += ["not"]
    return list(dict.fromkeys(found))


def _touched(clause: Clause, affirmed: set[str], undecided: set[str]) -> set[str]:
    """What a clause negates and the other side affirms: the word right after the negator, or all of several others.

    "may read, but not edit pages" says nothing against reading pages. A word that the lines both affirm and negate
    tells nothing by itself, but does together with all that is negated with it.
    """
    if not clause.negated:
        return set()
    focus, *others = (name for name in clause.surfaces if name in clause.negated)
    if focus in affirmed and (focus not in undecided or (others and affirmed.issuperset(others))):
        return clause.negated & affirmed
    return set(others) if len(others) > 1 and (affirmed - undecided).issuperset(others) else set()


def clauses(text: str, language: str = "en") -> list[Clause]:
    """The clauses of a text that say anything."""
    return [clause for clause in _clauses(text, language.split("-")[0].lower()) if clause.surfaces]


def _clauses(text: str, language: str) -> Iterator[Clause]:
    for pattern, words in _REWRITES:
        text = pattern.sub(words, text)
    start, before, unless = 0, Clause(), False
    for end, mark in [*((m.start(), m) for m in _BREAKS.finditer(text)), (len(text), None)]:
        clause = _clause(text[start:end], language)
        if mark is not None and mark["until"] and clause.explicit:
            clause.open |= clause.negated
            clause.negated = set()
        if unless and not before.explicit:
            clause.open |= clause.affirmed | clause.negated
            clause.affirmed, clause.negated = set(), set()
        if clause.focus in _absent(language):
            before.open |= before.affirmed  # "is planned and does not exist yet": the subject stands before
            before.affirmed = set()
        yield clause
        if mark is not None:
            start, before = mark.end(), clause
            unless = (mark["until"] or "").lower() == "unless"


def _clause(text: str, language: str) -> Clause:
    negators = _negators(language)
    clause = Clause()
    said: list[tuple[str, int]] = []
    turns, last = 0, ""
    for match in _WORD.finditer(text):
        word = fold(match[0])
        if word in negators:
            turns, last = turns + 1, word
            clause.explicit = True
        elif len(word) > 1 and word not in _function_words(language):
            said.append((word, turns))
    senses = [_sense(word, language) for word, _ in said]
    if last in _OBJECTS and said and said[-1][1] == 0:
        said[-1] = (said[-1][0], turns)  # "changes nothing"
    elif _reaches_back(said, senses, turns):
        said = [(word, turns) for word, _ in said]
    for (word, turn), (name, opposite) in zip(said, senses, strict=True):
        clause.surfaces[name] = word
        if turns and (turn == 0 or (turn == 1 and turns > 1)):
            clause.open.add(name)
        elif (turn + opposite) % 2:
            clause.negated.add(name)
        else:
            clause.affirmed.add(name)
    return clause


def _reaches_back(said: list[tuple[str, int]], senses: list[tuple[str, int]], turns: int) -> bool:
    """German puts its nicht last; what "is not required" can be missing."""
    after = [sense for (_, turn), sense in zip(said, senses, strict=True) if turn]
    return turns == 1 and after[:1] in ([], [(_sense("required", "en")[0], 0)])


@cache
def _absent(language: str) -> frozenset[str]:
    return frozenset(_stem(word, language) for word in ("exist", "available", "existiert", "verfügbar"))


@cache
def _negators(language: str) -> frozenset[str]:
    return frozenset(fold(word) for key in {"en", language} for word in NEGATORS.get(key, "").split())


@cache
def _function_words(language: str) -> frozenset[str]:
    words = stopwords("en") | stopwords(language) | _STOP_MORE
    return frozenset(fold(word) for word in words) - _negators(language) - set(_senses())


@cache
def _senses() -> dict[str, tuple[str, int]]:
    """Folded word -> the word that it counts as, and 1 when it says the opposite."""
    pairs = [pair.split(":") for pair in _OPPOSITES.split()]
    same = [pair.split(":") for pair in _SAME.split()]
    return {fold(a): (fold(b), 1) for a, b in pairs} | {fold(a): (fold(b), 0) for a, b in same}


@cache
def _sense(word: str, language: str) -> tuple[str, int]:
    """The stem a word counts as, and 1 when it says the opposite of that."""
    by_stem = {_stem(a, language): sense for a, sense in _senses().items()}
    name, opposite = _senses().get(word) or by_stem.get(_stem(word, language)) or (word, 0)
    return _stem(name, language), opposite


def _stem(word: str, language: str) -> str:
    return stem(word, [word], "en" if language not in NEGATORS else language)
