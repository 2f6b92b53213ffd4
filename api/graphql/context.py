"""What every resolver is handed, and the moment that its root field looks at."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

import strawberry

from api.graphql.loaders import Loaders
from api.ports import IngestText
from graphmem.app import App
from graphmem.domain.nodes import Moment
from graphmem.domain.reports import OutboxState
from graphmem.domain.scope import Reader
from graphmem.domain.time import AsOf, as_utc


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """One request. moments: what each root field looks at, by its key in the reply."""

    memory: App
    reader: Reader
    ingest_text: IngestText
    loaders: Loaders
    outbox: Callable[[], OutboxState] | None = None
    moments: dict[str | int, Moment] = field(default_factory=dict)


Info = strawberry.Info[Context, None]


@strawberry.input(name="AsOf", description="A reading of the past; a clock that is left out stands at now.")
class AsOfInput:
    """The two clocks."""

    valid: datetime | None = strawberry.field(default=None, description="What was true then.")
    recorded: datetime | None = strawberry.field(default=None, description="As far as was known then.")


def look_at(info: Info, as_of: AsOfInput | None, *, with_history: bool = False) -> AsOf | None:
    """Set the moment for all that is nested in this root field; the same as the core's own value."""
    valid = utc(as_of.valid) if as_of else None
    recorded = utc(as_of.recorded) if as_of else None
    info.context.moments[_root_key(info)] = Moment(with_history=with_history, valid=valid, recorded=recorded)
    return AsOf(valid=valid, recorded=recorded) if valid or recorded else None


def moment_of(info: Info) -> Moment:
    """The moment of the root field that this field is nested in."""
    return info.context.moments.get(_root_key(info), Moment())


def utc(moment: datetime | None) -> datetime | None:
    """A moment argument as the core takes it."""
    return as_utc(moment) if moment else None


def _root_key(info: Info) -> str | int:
    path = info.path
    while path.prev:
        path = path.prev
    return path.key
