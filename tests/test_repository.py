"""The link to a raw file at given lines, as each host has it."""

import pytest

from mkdocs_citeqa.repository import source_template

GITHUB = "https://github.com/gull/gull"
CASES = [
    (GITHUB, "edit/main/docs/", None, f"{GITHUB}/blob/main/docs/{{file}}#L{{start}}-L{{end}}"),
    (GITHUB + "/", "/edit/main/docs", None, f"{GITHUB}/blob/main/docs/{{file}}#L{{start}}-L{{end}}"),
    (GITHUB, "blob/main/docs/", None, f"{GITHUB}/blob/main/docs/{{file}}#L{{start}}-L{{end}}"),
    (GITHUB, None, "edit/main/docs/{path}", f"{GITHUB}/blob/main/docs/{{file}}#L{{start}}-L{{end}}"),
    (GITHUB, f"{GITHUB}/edit/other/docs/", None, f"{GITHUB}/blob/other/docs/{{file}}#L{{start}}-L{{end}}"),
    ("https://gitlab.com/g/g", "edit/main/docs/", None, "https://gitlab.com/g/g/blob/main/docs/{file}#L{start}-{end}"),
    ("https://gitlab.example.org/g/g", "-/edit/main/docs/", None,
     "https://gitlab.example.org/g/g/-/blob/main/docs/{file}#L{start}-{end}"),
    ("https://bitbucket.org/g/g", "src/default/docs/", None,
     "https://bitbucket.org/g/g/src/default/docs/{file}#lines-{start}:{end}"),
    ("https://codeberg.org/g/g", "_edit/main/docs/", None,
     "https://codeberg.org/g/g/src/branch/main/docs/{file}#L{start}-L{end}"),
    ("https://gitea.example.org/g/g", "_edit/main/docs/", None,
     "https://gitea.example.org/g/g/src/branch/main/docs/{file}#L{start}-L{end}"),
    ("https://code.example.org/g/g", "edit/main/docs/", None, None),
    (GITHUB, None, None, None),
    (None, "edit/main/docs/", None, None),
    ("", "edit/main/docs/", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("repo_url", "edit_uri", "template", "wanted"), CASES)
def test_a_link_shows_the_file_at_its_lines(repo_url, edit_uri, template, wanted):
    assert source_template(repo_url, edit_uri, template) == wanted
