"""repo_url and edit_uri -> a link to a raw file at given lines, in the way of its host."""

from urllib.parse import urljoin, urlsplit

LINES = {
    "github.com": "#L{start}-L{end}",
    "gitlab.com": "#L{start}-{end}",
    "bitbucket.org": "#lines-{start}:{end}",
    "codeberg.org": "#L{start}-L{end}",
}
"""How a host names lines; a host of one's own is told by the product's name in its address."""


def source_template(repo_url: str | None, edit_uri: str | None, edit_template: str | None = None) -> str | None:
    """A link with {file}, {start} and {end}; None when the site names no repository that we can read."""
    if not repo_url:
        return None
    if edit_template:
        path = edit_template.replace("{path_noext}", "{file}").replace("{path}", "{file}").replace("{path!q}", "{file}")
    elif edit_uri:
        path = edit_uri.rstrip("/") + "/{file}"
    else:
        return None
    address = path if urlsplit(path).scheme else urljoin(repo_url.rstrip("/") + "/", path.lstrip("/"))
    lines = next((form for host, form in LINES.items() if _is(host, address)), None)
    return _for_reading(address) + lines if lines else None


def _is(host: str, address: str) -> bool:
    name = urlsplit(address).hostname or ""
    return name == host or host.split(".")[0] in name.split(".") or (host == "codeberg.org" and "gitea" in name)


def _for_reading(address: str) -> str:
    """The page that shows a file rather than the one that edits it."""
    for edit, read in (("/edit/", "/blob/"), ("/-/edit/", "/-/blob/"), ("/_edit/", "/src/branch/")):
        if edit in address and not (edit == "/edit/" and "/-/edit/" in address):
            address = address.replace(edit, read, 1)
    if _is("codeberg.org", address):
        address = address.replace("/blob/", "/src/branch/", 1)
    if _is("bitbucket.org", address):
        address = address.replace("/blob/", "/src/", 1)
    return address
