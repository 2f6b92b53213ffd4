"""What is owed."""

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.graphql.paging import After, Connection, First, page
from api.types.statements import Commitment
from graphmem.domain.commitments import Owed, OwedKey, OwedQuery
from graphmem.domain.nodes import Node, PageKey

PAGE = 20


@strawberry.type
class OwedList:
    """The root field that lists commitments."""

    @documented()
    async def owed(
        self,
        info: Info,
        *,
        who: str = "",
        project: str = "",
        include_closed: bool = False,
        first: First = PAGE,
        after: After = None,
    ) -> Connection[Commitment] | None:
        """What is owed, of one person or of all: overdue first, then by due, then the undated, newest first."""

        async def find(size: int, key: PageKey) -> list[Node]:
            start = OwedKey(place=int(key.name or -1), id=key.id)
            query = OwedQuery(who=who, project=project, include_closed=include_closed, first=size, after=start)
            return [_node(one) for one in await info.context.memory.owed(query, info.context.reader)]

        return await page("Owed", first, after, find)


def _node(one: Owed) -> Node:
    values = {**one.values, "name_key": str(one.place), "closed_with": one.closing}
    return Node(id=one.id, kind="Commitment", values=values)
