"""A door before the database that a test opens and shuts."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlparse

BUFFER = 65_536


class Door:
    """Forwards a port of its own to a server while it is open; shut, it breaks every connection and refuses others."""

    def __init__(self, uri: str) -> None:
        there = urlparse(uri)
        self._target = (there.hostname or "127.0.0.1", there.port or 7687)
        self._listener: socket.socket | None = None
        self._streams: set[socket.socket] = set()
        self._port = 0
        self.open()

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self._port}"

    def open(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def shut(self) -> None:
        listener, self._listener = self._listener, None
        if listener:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for stream in list(self._streams):
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._target)
                self._streams |= {near, far}
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while content := source.recv(BUFFER):
                sink.sendall(content)
        for stream in (source, sink):
            self._streams.discard(stream)
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def door_to(uri: str) -> Iterator[Door]:
    """A door that is shut at the end."""
    door = Door(uri)
    try:
        yield door
    finally:
        door.shut()
