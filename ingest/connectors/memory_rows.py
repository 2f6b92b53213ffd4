"""Memories as mem0 and its kin list them: rows of one sentence each with whose it is and since when."""

import json
from collections.abc import Iterator

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from ingest.connector import Source
from ingest.connectors.memory_graph import MemoryGraph
from ingest.frames import frame
from ingest.json_rows import MOST, Json, Object, Row, head_objects, object_at, objects, rows, shares, text_at
from ingest.moments import any_moment
from ingest.source import text_source
from ingest.tally import Tally
from ingest.windows import content_key, windows

_OWNERS = ("user_id", "userId", "agent_id", "agentId", "run_id", "actor_id")
_MARKS = frozenset({"hash", "user_id", "userId", "agent_id", "run_id", "metadata", "created_at", "categories", "score"})
_LISTS = ("results", "memories", "data")


class MemoryRows:
    """A note a memory, under its own id: one that was updated replaces its former words."""

    name = "memory-rows"

    def recognises(self, source: Source) -> float:
        """By rows with a memory and what belongs to one, in a list or in an object that holds the list."""
        found = head_objects(source)
        held = [each for value in found for each in _held(value)]
        return 0.95 if shares(held or found, _is_memory, least=MOST) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The memories, then the relations that stand beside them."""
        tally = Tally(source.uri)
        for row in rows(source, tally):
            held = _held(row.value)
            for value in held:
                yield from _documents(source, value, row, tally)
            if not held:
                yield from _documents(source, row.value, row, tally)
            if relations := objects(row.value.get("relations") if isinstance(row.value, dict) else None):
                yield from _related(source, relations)
        yield from tally.report()


def _documents(source: Source, value: Json, row: Row, tally: Tally) -> Iterator[Document]:
    if not isinstance(value, dict) or "memory" not in value:
        tally.fault("a record without a memory", row.line)
        return
    text = text_at(value, "memory").strip()
    if not text:
        tally.leave_out("memory without a text", row.line)
        return
    owner, meta = text_at(value, *_OWNERS), object_at(value, "metadata")
    made = any_moment(value.get("updated_at")) or any_moment(value.get("created_at"))
    shared = frame(
        source,
        harness=MemoryRows.name,
        kind=EpisodeKind.NOTE,
        external_id=text_at(value, "id") or f"{source.uri}#{content_key(owner, text)}",
        title=owner or text_at(meta, "topic", "category"),
        at=made,
    )
    part = Part(key=content_key("memory"), text=text, at=made, heading=_heading(owner, value, meta))
    yield from windows(shared, [[part]], tally)


def _heading(owner: str, value: Object, meta: Object) -> tuple[str, ...]:
    """Whose it is and what it is about: the categories that the store gave it."""
    told = value.get("categories")
    categories = [each for each in told if isinstance(each, str)] if isinstance(told, list) else []
    return tuple(dict.fromkeys(filter(None, (owner, text_at(meta, "category", "topic"), *categories))))


def _related(source: Source, relations: list[Object]) -> Iterator[Document | Skipped]:
    """The graph beside the memories, read as the graph that it is."""
    inner = text_source(json.dumps(relations), path=source.path, fragment="graph", project=source.project)
    yield from MemoryGraph().pull(inner)


def _held(value: Json) -> list[Object]:
    lists = (objects(value.get(name)) for name in _LISTS) if isinstance(value, dict) else ()
    return next((found for found in lists if any(map(_is_memory, found))), [])


def _is_memory(value: Object) -> bool:
    return isinstance(value.get("memory"), str) and not _MARKS.isdisjoint(value)
