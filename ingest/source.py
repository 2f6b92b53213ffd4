"""Opening what is to be read: which files, in which order, and what they are when they are no text."""

import os
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from graphmem.domain.documents import Skipped
from graphmem.domain.text import clean
from graphmem.domain.time import TimeSource, as_utc
from ingest.connector import Source
from ingest.encodings import binary_kind
from ingest.git_repository import is_repository
from ingest.lines import LIMITS, pass_over
from ingest.moments import date_in_name


def walk(paths: Sequence[Path]) -> Iterator[Path | Skipped]:
    """The files under `paths`, each folder in the order of its names; what is passed over is a Skipped.

    Hidden files and folders inside a folder are passed over on purpose; linked folders are not followed.
    """
    for path in paths:
        if path.is_dir():
            yield from _files_below(path)
        else:
            yield path


def _files_below(folder: Path) -> Iterator[Path | Skipped]:
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        yield _skipped(folder, f"the folder cannot be read: {error.strerror}")
        return
    if not entries:
        yield _skipped(folder, "the folder is empty", is_fault=False)
    for entry in entries:
        if entry.name.startswith("."):
            yield _skipped(entry, "hidden", is_fault=False)
        elif not entry.is_dir():
            yield entry
        elif entry.is_symlink():
            yield _skipped(entry, "a linked folder, not followed", is_fault=False)
        else:
            yield from _files_below(entry)


def histories(paths: Sequence[Path], *, project: str, is_wanted: bool) -> Iterator[Source | Skipped]:
    """The repositories that the named folders are, as sources of their own beside their files.

    is_wanted  the history is all that was asked for: repositories below the folders count, none at all is a fault
    """
    for folder in filter(Path.is_dir, paths):
        place = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would rename linked folders
        found = [place] if is_repository(place) else list(_repositories_below(place)) if is_wanted else []
        if is_wanted and not found:
            yield _skipped(place, "no git repository")
        for repository in found:
            yield Source(path=repository, head=b"", project=project)


def _repositories_below(folder: Path) -> Iterator[Path]:
    for below, names, _ in os.walk(folder):
        names.sort()
        if is_repository(Path(below)):
            names.clear()
            yield Path(below)


def open_file(path: Path, *, project: str = "") -> Source | Skipped:
    """`path` as a Source; a Skipped when it is missing, unreadable, empty, binary or no file at all."""
    place = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would rename linked files
    try:
        if not stat.S_ISREG(place.stat().st_mode):
            return _skipped(place, "neither a file nor a folder")
        with place.open("rb") as stream:
            head = _sample(stream)
    except (OSError, ValueError) as error:
        return _skipped(place, f"cannot be read: {getattr(error, 'strerror', None) or error}")
    if not head.strip(b"\x00 \t\r\n"):
        return _skipped(place, "the file is empty", is_fault=False)
    kind = binary_kind(head)
    if kind:
        return _skipped(place, f"{kind}, no text", is_fault=kind == "binary")
    return Source(path=place, head=head, project=project)


def text_source(
    text: str, *, path: Path, project: str = "", fragment: str = "", title: str = "", at: datetime | None = None
) -> Source:
    """A text that stands in for a file."""
    content = clean(text).encode()
    return Source(
        path=path,
        head=content[: LIMITS.head],
        content=content,
        project=project,
        fragment=fragment,
        title=title,
        happened_at=at,
    )


def dated(source: Source) -> tuple[datetime | None, TimeSource]:
    """When the source as a whole happened: its surroundings, its name, its file's time, or unknown; never now."""
    told = source.happened_at or date_in_name(source.path.name)
    if told is not None:
        return as_utc(told), TimeSource.META
    try:
        return datetime.fromtimestamp(source.path.stat().st_mtime, UTC), TimeSource.FILE
    except (OSError, ValueError):
        return None, TimeSource.UNKNOWN


def _sample(stream: BinaryIO) -> bytes:
    """The first bytes, to the end of the first line at least; of a source whose first line is huge, what follows it."""
    head = stream.read(LIMITS.head)
    if b"\n" in head or len(head) < LIMITS.head:
        return head
    rest = stream.readline(LIMITS.first_line)
    if rest.endswith(b"\n") or len(rest) < LIMITS.first_line:
        return head + rest
    pass_over(stream)
    return stream.read(LIMITS.head) or head


def _skipped(path: Path, reason: str, *, is_fault: bool = True) -> Skipped:
    place = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would rename linked files
    return Skipped(uri=place.as_uri(), line=0, reason=reason, is_fault=is_fault)
