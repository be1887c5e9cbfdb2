"""Many readers at once: `citeqa serve` before a model that takes its time. What do we add, lose or mix up, and keep?

    python tests/torture/load.py --readers 200 --requests 20000

Three processes: the server, a model that answers each question after `--delay` seconds in its own words, and the
readers here, who come one after the other and ask again as soon as they are answered. Exits with 1 when an answer was
lost or mixed up, when we add more than 50 ms to 95 of 100 answers, or when memory grows.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from test_server import GUIDE, write_site

QUESTION = "Are jobs retried after a restart, and with which pause? {}"
ALLOWED = 50
"""Milliseconds that we may add."""
GROWTH = 1.15
"""How much larger the server may be at the end than after the first fifth, when its stores have filled up."""


def model(port: int, delay: float) -> None:
    """A Messages API that streams one cited statement and repeats the question."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(head.split("content-length:")[1].split("\r\n")[0])
        body = json.loads(await reader.readexactly(size))
        await asyncio.sleep(delay)
        *results, question = body["messages"][0]["content"]
        text = results[0]["content"][0]["text"]
        place = {"search_result_index": 0, "start_block_index": 0, "end_block_index": 1}
        cited = {
            "type": "search_result_location",
            "cited_text": text,
            "source": results[0]["source"],
            "title": "",
            **place,
        }
        usage = {"input_tokens": 900, "output_tokens": 60}
        message = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
        events = [
            {"type": "message_start", "message": message},
            *block(0, f"{text} ", cited),
            *block(1, f"Asked: {question['text'].split()[-1]}", cited),
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 60}},
            {"type": "message_stop"},
        ]
        frames = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)
        writer.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n" + frames.encode()
        )
        await writer.drain()
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", port, backlog=1000) as server:
            await server.serve_forever()

    asyncio.run(run())


def block(n: int, text: str, cited: dict[str, object]) -> list[dict[str, object]]:
    start = {"type": "text", "text": "", "citations": []}
    return [
        {"type": "content_block_start", "index": n, "content_block": start},
        {"type": "content_block_delta", "index": n, "delta": {"type": "citations_delta", "citation": cited}},
        {"type": "content_block_delta", "index": n, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": n},
    ]


async def ask(port: int, number: int) -> float:
    """Seconds until the whole answer; an AssertionError when it is lost or another question's."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"question": QUESTION.format(number)}).encode()
    head = "POST /citeqa/ask HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n"
    writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    reply = (await reader.read()).decode()
    took = time.perf_counter() - began
    writer.close()
    events = [line for line in reply.splitlines() if line.startswith("data: ")]
    done = json.loads(events[-1].removeprefix("data: "))
    assert done["mode"] == "claude", reply
    assert done["question"] == QUESTION.format(number)
    assert done["statements"][-1]["text"] == f"Asked: {number}"
    return took


def size_of(process: int) -> int:
    """Resident kilobytes of a process."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def worked(process: int) -> float:
    """Seconds of a core that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(port: int, process: int, readers: int, requests: int, delay: float) -> tuple[list[float], list[int]]:
    """Seconds of all answers, and the server's size after each fifth of them."""
    numbers = iter(range(requests))
    took: list[float] = []
    sizes: list[int] = []

    async def reader(place: int) -> None:
        await asyncio.sleep(delay * place / readers)
        for number in numbers:
            took.append(await ask(port, number))
            if len(took) % (requests // 5) == 0:
                sizes.append(size_of(process))

    await asyncio.gather(*(reader(place) for place in range(readers)))
    return took, sizes


def free_ports() -> list[int]:
    """Two ports that nobody listens on."""
    with socket.socket() as one, socket.socket() as other:
        for taken in (one, other):
            taken.bind(("127.0.0.1", 0))
        return [taken.getsockname()[1] for taken in (one, other)]


def ready(port: int) -> None:
    """Wait until the server answers."""
    for _ in range(300):
        try:
            asyncio.run(ask(port, -1))
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--delay", type=float, default=5.0)
    arguments = parser.parse_args()
    port, behind_port = free_ports()
    behind = multiprocessing.Process(target=model, args=(behind_port, arguments.delay), daemon=True)
    behind.start()
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder) / "citeqa", GUIDE)
        many = str(10**9)
        command = [sys.executable, "-m", "mkdocs_citeqa", "serve", "--site", folder, "--port", str(port)]
        limits = ["--per-minute", many, "--at-once", many, "--tokens-a-day", many * 2]
        model_at = {"ANTHROPIC_API_KEY": "sk-ant-test", "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{behind_port}"}
        with open(os.devnull, "w") as nowhere:
            server = subprocess.Popen([*command, *limits], env={**os.environ, **model_at}, stderr=nowhere)
        try:
            ready(port)
            before = worked(server.pid)
            took, sizes = asyncio.run(load(port, server.pid, arguments.readers, arguments.requests, arguments.delay))
            cost = 1000 * (worked(server.pid) - before) / len(took)
        finally:
            server.terminate()
            server.wait(20)
            behind.terminate()
    added = sorted(1000 * (seconds - arguments.delay) for seconds in took)
    half, most = added[len(added) // 2], added[int(len(added) * 0.95)]
    print(f"{len(took)} answers, none lost or mixed up; added {half:.0f} ms in the middle, {most:.0f} ms at the 95th;")
    print(
        f"{cost:.0f} ms of a core each; memory after each fifth: {', '.join(f'{size / 1024:.0f} MB' for size in sizes)}"
    )
    return int(most > ALLOWED or sizes[-1] > GROWTH * sizes[0])


if __name__ == "__main__":
    sys.exit(main())
