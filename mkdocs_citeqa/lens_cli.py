"""`citeqa lens`: what the lenses read on a whole site, or in Markdown given on the spot."""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mkdocs_citeqa.draft import read_draft
from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.lenses import LENSES, Lens, choose
from mkdocs_citeqa.lenses.report import conflicts, findings
from mkdocs_citeqa.terminal import lens_text

Json = dict[str, Any]


def add_lens_options(command: argparse.ArgumentParser) -> None:
    """The options of `citeqa lens`."""
    command.add_argument("--site", type=Path, metavar="DIR", help="folder of the built site")
    command.add_argument("--lens", metavar="NAME", help="only this lens (default: all)")
    command.add_argument("--conflicts", action="store_true", help="only figures that disagree")
    command.add_argument("--fail-on", choices=["conflict"], help="exit 1 when there is one")
    command.add_argument("--baseline", type=Path, metavar="FILE", help="conflicts that are known and accepted")
    command.add_argument("--write-baseline", action="store_true", help="write the present conflicts into it")
    command.add_argument("--json", action="store_true", help="print one JSON object a line")
    command.add_argument("--jsonl", action="store_true", help='read {"id","question"?,"docs":[{"file","text"}]} a line')


def report_site(index: Index, arguments: argparse.Namespace) -> int:
    """Print the report on a built site; 1 when a conflict that is not accepted must fail."""
    _check_name(arguments.lens, [lens.name for lens in index.lenses])
    found = [
        finding
        for stored in index.all_passages()
        for finding in stored.findings
        if arguments.lens in (None, finding["lens"])
    ]
    disagreements = conflicts(found)
    if arguments.write_baseline:
        return _write_baseline(arguments.baseline, disagreements)
    accepted = _accepted(arguments.baseline)
    fresh = [conflict for conflict in disagreements if _mark(conflict) not in accepted]
    shown: Iterable[Json] = fresh if arguments.conflicts else found
    for row in shown:
        print(json.dumps(row, ensure_ascii=False) if arguments.json else lens_text(row))
    if not arguments.json:
        print(f"{len(found)} findings, {len(fresh)} conflicts{_known(len(disagreements) - len(fresh))}")
    return 1 if arguments.fail_on and fresh else 0


def _check_name(name: str | None, known: Sequence[str]) -> None:
    if name is not None and name not in known:
        raise InputError(f"there is no lens {name!r}: write one of {', '.join(known)}.")


def _known(count: int) -> str:
    return f" ({count} more accepted by the baseline)" if count else ""


def _mark(conflict: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    """What a baseline knows a conflict by: not its lines, which move with every edit."""
    places = sorted({f"{f['file']} {f['key']}" for f in conflict["findings"]})
    return conflict["lens"], conflict["subject"], tuple(places)


def _accepted(path: Path | None) -> set[tuple[str, str, tuple[str, ...]]]:
    if path is None:
        return set()
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        return {(row["lens"], row["subject"], tuple(row["figures"])) for row in rows}
    except FileNotFoundError:
        raise InputError(f"{path} is not there: write it with --write-baseline.") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path} is no baseline: write it anew with --write-baseline.") from None


def _write_baseline(path: Path | None, disagreements: Iterable[Mapping[str, Any]]) -> int:
    if path is None:
        raise InputError("--write-baseline needs a file: add --baseline FILE.")
    marks = sorted(_mark(conflict) for conflict in disagreements)
    rows = [{"lens": lens, "subject": subject, "figures": figures} for lens, subject, figures in marks]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    print(f"{len(rows)} conflicts accepted in {path}")
    return 0


def report_drafts(lines: Iterable[str], name: str | None) -> Iterator[Json]:
    """The findings and conflicts of each line's documents; its question, if any, chooses the lens."""
    _check_name(name, [lens.name for lens in LENSES])
    for number, line in enumerate(lines, 1):
        if line.strip():
            asked = _request(number, line)
            passages = [p for doc in asked["docs"] for p in read_draft(doc["file"], doc["text"])]
            found = findings(passages, _lenses(asked.get("question"), name))
            yield {"id": asked.get("id"), "findings": found, "conflicts": conflicts(found)}


def _lenses(question: str | None, name: str | None) -> Sequence[Lens]:
    if name is not None:
        return [lens for lens in LENSES if lens.name == name]
    chosen = choose(question, LENSES) if question else None
    return [chosen] if chosen else LENSES


def _request(number: int, line: str) -> Json:
    wanted = '{"id": 1, "docs": [{"file": "page.md", "text": "…"}]}'
    try:
        asked = json.loads(line)
    except ValueError as error:
        raise InputError(f"line {number} of the input is not JSON ({error}).") from None
    docs = asked.get("docs") if isinstance(asked, dict) else None
    fine = isinstance(docs, list) and all(
        isinstance(doc, dict) and isinstance(doc.get("file"), str) and isinstance(doc.get("text"), str) for doc in docs
    )
    if not fine:
        raise InputError(f'line {number} of the input has no "docs" with "file" and "text": write {wanted}.')
    return dict(asked)
