"""A command's visit to the memory: the engine up, an App open for as long as the work takes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from graphmem.cli.progress import engine_bar
from graphmem.domain.scope import Placement

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.cursors import Cursor, CursorKey
    from graphmem.domain.documents import Document
    from graphmem.domain.reports import Recorded
    from graphmem.domain.scope import Reader
    from graphmem.settings import Settings

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The memory as one reader writes it: what an ingest run asks for."""

    memory: "App"
    reader: "Reader"
    placement: Placement = field(default_factory=Placement)
    is_interactive: bool = False

    def record(self, documents: Iterable["Document"]) -> AsyncIterator["Recorded"]:
        """One Recorded a document, in order."""
        return self.memory.record(documents, self.reader, self.placement, is_interactive=self.is_interactive)

    @property
    def extractor(self) -> str:
        """Who reads the statements."""
        return self.memory.recorder.extractor.name

    async def find_cursors(self, keys: Sequence["CursorKey"]) -> Mapping["CursorKey", "Cursor"]:
        """How far these sources were read before."""
        return await self.memory.find_cursors(keys, self.reader, self.placement)

    async def save_cursors(self, cursors: Sequence["Cursor"]) -> None:
        """Keep how far these sources were read."""
        await self.memory.save_cursors(cursors, self.reader, self.placement)


def visit(
    work: Callable[["App", "Reader"], Awaitable[T]], settings: "Settings | None" = None, *, quiet: bool = False
) -> T:
    """What `work` makes of the memory, as the local reader; starts the private engine when it is needed.

    Raises whatever `open_app` and `work` raise.
    """
    from graphmem.settings import read_settings  # noqa: PLC0415 - heavy imports wait until a command runs

    chosen = settings or read_settings()
    start_engine(chosen, quiet=quiet)
    return run(_work(work, chosen))


def run(work: Coroutine[None, None, T]) -> T:
    """What `work` gives, in an event loop of its own.

    After Ctrl-C the loop is left as it is: closing it would wait for the embedder's threads, which may take a
    minute, and `main` ends the process anyway. An open transaction is rolled back by the server.
    """
    runner = asyncio.Runner()
    try:
        result = runner.run(work)
    except Exception:
        runner.close()
        raise
    runner.close()
    return result


def start_engine(settings: "Settings", *, quiet: bool) -> None:
    """The private engine up, when it is the one that is used.

    Called from the main thread and not inside the event loop: there Ctrl-C reaches it at once.
    """
    if settings.neo4j_uri:
        return
    from graphmem.compose import engine_config  # noqa: PLC0415
    from graphmem.engine import up  # noqa: PLC0415

    with engine_bar(quiet=quiet) as bar:
        up(engine_config(settings), progress=bar)


async def _work(work: Callable[["App", "Reader"], Awaitable[T]], settings: "Settings") -> T:
    from graphmem.compose import local_reader, open_app  # noqa: PLC0415

    async with open_app(settings) as memory:
        return await work(memory, local_reader(settings))
