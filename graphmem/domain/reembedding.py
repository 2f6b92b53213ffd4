"""Moving a memory to another embedding model: what is read of a node, and what is written beside its vector."""

from dataclasses import dataclass

from graphmem.domain.episodes import Chunk
from graphmem.domain.vectors import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class OldChunk:
    """A chunk with a vector. is_moved: the new model's vector of the same text lies beside it already."""

    chunk: Chunk
    is_live: bool
    has_window: bool
    is_moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OldText:
    """A statement or an entity with a vector; hash changes with the text."""

    id: str
    is_statement: bool
    text: str
    hash: str
    is_moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NextVector:
    """A vector of the new model, and the hash of the text it was made of."""

    id: str
    hash: str
    vector: Vector
    window: Vector | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded:
    """What a run did. Counts are of vectors made now; what an earlier run had made is not counted again."""

    model: str
    chunks: int = 0
    statements: int = 0
    entities: int = 0
    has_switched: bool = False
