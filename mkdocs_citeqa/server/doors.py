"""Which requests may come in: from named origins, for named hosts, small and in time."""

import json
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import anyio
from starlette.requests import Request

from mkdocs_citeqa.server.limits import Limits

LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Refused(Exception):
    """A request that is not answered, with the HTTP status, a code and a sentence for it."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, dict(headers or {})


@dataclass(frozen=True, slots=True)
class Doors:
    """Who may ask."""

    origins: Collection[str] = ()
    """Sites whose pages may ask, as `https://docs.example.com`; requests without an Origin come from no page."""
    hosts: Collection[str] = ()
    """Host names that the server answers to; any when there are none."""
    proxies: int = 0
    """Trusted proxies in front, which add an address each to X-Forwarded-For."""

    def check(self, request: Request) -> dict[str, str]:
        """The CORS headers of the answer; Refused when the request comes from or for somewhere else."""
        host = _host(request.headers.get("host", ""))
        if self.hosts and host not in self.hosts:
            raise Refused(421, "host", "This server does not answer to that host name.")
        origin = request.headers.get("origin")
        if origin is None:
            if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
                raise Refused(403, "origin", "Pages of this site may not ask here.")
            return {"vary": "Origin"}
        if origin not in self.origins:
            raise Refused(403, "origin", "Pages of this site may not ask here.")
        return {"vary": "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": "retry-after"}

    def address(self, request: Request) -> str:
        """The reader's address: the peer's, or what the outermost trusted proxy saw."""
        seen = [part.strip() for part in request.headers.get("x-forwarded-for", "").split(",") if part.strip()]
        if self.proxies and len(seen) >= self.proxies:
            return seen[-self.proxies]
        return request.client.host if request.client else ""


def _host(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


async def read_question(request: Request, limits: Limits) -> tuple[str, str | None]:
    """(question, language) of a request's body, which holds nothing else."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(415, "type", "Send application/json.")
    asked = _parsed(await _body(request, limits))
    question, language = asked.get("question"), asked.get("lang")
    if set(asked) - {"question", "lang"} or not isinstance(question, str):
        raise Refused(400, "request", 'Send {"question": "…"} with an optional "lang" and nothing else.')
    question = one_line(question)
    if not question or len(question) > limits.question:
        raise Refused(400, "question", f"A question has 1 to {limits.question} characters.")
    if language is not None and not (isinstance(language, str) and LANGUAGE.fullmatch(language)):
        raise Refused(400, "language", 'A language is written as "en" or "pt-BR".')
    return question, language


async def _body(request: Request, limits: Limits) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > limits.body:
        raise Refused(413, "size", f"A request has at most {limits.body} bytes.")
    body = b""
    with anyio.move_on_after(limits.patience) as waiting:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limits.body:
                raise Refused(413, "size", f"A request has at most {limits.body} bytes.")
    if waiting.cancelled_caught:
        raise Refused(408, "slow", "The request did not arrive in time.", {"connection": "close"})
    return body


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "request", "The request is not JSON.") from None
    if not isinstance(asked, dict):
        raise Refused(400, "request", "The request is not a JSON object.")
    return asked


def one_line(text: str) -> str:
    """The question without control characters and with single spaces."""
    seen = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in unicodedata.normalize("NFC", text))
    return " ".join(seen.split())
