"""Bars on stderr for long work; nothing is shown without a terminal, or where JSON is asked for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

MEGABYTE = 1e6


class EngineBar:
    """The engine's own progress: in words what happens now, and while it downloads how many bytes are here."""

    def __init__(self, bars: "Bars") -> None:
        self._bars = bars
        self._task: TaskID = bars.add_task("", total=None, visible=False, detail="")
        self._total = self._received = 0

    def start(self, total_bytes: int) -> None:
        """A download of `total_bytes` begins."""
        self._total, self._received = total_bytes, 0
        self._bars.update(self._task, total=total_bytes, completed=0)

    def advance(self, received_bytes: int) -> None:
        """So many more bytes are here."""
        self._received += received_bytes
        size = f"{self._received / MEGABYTE:.1f} of {self._total / MEGABYTE:.1f} MB"
        self._bars.update(self._task, completed=self._received, detail=size)

    def stage(self, text: str) -> None:
        """What happens now: a task of its own, since a bar with a length cannot lose it again."""
        self._bars.remove_task(self._task)
        self._task = self._bars.add_task(text, total=None, detail="")


class FileBar:
    """An ingest's progress: files read to their end, the last one's name, and messages above the bar."""

    def __init__(self, bars: "Bars") -> None:
        self._bars = bars
        self._task: TaskID = bars.add_task("reading", total=None, visible=False, detail="")

    def start(self, files: int) -> None:
        """So many files will be read."""
        self._bars.update(self._task, total=files, visible=True)

    def advance(self, uri: str) -> None:
        """A file has been read to its end."""
        self._bars.update(self._task, advance=1, detail=uri.rsplit("/", 1)[-1])

    def message(self, text: str) -> None:
        """Something to tell a person now."""
        self._bars.print(text, markup=False)


@contextmanager
def engine_bar(*, quiet: bool) -> Iterator[EngineBar | None]:
    """A bar for the engine's start, gone when it is over; None when nobody watches."""
    with _bars(quiet=quiet) as bars:
        yield EngineBar(bars) if bars else None


@contextmanager
def file_bar(*, quiet: bool) -> Iterator[FileBar | None]:
    """A bar for an ingest, gone when it is over; None when nobody watches."""
    with _bars(quiet=quiet) as bars:
        yield FileBar(bars) if bars else None


@contextmanager
def _bars(*, quiet: bool) -> Iterator["Bars | None"]:
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only where somebody watches
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn  # noqa: PLC0415

    detail = TextColumn("[dim]{task.fields[detail]}", markup=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=30), detail)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        yield bars
