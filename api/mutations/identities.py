"""Deciding who is who: merge, unmerge, keep apart."""

from collections.abc import Awaitable
from typing import Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.mutations.write import UserError
from api.types.identities import MergePayload
from graphmem.domain.errors import BadInput, Conflict
from graphmem.domain.identities import Merged

Ids = Annotated[list[strawberry.ID], strawberry.argument(description="Ids or handles.")]


@strawberry.type
class IdentityMutations:
    """The root fields that decide who is who."""

    @documented()
    async def merge_entities(self, info: Info, *, ids: Ids, into: strawberry.ID | None = None) -> MergePayload | None:
        """Make one entity of several; `into` (or else the first) keeps its id. Again, it changes nothing."""
        stays = into or (ids[0] if ids else "")
        return await _payload(info.context.memory.merge_entities(ids, stays, info.context.reader))

    @documented()
    async def unmerge_entities(
        self, info: Info, *, wanted: Annotated[strawberry.ID, strawberry.argument(name="id")]
    ) -> MergePayload | None:
        """Set a merged entity free, with all that is its own and all that was since written under its name."""
        return await _payload(info.context.memory.unmerge_entities(wanted, info.context.reader))

    @documented()
    async def dismiss_same_as(self, info: Info, *, source: strawberry.ID, target: strawberry.ID) -> MergePayload | None:
        """Keep two entities apart for ever: the pair is never proposed again."""
        return await _payload(_dismissed(info, source, target))


async def _dismissed(info: Info, source: str, target: str) -> Merged:
    await info.context.memory.keeping.dismiss(source, target, info.context.reader)
    return Merged(id=source, changed=())


async def _payload(work: Awaitable[Merged]) -> MergePayload:
    try:
        done = await work
    except (BadInput, Conflict) as error:
        return MergePayload(user_errors=[UserError(code=error.code, message=str(error), hint=error.hint)])
    return MergePayload(id=strawberry.ID(done.id), changed=[strawberry.ID(one) for one in done.changed])
