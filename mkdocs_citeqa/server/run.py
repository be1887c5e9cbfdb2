"""Running the answer server: as a command, or in a thread beside `mkdocs serve`."""

import logging
import socket
import sys
import threading

import uvicorn

from mkdocs_citeqa.server.app import JsonLines, application
from mkdocs_citeqa.server.settings import Settings

GRACE = 10
"""Seconds that answers in the making get when the server stops."""


def config(settings: Settings, *, host: str = "127.0.0.1", port: int = 8765) -> uvicorn.Config:
    """uvicorn's configuration: our own log, no headers that tell versions."""
    return uvicorn.Config(
        application(settings),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=16_384,
    )


def log_to_stderr() -> None:
    """One line of JSON an event."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("mkdocs_citeqa.server", logging.INFO), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


class Background:
    """The server in a thread of this process, on a free loopback port that is known at once."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def start(self, settings: Settings) -> None:
        """Begin to answer; a second call changes nothing."""
        if self._thread is not None:
            return
        self._server = uvicorn.Server(config(settings))
        run = self._server.run
        self._thread = threading.Thread(target=run, kwargs={"sockets": [self._socket]}, daemon=True, name="citeqa")
        self._thread.start()

    def stop(self) -> None:
        """Stop answering."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(GRACE)
        self._socket.close()
