"""The text file of asked-for questions <-> Questions.

    tutorial/install.md:          a Markdown file below docs_dir
      the page:                   its text before the first heading
        digest: 1f0c9a3b          of the text that the questions were written for
        asked:                    written by `citeqa enrich`, and written again when the text has changed
          - how do I set it up on a mac
        by hand:                  written by people: never touched
          - brew formula
      from-source:                the id of a heading

It is YAML of which every scalar is text, made to be read in a pull request: what did not change keeps its lines,
comments included, so that a change of one section shows as a change of its lines alone.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import yaml

from mkdocs_citeqa.errors import ConfigError
from mkdocs_citeqa.questions import Entry, Key, Questions

PAGE = "the page"
"""Names a page's own section; no id of a heading has a space."""
PREAMBLE = """\
# Questions that readers may ask in their own words, by page and section. They help them to find what the docs
# call otherwise. `asked` is written by `citeqa enrich` for the text with that digest and written again when the
# text changes; `by hand` is yours. Edit both as you like: what is here is what readers' questions meet.
"""
BARE = re.compile(r"[^\W\d_][\w ?!.,;/+()=_'’$€%&*@^~|<>-]*")
"""Text that YAML reads as itself, whatever its version, unless it is one of WORDS."""
WORDS = re.compile(r"y|n|yes|no|on|off|true|false|null", re.I)
UNSEEN = re.compile("[^ -~\xa0-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029]")
"""Characters that YAML takes only in an escape."""
ODD_BREAKS = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Line breaks that YAML and Python count differently."""


class Mark(NamedTuple):
    """Where the file names a page, or a section of it."""

    line: int
    page: str
    section: str | None


def read_questions(text: str, name: str = "questions.yml") -> Questions:
    """The questions of a file; a ConfigError names its line and what to write there."""
    root = _compose(text, name)
    if root is None:
        return Questions(preamble=text)
    reader = Reader(name)
    marks: list[Mark] = []
    entries: dict[Key, Entry] = {}
    for page, sections in reader.pairs(root, "pages (`index.md:`)"):
        marks.append(Mark(page.start_mark.line, page.value, None))
        for section, value in reader.pairs(sections, f"sections (`{PAGE}:` or the id of a heading)"):
            marks.append(Mark(section.start_mark.line, page.value, section.value))
            entries[page.value, _id(section.value)] = reader.entry(value)
    preamble, heads, blocks = _cut(text, marks)
    written = {key: replace(entry, lines=blocks.get(key, "")) for key, entry in entries.items()}
    return Questions(written, preamble, heads)


def write_questions(questions: Questions) -> str:
    """The text of a file; entries that were read and not changed keep their lines."""
    text = "".join(_parts(questions))
    try:
        if read_questions(text).entries == questions.entries:
            return text
    except ConfigError:
        pass  # lines of another indentation, of flow style or with anchors do not fit together with ours
    plain = {key: replace(entry, lines="") for key, entry in questions.entries.items()}
    return "".join(_parts(replace(questions, entries=plain, heads={})))


def _parts(questions: Questions) -> Iterator[str]:
    yield questions.preamble or PREAMBLE
    page = None
    for (file, section), entry in questions.entries.items():
        if file != page:
            page = file
            yield questions.heads.get(file) or f"\n{_scalar(file)}:\n"
        yield entry.lines or "".join(_entry_lines(section, entry))


def _entry_lines(section: str, entry: Entry) -> Iterator[str]:
    yield f"  {_scalar(section or PAGE)}:\n"
    if entry.digest:
        yield f"    digest: {entry.digest}\n"
    for name, questions in (("asked", entry.asked), ("by hand", entry.by_hand or None)):
        if questions:
            yield f"    {name}:\n"
            yield from (f"      - {_scalar(question)}\n" for question in questions)
        elif questions is not None:
            yield f"    {name}: []\n"


def _scalar(text: str) -> str:
    """Text as YAML: bare where that is safe, else in double quotes."""
    if BARE.fullmatch(text) and not text.endswith(" ") and not WORDS.fullmatch(text):
        return text
    return UNSEEN.sub(lambda found: f"\\U{ord(found[0]):08x}", json.dumps(text, ensure_ascii=False))


def _id(section: str) -> str:
    return "" if section == PAGE else section


def _compose(text: str, name: str) -> yaml.Node | None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root: yaml.Node | None = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigError(f"{name}:{line}: not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise ConfigError(f"{name}: not YAML: {error}") from None
    return root


def _cut(text: str, marks: list[Mark]) -> tuple[str, dict[str, str], dict[Key, str]]:
    """The comments at the top, and the lines of each page's name and of each section, comments above included."""
    lines = text.split("\n")
    top = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    heads: dict[str, str] = {}
    blocks: dict[Key, str] = {}
    if not ODD_BREAKS.search(text) and len({mark.line for mark in marks}) == len(marks):
        starts = [_above(lines, mark.line, top) for mark in marks]
        for mark, first, last in zip(marks, starts, [*starts[1:], len(lines)], strict=True):
            block = "\n".join(lines[first:last]).rstrip("\n") + "\n"
            if mark.section is None:
                heads[mark.page] = block
            else:
                blocks[mark.page, _id(mark.section)] = block
    return "".join(line + "\n" for line in lines[:top]), heads, blocks


