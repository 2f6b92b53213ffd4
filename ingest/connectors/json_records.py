"""Records in JSON or JSON Lines (org charts, product lists): each string a part, its record the context."""

from collections.abc import Iterator

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from ingest.connector import Source
from ingest.frames import frame
from ingest.json_rows import Json, Object, head_objects, looks_like_json, rows
from ingest.tally import Tally
from ingest.windows import Keys, windows

CONTEXT_LENGTH = 300


class JsonRecords:
    """The heading of a part is where its string stands: the keys above it, its record, its own key."""

    name = "json-records"

    def recognises(self, source: Source) -> float:
        """By JSON of any shape; even torn JSON is no prose."""
        if head_objects(source):
            return 0.4
        return 0.3 if looks_like_json(source) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The source as a document, in windows of whole records."""
        tally = Tally(source.uri)
        shared = frame(source, harness=self.name, kind=EpisodeKind.DOCUMENT)
        keys = Keys()
        units = (unit for row in rows(source, tally) for unit in _units(row.value, (), keys))
        yield from windows(shared, units, tally)
        yield from tally.report()


def _units(value: Json, above: tuple[str, ...], keys: Keys) -> Iterator[list[Part]]:
    """A unit a record, records inside it after it."""
    if isinstance(value, dict):
        context = _context(value)
        own = [
            Part(
                key=keys.key(context, name, text),
                text=text,
                heading=(*above, context, name),
                is_noise=" " not in text,  # an id, a date, a word: nothing is stated by it alone
            )
            for name, text in _strings(value)
        ]
        if own:
            yield own
        for name, member in value.items():
            yield from _units(member, (*above, name), keys)
    elif isinstance(value, list):
        for element in value:
            if isinstance(element, dict | list):
                yield from _units(element, above, keys)


def _strings(record: Object) -> Iterator[tuple[str, str]]:
    """The texts of a record; of one without any, its numbers as they are written."""
    texts = [(name, text.strip()) for name, value in record.items() for text in _texts(value) if text.strip()]
    yield from texts or [(name, f"{name}: {value}") for name, value in record.items() if isinstance(value, int | float)]


def _texts(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _context(record: Object) -> str:
    told = (f"{name}: {value}" for name, value in record.items() if isinstance(value, str | int | float))
    return "; ".join(told)[:CONTEXT_LENGTH]
