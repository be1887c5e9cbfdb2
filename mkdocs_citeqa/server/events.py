"""Server-sent events as a response that ends when its reader leaves."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

import anyio
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PING = b": still here\n\n"
PAUSE = 5.0
"""Seconds without an event after which a comment keeps proxies from closing the stream."""
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # nginx would gather the whole answer first
}


class Events(Response):
    """Sends what a source gives. When the reader is gone the source is cancelled at once, whatever it waits for."""

    def __init__(
        self, source: AsyncGenerator[bytes, None], finished: Callable[[bool], None], headers: dict[str, str]
    ) -> None:
        self.status_code, self.background, self.body = 200, None, b""
        self._source, self._finished = source, finished
        self.init_headers({**headers, **HEADERS})
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Both at once: send, and listen for the reader's leaving."""
        whole = False
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_until_gone, receive, tasks.cancel_scope)
                await self._send(send)
                whole = True
                tasks.cancel_scope.cancel()
        finally:
            self._finished(whole)

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        events, source = anyio.create_memory_object_stream[bytes](0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_pour, self._source, events)
            async with source:
                while True:
                    with anyio.move_on_after(PAUSE) as waited:
                        try:
                            event = await source.receive()
                        except anyio.EndOfStream:
                            break
                    await _body(send, PING if waited.cancelled_caught else event)
        await _body(send, b"", more=False)


async def _pour(source: AsyncGenerator[bytes, None], events: Any) -> None:
    async with events, aclosing(source):
        async for event in source:
            await events.send(event)


async def _body(send: Send, data: bytes, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": more})


async def _until_gone(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
