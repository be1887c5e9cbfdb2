"""Running the answer server."""

import json
import logging
import os
import socket
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.grounding import Model
from mkdocs_citeqa.server.app import JsonLines, application
from mkdocs_citeqa.server.limits import Limits
from mkdocs_citeqa.server.settings import Settings, key_from
from mkdocs_citeqa.server.shared import counter

GRACE = 10
"""Seconds that answers in the making get when the server stops."""


SETTINGS = "CITEQA_SERVE"
"""Environment variable by which a worker process gets its settings; the key stays in its own."""
_UVICORN: dict[str, Any] = {
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_graceful_shutdown": GRACE,
    "h11_max_incomplete_event_size": 16_384,
}


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Answer until stopped, in so many processes; an InputError when the port is taken."""
    counter(settings.redis)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise InputError(f"Port {port} of {host} cannot be used ({error.strerror}): name another --port.") from None
    print(f"Answering on http://{host}:{port}/citeqa/ask", file=sys.stderr, flush=True)
    if not settings.origins:
        print("No --origin is named: pages in a browser cannot ask here.", file=sys.stderr, flush=True)
    os.environ[SETTINGS] = to_json(settings)
    uvicorn.run(f"{__name__}:from_environment", factory=True, host=host, port=port, workers=workers, **_UVICORN)


def from_environment() -> Starlette:
    """The application of a worker process."""
    log_to_stderr()
    return application(from_json(os.environ[SETTINGS], key_from(os.environ)))


def to_json(settings: Settings) -> str:
    """All settings but the key."""
    return json.dumps({**asdict(settings), "folder": str(settings.folder), "key": ""})


def from_json(text: str, key: str) -> Settings:
    """The same settings again."""
    data = json.loads(text)
    data |= {"key": key, "folder": Path(data["folder"]), "model": Model(**data["model"])}
    data |= {"limits": Limits(**data["limits"]), "origins": tuple(data["origins"]), "hosts": tuple(data["hosts"])}
    return Settings(**data)


def log_to_stderr() -> None:
    """One line of JSON an event."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("mkdocs_citeqa.server", logging.INFO), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


def server(settings: Settings) -> uvicorn.Server:
    """A server to be run by whoever has a socket for it."""
    return uvicorn.Server(uvicorn.Config(application(settings), **_UVICORN))
