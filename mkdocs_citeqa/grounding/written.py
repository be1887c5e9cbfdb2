"""Statements of a reply -> the answer's JSON, checked; or the quoted answer in its place, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from mkdocs_citeqa.answer import ask_json, compose
from mkdocs_citeqa.grounding.claims import Lines, unsupported
from mkdocs_citeqa.grounding.prompt import Source, title
from mkdocs_citeqa.grounding.reply import Reference, Reply, Statement
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.passages import Unit
from mkdocs_citeqa.result import citation_json
from mkdocs_citeqa.search import Found

Failing = Literal["mark", "remove"]
NOT_FOUND = "not found in the cited lines"
UNCITED = "no citation"
DECLINE = 2
"""Sentences without a citation that say no more than that the docs don't say."""
TRUSTED = 0.5
"""An answer less of which stands in its lines gives way as a whole."""

REASONS: Mapping[str, str] = {
    "weak": "No passage answers this well enough to be sent to Claude.",
    "declined": "Claude found no answer in these passages.",
    "uncited": "What Claude wrote named no passage, so it is not shown.",
    "unsupported": "What Claude wrote did not stand in the passages it named, so it is not shown.",
    "refused": "Claude did not answer this question.",
    "cut": "Claude's answer was cut short.",
    "busy": "Claude is busy; try again in a while.",
    "slow": "Claude took too long to answer.",
    "upstream": "Claude could not be reached.",
    "paused": "Answers by Claude are paused for today.",
    "misconfigured": "Answers by Claude are not set up correctly on this site.",
}
"""Why a reader sees a quoted answer, by code."""


@dataclass(slots=True)
class Written:
    """An answer in the making."""

    index: Index
    found: Found
    question: str
    sent: Sequence[Source]
    failing: Failing = "mark"
    explain: bool = False
    statements: list[dict[str, Any]] = field(default_factory=list)
    citations: list[dict[str, Any]] = field(default_factory=list)
    passed: int = 0
    failed: int = 0
    cited: int = 0
    """Statements with a valid citation."""
    _numbers: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def add(self, statement: Statement) -> dict[str, Any] | None:
        """The statement as JSON with its full citations, or None when it is removed.

        `unsupported` lists what does not stand in the cited lines; it is there only in a statement that failed.
        """
        missing = check(statement, self.sent)
        self.passed += not missing
        self.failed += bool(missing)
        self.cited += bool(statement.references)
        if missing and (self.failing == "remove" or not statement.references):
            return None
        numbers = [self._number(reference, run) for reference, run in _runs(statement.references, self.sent)]
        made: dict[str, Any] = {"text": statement.text, "citations": list(dict.fromkeys(numbers))}
        if missing:
            made["unsupported"] = missing
        self.statements.append(made)
        return {**made, "citations": [self.citations[n - 1] for n in made["citations"]]}

    def _number(self, reference: Reference, run: tuple[int, int]) -> int:
        key = (reference.source, *run)
        if key not in self._numbers:
            self._numbers[key] = number = len(self.citations) + 1
            source = self.sent[reference.source]
            units = source.units[run[0] : run[1] + 1]
            self.citations.append(citation_json(number, source.hit, units, self.index.source))
        return self._numbers[key]

    def finish(self, reply: Reply) -> dict[str, Any]:
        """The whole answer: what was written when the reply is complete and holds, else the quoted one."""
        reason = self._wrong(reply)
        return self.quoted(reason) if reason else self._json()

    def _wrong(self, reply: Reply) -> str | None:
        if reply.stop_reason == "refusal":
            return "refused"
        if not reply.complete:
            return "cut"
        if self.cited == 0:
            return "declined" if self.failed <= DECLINE else "uncited"
        if self.passed < max(1, TRUSTED * (self.passed + self.failed)):
            return "unsupported"
        return None

    def quoted(self, reason: str) -> dict[str, Any]:
        """The quoted answer, and why it is not a written one."""
        return {
            **self._quotation(),
            "claude": {**self._account(), "reason": {"code": reason, "message": REASONS[reason]}},
        }

    def _json(self) -> dict[str, Any]:
        return {
            **self._quotation(),
            "mode": "claude",
            "status": "answered",
            "text": "\n\n".join(map(_line, self.statements)),
            "statements": self.statements,
            "citations": self.citations,
            "claude": {**self._account(), "reason": None},
        }

    def _quotation(self) -> dict[str, Any]:
        return ask_json(self.index, self.question, compose(self.index, self.found), explain=self.explain)

    def _account(self) -> dict[str, Any]:
        return {"passages": [source.address for source in self.sent], "passed": self.passed, "failed": self.failed}


def check(statement: Statement, sent: Sequence[Source]) -> list[str]:
    """What of a statement does not stand in the lines that it cites."""
    if not statement.references:
        return [UNCITED]
    lines = cited_lines(statement.references, sent)
    return unsupported(statement.text, lines, sent[statement.references[0].source].hit.stored.language)


def cited_lines(references: Sequence[Reference], sent: Sequence[Source]) -> Lines:
    """The text of the cited units, and what stands above it."""
    text, above = [], []
    for source, first, last in references:
        units = sent[source].units[first : last + 1]
        text.append("".join(unit.text if unit.joined else "\n" + unit.text for unit in units).strip("\n"))
        above += [unit.head for unit in units if unit.head] + [title(sent[source].hit.stored.passage)]
    return Lines("\n".join(text), "\n".join(dict.fromkeys(above)))


def _runs(references: Sequence[Reference], sent: Sequence[Source]) -> Iterator[tuple[Reference, tuple[int, int]]]:
    """A citation quotes one rendered block: a reference over several blocks is cut where a block begins."""
    for reference in references:
        units = sent[reference.source].units
        start = reference.first
        for at in range(reference.first + 1, reference.last + 2):
            if at > reference.last or not _continues(units, at):
                yield reference, (start, at - 1)
                start = at


def _continues(units: Sequence[Unit], at: int) -> bool:
    return units[at].joined


def _line(statement: Mapping[str, Any]) -> str:
    numbers = "".join(f"[{n}]" for n in statement["citations"])
    mark = f" ({NOT_FOUND}: {', '.join(statement['unsupported'])})" if "unsupported" in statement else ""
    return f"{statement['text']} {numbers}{mark}"
