"""A loopback server that speaks the Messages API, its streams, errors and batches; only the model's words are made up.

It refuses what the real one refuses, and builds every citation from the request, so that it cannot cite what it was
not given. Every request is kept, so that a test can say what left the machine.
"""

import http.server
import json
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]
MODELS = ("claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5")
REVOKED = "sk-ant-revoked"


@dataclass(frozen=True)
class Cited:
    """A piece of text that rests on a passage of the request."""

    text: str
    passage: int
    """Its `search_result`, counted from 0."""
    blocks: tuple[int, int] = (0, 1)
    """First block and the one after the last."""


@dataclass(frozen=True)
class Says:
    """What the model says to one request."""

    pieces: tuple[str | Cited, ...] = ()
    stop: str = "end_turn"
    details: Body | None = None
    tokens: tuple[int, int] = (900, 60)
    """Read and written."""
    cut_after: int | None = None
    """Events after which the connection ends as if all was said."""
    fails_after: int | None = None
    """Events after which an `overloaded_error` comes instead of the rest."""


@dataclass(frozen=True)
class Refuses:
    """An HTTP error."""

    status: int
    kind: str
    message: str = "no"
    headers: dict[str, str] = field(default_factory=dict)
    code: str | None = None

    @property
    def body(self) -> Body:
        error: Body = {"type": self.kind, "message": self.message}
        if self.code:
            error["details"] = {"error_code": self.code}
        return {"type": "error", "error": error, "request_id": "req_1"}


@dataclass(frozen=True)
class Hangs:
    """Nothing, until the test lets go."""

    until: threading.Event
    then: "Says"


Turn: TypeAlias = Says | Refuses | Hangs
RATE_LIMITED = Refuses(429, "rate_limit_error", headers={"retry-after": "1"})
OVERLOADED = Refuses(529, "overloaded_error")
REFUSAL = Says((), "refusal", {"type": "refusal", "category": None, "explanation": None}, (900, 0))


def invalid(message: str) -> Refuses:
    return Refuses(400, "invalid_request_error", message)


class ModelServer:
    """The state behind the address."""

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[Body] = []
        """Bodies of messages, those of batches included, in the order of their arrival."""
        self.turns: deque[Turn] = deque()
        """What comes first, one a message; then `write` is asked."""
        self.write: Callable[[Body], Turn] = lambda body: Says(("Hello.",))
        self.batches: list[list[Body]] = []
        self.polls = 1
        """How often a batch is still in progress when it is looked at."""
        self.arrived = threading.Event()
        """Set with every message."""
        self._lock = threading.Lock()

    def turn(self, body: Body) -> Turn:
        """What to do with a message."""
        fault = refused(body)
        with self._lock:
            self.requests.append(body)
            turn = fault or (self.turns.popleft() if self.turns else self.write(body))
        self.arrived.set()
        return turn


def refused(body: Body) -> Refuses | None:
    """What the real API does not take, told in its own way."""
    missing = {"model", "max_tokens", "messages"} - body.keys()
    if missing:
        return invalid(f"{min(missing)}: Field required")
    if body["model"] not in MODELS:
        return Refuses(404, "not_found_error", f"model: {body['model']}")
    sampling = {"temperature", "top_p", "top_k"} & body.keys()
    if sampling:
        return invalid(f"{min(sampling)}: not supported")
    thinking = body.get("thinking") or {}
    effort = (body.get("output_config") or {}).get("effort")
    if thinking.get("type") == "enabled" or (thinking.get("type") == "disabled" and effort in ("xhigh", "max")):
        return invalid("thinking: not supported")
    if body["messages"][-1]["role"] != "user":
        return invalid("messages: the last one must be the user's")
    return _refused_blocks(body)


def _refused_blocks(body: Body) -> Refuses | None:
    blocks = [
        block
        for message in body["messages"]
        for block in (
            [{"type": "text", "text": message["content"]}]
            if isinstance(message["content"], str)
            else message["content"]
        )
    ]
    if any(block["type"] == "text" and ("citations" in block or not block["text"].strip()) for block in blocks):
        return invalid("messages: text blocks must be non-empty and without citations")
    cited = {bool((b.get("citations") or {}).get("enabled")) for b in blocks if b["type"] == "search_result"}
    if len(cited) > 1:
        return invalid("citations must be enabled for all search results or for none")
    if True in cited and "format" in (body.get("output_config") or {}):
        return invalid("citations cannot be used with output_config.format")
    return None


def results_of(body: Body) -> list[Body]:
    """The passages of a request, in order."""
    contents = [m["content"] for m in body["messages"] if isinstance(m["content"], list)]
    return [block for content in contents for block in content if block["type"] == "search_result"]


def content_of(body: Body, says: Says) -> list[Body]:
    """The reply's text blocks."""
    return [
        {"type": "text", "text": piece.text, "citations": [citation(body, piece)]}
        if isinstance(piece, Cited)
        else {"type": "text", "text": piece, "citations": None}
        for piece in says.pieces
    ]


def citation(body: Body, piece: Cited) -> Body:
    result = results_of(body)[piece.passage]
    first, last = piece.blocks
    return {
        "type": "search_result_location",
        "cited_text": "".join(block["text"] for block in result["content"][first:last]),
        "source": result["source"],
        "title": result["title"],
        "search_result_index": piece.passage,
        "start_block_index": first,
        "end_block_index": last,
    }


