"""The lines of a source, cleaned, one in memory at a time."""

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO

from graphmem.domain.errors import UnreadableSource
from graphmem.domain.text import clean
from ingest.connector import Source
from ingest.encodings import decoded, encoding_of
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


@lru_cache(maxsize=8)
def sniffed(head: bytes) -> str:
    """The first bytes of a source as text; never raises."""
    encoding = encoding_of(head)
    if encoding:
        return clean(head.decode(encoding, errors="replace"))
    return clean("".join(decoded(raw)[0] for raw in io.BytesIO(head)))


def lines(source: Source, tally: Tally) -> Iterator[Line]:
    """The lines in order, one in memory at a time; what cannot be decoded or is too long goes to the tally.

    Raises UnreadableSource when the file cannot be opened or read on.
    """
    with _read(source) as stream:
        yield from _lines(stream, tally)


def whole_bytes(source: Source) -> bytes:
    """Everything, as UTF-8 where the source is UTF-16 or UTF-32, else as it stands.

    Raises UnreadableSource when it cannot be read or is larger than the limit.
    """
    with _read(source) as stream:
        return _held(stream, source)


def raw_lines(source: Source) -> Iterator[bytes]:
    """The lines with their ends as they stand (UTF-16 and UTF-32 as UTF-8), a line over the limit in pieces.

    Same errors as `lines`.
    """
    with _read(source) as stream:
        mark = codecs.BOM_UTF8
        while raw := stream.readline(LIMITS.line):
            yield raw.removeprefix(mark)
            mark = b""


def whole_text(source: Source, tally: Tally) -> str:
    """Everything as one cleaned text; same errors as `whole_bytes`."""
    return "\n".join(line.text for line in _lines(io.BytesIO(whole_bytes(source)), tally))


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text in hand."""
    for number, line in enumerate(text.split("\n"), 1):
        yield Line(number=number, offset=0, text=line, is_ended=True)


@contextmanager
def _read(source: Source) -> Iterator[BinaryIO]:
    """The bytes of a source, as UTF-8 where it is UTF-16 or UTF-32."""
    encoding = encoding_of(source.head)
    try:
        with source.path.open("rb") if source.content is None else io.BytesIO(source.content) as stream:
            is_wide = encoding not in {"", "utf-8-sig"}
            yield io.BytesIO(_held(stream, source).decode(encoding, errors="replace").encode()) if is_wide else stream
    except OSError as error:
        raise UnreadableSource(
            f"{source.uri} cannot be read: {error.strerror}", hint="Check that the file is there and readable."
        ) from error


def _held(stream: BinaryIO, source: Source) -> bytes:
    content = stream.read(LIMITS.whole + 1)
    if len(content) > LIMITS.whole:
        raise UnreadableSource(
            f"{source.uri} is larger than {LIMITS.whole:,} bytes.",
            hint="It must be held in memory at once: cut it, or hand it over in UTF-8 as one record a line.",
        )
    return content


def _lines(stream: BinaryIO, tally: Tally) -> Iterator[Line]:
    number, offset = 0, 0
    while raw := stream.readline(LIMITS.line + 1):
        start, offset = offset, offset + len(raw)
        if len(raw) > LIMITS.line and not raw.endswith(b"\n"):
            number += 1
            offset += pass_over(stream)
            tally.fault(f"the line is longer than {LIMITS.line:,} bytes", number, is_unknown=False)
            continue
        text, trouble = decoded(raw)
        if trouble:
            tally.leave_out(trouble, number + 1)
        for piece in clean(text).removesuffix("\n").split("\n"):
            number += 1
            yield Line(number=number, offset=start, text=piece, is_ended=raw.endswith((b"\n", b"\r")))


def pass_over(stream: BinaryIO) -> int:
    """Read on to the end of the line; the number of bytes passed."""
    passed = 0
    while rest := stream.readline(LIMITS.head):
        passed += len(rest)
        if rest.endswith(b"\n"):
            break
    return passed
