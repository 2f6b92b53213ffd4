"""What a write tells its caller: counts a person can check."""

from dataclasses import dataclass
from typing import Literal

from graphmem.domain.findings import Finding

Outcome = Literal["new", "changed", "unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of one document.

    embedded                 texts that went through the model
    findings                 what the guard masked, left out or quarantined: kinds and places, never a value
    is_moved                 it was meant for others and stays with its writer, for the personal numbers in it
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
    findings: tuple[Finding, ...] = ()
    is_moved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxState:
    """What was accepted and is not stored yet.

    queued, claimed, dead  jobs that wait, that are being worked on, that nobody will try again
    oldest_s               age in seconds of the oldest one that is not dead; 0 when none is
    last_error             why the newest dead one died; "" without one
    """

    queued: int = 0
    claimed: int = 0
    dead: int = 0
    oldest_s: float = 0.0
    last_error: str = ""