def _above(lines: list[str], line: int, top: int) -> int:
    """The first of the blank lines and comments above a line, unless they stand deeper."""
    depth = len(lines[line]) - len(lines[line].lstrip())
    while line > top:
        bare = lines[line - 1].lstrip()
        if bare and not (bare.startswith("#") and len(lines[line - 1]) - len(bare) <= depth):
            break
        line -= 1
    return line


class Reader:
    """Nodes of a file -> entries."""

    def __init__(self, name: str) -> None:
        self.name = name

    def pairs(self, node: yaml.Node, wanted: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
        """Keys and values of a mapping that names nothing twice; nothing at all is an empty one."""
        if _empty(node):
            return
        if not isinstance(node, yaml.MappingNode):
            raise self._wrong(node, f"here go {wanted}, each with a colon")
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self._wrong(key, f"here go {wanted}")
            if key.value in seen:
                raise self._wrong(key, f"{key.value} stands here a second time; put both into one")
            seen.add(key.value)
            yield key, value

    def entry(self, node: yaml.Node) -> Entry:
        """The value of a section; a bare list is one written by hand."""
        if isinstance(node, yaml.SequenceNode):
            return Entry(by_hand=self._list(node))
        parts = {key.value: (key, value) for key, value in self.pairs(node, "`digest`, `asked` and `by hand`")}
        for name, (key, _) in parts.items():
            if name not in ("digest", "asked", "by hand"):
                raise self._wrong(key, f"{name!r} is none of `digest`, `asked` and `by hand`")
        digest = parts["digest"][1] if "digest" in parts else None
        if digest is not None and not isinstance(digest, yaml.ScalarNode):
            raise self._wrong(digest, "a digest is one word; leave it out if you have none")
        return Entry(
            digest.value if digest else "",
            self._list(parts["asked"][1]) if "asked" in parts else None,
            self._list(parts["by hand"][1]) if "by hand" in parts else (),
        )

    def _list(self, node: yaml.Node) -> tuple[str, ...]:
        if _empty(node):
            return ()
        if not isinstance(node, yaml.SequenceNode):
            raise self._wrong(node, "questions are a list: begin each line with a dash")
        for item in node.value:
            if not isinstance(item, yaml.ScalarNode):
                raise self._wrong(item, "put a question with a colon, a brace or a bracket in quotes")
        return tuple(text for item in node.value if (text := " ".join(item.value.split())))

    def _wrong(self, node: yaml.Node, what: str) -> ConfigError:
        return ConfigError(f"{self.name}:{node.start_mark.line + 1}: {what}")


def _empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value in ("", "~", "null")
