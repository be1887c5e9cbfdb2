"""repo_url and edit_uri -> a link to a raw file at given lines, in the way of its host."""

import re
from typing import NamedTuple
from urllib.parse import quote, urljoin, urlsplit


class _Host(NamedTuple):
    """A product that shows files of a repository."""

    view: re.Pattern[str]
    """What stands in a path between repository and branch: a page that edits a file, or one that shows it."""
    shows: str
    """The same for the page that shows it."""
    lines: str
    """How lines are named; before them what keeps Markdown from being rendered, where no line could be shown."""
    keeps_query: bool = False
    """The query says which branch."""


_GITHUB = _Host(re.compile("/(?:edit|blob|tree|raw|blame)/"), "/blob/", "?plain=1#L{start}-L{end}")
_GITLAB = _Host(re.compile("/(?:-/)?(?:edit|blob|tree|raw|blame)/"), "/-/blob/", "?plain=1#L{start}-{end}")
_BITBUCKET = _Host(re.compile("/(?:src|edit|blob|raw|annotate)/"), "/src/", "#lines-{start}:{end}")
_BITBUCKET_SERVER = _Host(re.compile("/(?:browse|raw)/"), "/browse/", "#{start}-{end}", keeps_query=True)
_GITEA = _Host(
    re.compile("/(?:_edit|edit|blob|(?:src|raw|blame)/branch)/"),
    "/src/branch/",
    "?display=source#L{start}-L{end}",
)
_NAMED = {"github": _GITHUB, "gitlab": _GITLAB, "codeberg": _GITEA, "gitea": _GITEA, "forgejo": _GITEA}
_SHAPED = (
    (re.compile("/projects/[^/]+/repos/[^/]+/"), _BITBUCKET_SERVER),
    (re.compile("/-/"), _GITLAB),
    (re.compile("/_edit/|/src/branch/"), _GITEA),
)
"""Paths that only one product has, for hosts whose name does not tell which one they run."""
_PATH = re.compile(r"\{path(?:!q)?\}|\{path_noext(?:!q)?\}\.md")
_OWNER_AND_NAME = re.compile(r"/[^/]*/[^/]*")


def source_template(repo_url: str | None, edit_uri: str | None, edit_template: str | None = None) -> str | None:
    """A link with {file}, {start} and {end}; None when the site names no repository that we can read.

    `{file}` is to be a percent-encoded path below docs_dir.
    """
    base, path = (repo_url or "").rstrip("/"), _path(edit_uri, edit_template)
    address = urlsplit(urljoin(base + "/", path.lstrip("/")) if base else path)
    host = _host(address.hostname or "", address.path)
    below = urlsplit(base).path if base and address.geturl().startswith(base + "/") else ""
    start = len(below) or _after_owner(address.path)
    view = host.view.search(address.path, start) if host and "{file}" in address.path else None
    if host is None or view is None:
        return None
    shown = quote(address.path[: view.start()] + host.shows + address.path[view.end() :], safe="/%:@!$&'()*+,;=~{}")
    query = f"?{address.query}" if host.keeps_query and address.query else ""
    return f"{address.scheme}://{address.netloc}{shown}{query}{host.lines}"


def _path(edit_uri: str | None, edit_template: str | None) -> str:
    if edit_template:
        return _PATH.sub("{file}", edit_template)
    return edit_uri.rstrip("/") + "/{file}" if edit_uri else ""


def _host(name: str, path: str) -> _Host | None:
    labels = re.split("[.-]", name)
    if "bitbucket" in labels and not _SHAPED[0][0].search(path):
        return _BITBUCKET
    named = (host for product, host in _NAMED.items() if product in labels)
    shaped = (host for shape, host in _SHAPED if shape.search(path))
    return next(named, None) or next(shaped, None)


def _after_owner(path: str) -> int:
    """Where a path goes on after the repository's owner and name, either of which may be called "edit"."""
    found = _OWNER_AND_NAME.match(path)
    return found.end() if found else 0
