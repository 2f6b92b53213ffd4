"""Statements: what an episode says — decisions, options, reasons, facts and the rest."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class StatementKind(StrEnum):
    """The value is the node's label."""

    DECISION = "Decision"
    OPTION = "Option"
    REASON = "Reason"
    FACT = "Fact"
    PREFERENCE = "Preference"
    COMMITMENT = "Commitment"
    PROCEDURE = "Procedure"


class Status(StrEnum):
    """The standing of a decision."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


class Outcome(StrEnum):
    """What became of an option."""

    CHOSEN = "chosen"
    REJECTED = "rejected"
    OPEN = "open"


class Stance(StrEnum):
    """Which way a reason pulls."""

    FOR = "for"
    AGAINST = "against"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A quote: characters [start, end) of a chunk's text, so that it always is a real slice."""

    chunk_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing said, with the place where it was said.

    standing   the kind's own state: a decision's status, an option's outcome, a reason's stance,
               a commitment's kind; "" where the kind has none
    due_at     when a commitment is overdue, and `due_after` from when it is expected; None without a date
    value      a fact's literal object, a commitment's due phrase; "" where there is none
    origin     said; captured when an agent handed it over without words of the text, so without evidence
    """

    id: str
    kind: StatementKind
    text: str
    text_hash: str
    semantic_key: str
    standing: str
    predicate: str
    value: str
    confidence: float
    extractor: str
    evidence: tuple[Evidence, ...]
    happened_at: datetime | None
    valid_at: datetime | None
    origin: str = "said"
    due_after: datetime | None = None
    due_at: datetime | None = None
