"""The interface every stored thing has, and how a node of the graph becomes an object of its type."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

import strawberry

from graphmem.domain import nodes

_TYPES: dict[str, type["Node"]] = {}


@strawberry.interface(description="Anything with an id. Texts are empty, never null, where nothing is known.")
class Node:
    """A subclass that is named like a label is what nodes with that label become."""

    id: strawberry.ID
    handle: str = strawberry.field(default="", description="A short name a person can type; `node` takes it too.")
    created_at: datetime | None = strawberry.field(default=None, description="When it was recorded.")

    def __init_subclass__(cls) -> None:
        _TYPES[cls.__name__] = cls


def as_node(node: nodes.Node) -> Any:
    """The object of the type named like the node's label; what the graph does not hold keeps the type's default."""
    return _TYPES[node.kind](**_values(_TYPES[node.kind], node.values))


def _values(kind: type[Node], held: Mapping[str, Any]) -> dict[str, Any]:
    names = [field.name for field in fields(kind) if field.init]
    return {name: held[name] for name in names if held.get(name) is not None}
