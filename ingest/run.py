"""A run: files to connectors to the memory, streaming; one bad file never stops the others."""

import os
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graphmem.domain.cursors import Cursor, Footprint
from graphmem.domain.documents import Document, Skipped
from graphmem.domain.errors import GraphmemError
from graphmem.domain.ids import text_hash
from graphmem.domain.reports import Recorded
from graphmem.domain.text import clean
from graphmem.remember.guard import masked, masked_source
from ingest.connector import Source
from ingest.connectors.git_history import GitHistory
from ingest.cursors import Bookmarks, Cursors, footprint
from ingest.git_repository import is_bare
from ingest.registry import choose, named
from ingest.report import FileReport, FileStatus, IngestReport, counted, found
from ingest.source import histories, open_file, text_source, walk

Target = Path | Skipped | Source


class Memory(Protocol):
    """Where documents go."""

    def record(self, documents: Iterable[Document]) -> AsyncIterator[Recorded]:
        """One Recorded a document, in order; pulls documents only as it needs them."""
        ...


class Progress(Protocol):
    """Who watches a run."""

    def start(self, files: int) -> None:
        """So many files will be read."""
        ...

    def advance(self, uri: str) -> None:
        """A file has been read to its end."""
        ...

    def message(self, text: str) -> None:
        """Something to tell a person now."""
        ...


async def ingest(
    memory: Memory,
    paths: Sequence[Path],
    *,
    source: str = "",
    project: str = "",
    progress: Progress | None = None,
    cursors: Cursors | None = None,
    is_again: bool = False,
    is_stopping: Callable[[], bool] = lambda: False,
) -> IngestReport:
    """Read every file under `paths` into the memory; what was not used stands in the report.

    source       the connector's name; "" = each file is sniffed
    project      the project's name; "" = what each source says
    cursors      where it is kept how far each file was read: one that is unchanged since is passed over
    is_again     read what is unchanged too
    is_stopping  asked before each document: the run ends early, and what was accepted is stored
    A file that is named itself must give something; a file that is met in a folder may be empty or no text.
    Raises UnknownFormat for a `source` that does not exist, and whatever the memory raises: a run can be
    repeated, what is stored already stays as it is.
    """
    if source:
        named(source)
    is_named = {_absolute(path) for path in paths if not path.is_dir()}
    run = _Run(
        connector=source,
        project=project,
        progress=progress or _Unwatched(),
        named=is_named,
        bookmarks=Bookmarks(cursors, project=project, source=source, is_again=is_again),
        is_stopping=is_stopping,
    )
    return await run.feed(memory, _distinct(_targets(paths, source, project)))


async def ingest_text(
    memory: Memory,
    text: str,
    *,
    title: str,
    source: str = "",
    project: str = "",
    happened_at: datetime | None = None,
) -> IngestReport:
    """Read a text as if it were a file; the same text again is the same document.

    Raises UnknownFormat for a `source` that does not exist, and whatever the memory raises.
    """
    if source:
        named(source)
    said = clean(text)
    path = Path(f"text:{text_hash(project, clean(title), said)}")
    target = text_source(said, path=path, project=project, title=title, at=happened_at)
    unkept = Bookmarks(None, project=project, source=source, is_again=True)
    run = _Run(connector=source, project=project, progress=_Unwatched(), named={path}, bookmarks=unkept)
    return await run.feed(memory, [target])


@dataclass(slots=True, kw_only=True)
class _File:
    """The account of one file while it is read."""

    uri: str
    is_named: bool
    connector: str = ""
    pulled: int = 0
    recorded: list[Recorded] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    looks: Footprint | None = None
    cursor: Cursor | None = None
    families: set[str] = field(default_factory=set)
    given: int = 0
    is_read: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether it was read to its end and all it gave is stored."""
        return self.is_read and self.given == len(self.recorded)

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is still to come: a file that ends within a faulty line may be growing."""
        if self.cursor or self.looks is None or self._status() not in {FileStatus.OK, FileStatus.EMPTY}:
            return False
        return self.looks.complete == self.looks.size or not any(skipped.is_fault for skipped in self.skipped)

    def report(self) -> FileReport:
        return FileReport(
            uri=masked_source(self.uri),
            connector=self.connector,
            status=self._status(),
            counts=counted(self.recorded, passed_over=self.cursor.episodes if self.cursor else 0),
            skipped=tuple(_shown(one) for one in self.skipped),
            findings=found(self.recorded),
        )

    def doubts(self) -> list[Skipped]:
        """What puts the file as a whole in doubt."""
        return [skipped for skipped in self.skipped if skipped.is_fault and skipped.line == 0]

    def _status(self) -> FileStatus:
        if self.cursor:
            return FileStatus.UNCHANGED
        if self.pulled:
            return FileStatus.PARTIAL if self.doubts() else FileStatus.OK
        is_fault = self.is_named or any(skipped.is_fault for skipped in self.skipped)
        return FileStatus.FAILED if is_fault else FileStatus.EMPTY


