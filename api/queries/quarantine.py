"""What waits for a keeper."""

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.graphql.paging import After, Connection, First, page
from api.types.episodes import Chunk

PAGE = 20


@strawberry.type
class Quarantine:
    """The root field that lists what no other field shows."""

    @documented()
    async def quarantine(self, info: Info, *, first: First = PAGE, after: After = None) -> Connection[Chunk] | None:
        """Text from outside that reads like orders to an agent, newest first; `release` lets it be read."""
        context = info.context
        return await page(
            "Quarantine",
            first,
            after,
            lambda size, key: context.memory.quarantined(context.reader, first=size, after=key),
        )
