"""As much of Redis as the limits need, on loopback: INCRBY and EXPIRE in its wire protocol."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Redis(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.sums: dict[str, int] = {}
        self.expiring: dict[str, int] = {}

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.server_address[1]}/0"


class Session(socketserver.StreamRequestHandler):
    server: Redis

    def handle(self) -> None:
        while head := self.rfile.readline():
            words = []
            for _ in range(int(head[1:])):
                size = int(self.rfile.readline()[1:])
                words.append(self.rfile.read(size + 2)[:-2].decode())
            self.wfile.write(self.reply(*words))

    def reply(self, command: str, *words: str) -> bytes:
        if command == "INCRBY":
            self.server.sums[words[0]] = self.server.sums.get(words[0], 0) + int(words[1])
            return b":%d\r\n" % self.server.sums[words[0]]
        if command == "EXPIRE":
            self.server.expiring[words[0]] = int(words[1])
            return b":1\r\n"
        return b"-ERR unknown command\r\n" if command == "HELLO" else b"+OK\r\n"


@contextmanager
def redis_fake() -> Iterator[Redis]:
    """The server on a free port."""
    with Redis() as redis:
        thread = threading.Thread(target=redis.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield redis
        redis.shutdown()
        thread.join()
