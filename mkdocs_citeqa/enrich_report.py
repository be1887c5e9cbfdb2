"""What `citeqa enrich` tells the person at the terminal, beside what a program may read from standard output."""

import sys
import time
from collections.abc import Iterable

from mkdocs_citeqa.asking import Usage

SHOWN = 10
"""Lines of a report that are printed; the rest is counted."""
BAR = 24
"""Characters of the progress bar."""
PAUSE = 5.0
"""Seconds between two lines of progress where lines cannot be written over."""


def say(text: str) -> None:
    """A line for a person."""
    print(text, file=sys.stderr, flush=True)


def report(lines: Iterable[str]) -> None:
    """The first lines of a report and how many more there are."""
    every = list(lines)
    for line in every[:SHOWN]:
        say(line)
    if len(every) > SHOWN:
        say(f"… and {len(every) - SHOWN} more")


def money(dollars: float) -> str:
    """Dollars, with as many digits as say something."""
    return f"${dollars:.2f}" if dollars >= 1 else f"${dollars:.4f}"


class Progress:
    """One line that is written over on a terminal, and a line now and then elsewhere."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._over = sys.stderr.isatty()
        self._last = 0.0

    def show(self, done: int, usage: Usage, spent: float, *, end: bool = False) -> None:
        """How many sections are done, with tokens and cost so far."""
        now = time.monotonic()
        if not (self._over or end or now - self._last >= PAUSE):
            return
        self._last = now
        full = BAR * done // max(self.total, 1)
        line = (
            f"[{'█' * full}{'·' * (BAR - full)}] {done} of {self.total} sections, "
            f"{usage.read:,} tokens read, {usage.written:,} written, {money(spent)}"
        )
        sys.stderr.write(f"\r\033[K{line}" + ("\n" if end else "") if self._over else line + "\n")
        sys.stderr.flush()
