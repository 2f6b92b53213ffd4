"""Which entities may be one."""

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.graphql.paging import After, First, PageInfo, decode, encode
from api.types.identities import SameAsEdge, as_same_as
from graphmem.domain.identities import SameAsStatus
from graphmem.domain.nodes import PageKey

PAGE = 20
KIND = "SameAs"


@strawberry.type
class SameAsConnection:
    """One page."""

    edges: list[SameAsEdge]
    page_info: PageInfo


@strawberry.type
class Identities:
    """The root field that lists open questions of identity."""

    @documented()
    async def same_as(
        self, info: Info, *, first: First = PAGE, after: After = None, dismissed: bool = False
    ) -> SameAsConnection | None:
        """Pairs of entities that may be one; both must be readable. `dismissed` lists what is kept apart instead."""
        status = SameAsStatus.DISMISSED if dismissed else SameAsStatus.PROPOSED
        found = await info.context.memory.keeping.proposals(
            info.context.reader, status=status, first=first + 1, after=decode(KIND, after).id
        )
        edges = [SameAsEdge(cursor=encode(KIND, PageKey(id=one.key)), node=as_same_as(one)) for one in found[:first]]
        return SameAsConnection(
            edges=edges,
            page_info=PageInfo(
                has_next_page=len(found) > first,
                has_previous_page=bool(after),
                start_cursor=edges[0].cursor if edges else None,
                end_cursor=edges[-1].cursor if edges else None,
            ),
        )
