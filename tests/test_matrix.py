"""Plugins and themes that citeqa must live beside, as far as the development packages hold them; see torture/."""

from pathlib import Path

import pytest
from browser import Tabs
from torture.cases import SMOKE, Case
from torture.sites import check


@pytest.mark.parametrize("case", SMOKE, ids=lambda case: case.name)
def test_a_site_with_this_has_citations_that_land(case: Case, tmp_path: Path, tabs: Tabs) -> None:
    check(case, tmp_path, tabs)
