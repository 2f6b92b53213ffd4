"""What a write tells its caller: counts a person can check."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["new", "changed", "unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of one document.

    embedded                 texts that went through the model
    nodes_created, relationships_created   as Neo4j counted them; the first document of a transaction carries them
    """

    uri: str
    episode_id: str
    outcome: Outcome
    chunks: int
    embedded: int
    statements: int
    entities: int
    nodes_created: int
    relationships_created: int
