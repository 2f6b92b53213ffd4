"""Nodes and edges as the faces show them: a kind, an id and plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.domain.answers import Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One node. kind: its own label (`Episode`, `Chunk`, `Decision`, `Person` …); values: what the graph holds."""

    id: str
    kind: str
    values: Mapping[str, Any]

    @property
    def text(self) -> str:
        """What a person reads of it."""
        return str(self.values.get("text") or self.values.get("name") or self.values.get("title") or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeEdge:
    """A relationship of a node with the node at its other end."""

    relation: str
    is_reversed: bool
    weight: float
    confidence: float
    node: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceQuote:
    """A quote of a statement, with the episode it stands in."""

    quote: Quote
    episode_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKey:
    """Where a page starts: after the node with this id at this place in the order (a moment, or a name)."""

    at: datetime | None = None
    name: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditQuery:
    """A page of the audit trail, newest first; target: the id of a node that entries name."""

    since: datetime | None = None
    target: str = ""
    first: int = 20
    after: PageKey = PageKey()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Which nodes a read of the graph lets through: live ones, history, or those of a moment on either clock."""

    with_history: bool = False
    valid: datetime | None = None
    recorded: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What answers on the other side; `gds` is "" without the plugin."""

    version: str
    edition: str
    gds: str
