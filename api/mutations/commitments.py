"""Closing and snoozing what is owed."""

from collections.abc import Awaitable
from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.mutations.write import UserError
from graphmem.domain.errors import BadInput

Wanted = Annotated[strawberry.ID, strawberry.argument(name="id", description="A commitment, by id or handle.")]


@strawberry.type(description="What became of a commitment; `id` is null when `userErrors` says why.")
class CommitmentPayload:
    """The commitment that was changed."""

    id: strawberry.ID | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class CommitmentMutation:
    """The root fields that change commitments."""

    @documented()
    async def close_commitment(self, info: Info, *, wanted: Wanted, note: str = "") -> CommitmentPayload | None:
        """It is done, or no longer wanted; one that is closed already keeps its date."""
        return await _changed(info.context.memory.close_commitment(wanted, info.context.reader, note))

    @documented()
    async def snooze(self, info: Info, *, wanted: Wanted, until: datetime) -> CommitmentPayload | None:
        """Leave it off the list until then."""
        return await _changed(info.context.memory.snooze(wanted, until, info.context.reader))


async def _changed(change: Awaitable[str]) -> CommitmentPayload:
    try:
        return CommitmentPayload(id=strawberry.ID(await change))
    except BadInput as error:
        return CommitmentPayload(user_errors=[UserError(code=error.code, message=str(error), hint=error.hint)])
