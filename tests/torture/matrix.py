"""All plugins and themes that citeqa must live beside; run by `make torture`, in an environment that has them."""

from pathlib import Path

import pytest
from browser import Tabs
from torture.cases import MATRIX, SMOKE, Case
from torture.sites import check


@pytest.mark.parametrize("case", [*SMOKE, *MATRIX], ids=lambda case: case.name)
def test_a_site_with_this_has_citations_that_land(case: Case, tmp_path: Path, tabs: Tabs) -> None:
    check(case, tmp_path, tabs)
