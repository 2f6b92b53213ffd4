"""Stored episodes that are read again: which ones, what they hold, and whose they are."""

from dataclasses import dataclass

from graphmem.domain.episodes import Episode
from graphmem.domain.scope import Placement

MOST_FAILURES = 3
"""An engine that could not read an episode this often is not asked again, until its text or the engine changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which episodes.

    extractor  only those that this engine has not read as they stand now, and has not failed on too often; "" = all
    episode    an id or handle; session, harness: a session as its harness knows it; uri: where a document came from
    Several may be given; an empty one is no condition.
    """

    extractor: str = ""
    episode: str = ""
    session: str = ""
    harness: str = ""
    uri: str = ""
    project: str = ""
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """An episode as it is stored, and whose it is: what is read out of it becomes neither wider nor another's."""

    episode: Episode
    owner: str
    audience: str
    placement: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """A stored statement and one of its quotes: characters [start, end) of the chunk's text."""

    id: str
    kind: str
    text: str
    standing: str
    extractor: str
    chunk_id: str
    start: int
    end: int
