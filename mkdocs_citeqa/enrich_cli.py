"""`citeqa enrich`: a site's configuration -> its file of asked-for questions, brought up to date."""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.index import open_index
from mkdocs_citeqa.questions import Entry, Key, Match, Questions, Section, match, sections_of, settle
from mkdocs_citeqa.questions_file import read_questions, write_questions
from mkdocs_citeqa.review import review

FOLDER = "citeqa"
SHOWN = 10
"""Lines of a report that are printed; the rest is counted."""


@dataclass(slots=True)
class Work:
    """The file of questions of a site in hand."""

    path: Path
    sections: Mapping[Key, Section]
    questions: Questions

    @property
    def match(self) -> Match:
        """How the file fits the site."""
        return match(self.questions, self.sections)

    @property
    def needy(self) -> list[Section]:
        """Sections that nobody has been asked about, or whose text has changed since, in the order of the pages."""
        found = self.match
        wanted = {*found.missing, *found.stale}
        return [section for key, section in self.sections.items() if key in wanted]

    def put(self, section: Section, asked: Sequence[str]) -> None:
        """Give a section its questions; those by hand stay."""
        entry = self.questions.entries.get(section.key, Entry())
        entry = replace(entry, digest=section.digest, asked=tuple(asked), lines="")
        self.questions = replace(self.questions, entries={**self.questions.entries, section.key: entry})

    def save(self, *, prune: bool = False) -> None:
        """Write the file where it has changed, whole or not at all."""
        self.questions = settle(self.questions, self.sections, prune=prune)
        text = write_questions(self.questions)
        if not self.questions.entries and not self.path.exists():
            return
        if not self.path.exists() or self.path.read_text("utf-8") != text:
            beside = self.path.with_name(self.path.name + ".new")
            beside.write_text(text, "utf-8")
            os.replace(beside, self.path)


def add_enrich(commands: Any) -> None:
    """The sub-command's arguments."""
    text = "bring the questions that readers may ask, kept beside mkdocs.yml, up to date"
    command = commands.add_parser("enrich", help=text, description=f"{text.capitalize()}.")
    command.add_argument(
        "--config", type=Path, default=Path("mkdocs.yml"), metavar="FILE", help="the site's mkdocs.yml"
    )
    for name, help in (
        ("--from", 'take questions from a file with {"file","anchor","questions"} a line; - for standard input'),
        ("--export", "write the sections that need questions, with their text; - for standard output"),
    ):
        command.add_argument(name, dest=name[2:] + "_", metavar="FILE.jsonl", help=help)
    command.add_argument("--prune", action="store_true", help="remove entries of sections that are gone")
    command.set_defaults(run=enrich)


def enrich(arguments: argparse.Namespace) -> int:
    """Run the command; 2 with a line of advice when something in its input is wrong."""
    work = open_work(arguments.config)
    if arguments.from_:
        with _opened(arguments.from_) as lines:
            report(take(work, read_lines(lines, arguments.from_)))
    _report_vanished(work, prune=arguments.prune)
    work.save(prune=arguments.prune)
    if arguments.export_:
        _export(work.needy, arguments.export_)
    say(f"{work.path}: {summary(work)}")
    return 0


def summary(work: Work) -> str:
    """One line on what the file has and lacks."""
    found = work.match
    asked = sum(bool(entry.questions) for entry in found.entries.values())
    return (
        f"{asked} of {len(work.sections)} sections have questions, {len(found.missing)} need some, "
        f"{len(found.stale)} need new ones"
    )


def say(text: str) -> None:
    """A line for the person at the terminal, beside what a program may read from standard output."""
    print(text, file=sys.stderr)


def report(lines: Iterable[str]) -> None:
    """The first lines of a report and how many more there are."""
    every = list(lines)
    for line in every[:SHOWN]:
        say(line)
    if len(every) > SHOWN:
        say(f"… and {len(every) - SHOWN} more")


def _report_vanished(work: Work, *, prune: bool) -> None:
    gone = [_name(key) for key in work.match.vanished]
    if gone:
        say(f"{len(gone)} sections are gone{' and their questions removed' if prune else '; --prune removes them'}:")
        report(f"  {name}" for name in gone)


def _name(key: Key) -> str:
    return "#".join(part for part in key if part)


def open_work(config: Path) -> Work:
    """Build the site of a configuration aside and read its sections and its file of questions."""
    if not config.is_file():
        raise InputError(f"there is no {config}: give your site's configuration with --config.")
    with tempfile.TemporaryDirectory(prefix="citeqa-") as folder:
        built = _build(config, Path(folder))
        index = open_index(lambda name: (built / FOLDER / name).read_bytes())
        sections = sections_of(stored.passage for stored in index.all_passages())
        path = config.parent / (index.manifest["counts"]["questions"].get("file") or "questions.yml")
    questions = read_questions(path.read_text("utf-8"), path.name) if path.is_file() else Questions()
    return Work(path, sections, settle(questions, sections))


def _build(config: Path, folder: Path) -> Path:
    """The built site; some sites include files from where they are built, so the configuration's folder is tried."""
    tool = "properdocs" if config.stem == "properdocs" or not importlib.util.find_spec("mkdocs") else "mkdocs"
    command = [sys.executable, "-m", tool, "build", "--quiet", "--no-strict"]
    command += ["--config-file", str(config.resolve()), "--site-dir", str(folder)]
    said = ""
    for place in dict.fromkeys((Path.cwd(), config.resolve().parent)):
        done = subprocess.run(
            command, cwd=place, capture_output=True, text=True, check=False, encoding="utf-8", errors="replace"
        )
        if done.returncode == 0:
            break
        said = "\n".join(done.stderr.strip().splitlines()[-SHOWN:])
    else:
        raise InputError(f"the site does not build, so it has no sections to read:\n{said}")
    if not (folder / FOLDER / "manifest.json").is_file():
        raise InputError(f"{config} builds a site without our index: add citeqa to its plugins.")
    return folder


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


def take(work: Work, given: Iterable[tuple[int, Key, list[str]]]) -> Iterator[str]:
    """Give sections questions that come from elsewhere; what could not be used is reported."""
    titles = {(s.file, s.anchor): s for s in work.sections.values() if not s.id}
    for number, key, questions in given:
        section = work.sections.get(key) or titles.get(key)
        if section is None:
            yield f"line {number}: the site has no section {_name(key)}"
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