def message(body: Body, says: Says, *, opening: bool = False) -> Body:
    read, written = says.tokens
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [] if opening else content_of(body, says),
        "stop_reason": None if opening else says.stop,
        "stop_sequence": None,
        "stop_details": None if opening else says.details,
        "usage": {
            "input_tokens": read,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": 1 if opening else written,
        },
    }


def events(body: Body, says: Says) -> Iterator[Body]:
    """The stream of a reply: some thought first, citations before the text that rests on them."""
    yield {"type": "message_start", "message": message(body, says, opening=True)}
    yield {"type": "ping"}
    yield _start(0, {"type": "thinking", "thinking": "", "signature": ""})
    yield _delta(0, {"type": "signature_delta", "signature": "c2ln"})
    yield {"type": "content_block_stop", "index": 0}
    for index, block in enumerate(content_of(body, says), 1):
        citations = block["citations"] or []
        yield _start(index, {"type": "text", "text": "", **({"citations": []} if citations else {})})
        yield from (_delta(index, {"type": "citations_delta", "citation": c}) for c in citations)
        text = block["text"]
        for at in range(0, len(text), 40):
            yield _delta(index, {"type": "text_delta", "text": text[at : at + 40]})
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": says.stop, "stop_sequence": None, "stop_details": says.details},
        "usage": {"output_tokens": says.tokens[1]},
    }
    yield {"type": "message_stop"}


def _start(index: int, block: Body) -> Body:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int, delta: Body) -> Body:
    return {"type": "content_block_delta", "index": index, "delta": delta}


def frames(body: Body, says: Says) -> Iterable[bytes]:
    for number, event in enumerate(events(body, says)):
        if number == says.cut_after:
            return
        if number == says.fails_after:
            error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
            yield f"event: error\ndata: {json.dumps(error)}\n\n".encode()
            return
        yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection."""

    model: ModelServer

    def log_message(self, format: str, *args: object) -> None:
        """Keep test output quiet."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        fault = self._refused()
        if fault:
            self._json(fault.status, fault.body, fault.headers)
        elif self.path == "/v1/messages":
            self._message(body)
        elif self.path == "/v1/messages/batches":
            self.model.batches.append(body["requests"])
            self._json(200, self._batch(len(self.model.batches) - 1, ended=False))
        else:
            self._json(404, Refuses(404, "not_found_error").body)

    def do_GET(self) -> None:
        fault = self._refused()
        _, _, name = self.path.partition("/v1/messages/batches/msgbatch_")
        number, _, results = name.partition("/")
        if fault or not number.isdigit() or int(number) >= len(self.model.batches):
            fault = fault or Refuses(404, "not_found_error", "no such batch")
            self._json(fault.status, fault.body)
        elif results:
            self._results(self.model.batches[int(number)])
        else:
            self.model.polls -= 1
            self._json(200, self._batch(int(number), ended=self.model.polls < 0))

    def _refused(self) -> Refuses | None:
        key = self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")
        if not key or key == REVOKED:
            return Refuses(401, "authentication_error", "invalid x-api-key")
        return None if self.headers.get("anthropic-version") else invalid("anthropic-version: header is required")

    def _message(self, body: Body) -> None:
        turn = self.model.turn(body)
        if isinstance(turn, Hangs):
            turn.until.wait(30)
            turn = turn.then
        if isinstance(turn, Refuses):
            self._json(turn.status, turn.body, turn.headers)
        elif body.get("stream"):
            self._send(200, "text/event-stream; charset=utf-8", frames(body, turn))
        else:
            self._json(200, message(body, turn))

    def _batch(self, number: int, *, ended: bool) -> Body:
        size = len(self.model.batches[number])
        name = f"msgbatch_{number}"
        return {
            "id": name,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": {
                "processing": 0 if ended else size,
                "succeeded": size if ended else 0,
                "errored": 0,
                "canceled": 0,
                "expired": 0,
            },
            "created_at": "2026-11-30T12:00:00Z",
            "expires_at": "2026-12-01T12:00:00Z",
            "ended_at": "2026-11-30T12:01:00Z" if ended else None,
            "cancel_initiated_at": None,
            "archived_at": None,
            "results_url": f"{self.model.url}/v1/messages/batches/{name}/results" if ended else None,
        }

    def _results(self, requests: list[Body]) -> None:
        """In another order than that of the requests, as the real ones may come."""
        lines = [{"custom_id": r["custom_id"], "result": self._result(r["params"])} for r in reversed(requests)]
        self._send(200, "application/x-jsonl", [json.dumps(line).encode() + b"\n" for line in lines])

    def _result(self, params: Body) -> Body:
        turn = self.model.turn(params)
        if isinstance(turn, Says):
            return {"type": "succeeded", "message": message(params, turn)}
        return {"type": "errored", "error": turn.body} if isinstance(turn, Refuses) else {"type": "expired"}

    def _json(self, status: int, content: Body, headers: dict[str, str] | None = None) -> None:
        self._send(status, "application/json", [json.dumps(content).encode()], headers)

    def _send(self, status: int, kind: str, parts: Iterable[bytes], headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "request-id": "req_1", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            for part in parts:
                self.wfile.write(part)
                self.wfile.flush()
        except OSError:
            pass  # the client left


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a free port of the loopback interface."""
    model = ModelServer()
    handler = type("Bound", (Handler,), {"model": model})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        model.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield model
        server.shutdown()
        thread.join()
