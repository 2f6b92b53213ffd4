"""A Maven mirror of three small jars on the loopback interface, which misbehaves when told to."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

SERVER = "org/neo4j/app/neo4j-server/2026.08.1/neo4j-server-2026.08.1.jar"
PROCEDURES = "org/neo4j/gds/proc-misc/2.26.0/proc-misc-2.26.0.jar"
TINY = "com/example/tiny/1/tiny-1.jar"
CONTENT = {SERVER: b"server" * 400_000, PROCEDURES: b"procedures" * 1000, TINY: b"tiny"}


@dataclass(kw_only=True)
class Mirror:
    """What it serves, what it was asked for (path and range), and its faults."""

    base: str = ""
    files: dict[str, bytes] = field(default_factory=lambda: dict(CONTENT))
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    broken_off: set[str] = field(default_factory=set)
    ignores_ranges: bool = False
    gate: threading.Event | None = None
    reached: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving() -> Iterator[Mirror]:
    """A running mirror."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.mirror.base = f"http://127.0.0.1:{server.server_port}/maven"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.mirror
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def lock_line(path: str, content: bytes) -> str:
    """One line of a lock file."""
    return f"{path} sha256:{hashlib.sha256(content).hexdigest()} {len(content)}\n"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.mirror = Mirror()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was interrupted is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        mirror = cast("_Server", self.server).mirror
        path, asked_range = self.path.removeprefix("/maven/"), self.headers.get("Range")
        mirror.asked.append((path, asked_range))
        content = mirror.files.get(path)
        if content is None:
            self.send_error(404)
            return
        begin = int(asked_range.split("=")[1].rstrip("-")) if asked_range and not mirror.ignores_ranges else 0
        self._send(mirror, path, content[begin:], 206 if begin else 200)

    def _send(self, mirror: Mirror, path: str, body: bytes, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        half = len(body) // 2
        self.wfile.write(body[:half])
        self.wfile.flush()
        mirror.reached.set()
        if path in mirror.broken_off:
            mirror.broken_off.discard(path)
            self.close_connection = True
            return
        if mirror.gate:
            mirror.gate.wait(60)
        self.wfile.write(body[half:])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep the test output clean."""
