"""Settling contradictions."""

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.types import reads as types
from graphmem.domain.reads import Contradiction


@strawberry.type
class Resolve:
    """The root field that settles."""

    @documented(types.Contradiction | None)
    async def resolve(self, info: Info, *, key: strawberry.ID, keep: str, reason: str = "") -> Contradiction:
        """Settle a contradiction: `keep` is `both`, or the id or handle of the side that holds; the other one ends."""
        return await info.context.memory.resolve(key, keep, info.context.reader, reason=reason)
