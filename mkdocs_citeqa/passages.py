"""Block… -> Passage…: the smallest thing that is ranked, made of the units that are quoted."""

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from mkdocs_citeqa.blocks import Block, lines_within
from mkdocs_citeqa.sentences import sentences

BLANK = re.compile(r"\n(?:[ \t]*\n)+")
"""The end of a line that blank ones follow, and those."""
LONGEST_UNIT = 400
"""Characters of the longest unit: a sentence beyond it is cut at words."""
LONGEST_CODE = 240
"""The same for code, which is cut at blank lines where it can be and else at any line."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a passage says about the page it stands on."""

    url: str
    """MkDocs' page.url: no leading slash, "" for the home page."""
    title: str
    file: str | None = None
    """Path of the Markdown file below docs_dir, with `/`; None when the page has none."""
    language: str = "en"
    boost: float = 1.0
    """Its passages' scores are multiplied by it."""
    history: float = 1.0
    """By this too, unless the question is about a version or a change: what a changelog weighs."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest thing that is quoted: a sentence, a list item, a table row, some lines of code."""

    kind: str
    """Kind of its block, as in `blocks.Block`, or "header" for a table's header row."""
    text: str
    """Contiguous text of the rendered block, surrounding white space included."""
    anchor: str
    """Id of its rendered block."""
    start: int | None = None
    """First and last line in the raw file, 1-based and inclusive; None when the page has no file."""
    end: int | None = None
    head: str = ""
    """Header row, term or marker that it needs to be understood."""
    language: str = ""
    """Language of a code block, when the page names it."""
    generated: bool = False
    """A word of it does not stand in the file itself."""
    joined: bool = False
    """It continues the block of the unit before it."""
    code: tuple[tuple[int, int], ...] = ()
    """Stretches of the text that are inline code."""
    struck: tuple[tuple[int, int], ...] = ()
    """Stretches of the text that are crossed out."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring blocks of one section; the unit of ranking."""

    page: Page
    heading: str
    """The heading it stands under; the page's title for the text before the first heading."""
    trail: tuple[str, ...]
    """Parent headings below the page's title, outermost first."""
    section: str
    """Id of the heading; "" for the page's own text."""
    anchor: str
    """Id of the first rendered block of the span."""
    units: tuple[Unit, ...] = ()
    context: str = ""
    """The end of the passage before it in the same section: indexed, never quoted, not in the span."""
    start: int | None = None
    end: int | None = None
    generated: bool = False

    @property
    def text(self) -> str:
        """Its own text as the reader sees it, a line a block; the heading when there is nothing below it."""
        return (
            "".join(
                ("" if unit.joined or i == 0 else "\n") + (unit.text if unit.kind == "code" else unit.text.rstrip("\n"))
                for i, unit in enumerate(self.units)
            ).strip()
            or self.heading
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks below it, down to the next heading."""

    heading: Block | None
    title: str
    trail: tuple[str, ...]
    blocks: tuple[Block, ...]


def name_blocks(blocks: Sequence[Block], taken: Iterable[str]) -> list[str]:
    """An id for each block: the one it has, else one made of its text, unique among the page's `taken` ids.

    Made of the text, an id survives edits elsewhere on the page, which a counter would not.
    """
    used = set(taken)
    return [block.id or _fresh(block, used) for block in blocks]


def _fresh(block: Block, used: set[str]) -> str:
    name = of_text = text_id(block.text)
    n = 1
    while name in used:
        n += 1
        name = f"{of_text}-{n}"
    used.add(name)
    return name


def text_id(text: str) -> str:
    """The id of a block without one: six hexadecimal digits of its text's CRC-32, which a browser computes easily."""
    return f"citeqa-{zlib.crc32(text.encode('utf-8', 'surrogatepass')) & 0xFFFFFF:06x}"


def cut(page: Page, blocks: Sequence[Block], *, size: int = 780, overlap: int = 80) -> list[Passage]:
    """The passages of a page whose visible blocks all have ids (see `name_blocks`).

    `size` is where a passage is flushed, `overlap` how much context the next one of the section gets, both in
    characters.
    """
    return [passage for section in _sections(page, blocks) for passage in _flush(page, section, size, overlap)]


def _sections(page: Page, blocks: Sequence[Block]) -> Iterator[Section]:
    """Split at every heading below the page's title, which is its first heading when that is an h1."""
    first = next((b for b in blocks if b.kind == "heading"), None)
    title = first if first is not None and first.level == 1 else None
    heading: Block | None = None
    parents: list[Block] = []
    run: list[Block] = []
    for block in (b for b in blocks if not b.hidden):
        if block.kind != "heading":
            run.append(block)
        elif block is title:
            run.insert(0, block)
        else:
            yield _section(page, heading, parents, run)
            parents = [p for p in [*parents, *([heading] if heading else [])] if p.level < block.level]
            heading, run = block, []
    yield _section(page, heading, parents, run)


def _section(page: Page, heading: Block | None, parents: list[Block], run: list[Block]) -> Section:
    return Section(heading, heading.text if heading else page.title, tuple(p.text for p in parents), tuple(run))


def _flush(page: Page, section: Section, size: int, overlap: int) -> Iterator[Passage]:
    context = ""
    opening = section.heading or next((b for b in section.blocks if b.kind == "heading"), None)
    for run in _runs(_section_units(section), size):
        passage = _passage(page, section, opening, run, context)
        yield passage
        context, opening = _tail(passage.text, overlap), None
    if opening is not None and context == "" and section.heading is not None:
        yield _passage(page, section, opening, [], "")


def _section_units(section: Section) -> list[Unit]:
    body = [block for block in section.blocks if block.kind != "heading"]
    return [unit for block, after in zip(body, [*body[1:], None], strict=False) for unit in units(block, after)]


def _runs(all_units: list[Unit], size: int) -> Iterator[list[Unit]]:
    """Units gathered to about `size` characters; a block is cut only when it alone is longer."""
    run: list[Unit] = []
    length = 0
    for block in _by_block(all_units):
        more = sum(len(u.text) for u in block)
        if run and length + more > size:
            yield run
            run, length = [], 0
        for unit in block:
            if run and length + len(unit.text) > size:
                yield run
                run, length = [], 0
            run.append(unit)
            length += len(unit.text)
    if run:
        yield run


def _by_block(all_units: list[Unit]) -> Iterator[list[Unit]]:
    block: list[Unit] = []
    for unit in all_units:
        if block and not unit.joined:
            yield block
            block = []
        block.append(unit)
    if block:
        yield block


def _passage(page: Page, section: Section, opening: Block | None, run: list[Unit], context: str) -> Passage:
    if run and run[0].joined:
        run[0] = replace(run[0], joined=False)
    starts = [n for n in (opening.start if opening else None, *(u.start for u in run)) if n is not None]
    ends = [n for n in (opening.end if opening else None, *(u.end for u in run)) if n is not None]
    return Passage(
        page=page,
        heading=section.title,
        trail=section.trail,
        section=section.heading.id if section.heading else "",
        anchor=opening.id if opening else run[0].anchor,
        units=tuple(run),
        context=context,
        start=min(starts, default=None),
        end=max(ends, default=None),
        generated=any(u.generated for u in run) or bool(opening and opening.generated),
    )


def _tail(text: str, overlap: int) -> str:
    """The last words of a text, at most `overlap` characters; unspaced scripts are cut anywhere."""
    if len(text) <= overlap:
        return text
    tail = text[len(text) - overlap :]  # overlap may be 0
    _, space, rest = tail.partition(" ")
    return rest if space else tail


def units(block: Block, after: Block | None = None) -> Iterator[Unit]:
    """What can be quoted from a block: its sentences, or its lines of code, or the whole of it.

    A row that the row `after` it has as its header becomes a unit of the kind "header".
    """
    kind = "header" if block.kind == "row" and after is not None and after.head == block.text else block.kind
    for i, (first, last) in enumerate(_pieces(block)):
        start, end = lines_within(block, first, last)
        yield Unit(
            kind=kind,
            text=block.text[first:last],
            anchor=block.id,
            start=start,
            end=end,
            head=block.head,
            language=block.language,
            generated=block.generated,
            joined=i > 0,
            code=_within(block.code, first, last),
            struck=_within(block.struck, first, last),
        )


def _within(spans: Iterable[tuple[int, int]], first: int, last: int) -> tuple[tuple[int, int], ...]:
    """What of these stretches lies in a piece of the text, counted from its start."""
    return tuple((max(a, first) - first, min(b, last) - first) for a, b in spans if a < last and b > first)


def _pieces(block: Block) -> Iterator[tuple[int, int]]:
    if block.kind == "code":
        yield from _packed(block.text, _code_ends(block.text), limit=LONGEST_CODE)
    elif block.kind == "row":
        yield 0, len(block.text)
    else:
        for first, last in sentences(block.text):
            yield from _packed(block.text, _word_ends(block.text, first, last), first)


def _packed(text: str, ends: list[int], first: int = 0, limit: int = LONGEST_UNIT) -> Iterator[tuple[int, int]]:
    """Pieces of at most `limit` characters that end at one of `ends`; a longer stretch stays whole."""
    last = first
    for end in ends:
        if end - first > limit and last > first:
            yield first, last
            first = last
        last = end
    if last > first:
        yield first, last


def _code_ends(text: str) -> list[int]:
    """After each run of lines without a blank one; after each line of a run that is too long."""
    ends: list[int] = []
    first = 0
    for stop in [*(m.end() for m in BLANK.finditer(text)), len(text)]:
        whole = stop - first <= LONGEST_CODE
        ends += [stop] if whole else [first + end for end in _line_ends(text[first:stop])]
        first = stop
    return [end for end in ends if end]


def _line_ends(text: str) -> list[int]:
    return [i + 1 for i, c in enumerate(text) if c == "\n"] + ([] if text.endswith("\n") else [len(text)])


def _word_ends(text: str, first: int, last: int) -> list[int]:
    if last - first <= LONGEST_UNIT:
        return [last]
    spaces = [i + 1 for i in range(first, last - 1) if text[i].isspace()]
    return [*(spaces or range(first + 1, last)), last]
