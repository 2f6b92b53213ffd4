"""A run: files to connectors to the memory, streaming; one bad file never stops the others."""

import os
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graphmem.domain.documents import Document, Skipped
from graphmem.domain.errors import GraphmemError
from graphmem.domain.ids import text_hash
from graphmem.domain.reports import Recorded
from graphmem.domain.text import clean
from ingest.connector import Source
from ingest.connectors.git_history import GitHistory
from ingest.git_repository import is_bare
from ingest.registry import choose, named
from ingest.report import FileReport, FileStatus, IngestReport, counted
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
) -> IngestReport:
    """Read every file under `paths` into the memory; what was not used stands in the report.

    source   the connector's name; "" = each file is sniffed
    project  the project's name; "" = what each source says
    A file that is named itself must give something; a file that is met in a folder may be empty or no text.
    Raises UnknownFormat for a `source` that does not exist, and whatever the memory raises: a run can be
    repeated, what is stored already stays as it is.
    """
    if source:
        named(source)
    is_named = {_absolute(path) for path in paths if not path.is_dir()}
    run = _Run(connector=source, project=project, progress=progress or _Unwatched(), named=is_named)
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
    run = _Run(connector=source, project=project, progress=_Unwatched(), named={path})
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

    def report(self) -> FileReport:
        return FileReport(
            uri=self.uri,
            connector=self.connector,
            status=self._status(),
            counts=counted(self.recorded),
            skipped=tuple(self.skipped),
        )

    def doubts(self) -> list[Skipped]:
        """What puts the file as a whole in doubt."""
        return [skipped for skipped in self.skipped if skipped.is_fault and skipped.line == 0]

    def _status(self) -> FileStatus:
        if self.pulled:
            return FileStatus.PARTIAL if self.doubts() else FileStatus.OK
        is_fault = self.is_named or any(skipped.is_fault for skipped in self.skipped)
        return FileStatus.FAILED if is_fault else FileStatus.EMPTY


class _Run:
    """The state of one run: an account a file, and which document in flight belongs to which."""

    def __init__(self, *, connector: str, project: str, progress: Progress, named: set[Path]) -> None:
        self._connector, self._project = connector, project
        self._progress, self._named = progress, named
        self._files: list[_File] = []
        self._in_flight: deque[_File] = deque()
        self._seen: set[int] = set()
        self._begun: set[int] = set()
        self._is_shared = False

    async def feed(self, memory: Memory, targets: Sequence[Target]) -> IngestReport:
        """Everything through the memory."""
        self._progress.start(len(targets))
        self._is_shared = len(targets) > 1
        async for recorded in memory.record(self._documents(targets)):
            self._in_flight.popleft().recorded.append(recorded)
        return IngestReport(files=tuple(file.report() for file in self._files))

    def _documents(self, targets: Iterable[Target]) -> Iterator[Document]:
        for target in targets:
            uri = _absolute(target).as_uri() if isinstance(target, Path) else target.uri
            file = _File(uri=uri, is_named=(target if isinstance(target, Path) else Path(target.uri)) in self._named)
            self._files.append(file)
            for document in self._pulled(target, file):
                self._in_flight.append(file)
                yield document
            for fault in file.doubts():
                self._progress.message(f"{uri}: {fault.reason}")
            self._progress.advance(uri)

    def _pulled(self, target: Target, file: _File) -> Iterator[Document]:
        opened = open_file(target, project=self._project) if isinstance(target, Path) else target
        if isinstance(opened, Skipped):
            file.skipped.append(opened)
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
        if not self._is_shared or document.external_id.startswith(document.uri):
            yield document
            return
        family = document.parent_session or document.external_id
        keys = [hash((document.harness, family, part.key, part.text)) for part in document.parts]
        fresh = tuple(part for part, key in zip(document.parts, keys, strict=True) if key not in self._seen)
        if known := len(keys) - len(fresh):
            reason = f"{known} parts of {document.external_id} that another file has given"
            file.skipped.append(Skipped(uri=file.uri, line=0, reason=reason, is_fault=False))
        begin = hash((document.harness, document.external_id, document.parts[0].key))
        is_grown = begin in self._begun  # the same window, of which another file has given the beginning
        self._seen.update(keys)
        self._begun.add(begin)
        if fresh:
            yield document if is_grown or len(fresh) == len(keys) else replace(document, parts=fresh)


class _Unwatched:
    """A run that nobody watches."""

    def start(self, files: int) -> None:
        """Nothing."""

    def advance(self, uri: str) -> None:
        """Nothing."""

    def message(self, text: str) -> None:
        """Nothing."""


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
