"""What is owed: commitments with who, when, and what closed them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from graphmem.domain.answers import Quote
from graphmem.domain.errors import InvalidQuery

STALE_AFTER = timedelta(days=30)
"""An open commitment older than this is stale; it stays on the list."""
OWED_LIMIT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedKey:
    """Where a page starts: behind the commitment with this id at this place in the order."""

    place: int = -1
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedQuery:
    """What is owed.

    who             a name, first name or handle of the person who owes it; "" = anybody
    project         "" = any
    include_closed  also what is closed or snoozed
    Raises InvalidQuery when `first` is not 1 to 100.
    """

    who: str = ""
    project: str = ""
    include_closed: bool = False
    first: int = 50
    after: OwedKey = OwedKey()

    def __post_init__(self) -> None:
        if not 1 <= self.first <= OWED_LIMIT + 1:  # one more tells a page that there is another
            raise InvalidQuery(f"A page has 1 to {OWED_LIMIT} entries, not {self.first}.", hint="Ask for fewer.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """One commitment.

    kind           follow_up, blocker, question or promise
    due            when, in the words of the text; due_after and due_at where a calendar knows it (half-open)
    closed_by      the principal who closed it; "" when later evidence did, which then is `closing`
    snoozed_until  not listed before this moment
    is_stale       open for 30 days and more
    place          its place in the order: by due, then the undated ones, newest first
    values         the node as the graph holds it, for faces that show nodes
    """

    id: str
    handle: str
    text: str
    kind: str
    project: str
    owed_by: tuple[str, ...]
    owed_to: tuple[str, ...]
    due: str
    due_after: datetime | None
    due_at: datetime | None
    said_at: datetime | None
    quote: Quote
    closed_at: datetime | None
    closed_by: str
    closing: Quote | None
    note: str
    snoozed_until: datetime | None
    is_overdue: bool
    is_stale: bool
    place: int
    values: Mapping[str, Any]
