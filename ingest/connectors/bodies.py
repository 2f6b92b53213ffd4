"""Rows that hold a whole document each (`body` with `frontmatter`): every body is sniffed and read on its own."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphmem.domain.documents import Document, Skipped
from graphmem.domain.errors import BadInput
from ingest.connector import Connector, Source
from ingest.json_rows import MOST, Object, head_objects, object_at, rows, shares, text_at
from ingest.moments import read_day
from ingest.source import text_source
from ingest.tally import Tally

_IDS = ("fixture_id", "id", "slug", "uuid", "path", "title")


class Bodies:
    """Leaves the reading of a body to the connector that recognises it."""

    name = "bodies"

    def __init__(self, choose: Callable[[Source], Connector]) -> None:
        self._choose = choose

    def recognises(self, source: Source) -> float:
        """By objects with a body and front matter."""
        return 0.95 if shares(head_objects(source), _has_body, least=MOST) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The documents of each body in turn."""
        tally = Tally(source.uri)
        for row in rows(source, tally):
            if not isinstance(row.value, dict) or not _has_body(row.value):
                tally.fault("a row without body and front matter", row.line)
            elif not text_at(row.value, "body"):
                tally.leave_out("empty body", row.line)
            else:
                yield from self._read(_inner(source, row.value, row.line), row.line, tally)
        yield from tally.report()

    def _read(self, inner: Source, line: int, tally: Tally) -> Iterator[Document | Skipped]:
        """A body that nothing can read costs no other one."""
        try:
            yield from self._choose(inner).pull(inner)
        except BadInput as error:
            tally.fault(str(error), line)


def _inner(source: Source, row: Object, line: int) -> Source:
    matter = object_at(row, "frontmatter")
    return text_source(
        text_at(row, "body"),
        path=source.path,
        fragment=text_at(row, *_IDS) or f"line-{line}",
        title=text_at(matter, "title"),
        project=source.project,
        at=_moment(matter) or source.happened_at,
    )


def _moment(matter: Object) -> datetime | None:
    day = read_day(text_at(matter, "date"))
    return datetime.combine(day, time(), tzinfo=_zone(text_at(matter, "timezone"))) if day else None


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _has_body(row: Object) -> bool:
    return isinstance(row.get("body"), str) and isinstance(row.get("frontmatter"), dict)
