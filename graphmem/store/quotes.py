"""Rows as quotes and moments: what every read of the store shares."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.domain.answers import Quote, StatementFace

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def passage(chunk: Mapping[str, Any], episode: Mapping[str, Any]) -> Quote:
    """A whole chunk as a quote, with the document it stands in."""
    return Quote(
        text=chunk["text"],
        chunk_id=chunk["id"],
        start=0,
        end=len(chunk["text"]),
        speaker=chunk["speaker"],
        happened_at=said_at(chunk["happened_at"]),
        source=episode["uri"],
        title=episode["title"],
    )


def statement_face(node: Mapping[str, Any], whole: Quote | None) -> StatementFace:
    """A statement's map, with its quote cut out of the passage it was said in, if there is one."""
    return StatementFace(
        id=node["id"],
        handle=node["handle"],
        kind=node["kind"],
        text=node["text"],
        standing=node["standing"],
        confidence=float(node["confidence"]),
        quote=whole.cut(node["start"], node["end"]) if whole else None,
        valid_at=said_at(node.get("valid_at")),
        extractor=node.get("extractor") or "",
    )


def from_milliseconds(value: float) -> datetime:
    """A moment that a query sends as a number: cheaper than a zoned datetime."""
    return datetime.fromtimestamp(value / 1000, UTC)


def moment(value: Any) -> Any:
    """A Neo4j datetime as Python's own; anything else as it is."""
    return value.to_native() if hasattr(value, "to_native") else value


def said_at(value: Any) -> Any:
    """A moment in microseconds, as queries of many rows send it, or as `moment` takes it; None as it is."""
    return EPOCH + timedelta(microseconds=value) if isinstance(value, int) else moment(value)
