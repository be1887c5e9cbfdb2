"""The model server for conversations that go step by step: a script sends each event itself, and sees a client leave.

What it refuses, and what a message looks like, is what `model_server` says.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from model_server import Refuses, Says, message, refused, results_of

Event = dict[str, Any]
Script = Callable[["Conversation"], object]


class Conversation:
    """One request, and how a script replies to it."""

    def __init__(self, handler: BaseHTTPRequestHandler, body: dict[str, Any], fake: "Fake") -> None:
        self.body = body
        self._handler, self._fake = handler, fake
        self._open = False

    @property
    def results(self) -> list[dict[str, Any]]:
        """The search results that were sent."""
        return results_of(self.body)

    def cite(self, words: str, **changes: object) -> dict[str, object]:
        """A citation of the block with these words; made from the request, so it cites nothing that was not sent."""
        for number, result in enumerate(self.results):
            for block, content in enumerate(result["content"]):
                if words in content["text"]:
                    return {
                        "type": "search_result_location", "cited_text": content["text"], "source": result["source"],
                        "title": result["title"], "search_result_index": number, "start_block_index": block,
                        "end_block_index": block + 1, **changes,
                    }  # fmt: skip
        raise AssertionError(f"{words!r} was not sent")

    def reply(self, *blocks: tuple[str, Sequence[object]], stop: str | None = "end_turn") -> None:
        """A whole streamed reply; a citation is the words of the block that it cites, or a dict."""
        self.begin()
        for number, (text, cited) in enumerate(blocks, 1):
            self.block(number, text, cited)
        if stop:
            self.end(stop)

    def begin(self, thinking: bool = True) -> None:
        self.send({"type": "message_start", "message": message(self.body, Says(), opening=True)})
        self.send({"type": "ping"})
        if thinking:
            start = {"type": "thinking", "thinking": "", "signature": ""}
            self.send({"type": "content_block_start", "index": 0, "content_block": start})
            delta = {"type": "signature_delta", "signature": "c2ln"}
            self.send({"type": "content_block_delta", "index": 0, "delta": delta})
            self.send({"type": "content_block_stop", "index": 0})

    def block(self, number: int, text: str, cited: Sequence[object] = ()) -> None:
        citations = [self.cite(item) if isinstance(item, str) else item for item in cited]
        start: Event = {"type": "text", "text": ""}
        if citations:
            start["citations"] = []
        self.send({"type": "content_block_start", "index": number, "content_block": start})
        for citation in citations:
            delta = {"type": "citations_delta", "citation": citation}
            self.send({"type": "content_block_delta", "index": number, "delta": delta})
        for at in range(0, len(text), 11):
            delta = {"type": "text_delta", "text": text[at : at + 11]}
            self.send({"type": "content_block_delta", "index": number, "delta": delta})
        self.send({"type": "content_block_stop", "index": number})

    def end(self, stop: str = "end_turn", details: Mapping[str, object] | None = None) -> None:
        delta = {"stop_reason": stop, "stop_sequence": None, "stop_details": details}
        self.send({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 60}})
        self.send({"type": "message_stop"})

    def send(self, event: Event) -> None:
        """One frame; raises when the client is gone."""
        if not self._open:
            self._open = True
            self._handler.send_response(200)
            self._handler.send_header("content-type", "text/event-stream; charset=utf-8")
            self._handler.send_header("request-id", "req_1")
            self._handler.end_headers()
        self._handler.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
        self._handler.wfile.flush()

    def ping_until_gone(self, most: float = 10) -> None:
        """Keeps the stream open until the client leaves, and notes when that was."""
        end = time.monotonic() + most
        try:
            while time.monotonic() < end:
                self.send({"type": "ping"})
                time.sleep(0.02)
        except OSError:
            self._fake.left.set()

    def error(self, status: int, kind: str, message: str = "", headers: Mapping[str, str] | None = None) -> None:
        """A reply that is an error."""
        body = {"type": "error", "error": {"type": kind, "message": message or kind}, "request_id": "req_1"}
        data = json.dumps(body).encode()
        self._handler.send_response(status)
        for name, value in {"content-type": "application/json", "request-id": "req_1", **(headers or {})}.items():
            self._handler.send_header(name, value)
        self._handler.send_header("content-length", str(len(data)))
        self._handler.end_headers()
        self._handler.wfile.write(data)


class Fake(ThreadingHTTPServer):
    """The server; `script` is what the model says, `requests` what it was asked."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: Script = lambda conversation: conversation.reply()
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.left = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that leaves is no news."""


class Handler(BaseHTTPRequestHandler):
    server: Fake

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append(body)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        conversation = Conversation(self, body, self.server)
        fault = refused_request(self.path, self.server.headers[-1]) or refused(body)
        if fault:
            conversation.error(fault.status, fault.kind, fault.message)
        else:
            self.server.script(conversation)

    def log_message(self, format: str, *args: object) -> None:
        """Keep test output quiet."""


def refused_request(path: str, headers: Mapping[str, str]) -> Refuses | None:
    """What of a request the real API does not take, beside its body."""
    if path != "/v1/messages":
        return Refuses(404, "not_found_error", path)
    if not headers.get("anthropic-version"):
        return Refuses(400, "invalid_request_error", "anthropic-version: header is required")
    key = headers.get("authorization", "").removeprefix("Bearer ") or headers.get("x-api-key")
    return None if key else Refuses(401, "authentication_error", "x-api-key header is required")


@contextmanager
def messages_fake() -> Iterator[Fake]:
    """The fake on a free loopback port."""
    with Fake() as fake:
        thread = threading.Thread(target=fake.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield fake
        fake.shutdown()
        thread.join()
