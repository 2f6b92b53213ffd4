"""Watching: everything once, again after each change, and an end that loses nothing."""

import asyncio
from collections.abc import AsyncIterator, Collection
from pathlib import Path

from graphmem.domain.errors import DatabaseUnavailable, Unavailable
from ingest.report import IngestReport
from ingest.watch import changes_of, watch

NOTHING: Collection[object] = ()
SOMETHING: Collection[object] = ("changed",)


class Told:
    def __init__(self) -> None:
        self.events: list[str] = []

    def read(self, _: IngestReport) -> None:
        self.events.append("read")

    def waits(self, _: Unavailable) -> None:
        self.events.append("waits")


class Runs:
    """An ingest that only counts, and fails where it is told to."""

    def __init__(self, *failing: int) -> None:
        self.count, self._failing = 0, failing

    async def __call__(self) -> IngestReport:
        self.count += 1
        if self.count in self._failing:
            raise DatabaseUnavailable("gone")
        return IngestReport(files=())


async def stream(*items: Collection[object]) -> AsyncIterator[Collection[object]]:
    for item in items:
        yield item


async def test_everything_is_read_once_and_again_after_each_burst_of_changes_only() -> None:
    runs, told = Runs(), Told()
    await watch(runs, stream(NOTHING, SOMETHING, NOTHING, NOTHING, SOMETHING), told)
    assert (runs.count, told.events) == (3, ["read"] * 3)


async def test_what_could_not_be_stored_is_tried_again_without_another_change() -> None:
    """NEO-12: a database that comes back is found without anybody's help."""
    runs, told = Runs(2, 3), Told()
    await watch(runs, stream(NOTHING, SOMETHING, NOTHING, NOTHING, NOTHING), told)
    assert told.events == ["read", "waits", "waits", "read"]


async def test_the_end_of_the_stream_is_the_end() -> None:
    runs, told = Runs(1), Told()
    await watch(runs, stream(NOTHING), told)
    assert told.events == ["waits"]


async def test_what_changes_while_the_first_look_is_taken_is_seen(tmp_path: Path) -> None:
    """ING-01: a transcript goes on growing while what it held before is read."""
    stop, seen = asyncio.Event(), []
    async for changed in changes_of([tmp_path], stop, debounce_s=0.05, tick_s=0.05, polling=True):
        seen.append(bool(changed))
        if len(seen) == 1:
            (tmp_path / "a.md").write_text("We take it.")
        if changed:
            stop.set()
    assert (seen[0], seen[-1]) == (False, True)
