"""JSON files -> the same as classic scripts: a page opened from disk (file://) may load scripts and nothing else."""

from collections.abc import Mapping

GLOBAL = "citeqaFiles"
"""Where the scripts put their content, by file name; the widget's offline.ts reads it there."""


def as_scripts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """A script beside each JSON file."""
    return {f"{name}.js": _script(name, content) for name, content in files.items() if name.endswith(".json")}


def _script(name: str, content: bytes) -> bytes:
    # U+2028 and U+2029 may stand in JSON, and since 2019 in scripts too.
    return f'(self.{GLOBAL}??={{}})["{name}"]='.encode() + content
