"""Moments and the two clocks: UTC everywhere, intervals half-open."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

EARLIEST = datetime(1, 1, 1, tzinfo=UTC)


class TimeSource(StrEnum):
    """Where an episode's `happened_at` was read: never the time of import."""

    ROW = "row"
    META = "meta"
    FILE = "file"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """A reading of the past: what was true at `valid`, as far as was known at `recorded`.

    Either may be None, which means now on that clock.
    """

    valid: datetime | None = None
    recorded: datetime | None = None


def as_utc(moment: datetime) -> datetime:
    """`moment` in UTC; a naive one is read as UTC, so that no machine's zone can move a day."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def parse_iso(text: str) -> datetime | None:
    """The moment an ISO 8601 text names, in UTC; None when it names none."""
    try:
        return as_utc(datetime.fromisoformat(text.strip()))
    except ValueError:
        return None


def now() -> datetime:
    """The system's clock, in UTC: the default of every port that asks for one."""
    return datetime.now(UTC)
