"""Is a key of the Anthropic API about to be published?"""

import re
from collections.abc import Mapping

from mkdocs_citeqa.errors import ConfigError

KEY = re.compile(rb"sk-ant-[A-Za-z0-9]{2,12}-([A-Za-z0-9_-]{16,})")
VARIED = 6
"""Different characters from which on a run of them is no placeholder like sk-ant-api03-xxxxxxxx."""
TOLD = 18
"""Characters of a key that a message may show, enough to find it by."""


def refuse_keys(files: Mapping[str, bytes], own: str = "") -> None:
    """A ConfigError that names the file when one holds `own`, or anything that looks like a key."""
    for name, content in files.items():
        found = find_key(content, own.strip().encode())
        if found:
            raise ConfigError(
                f"{name} would publish what looks like a key of the Anthropic API ({found[:TOLD].decode()}…). "
                "Nothing was written. Take it out of the docs and the configuration, and revoke it if it is real."
            )


def find_key(content: bytes, own: bytes = b"") -> bytes | None:
    """The first key in a file."""
    if len(own) >= VARIED and own in content:
        return own
    keys = (match for match in KEY.finditer(content) if len(set(match[1])) >= VARIED)
    return next((match[0] for match in keys), None)
