"""The answer server as an ASGI application: `POST /citeqa/ask` and `GET /healthz`."""

import json
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mkdocs_citeqa.errors import IndexFormatError
from mkdocs_citeqa.server.answering import Account, Answering, sse
from mkdocs_citeqa.server.claude import Claude
from mkdocs_citeqa.server.doors import Doors, Refused, read_question
from mkdocs_citeqa.server.events import Events
from mkdocs_citeqa.server.library import Library
from mkdocs_citeqa.server.limits import Gate
from mkdocs_citeqa.server.settings import Settings
from mkdocs_citeqa.server.shared import counter

log = logging.getLogger("mkdocs_citeqa.server")
FAILED = "The answer could not be finished."


class Server:
    """The routes, and what they share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.doors = Doors(settings.origins, settings.hosts, settings.proxies)
        self._counter = counter(settings.redis)
        self._claude = Claude(settings.key, settings.base_url)
        self.gate = Gate(settings.limits, self._counter)
        self.answering = Answering(
            Library(settings.folder),
            self._claude,
            self.gate,
            model=settings.model,
            limits=settings.limits,
            failing=settings.failing,
        )

    async def ask(self, request: Request) -> Response:
        """One question; everything that is wrong with it is said before the stream begins."""
        headers: dict[str, str] = {"vary": "Origin"}
        try:
            headers = self.doors.check(request)
            if request.method == "OPTIONS":
                return Response(status_code=204, headers={**headers, **_PREFLIGHT})
            question, language = await read_question(request, self.settings.limits)
            wait = await self.gate.wait(self.doors.address(request))
            if wait:
                raise Refused(429, "rate", "Too many questions at once; wait a minute.", {"retry-after": str(wait)})
            self.answering.library.index()
        except Refused as refused:
            self._log("refused", code=refused.code)
            return _error(refused, headers)
        except IndexFormatError as error:
            self._log("index", error=str(error))
            return _error(Refused(503, "index", "The index of this site cannot be read."), headers)
        except ClientDisconnect:
            return Response(status_code=400)
        account = Account(question)
        return Events(self._answer(question, language, account), lambda whole: self._done(account, whole), headers)

    async def _answer(self, question: str, language: str | None, account: Account) -> AsyncGenerator[bytes, None]:
        try:
            async with aclosing(self.answering.answer(question, language, account)) as events:
                async for event in events:
                    yield event
        except Exception as error:  # the stream has begun: all that is left is to say so in it
            account.reason = "failed"
            self._log("error", error=repr(error))
            yield sse("error", {"code": "failed", "message": FAILED})

    def _done(self, account: Account, whole: bool) -> None:
        ms = round((time.monotonic() - account.began) * 1000)
        first = None if account.first is None else round(account.first * 1000)
        told = {"question": account.question} if self.settings.log_questions else {}
        self._log(
            "answer" if whole else "left",
            mode=account.mode,
            status=account.status,
            reason=account.reason,
            cached=account.cached,
            passages=account.passages,
            ms=ms,
            first_ms=first,
            **account.tokens,
            **told,
        )

    def _log(self, event: str, **data: Any) -> None:
        log.info(event, extra={"data": data})

    async def health(self, request: Request) -> Response:
        """Whether questions can be answered."""
        try:
            index = self.answering.library.index()
        except IndexFormatError as error:
            return JSONResponse({"status": "failed", "message": str(error)}, 503)
        version = self.answering.library.version
        return JSONResponse(
            {"status": "ok", "index": version, "model": self.settings.model.name, "busy": self.gate.busy}
            | {"languages": sorted(index.manifest["languages"])},
            headers={"cache-control": "no-store"},
        )

    async def close(self) -> None:
        """Let go of all connections."""
        await self._claude.close()
        await self._counter.close()


_PREFLIGHT = {
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400",
}


def _error(refused: Refused, headers: dict[str, str]) -> JSONResponse:
    body = {"code": refused.code, "message": refused.message}
    return JSONResponse(body, refused.status, {**headers, **refused.headers, "cache-control": "no-store"})


def application(settings: Settings) -> Starlette:
    """The server as an application for any ASGI host."""
    server = Server(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await server.close()

    routes = [
        Route("/citeqa/ask", server.ask, methods=["POST", "OPTIONS"]),
        Route("/healthz", server.health, methods=["GET"]),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event and its data."""
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        line = {
            "at": at,
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "data", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
