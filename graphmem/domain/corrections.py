"""Corrections by a person: what is asked, and what came of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.domain.statements import StatementKind

PERSON = "person@1"
"""Who reads a statement that a person gave as such, and who made an ending that a person asked for."""


class Verdict(StrEnum):
    """What a statement was worth to whoever used it; the value is the name of its counter."""

    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A statement as it stands before it is corrected.

    current  handle and text of what holds in its place; ("", "") when nothing does
    """

    id: str
    handle: str
    kind: StatementKind
    text: str
    semantic_key: str
    standing: str
    predicate: str
    project: str
    scope: str
    visibility: str
    owner: str
    audience: str
    version: int
    live: bool
    current: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """What was done: `new_id` holds in place of `old_id`; `stale` statements rested on the old one."""

    old_id: str
    new_id: str
    new_handle: str
    text: str
    at: datetime
    stale: int
