"""Opening what is to be read: which files, in which encoding, line by line in flat memory."""

import codecs
import io
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from graphmem.domain.documents import Skipped
from graphmem.domain.errors import UnreadableSource
from graphmem.domain.text import clean
from graphmem.domain.time import TimeSource, as_utc
from ingest.connector import Source
from ingest.moments import date_in_name
from ingest.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one source may cost, in bytes.

    head        read for sniffing
    first_line  a longer first line is no part of the sample that is sniffed
    line        a longer line is skipped
    whole       a larger source is refused where it must be held in memory at once (one JSON value, a mail, UTF-16)
    """

    head: int = 65_536
    first_line: int = 1_048_576
    line: int = 33_554_432
    whole: int = 134_217_728


LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line, cleaned, without its end.

    number    1-based
    offset    of its first byte (of its UTF-8 form when the source is UTF-16 or UTF-32)
    is_ended  False for a last line that no line end closes: it may still be growing
    """

    number: int
    offset: int
    text: str
    is_ended: bool


_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a RIFF media file"),
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive or office file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"\x7fELF", "a program"),
)
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_CONTROLS = frozenset(b"\t\n\r\x0c\x1b\x08")
_BINARY_SHARE = 0.1
_WIDE_SHARE = 0.3


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
    kind = _binary_kind(head)
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


@lru_cache(maxsize=64)
def sniffed(head: bytes) -> str:
    """The first bytes of a source as text; never raises."""
    encoding = _encoding(head)
    if encoding:
        return clean(head.decode(encoding, errors="replace"))
    return clean("".join(_decoded(raw)[0] for raw in io.BytesIO(head)))


def lines(source: Source, tally: Tally) -> Iterator[Line]:
    """The lines in order, one in memory at a time; what cannot be decoded or is too long goes to the tally.

    Raises UnreadableSource when the file cannot be opened or read on.
    """
    try:
        with _opened(source) as stream:
            yield from _lines(stream, tally)
    except OSError as error:
        raise UnreadableSource(
            f"{source.uri} cannot be read: {error.strerror}", hint="Check that the file is there and readable."
        ) from error


def whole_bytes(source: Source) -> bytes:
    """Everything, as UTF-8 where the source is UTF-16 or UTF-32, else as it stands.

    Raises UnreadableSource when it cannot be read or is larger than the limit.
    """
    try:
        with _opened(source) as stream:
            content = stream.read(LIMITS.whole + 1)
    except OSError as error:
        raise UnreadableSource(f"{source.uri} cannot be read: {error.strerror}") from error
    if len(content) > LIMITS.whole:
        raise UnreadableSource(
            f"{source.uri} is larger than {LIMITS.whole:,} bytes.",
            hint="It must be held in memory at once: cut it, or hand it over as one record a line.",
        )
    return content


def whole_text(source: Source, tally: Tally) -> str:
    """Everything as one cleaned text; same errors as `whole_bytes`."""
    return "\n".join(line.text for line in _lines(io.BytesIO(whole_bytes(source)), tally))


def _sample(stream: BinaryIO) -> bytes:
    """The first bytes, to the end of the first line at least; of a source whose first line is huge, what follows it."""
    head = stream.read(LIMITS.head)
    if b"\n" in head or len(head) < LIMITS.head:
        return head
    rest = stream.readline(LIMITS.first_line)
    if rest.endswith(b"\n") or len(rest) < LIMITS.first_line:
        return head + rest
    _pass_over(stream)
    return stream.read(LIMITS.head) or head


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text in hand."""
    for number, line in enumerate(text.split("\n"), 1):
        yield Line(number=number, offset=0, text=line, is_ended=True)


def _opened(source: Source) -> BinaryIO:
    stream = source.path.open("rb") if source.content is None else io.BytesIO(source.content)
    encoding = _encoding(source.head)
    if encoding in {"", "utf-8-sig"}:
        return stream
    with stream:
        wide = stream.read(LIMITS.whole)
    return io.BytesIO(clean(wide.decode(encoding, errors="replace")).encode())


def _lines(stream: BinaryIO, tally: Tally) -> Iterator[Line]:
    number, offset = 0, 0
    while raw := stream.readline(LIMITS.line + 1):
        start, offset = offset, offset + len(raw)
        if len(raw) > LIMITS.line and not raw.endswith(b"\n"):
            number += 1
            offset += _pass_over(stream)
            tally.fault(f"the line is longer than {LIMITS.line:,} bytes", number, is_unknown=False)
            continue
        text, trouble = _decoded(raw)
        if trouble:
            tally.leave_out(trouble, number + 1)
        for piece in clean(text).removesuffix("\n").split("\n"):
            number += 1
            yield Line(number=number, offset=start, text=piece, is_ended=raw.endswith((b"\n", b"\r")))


def _pass_over(stream: BinaryIO) -> int:
    passed = 0
    while rest := stream.readline(LIMITS.head):
        passed += len(rest)
        if rest.endswith(b"\n"):
            break
    return passed


def _decoded(raw: bytes) -> tuple[str, str]:
    """The text of one line and what was wrong with it: a stray byte is replaced, a Windows line is read as such."""
    try:
        return raw.decode(), ""
    except UnicodeDecodeError as error:
        replaced = raw.decode(errors="replace")
        is_utf8 = error.reason == "unexpected end of data" or any(
            character > "\x7f" and character != "\ufffd" for character in replaced
        )
    if is_utf8:
        return replaced, "line with bytes that are not UTF-8, replaced"
    return raw.decode("cp1252", errors="replace"), "line that is not UTF-8, read as Windows-1252"


def _encoding(head: bytes) -> str:
    """The encoding that the first bytes give away; "" = UTF-8 without a mark, or a line-wise guess."""
    marked = next((encoding for mark, encoding in _BYTE_ORDER_MARKS if head.startswith(mark)), "")
    if marked:
        return marked
    half = len(head) // 2
    if half and head[1::2].count(0) > _WIDE_SHARE * half and head[0::2].count(0) == 0:
        return "utf-16-le"
    if half and head[0::2].count(0) > _WIDE_SHARE * half and head[1::2].count(0) == 0:
        return "utf-16-be"
    return ""


def _binary_kind(head: bytes) -> str:
    known = next((kind for signature, kind in _SIGNATURES if head.startswith(signature)), "")
    if known or _encoding(head):
        return known
    text = head.rstrip(b"\x00")
    controls = sum(byte < ord(" ") and byte not in _TEXT_CONTROLS for byte in text)
    return "binary" if controls > _BINARY_SHARE * len(text) else ""


def _skipped(path: Path, reason: str, *, is_fault: bool = True) -> Skipped:
    place = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would rename linked files
    return Skipped(uri=place.as_uri(), line=0, reason=reason, is_fault=is_fault)
