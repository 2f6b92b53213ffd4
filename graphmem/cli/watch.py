"""`ingest --watch`: reads what changes until it is told to stop."""

import asyncio
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from graphmem.cli import as_json as json
from graphmem.cli import errors, render, session, show_state
from graphmem.domain.errors import UnreadableSource
from ingest import run
from ingest.report import FileStatus, IngestReport
from ingest.watch import changes_of, watch

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.errors import Unavailable
    from graphmem.domain.scope import Reader
    from graphmem.settings import Settings


def watching(
    paths: Sequence[Path], settings: "Settings", *, source: str, project: str, as_json: bool
) -> Callable[["App", "Reader"], Awaitable[None]]:
    """The work of the command; UnreadableSource when there is nothing to watch at one of the paths."""
    if missing := [path for path in paths if not path.exists()]:
        raise UnreadableSource(f"{missing[0]} is not there.", hint="Name files and folders that exist.")

    async def work(memory: "App", reader: "Reader") -> None:
        desk = session.Desk(memory=memory, reader=reader)
        told = _Told(as_json=as_json)
        with stopped_by_signals() as stop:

            async def once() -> IngestReport:
                return await run.ingest(
                    desk, paths, source=source, project=project, cursors=desk, is_stopping=stop.is_set
                )

            changes = changes_of(
                paths,
                stop,
                debounce_s=settings.watch_debounce_s,
                tick_s=settings.watch_retry_s,
                polling=settings.watch_polling,
            )
            await watch(once, changes, told)

    return work


@contextmanager
def stopped_by_signals() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set; a second one ends the process as always."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = () if sys.platform == "win32" else (signal.SIGINT, signal.SIGTERM)

    def stopping() -> None:
        stop.set()
        for number in signals:
            loop.remove_signal_handler(number)

    for number in signals:
        loop.add_signal_handler(number, stopping)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


class _Told:
    """What a person at the terminal, or a reader of JSON lines, sees of it."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._is_first = True
        self._since = time.perf_counter()

    def read(self, report: IngestReport) -> None:
        """The first look always, later ones only when something was read."""
        is_news = any(file.status not in {FileStatus.UNCHANGED, FileStatus.EMPTY} for file in report.files)
        if self._as_json and (is_news or self._is_first):
            json.write_line({"totals": report.totals, "files": report.files})
        elif is_news or self._is_first:
            render.show(show_state.ingested(report, time.perf_counter() - self._since))
        if self._is_first and not self._as_json:
            typer.echo("Watching; Ctrl-C ends it.", err=True)
        self._is_first, self._since = False, time.perf_counter()

    def waits(self, error: "Unavailable") -> None:
        """Told on stderr each time: nothing is lost, since the files are there."""
        typer.echo(f"Waiting: {errors.sentence(str(error))} {error.hint}", err=True)
