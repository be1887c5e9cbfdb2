"""The index of a built site, opened again when the site was built again; and a store of finished answers."""

from collections import OrderedDict
from hashlib import blake2s
from pathlib import Path
from typing import Any

from mkdocs_citeqa.errors import IndexFormatError
from mkdocs_citeqa.index import Index, open_index


class Library:
    """The newest index of a site."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamp: tuple[int, int, int] | None = None
        self._index: Index | None = None
        self.version = ""
        """Changes with the manifest, and so with any change of the docs."""

    def index(self) -> Index:
        """The index of the site as it is now; an IndexFormatError when it cannot be read."""
        stamp = self._now()
        if self._index is None or stamp != self._stamp:
            manifest = self._read("manifest.json")
            self._index = open_index(self._read)
            self.version = blake2s(manifest, digest_size=8).hexdigest()
            self._stamp = stamp
        return self._index

    def _now(self) -> tuple[int, int, int]:
        try:
            stat = (self._folder / "manifest.json").stat()
        except OSError:
            raise IndexFormatError(
                f"{self._folder} has no manifest.json: build the site with the citeqa plugin, then give its folder."
            ) from None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()


class Answers:
    """Finished answers by question and index, the least used dropped first."""

    def __init__(self, most: int = 500, most_bytes: int = 16_000_000) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[tuple[Any, ...], tuple[bytes, ...]] = OrderedDict()
        self._bytes = 0

    def get(self, key: tuple[Any, ...]) -> tuple[bytes, ...] | None:
        """The events of an answer given before."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def keep(self, key: tuple[Any, ...], events: tuple[bytes, ...]) -> None:
        """Remember an answer."""
        self._drop(key)
        self._kept[key] = events
        self._bytes += sum(map(len, events))
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: tuple[Any, ...]) -> None:
        self._bytes -= sum(map(len, self._kept.pop(key, ())))

    def __len__(self) -> int:
        return len(self._kept)
