"""`citeqa enrich`: a site's configuration -> its file of asked-for questions, brought up to date."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from mkdocs_citeqa.enrich_claude import ask_claude, estimate
from mkdocs_citeqa.enrich_report import report, say
from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.questions import Key, Section, named
from mkdocs_citeqa.review import review
from mkdocs_citeqa.workbook import Workbook, open_workbook, summary


def add_enrich(commands: Any) -> None:
    """The sub-command's arguments."""
    text = "bring the questions that readers may ask, kept beside mkdocs.yml, up to date"
    command = commands.add_parser(
        "enrich",
        help=text,
        description=f"{text.capitalize()}. With none of --from, --export, --prune and --dry-run, Claude writes them "
        "for sections that are new or have changed; the key is read from ANTHROPIC_API_KEY.",
    )
    command.add_argument("--config", type=Path, default="mkdocs.yml", metavar="FILE", help="the site's mkdocs.yml")
    for name, help in (
        ("--from", 'take questions from a file with {"file","anchor","questions"} a line; - for standard input'),
        ("--export", "write the sections that need questions, with their text; - for standard output"),
    ):
        command.add_argument(name, dest=name[2:] + "_", metavar="FILE.jsonl", help=help)
    command.add_argument("--prune", action="store_true", help="remove entries of sections that are gone")
    command.add_argument("--dry-run", action="store_true", help="say how many sections need questions, and the cost")
    command.add_argument("--limit", type=int, metavar="N", help="at most so many sections")
    command.add_argument("--each", type=int, default=4, metavar="N", help="at most so many questions each (default: 4)")
    command.add_argument(
        "--budget", type=float, default=1.0, metavar="USD", help="dollars that will not be passed (default: 1)"
    )
    command.add_argument("--batch", action="store_true", help="half the price, within a day; run again to collect")
    command.add_argument("--model", default="claude-haiku-5-5", metavar="ID", help="(default: claude-haiku-5-5)")
    command.add_argument("--price", metavar="IN,OUT", help="dollars a million tokens, for a model we have no price of")
    command.add_argument("--jobs", type=int, default=4, metavar="N", help="requests at a time (default: 4)")
    command.set_defaults(run=enrich)


def enrich(arguments: argparse.Namespace) -> int:
    """Run the command; 1 when sections that were asked about got nothing."""
    for name in ("limit", "each", "jobs"):
        if getattr(arguments, name) is not None and getattr(arguments, name) < 1:
            raise InputError(f"--{name} is a number from 1 up.")
    work = open_workbook(arguments.config)
    if arguments.from_:
        with _opened(arguments.from_) as lines:
            report(take(work, read_lines(lines, arguments.from_)))
    _report_vanished(work, prune=arguments.prune)
    work.save(prune=arguments.prune)
    needy = work.needy[: arguments.limit]
    status = 0
    if arguments.export_:
        _export(needy, arguments.export_)
    if arguments.dry_run:
        say(estimate(needy, arguments))
    elif not (arguments.from_ or arguments.export_ or arguments.prune):
        status = ask_claude(work, needy, arguments)
    say(f"{work.path}: {summary(work)}")
    return status


def _report_vanished(work: Workbook, *, prune: bool) -> None:
    gone = [named(key) for key in work.match.vanished]
    if gone:
        say(f"{len(gone)} sections are gone{' and their questions removed' if prune else '; --prune removes them'}:")
        report(f"  {name}" for name in gone)


def read_lines(lines: Iterable[str], name: str) -> Iterator[tuple[int, Key, list[str]]]:
    """(line, section, questions) of JSON lines; lines without a question are skipped."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
        except ValueError as error:
            raise InputError(f"{name}:{number}: not JSON ({error}).") from None
        questions = given.get("questions") if isinstance(given, dict) else None
        if not isinstance(questions, list) or not all(isinstance(text, str) for text in questions):
            raise InputError(f'{name}:{number}: write {{"file": "index.md", "anchor": "install", "questions": ["…"]}}.')
        if questions:
            yield number, (str(given.get("file") or ""), str(given.get("anchor") or "")), questions


def take(work: Workbook, given: Iterable[tuple[int, Key, list[str]]]) -> Iterator[str]:
    """Give sections questions that come from elsewhere; what could not be used is reported."""
    titles = {(s.file, s.anchor): s for s in work.sections.values() if not s.id}
    for number, key, questions in given:
        section = work.sections.get(key) or titles.get(key)
        if section is None:
            yield f"line {number}: the site has no section {named(key)}"
            continue
        reviewed = review(section, questions)
        yield from (f"line {number}: {fault}" for fault in reviewed.faults)
        work.put(section, reviewed.questions)


def _export(sections: Sequence[Section], target: str) -> None:
    with _opened(target, "w") as out:
        for section in sections:
            line = {
                "file": section.file,
                "anchor": section.id,
                "title": section.title,
                "trail": section.trail,
                "heading": section.heading,
                "language": section.language,
                "text": section.text,
                "questions": [],
            }
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


@contextmanager
def _opened(name: str, mode: str = "r") -> Iterator[IO[str]]:
    if name == "-":
        yield sys.stdout if mode == "w" else sys.stdin
        return
    try:
        with open(name, mode, encoding="utf-8", newline="\n" if mode == "w" else None) as file:
            yield file
    except OSError as error:
        raise InputError(f"cannot open {name}: {error.strerror}.") from None