class _Run:
    """The state of one run: an account a file, and which document in flight belongs to which."""

    def __init__(
        self,
        *,
        connector: str,
        project: str,
        progress: Progress,
        named: set[Path],
        bookmarks: Bookmarks,
        is_stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self._connector, self._project = connector, project
        self._progress, self._named = progress, named
        self._bookmarks, self._is_stopping = bookmarks, is_stopping
        self._files: list[_File] = []
        self._unsettled: deque[_File] = deque()
        self._in_flight: deque[_File] = deque()
        self._seen: set[int] = set()
        self._begun: set[int] = set()
        self._is_shared = False

    async def feed(self, memory: Memory, targets: Sequence[Target]) -> IngestReport:
        """Everything through the memory."""
        self._progress.start(len(targets))
        self._is_shared = len(targets) > 1
        await self._bookmarks.load([_absolute(target).as_uri() for target in targets if isinstance(target, Path)])
        async for recorded in memory.record(self._documents(targets)):
            self._in_flight.popleft().recorded.append(recorded)
            await self._settle()
        await self._settle()
        await self._bookmarks.flush()
        return IngestReport(files=tuple(file.report() for file in self._files))

    async def _settle(self) -> None:
        """Move the cursors of the files that are read to their end and stored."""
        while self._unsettled and self._unsettled[0].is_settled:
            file = self._unsettled.popleft()
            if file.is_whole:
                await self._bookmarks.save(
                    file.uri,
                    file.looks,
                    connector=file.connector,
                    episodes=len(file.recorded),
                    families=sorted(file.families),
                )

    def _documents(self, targets: Iterable[Target]) -> Iterator[Document]:
        for target in targets:
            uri = _absolute(target).as_uri() if isinstance(target, Path) else target.uri
            file = _File(uri=uri, is_named=(target if isinstance(target, Path) else Path(target.uri)) in self._named)
            self._files.append(file)
            self._unsettled.append(file)
            for document in self._pulled(target, file):
                if self._is_stopping():
                    break
                file.given += 1
                self._in_flight.append(file)
                yield document
            if self._is_stopping():
                return
            file.is_read = True
            for fault in file.doubts():
                self._progress.message(f"{masked_source(uri)}: {masked(fault.reason)}")
            self._progress.advance(masked_source(uri))

    def _pulled(self, target: Target, file: _File) -> Iterator[Document]:
        opened = open_file(target, project=self._project) if isinstance(target, Path) else target
        if isinstance(opened, Skipped):
            file.skipped.append(opened)
            return
        file.looks = footprint(opened)
        file.cursor = self._bookmarks.passes(opened, file.looks)
        if file.cursor:
            file.connector = file.cursor.connector
            return
        try:
            connector = named(self._connector) if self._connector else choose(opened)
            file.connector = connector.name
            for item in connector.pull(opened):
                if isinstance(item, Skipped):
                    file.skipped.append(item)
                else:
                    file.pulled += 1
                    yield from self._unseen(item, file)
        except GraphmemError as error:
            file.skipped.append(Skipped(uri=file.uri, line=0, reason=f"{error} {error.hint}".strip()))
        except Exception as error:  # noqa: BLE001 - a connector that fails is one bad file, told in the report
            file.skipped.append(Skipped(uri=file.uri, line=0, reason=f"reading failed: {error!r}"))

    def _unseen(self, document: Document, file: _File) -> Iterator[Document]:
        """Without the parts that another file of the run has given: harnesses write shared rows to several."""
        is_own = document.external_id.startswith(document.uri)
        family = text_hash(document.harness, document.parent_session or document.external_id)
        if not is_own:
            file.families.add(family)
        if is_own or not self._is_shared:
            yield document
            return
        for path, connector in self._bookmarks.relatives(family):
            self._see(path, connector)
        keys = _keys(document)
        fresh = tuple(part for part, key in zip(document.parts, keys, strict=True) if key not in self._seen)
        if known := len(keys) - len(fresh):
            reason = f"{known} parts of {document.external_id} that another file has given"
            file.skipped.append(Skipped(uri=file.uri, line=0, reason=reason, is_fault=False))
        begin = _begin(document)
        is_grown = begin in self._begun  # the same window, of which another file has given the beginning
        self._seen.update(keys)
        self._begun.add(begin)
        if fresh:
            yield document if is_grown or len(fresh) == len(keys) else replace(document, parts=fresh)

    def _see(self, path: Path, connector: str) -> None:
        """What a file of the family has given, that is passed over in this run: it must not be given twice."""
        opened = open_file(path, project=self._project)
        if not isinstance(opened, Skipped):
            for item in named(connector).pull(opened):
                if isinstance(item, Document):
                    self._seen.update(_keys(item))
                    self._begun.add(_begin(item))


def _shown(skipped: Skipped) -> Skipped:
    """As a report may show it: an error's words may hold a piece of the source."""
    return replace(skipped, uri=masked_source(skipped.uri), reason=masked(skipped.reason))


class _Unwatched:
    """A run that nobody watches."""

    def start(self, files: int) -> None:
        """Nothing."""

    def advance(self, uri: str) -> None:
        """Nothing."""

    def message(self, text: str) -> None:
        """Nothing."""


def _keys(document: Document) -> list[int]:
    family = document.parent_session or document.external_id
    return [hash((document.harness, family, part.key, part.text)) for part in document.parts]


def _begin(document: Document) -> int:
    return hash((document.harness, document.external_id, document.parts[0].key))


def _targets(paths: Sequence[Path], source: str, project: str) -> Iterator[Target]:
    """The histories of named repositories, then the files; of a folder that is only a repository no files."""
    is_history = source == GitHistory.name
    yield from histories(paths, project=project, is_wanted=is_history)
    yield from walk([path for path in paths if not (path.is_dir() and (is_history or is_bare(path)))])


def _distinct(targets: Iterable[Target]) -> list[Target]:
    """Each file once, however often it was named, in the order of the first time."""
    return list({_absolute(target) if isinstance(target, Path) else target: target for target in targets}.values())


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would rename linked files
