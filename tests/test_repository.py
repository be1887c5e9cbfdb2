"""The link to a raw file at its lines, as each host has it, from what sites write in mkdocs.yml."""

import pytest

from mkdocs_citeqa.repository import source_template
from mkdocs_citeqa.result import source_link

GITHUB = "https://github.com/gull/gull"
BLOB = f"{GITHUB}/blob/main/docs/{{file}}?plain=1#L{{start}}-L{{end}}"
GITLAB = "https://gitlab.com/gull/nest/gull"
GITLAB_BLOB = f"{GITLAB}/-/blob/main/docs/{{file}}?plain=1#L{{start}}-{{end}}"
GITEA = "/src/branch/main/docs/{file}?display=source#L{start}-L{end}"
SERVER = "https://bitbucket.gull.example/projects/G/repos/gull"

CASES = [
    # repo_url, edit_uri, edit_uri_template, link, why
    (GITHUB, "edit/main/docs/", None, BLOB, "what MkDocs assumes for GitHub"),
    (GITHUB + "/", "/edit/main/docs", None, BLOB, "slashes more and less"),
    (GITHUB, "blob/main/docs/", None, BLOB, "a view"),
    (GITHUB, "tree/main/docs/", None, BLOB, "a folder's view"),
    (GITHUB, "raw/main/docs/", None, BLOB, "bare text, which has no lines"),
    (GITHUB, None, "edit/main/docs/{path}", BLOB, "a template"),
    (GITHUB, None, "blob/main/docs/{path!q}?plain=1#top", BLOB, "a template with query and fragment"),
    (None, None, GITHUB + "/edit/main/docs/{path}", BLOB, "a template that is a whole address"),
    (None, None, GITHUB + "/edit/main/docs/{path_noext}.md", BLOB, "a path without its extension, and that again"),
    (GITHUB, f"{GITHUB}2/edit/main/docs/", None, BLOB.replace("gull/blob", "gull2/blob"), "another repository"),
    ("https://github.com/edit/edit", "edit/edit/edit/", None,
     "https://github.com/edit/edit/blob/edit/edit/{file}?plain=1#L{start}-L{end}", "all called edit"),
    (None, None, "https://github.com/edit/blob/edit/main/{path}",
     "https://github.com/edit/blob/blob/main/{file}?plain=1#L{start}-L{end}", "the same in a whole address"),
    (GITHUB, "edit/feature/new nest/the docs/", None,
     f"{GITHUB}/blob/feature/new%20nest/the%20docs/{{file}}?plain=1#L{{start}}-L{{end}}", "spaces"),
    (GITHUB, "edit/main/docs%20new/", None,
     f"{GITHUB}/blob/main/docs%20new/{{file}}?plain=1#L{{start}}-L{{end}}", "encoded already"),
    ("https://github.gull.example/o/r", "edit/main/", None,
     "https://github.gull.example/o/r/blob/main/{file}?plain=1#L{start}-L{end}", "GitHub Enterprise"),
    (GITLAB, "edit/main/docs/", None, GITLAB_BLOB, "what MkDocs assumes for GitLab"),
    (GITLAB, "-/edit/main/docs/", None, GITLAB_BLOB, "GitLab's own form"),
    (GITLAB, "-/tree/main/docs", None, GITLAB_BLOB, "a folder's view on GitLab"),
    ("https://code.gull.example/a/b/c", "-/edit/main/docs/", None,
     "https://code.gull.example/a/b/c/-/blob/main/docs/{file}?plain=1#L{start}-{end}", "a GitLab of one's own"),
    ("https://gitlab.gull.example:8443/a/b", "edit/main/docs/", None,
     "https://gitlab.gull.example:8443/a/b/-/blob/main/docs/{file}?plain=1#L{start}-{end}", "with a port"),
    ("https://bitbucket.org/g/g", "src/default/docs/", None,
     "https://bitbucket.org/g/g/src/default/docs/{file}#lines-{start}:{end}", "what MkDocs assumes for Bitbucket"),
    ("https://bitbucket.org/g/g", None, "src/main/docs/{path}?mode=edit&at=main",
     "https://bitbucket.org/g/g/src/main/docs/{file}#lines-{start}:{end}", "an editor on Bitbucket"),
    (SERVER, "browse/docs/", None, SERVER + "/browse/docs/{file}#{start}-{end}", "Bitbucket of one's own"),
    (SERVER, None, "browse/docs/{path}?at=refs/heads/main",
     SERVER + "/browse/docs/{file}?at=refs/heads/main#{start}-{end}", "and its branch"),
    ("https://codeberg.org/g/g", "_edit/main/docs/", None, "https://codeberg.org/g/g" + GITEA, "Codeberg"),
    ("https://codeberg.org/g/g", "src/branch/main/docs/", None, "https://codeberg.org/g/g" + GITEA, "its view"),
    ("https://gitea.gull.example/g/g", "_edit/main/docs/", None, "https://gitea.gull.example/g/g" + GITEA, "Gitea"),
    ("https://git.gull.example/g/g", "_edit/main/docs/", None, "https://git.gull.example/g/g" + GITEA, "by its path"),
    ("https://code.example.org/g/g", "edit/main/docs/", None, None, "nobody knows whose"),
    (GITHUB, "?query=root/path/docs/", None, None, "a query names no file that has lines"),
    (GITHUB, None, "wiki/{path_noext}", None, "a wiki has no lines"),
    (GITHUB, None, "edit/main/docs/index.md", None, "always the same file"),
    (GITHUB, None, None, None, "editing turned off"),
    (GITHUB, "", None, None, "editing turned off"),
    (None, "edit/main/docs/", None, None, "no repository"),
    ("", "edit/main/docs/", None, None, "no repository"),
]  # fmt: skip


@pytest.mark.parametrize(("repo_url", "edit_uri", "template", "wanted"), [case[:4] for case in CASES],
                         ids=[f"{number} {case[4]}" for number, case in enumerate(CASES)])  # fmt: skip
def test_a_link_shows_the_file_at_its_lines(repo_url, edit_uri, template, wanted):
    assert source_template(repo_url, edit_uri, template) == wanted


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("guide/first steps.md", "guide/first%20steps.md"),
        ("c#.md", "c%23.md"),
        ("why?.md", "why%3F.md"),
        ("100%.md", "100%25.md"),
        ("größe/日本.md", "gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC.md"),
        ("it's (new)!~*.md", "it's%20(new)!~*.md"),
        ("a+b&c=d;e,f:g@h$.md", "a%2Bb%26c%3Dd%3Be%2Cf%3Ag%40h%24.md"),
        ("{start}.md", "%7Bstart%7D.md"),
    ],
)
def test_a_link_encodes_what_may_stand_in_a_file_name(file, path):
    assert (
        source_link("https://gull.example/{file}#L{start}-L{end}", file, 3, 5) == f"https://gull.example/{path}#L3-L5"
    )
