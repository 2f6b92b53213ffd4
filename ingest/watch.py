"""Watching files: everything once, then again after each burst of changes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import Protocol

from graphmem.domain.errors import Unavailable
from ingest.report import IngestReport


class Watched(Protocol):
    """Who is told what came of it."""

    def read(self, report: IngestReport) -> None:
        """Everything was looked at; what had not changed was passed over."""
        ...

    def waits(self, error: Unavailable) -> None:
        """The memory is not there; it is tried again by itself."""
        ...


async def watch(
    once: Callable[[], Awaitable[IngestReport]], changes: AsyncIterator[Collection[object]], watched: Watched
) -> None:
    """Call `once` at the first item of `changes` and after every change, until they end.

    `once` is an ingest of all paths with cursors, so what is unchanged costs a look and files that are parts of one
    session stay together. An empty item of `changes` is a tick: what could not be stored before is tried again.
    Raises what `once` raises, but Unavailable, which is told.
    """
    is_due = True
    async for changed in changes:
        if changed or is_due:
            is_due = not await _tried(once, watched)


async def changes_of(
    paths: Sequence[Path], stop: asyncio.Event, *, debounce_s: float, tick_s: float, polling: bool
) -> AsyncIterator[Collection[object]]:
    """What changes below `paths`, burst by burst, and an empty tick when nothing does; ends when `stop` is set.

    The first item is a tick that says that watching has begun: what changes from then on is seen, however long the
    caller takes for what was there before.
    """
    from watchfiles import awatch  # noqa: PLC0415 - only where something is watched

    stream = awatch(
        *paths,
        watch_filter=None,
        debounce=round(debounce_s * 1000),
        rust_timeout=round(tick_s * 1000),
        yield_on_timeout=True,
        stop_event=stop,
        force_polling=polling or None,
        raise_interrupt=False,
    )
    begun = asyncio.ensure_future(anext(stream, None))
    await asyncio.sleep(0)  # its first step makes the watcher; the rest waits for changes
    yield ()
    first = await begun
    if first is not None:
        yield first
        async for changed in stream:
            yield changed


async def _tried(once: Callable[[], Awaitable[IngestReport]], watched: Watched) -> bool:
    try:
        report = await once()
    except Unavailable as error:
        watched.waits(error)
        return False
    watched.read(report)
    return True
