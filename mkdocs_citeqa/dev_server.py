"""The answer server beside `mkdocs serve`: in a thread, on a free loopback port, never for a build."""

import socket
import threading
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs_citeqa.server.settings import Settings

KEY = "ANTHROPIC_API_KEY"
EXTRA = "pip install 'mkdocs-citeqa[server]'"
GRACE = 3.0
"""Seconds that stopping may take; the process that runs it is about to end."""


def has_extra() -> bool:
    """Is everything of the `server` extra installed?"""
    return all(find_spec(name) is not None for name in ("anthropic", "starlette", "uvicorn"))


class Background:
    """An answer server in a thread of this process, whose address is known before it runs."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen()  # who asks before it runs waits, and is not turned away
        self._server: Any = None
        self._thread: threading.Thread | None = None
        self._stopped = False

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def start(self, settings: "Settings") -> None:
        """Begin to answer; a second call changes nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, args=(settings,), daemon=True, name="citeqa")
            self._thread.start()

    def _run(self, settings: "Settings") -> None:
        from mkdocs_citeqa.server.run import server  # here, as it takes a second that nobody waits for

        self._server = server(settings)
        if not self._stopped:
            self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Stop answering."""
        self._stopped = True
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(GRACE)
        self._socket.close()


class DevServer:
    """Decides once whether the pages that `mkdocs serve` shows may ask Claude, and runs what answers them."""

    def __init__(self) -> None:
        self._background: Background | None = None
        self._decided = False
        self._origins: tuple[str, ...] = ()

    @property
    def address(self) -> str | None:
        """What the served pages are told; None when there is nothing to tell."""
        return self._background.address if self._background else None

    def prepare(self, host: str, port: int, environment: Mapping[str, str]) -> str | None:
        """Take a port when there is a key; what to tell the maintainer, the first time."""
        if self._decided or not environment.get(KEY, "").strip():
            return None
        self._decided = True
        if not is_loopback(host):
            return (
                f"{KEY} is set, but mkdocs serve listens on {host}, where others could spend it: answers stay quoted. "
                "Serve on 127.0.0.1 to have Claude write them."
            )
        if not has_extra():
            return f"{KEY} is set: to have Claude write the answers on the served pages, {EXTRA}"
        self._background = Background()
        self._origins = tuple(f"http://{name}:{port}" for name in dict.fromkeys((host, "127.0.0.1", "localhost")))
        return f"Claude writes the answers on the served pages, and is paid with {KEY}"

    def start(self, folder: Path, environment: Mapping[str, str], model: str, effort: str) -> None:
        """The site is built: answer questions about it from now on."""
        if self._background is None:
            return
        from mkdocs_citeqa.grounding import Model
        from mkdocs_citeqa.server.settings import Settings, base_url_from, key_from

        self._background.start(
            Settings(
                folder=folder,
                key=key_from(environment),
                origins=self._origins,
                hosts=("127.0.0.1",),
                model=Model(model, effort),
                base_url=base_url_from(environment),
            )
        )

    def stop(self) -> None:
        """`mkdocs serve` ends."""
        if self._background is not None:
            self._background.stop()
            self._background = None


def is_loopback(host: str) -> bool:
    """Can nobody but this machine reach it?"""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
