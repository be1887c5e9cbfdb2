"""What the walk tells of a page -> its parts: a run of text with one owner, a table row or a code block each."""

from collections import Counter

from mkdocs_citeqa import roles
from mkdocs_citeqa.frames import BREAK, STRUCK, Frame, Line, Part, Row, collapsed, is_blank, laid_out
from mkdocs_citeqa.tags import CODE, HEADINGS, Element

_MARKED = {"code": CODE, "del": STRUCK, "s": STRUCK, "strike": STRUCK}
"""Elements inside a line whose text the lenses read in another way."""
_BETWEEN_CELLS = " | "
_CAPTIONS = frozenset({"caption", "figcaption"})


class Page:
    """The reader of the walk; `parts` holds what it made of the page, `ids` counts all ids."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.ids: Counter[str] = Counter()
        self._root = Frame(Element("", 0, 0, 0))
        self._frames: list[Frame] = []
        self._run: list[str] = []
        self._run_at = -1
        self._code: list[str] | None = None
        self._row: Row | None = None
        self._skipped: Element | None = None
        self._skip_depth = 0
        self._hidden_level = 0
        self._api = 0

    def finish(self) -> None:
        """The page has ended."""
        self._flush()

    # -- what a reader does not see lasts to its end tag; if that was forgotten, to the end of what holds it

    def _skip(self, element: Element) -> None:
        self._skipped, self._skip_depth = element, 1

    def end(self, name: str) -> None:
        """The end tag of an inline element."""
        if self._skipped is not None:
            self._skip_depth -= self._skipped.name == name
            if self._skip_depth == 0:
                self._skipped = None
        elif name in _MARKED and self._code is None:
            self._target().append(_MARKED[name][1])

    # -- text: to the code, to the cell, to the tab label, or to the run of the nearest block element

    def text(self, text: str, at: int) -> None:
        """Text between two tags."""
        if self._skipped is not None:
            return
        if self._run_at < 0 and not text.isspace():
            self._run_at = at
        self._target().append(text)

    @property
    def in_line(self) -> bool:
        """Inline tags matter in code and in what is not seen: there they tell where it ends."""
        return self._skipped is None and self._code is None

    def line(self, text: str, at: int) -> None:
        """Text with the plain inline tags in it left out."""
        if self._run_at < 0:
            self._run_at = at
        self._target().append(text)

    def _target(self) -> list[str]:
        if self._code is not None:
            return self._code
        if self._row:
            if self._row.part.at < 0:
                self._row.part.at = self._run_at
            return self._row.cells[-1] if self._row.cells else []
        if self._frames and roles.holds_tab_labels(self._frames[-1].element):
            labels = self._nearest("tabbed-set").labels
            return labels[-1] if labels else []
        return self._run

    def inline(self, element: Element) -> None:
        """An element inside a line of text."""
        name = element.name
        if element.attributes and element.id:
            self.ids[element.id] += 1
        if self._skipped is not None:
            self._skip_depth += self._skipped.name == name
            return
        if name == "br":
            self._target().append("\n" if self._code is not None else BREAK)
        elif name == "label" and self._frames and roles.holds_tab_labels(self._frames[-1].element):
            self._nearest("tabbed-set").labels.append([])
        elif name == "code" and self._code is not None and not self.parts[-1].language:
            self.parts[-1].language = roles.language([element])
        elif name in _MARKED and self._code is None:
            self._target().append(_MARKED[name][0])
        elif roles.is_left_out(name, element.attributes) or (name == "a" and self._is_permalink(element)):
            self._skip(element)
        if self._run_at < 0:
            self._run_at = element.start

    def _is_permalink(self, link: Element) -> bool:
        """After the words of a heading a link to itself is a sign, whatever its class is called."""
        heading = self._frames[-1].element if self._frames else self._root.element
        own = heading.name in HEADINGS and heading.id
        return bool(own) and link.values.get("href") == f"#{own}" and not is_blank("".join(self._run))

    def _nearest(self, name: str) -> Frame:
        """The innermost open element of this class or name, else the page."""
        for frame in reversed(self._frames):
            if frame.name == name or name in frame.element.classes:
                return frame
        return self._root

    # -- block elements

    def open(self, element: Element) -> None:
        """A block element opens."""
        if element.attributes and element.id:
            self.ids[element.id] += 1
        if self._skipped is not None:
            return
        self._flush()
        if element.attributes and roles.is_unseen(element):  # no block is unseen by its name
            self._skip(element)
            return
        parent = self._frames[-1] if self._frames else self._root
        hidden = parent.hidden or (bool(element.attributes) and roles.is_excluded(element))
        frame = Frame(element, hidden, parent.api)
        self._frames.append(frame)
        if not frame.api and roles.is_api_object(element):
            self._api += 1
            frame.api = self._api
        if self._code is None:
            self._open_role(frame, parent)

    def _open_role(self, frame: Frame, parent: Frame) -> None:
        name, element = frame.name, frame.element
        if name == "pre":
            self._open_code(frame, parent)
        elif self._row:
            self._open_in_row(self._row, frame, parent)
        elif name in HEADINGS:
            self._open_section(frame)
        elif name == "tr" and not roles.is_layout(self._nearest("table").element):
            self._row = Row(self._part(frame, "row", "", -1, element), frame)
        elif name in ("ol", "li"):
            frame.count(parent)
        elif name == "dt" and parent.filled and self.parts[-1].kind != "term":
            self._nearest("dl").terms.clear()
        elif roles.is_tab(element, parent.element):
            self._open_tab(frame)

    def _open_section(self, frame: Frame) -> None:
        level = int(frame.name[1])
        if level <= self._hidden_level:
            self._hidden_level = 0
        if roles.is_excluded(frame.element) and not self._hidden_level:
            self._hidden_level = level

    def _open_tab(self, frame: Frame) -> None:
        """A label stands above all tabs of its set; in the source, and to a reader, it belongs to its tab."""
        labels = self._nearest("tabbed-set").labels
        text = collapsed("".join(labels.pop(0))) if labels else ""
        self._part(frame, "title", text, frame.element.end, None, tag="label")

    def _open_code(self, frame: Frame, parent: Frame) -> None:
        wrapper = next((f for f in reversed(self._frames) if roles.wraps_code(f.element)), None)
        free = wrapper if wrapper and not wrapper.coded else None
        named = [wrapper.element, frame.element] if wrapper else [frame.element]
        part = self._part(frame, "code", "", frame.element.start, free.element if free else None)
        part.language = roles.language(named)
        if wrapper:
            wrapper.coded = True
        self._code = []

    def _open_in_row(self, row: Row, frame: Frame, parent: Frame) -> None:
        if frame.name in ("td", "th") and parent is row.frame:
            row.cells.append([])
            row.heads += frame.name == "th"
        elif row.cells and row.cells[-1]:
            row.cells[-1].append(BREAK)

    def close(self, element: Element) -> None:
        """A block element closes."""
        top = bool(self._frames) and self._frames[-1].element is element
        if not top and not any(frame.element is element for frame in self._frames):
            if element is self._skipped:
                self._skipped = None
            return
        self._skipped = None
        if self._code is None:
            self._flush()
        frame = self._frames.pop()
        if frame.name == "pre" and self._code is not None and not any(f.name == "pre" for f in self._frames):
            last = next(part for part in reversed(self.parts) if part.kind == "code")
            last.text, self._code, self._run_at = "".join(self._code).strip("\n"), None, -1
        elif self._row and frame is self._row.frame:
            self._close_row(self._row)
        elif self._row and self._row.cells and self._row.cells[-1]:
            self._row.cells[-1].append(BREAK)

    def _close_row(self, row: Row) -> None:
        table, part = self._nearest("table"), row.part
        part.put(_joined([laid_out("".join(cell)) for cell in row.cells]))
        if row.cells and (row.heads == len(row.cells) or any(frame.name == "thead" for frame in self._frames)):
            table.header = part.text
        else:
            part.head = "" if is_blank(table.header) else table.header
        self._row = None

    # -- parts

    def _flush(self) -> None:
        """The end of a run of text, at every border of a block element."""
        raw = "".join(self._run)
        line = laid_out(raw) if raw and not raw.isspace() else Line("")
        if line.text and self._frames:
            self._paragraph(self._frames[-1], line.text).put(line)
        elif line.text:
            self.parts.append(Part("paragraph", "", "", self._run_at, hidden=self._hidden_level > 0))
            self.parts[-1].put(line)
        self._run, self._run_at = [], -1

    def _paragraph(self, frame: Frame, text: str) -> Part:
        """A run of text that is neither row nor code nor tab label."""
        parent = self._frames[-2] if len(self._frames) > 1 else None
        holder = frame if frame.name in ("li", "dd") else parent
        holder = holder if holder and holder.name in ("li", "dd") and frame.name in ("li", "dd", "p", "div") else None
        kind = self._kind(frame, parent, holder)
        own = not (frame.filled or roles.wraps_code(frame.element) or roles.holds_no_text(frame.element))
        owner = frame.element if own else None
        lenders = (frame.element, holder.element) if holder and not holder.filled else (frame.element,)
        at = self._outside_tables() if roles.holds_no_text(frame.element) else self._run_at
        part = self._part(frame, kind, text, at, owner, lenders if owner else ())
        if kind == "heading":
            part.level = int(frame.name[1])
        elif kind == "item" and holder:
            part.level, part.head = sum(f.name in ("ul", "ol") for f in self._frames), holder.marker
        elif kind == "term":
            self._nearest("dl").terms.append(text)
        elif kind == "definition":
            part.head = ", ".join(self._nearest("dl").terms)
        return part

    def _kind(self, frame: Frame, parent: Frame | None, holder: Frame | None) -> str:
        if frame.name in HEADINGS:
            return "heading"
        if frame.name == "dt":
            return "term"
        if roles.is_title(frame.element) or roles.wraps_code(frame.element):
            return "title"
        if frame.name in _CAPTIONS or (parent and parent.name in _CAPTIONS):
            return "caption"
        if holder and holder.name == "dd":
            return "definition"
        if holder and self._in_footnotes(holder):
            return "footnote"
        return "item" if holder and not holder.filled else "paragraph"

    def _in_footnotes(self, item: Frame) -> bool:
        place = self._frames.index(item)
        return place > 1 and roles.is_footnotes(self._frames[place - 2].element)

    def _outside_tables(self) -> int:
        """Where a span may stand for text that a browser moves out of a table or list."""
        at = self._run_at
        for frame in reversed(self._frames):
            if not roles.holds_no_text(frame.element):
                break
            at = frame.element.start
        return at

    def _part(
        self,
        frame: Frame,
        kind: str,
        text: str,
        at: int,
        owner: Element | None,
        lenders: tuple[Element, ...] | None = None,
        tag: str = "",
    ) -> Part:
        hidden = frame.hidden or self._hidden_level > 0
        if lenders is None:
            lenders = (owner,) if owner else ()
        part = Part(kind, text, tag or frame.name, at, owner, lenders, hidden=hidden, api=frame.api)
        self.parts.append(part)
        for outer in reversed(self._frames):
            if outer.filled:
                break  # and so is all around it
            outer.filled = True
        return part


def _joined(cells: list[Line]) -> Line:
    """The cells of a row as one line."""
    moved, at = [], 0
    for cell in cells:
        moved.append(cell.moved(at))
        at += len(cell.text) + len(_BETWEEN_CELLS)
    text = _BETWEEN_CELLS.join(cell.text for cell in cells)
    return Line(text, tuple(s for c in moved for s in c.code), tuple(s for c in moved for s in c.struck))
