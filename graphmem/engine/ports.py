"""Ports on the loopback interface: choosing, keeping, and asking who answers there."""

import secrets
import socket
import sys

from graphmem.domain.errors import EngineUnavailable

LOOPBACK = "127.0.0.1"
# Below the range that systems hand out to outgoing connections: a kept port is then rarely taken by one.
FIRST, LAST = 20_000, 29_999
ATTEMPTS = 200
ANSWER_WITHIN_S = 2.0
# Bolt's magic number and four proposals: 5.8 down to 5.0, 4.4, none, none.
HANDSHAKE = bytes.fromhex("6060b017 00080805 00000404 00000000 00000000")


def settle(*, fixed: int, kept: int, what: str) -> int:
    """The port to use: the one the user fixed, else the kept one while it is free, else another free one.

    EngineUnavailable, naming the port, when a fixed one is taken by somebody else.
    """
    if fixed and not is_free(fixed):
        raise EngineUnavailable(
            f"port {fixed}, set for {what}, is in use by another program",
            hint="Stop that program, set another port, or set 0 to have a free one chosen.",
        )
    return fixed or (kept if kept and is_free(kept) else _choose())


def is_free(port: int) -> bool:
    """Whether a server may listen on `port` now; connections of an earlier one that still fade do no harm."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
            probe.listen()
        except OSError:
            return False
        return True


def speaks_bolt(port: int) -> bool:
    """Whether a Neo4j answers on `port` and agrees on a protocol version."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=ANSWER_WITHIN_S) as connection:
            connection.sendall(HANDSHAKE)
            answer = connection.recv(4)
    except OSError:
        return False
    return answer[:2] == b"\0\0" and any(answer[2:])


def is_open(port: int) -> bool:
    """Whether anything accepts a connection on `port`."""
    try:
        socket.create_connection((LOOPBACK, port), timeout=ANSWER_WITHIN_S).close()
    except OSError:
        return False
    return True


def _choose() -> int:
    for _ in range(ATTEMPTS):
        port = FIRST + secrets.randbelow(LAST - FIRST + 1)
        if is_free(port):
            return port
    raise EngineUnavailable(f"no free port found between {FIRST} and {LAST}", hint="Set a port that is free.")
