"""Writing: one sentence, or a whole text."""

import textwrap
from collections.abc import Awaitable
from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.context import Info, utc
from api.graphql.fields import documented
from api.ports import Ingested
from api.types.enums import Visibility
from graphmem.domain.errors import BadInput
from graphmem.domain.scope import PERSONAL_SCOPE, Placement
from graphmem.domain.time import now

TITLE_LENGTH = 60
NOTHING = BadInput("There is nothing to remember in this text.", hint="See `skipped`.")

Seen = Annotated[Visibility | None, strawberry.argument(description="Left out: personal, or shared for other scopes.")]
Scope = Annotated[str, strawberry.argument(description="Whose knowledge it is: personal, company or team:<id>.")]


@strawberry.type(description="What was wrong with the input.")
class UserError:
    """A mistake of the caller's, as data."""

    code: str
    message: str
    hint: str


@strawberry.type(description="A part of the input that was not used.")
class Skip:
    """The shape of `documents.Skipped`."""

    line: int = strawberry.field(description="From 1; 0 when the whole is meant.")
    reason: str
    is_fault: bool = strawberry.field(description="False for what is left out on purpose.")


@strawberry.type(description="How often the guard met one sort of thing that is not stored as it stands.")
class FindingCount:
    """The shape of `findings.FindingCount`."""

    kind: str = strawberry.field(
        description="secret and personal are masked, private left out, instruction quarantined."
    )
    label: str
    count: int


@strawberry.type(description="What became of the input; `new`, `changed` and `unchanged` count episodes.")
class WritePayload:
    """All zero when nothing was written."""

    connector: str = strawberry.field(default="", description="What read it.")
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    chunks: int = 0
    statements: int = 0
    entities: int = 0
    embedded: int = 0
    moved: int = strawberry.field(default=0, description="Kept personal, for the personal numbers in it.")
    findings: list[FindingCount] = strawberry.field(default_factory=list)
    skipped: list[Skip] = strawberry.field(default_factory=list)
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class Mutation:
    """The root fields that write."""

    @documented()
    async def remember(
        self,
        info: Info,
        *,
        text: str,
        project: str = "",
        happened_at: datetime | None = None,
        scope: Scope = PERSONAL_SCOPE,
        visibility: Seen = None,
    ) -> WritePayload | None:
        """Remember a sentence or a text: said now, unless `happenedAt` says otherwise; again, it changes nothing.

        A secret or a personal number in it is refused.
        """
        said = text.strip()
        reading = info.context.ingest_text(
            said,
            title=textwrap.shorten(said, TITLE_LENGTH, placeholder="…"),
            source="",
            project=project,
            happened_at=utc(happened_at) or now(),
            placement=_placed(scope, visibility),
            is_interactive=True,
        )
        return await _payload(reading)

    @documented()
    async def ingest(
        self,
        info: Info,
        *,
        text: str,
        title: str = "",
        source: Annotated[str, strawberry.argument(description="What to read it as; empty = by its content.")] = "",
        project: str = "",
        happened_at: datetime | None = None,
        scope: Scope = PERSONAL_SCOPE,
        visibility: Seen = None,
    ) -> WritePayload | None:
        """Read a text as if it were a file: a transcript, a chat, a note, a record; again, it changes nothing."""
        reading = info.context.ingest_text(
            text,
            title=title,
            source=source,
            project=project,
            happened_at=utc(happened_at),
            placement=_placed(scope, visibility),
        )
        return await _payload(reading)


def _placed(scope: str, visibility: Visibility | None) -> Placement:
    """What is the company's or a team's is shared with those it belongs to, unless the caller says otherwise."""
    return Placement(scope=scope, visibility=visibility) if visibility else Placement.usual(scope)


async def _payload(reading: Awaitable[Ingested]) -> WritePayload:
    try:
        report = await reading
    except BadInput as error:
        return WritePayload(user_errors=[_as_data(error)])
    totals = report.totals
    skipped = [one for file in report.files for one in file.skipped]
    return WritePayload(
        connector=next((file.connector for file in report.files), ""),
        new=totals.new,
        changed=totals.changed,
        unchanged=totals.unchanged,
        chunks=totals.chunks,
        statements=totals.statements,
        entities=totals.entities,
        embedded=totals.embedded,
        moved=totals.moved,
        findings=[
            FindingCount(kind=one.kind.value, label=one.label, count=one.count)
            for file in report.files
            for one in file.findings
        ],
        skipped=[Skip(line=one.line, reason=one.reason, is_fault=one.is_fault) for one in skipped],
        user_errors=[] if totals.new + totals.changed + totals.unchanged else [_as_data(NOTHING)],
    )


def _as_data(error: BadInput) -> UserError:
    return UserError(code=error.code, message=str(error), hint=error.hint)
