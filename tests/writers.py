"""Processes that drain an outbox through the real write path, forked from one that has imported everything already.

Run as a script it reads one order a line from standard input and answers each with a line, so that a writer costs a
fork and not a start of Python, and is killed by the very process that forked it.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

import given

from graphmem.app import App
from graphmem.bench.hashed_words import HashedWords
from graphmem.cli.queue import delivery
from graphmem.compose import build_app
from graphmem.domain.vectors import ModelIdentity
from graphmem.remember.extract import RuleExtractor
from graphmem.remember.split import SplitLimits, split
from graphmem.settings import Settings
from graphmem.store.client import Client, Connection
from ingest.outbox import Spool
from ingest.outbox.drain import DrainLimits, drain
from ingest.registry import choose
from ingest.source import text_source

PATIENT = DrainLimits(attempts=1000, retry_s=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One round: so many writers at once, each killed after its seconds (counted from its first claim), or never."""

    folder: str
    kill_after_s: tuple[float | None, ...]


class Writers:
    """Starts writers and kills them; ends with the test that uses it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    @classmethod
    @contextlib.contextmanager
    def open(cls, connection: Connection, identity: ModelIdentity) -> Iterator[Self]:
        """The process that forks, ready."""
        given = json.dumps([asdict(connection), asdict(identity)])
        process = subprocess.Popen(
            [sys.executable, __file__, given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        with process:
            writers = cls(process)
            try:
                assert writers._answer() == "ready"
                yield writers
            finally:
                process.communicate()

    def run(self, folder: Path, *kill_after_s: float | None) -> list[bool]:
        """A round to its end; for each writer whether it was killed before it was done."""
        assert self._process.stdin
        order = Order(folder=str(folder), kill_after_s=kill_after_s)
        self._process.stdin.write(json.dumps(asdict(order)) + "\n")
        self._process.stdin.flush()
        killed: list[bool] = self._answer()
        return killed

    def _answer(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


async def open_memory(connection: Connection, identity: ModelIdentity) -> App:
    """The product with vectors that cost nothing."""
    client = await Client.open(connection)
    return build_app(client, HashedWords(identity), Settings(), schema=3)


def _serve(connection: Connection, identity: ModelIdentity) -> None:
    _warm_up(identity)
    _say("ready")
    for line in sys.stdin:
        _say(_round(Order(**json.loads(line)), connection, identity))


def _warm_up(identity: ModelIdentity) -> None:
    """Everything that is loaded on first use, so that a writer that lives for a moment gets as far as writing."""
    talk = given.talk(("Ada Sato", "We decided to use Kafka because RabbitMQ lost messages."), at=given.day(2))
    episode = split(talk, tenant="t", audience="t/personal:ada", limits=SplitLimits())
    RuleExtractor().extract(episode)
    HashedWords(identity).embed([talk.parts[0].text])
    choose(text_source(talk.parts[0].text, path=Path("text:warm")))


def _say(answer: Any) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _round(order: Order, connection: Connection, identity: ModelIdentity) -> list[bool]:
    started = [_fork(order.folder, connection, identity) for _ in order.kill_after_s]
    deaths = sorted((after, place) for place, after in enumerate(order.kill_after_s) if after is not None)
    for _, ready in started:
        os.read(ready, 1)
        os.close(ready)
    begun = time.monotonic()
    for after, place in deaths:
        time.sleep(max(0.0, begun + after - time.monotonic()))
        os.kill(started[place][0], signal.SIGKILL)  # our own child, not waited for yet: the number is still its own
    statuses = [os.waitpid(pid, 0)[1] for pid, _ in started]
    assert all(os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0 for status in statuses), statuses
    return [os.WIFSIGNALED(status) for status in statuses]


def _fork(folder: str, connection: Connection, identity: ModelIdentity) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    code = 1
    try:
        asyncio.run(_drain(Path(folder), connection, identity, writing))
        code = 0
    finally:
        sys.stderr.flush()
        os._exit(code)


async def _drain(folder: Path, connection: Connection, identity: ModelIdentity, ready: int) -> None:
    memory = await open_memory(connection, identity)
    os.write(ready, b".")
    report = await drain(Spool(folder), delivery(memory), PATIENT)
    if report.paused:
        raise report.paused
    await memory.client.close()


def _main(given: Sequence[str]) -> None:
    connection, identity = json.loads(given[0])
    _serve(replace(Connection(**connection), retry_s=30.0), ModelIdentity(**identity))


if __name__ == "__main__":
    _main(sys.argv[1:])
