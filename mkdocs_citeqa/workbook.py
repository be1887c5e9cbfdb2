"""A site's configuration -> its sections and its file of asked-for questions, in hand to be worked on."""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.index import open_index
from mkdocs_citeqa.questions import Entry, Key, Match, Questions, Section, match, sections_of, settle
from mkdocs_citeqa.questions_file import read_questions, write_questions

FOLDER = "citeqa"
SAID = 10
"""Last lines of a failed build that are shown."""


@dataclass(slots=True)
class Workbook:
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


def open_workbook(config: Path) -> Workbook:
    """Build the site of a configuration aside and read its sections and its file of questions."""
    if not config.is_file():
        raise InputError(f"there is no {config}: give your site's configuration with --config.")
    with tempfile.TemporaryDirectory(prefix="citeqa-") as folder:
        built = _build(config, Path(folder))
        index = open_index(lambda name: (built / FOLDER / name).read_bytes())
        sections = sections_of(stored.passage for stored in index.all_passages())
        path = config.parent / (index.manifest["counts"]["questions"].get("file") or "questions.yml")
    questions = read_questions(path.read_text("utf-8"), path.name) if path.is_file() else Questions()
    return Workbook(path, sections, settle(questions, sections))


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
        said = "\n".join(done.stderr.strip().splitlines()[-SAID:])
    else:
        raise InputError(f"the site does not build, so it has no sections to read:\n{said}")
    if not (folder / FOLDER / "manifest.json").is_file():
        raise InputError(f"{config} builds a site without our index: add citeqa to its plugins.")
    return folder


def summary(work: Workbook) -> str:
    """One line on what the file has and lacks."""
    found = work.match
    asked = sum(bool(entry.questions) for entry in found.entries.values())
    return (
        f"{asked} of {len(work.sections)} sections have questions, {len(found.missing)} need some, "
        f"{len(found.stale)} need new ones"
    )
