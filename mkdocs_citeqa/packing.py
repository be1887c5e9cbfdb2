"""JSON content -> files that are named by it, so that they can be cached for ever."""

import hashlib
import json
from typing import Any


def pack(content: Any) -> bytes:
    """Compact JSON, the same bytes everywhere."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def digest(content: bytes) -> str:
    """What a file is named by: 32 bits, since every name stands in the manifest that each reader loads."""
    return hashlib.blake2s(content, digest_size=4).hexdigest()


class Writer:
    """Collects the files of an index."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, kind: str, content: Any) -> str:
        """A content-named file; returns its digest, made longer in the rare case that two files have the same."""
        packed = pack(content)
        name = digest(packed)
        while self.files.get(f"{kind}-{name}.json", packed) != packed:
            name += digest(name.encode() + packed)
        self.files[f"{kind}-{name}.json"] = packed
        return name
