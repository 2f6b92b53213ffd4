"""Letting go of what is held back."""

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.mutations.write import UserError
from api.types.episodes import Chunk
from api.types.nodes import as_node
from graphmem.domain.errors import BadInput


@strawberry.type(description="What was released; null when nothing was.")
class ReleasePayload:
    """One chunk."""

    chunk: Chunk | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class Release:
    """The root field that releases."""

    @documented()
    async def release(self, info: Info, *, chunk: strawberry.ID) -> ReleasePayload | None:
        """Let a quarantined chunk be found and read like any other; nothing is ever concluded from it."""
        context = info.context
        try:
            await context.memory.release(chunk, context.reader)
        except BadInput as error:
            return ReleasePayload(user_errors=[UserError(code=error.code, message=str(error), hint=error.hint)])
        found = await context.loaders.node.load(chunk)
        return ReleasePayload(chunk=as_node(found) if found else None)
