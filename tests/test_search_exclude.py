"""What a site keeps out of search is not in the index either, whatever the search plugin does to the page."""

import subprocess
import sys
from pathlib import Path

import pytest

PAGE = """\
# Title

Everybody may read this.

## Hidden section { data-search-exclude }

Sesame under the heading.

### Below it

Sesame below it.

## Shown section

A sentence with a [sesame link](https://one.example){ data-search-exclude } in it.

Sesame paragraph.
{ data-search-exclude }

<div data-search-exclude markdown>
Sesame in a box.
</div>

The end of the page.
"""


@pytest.mark.parametrize("search", ["", "  - search\n", "  - material/search\n"])
def test_parts_kept_out_of_search_are_not_in_the_index(tmp_path: Path, search: str):
    Path(tmp_path, "docs").mkdir()
    Path(tmp_path, "docs", "index.md").write_text(PAGE, encoding="utf-8")
    Path(tmp_path, "mkdocs.yml").write_text(
        f"site_name: Kept out\ntheme: {{name: material, font: false}}\nmarkdown_extensions: [attr_list, md_in_html]\n"
        f"plugins:\n  - citeqa\n{search}".replace("\\\n", "\n"),
        encoding="utf-8",
    )
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=tmp_path, check=True, capture_output=True)
    index = [path.read_text(encoding="utf-8").lower() for path in Path(tmp_path, "site", "citeqa").rglob("*.json")]
    assert any("everybody" in text for text in index)
    assert any("the end of the page" in text for text in index)
    assert not [text for text in index if "sesame" in text or "hidden section" in text]
    html = Path(tmp_path, "site", "index.html").read_text(encoding="utf-8")
    assert "Sesame paragraph" in html
    if search == "  - material/search\n":
        assert 'data-search-exclude="' not in html
