"""Lenses: named, pure readings of a text that yield findings. One lens a file; this file is the list."""

from mkdocs_citeqa.lenses import date, deprecation, limit, money, risk, version
from mkdocs_citeqa.lenses.choosing import choose
from mkdocs_citeqa.lenses.conflicts import Gathered, gather
from mkdocs_citeqa.lenses.finding import Context, Finding, Lens

LENSES: tuple[Lens, ...] = (money, risk, limit, version, date, deprecation)
"""The lenses that ship with the package; where two fit a question equally well the first one is taken."""

__all__ = ["LENSES", "Context", "Finding", "Gathered", "Lens", "choose", "gather"]
