"""What a keeper looks at: contradictions, and the audit trail."""

from datetime import datetime

import strawberry

from api.graphql.context import Info, utc
from api.graphql.fields import documented
from api.graphql.listing import listing
from api.graphql.paging import After, Connection, First
from api.types import reads as types
from graphmem.domain.nodes import AuditQuery, Node, PageKey
from graphmem.domain.reads import Contradiction

PAGE = 20


@strawberry.type
class Keeping:
    """The root fields for keepers."""

    @documented()
    async def contradictions(
        self, info: Info, *, resolved: bool = False, first: First = PAGE, after: After = None
    ) -> Connection[types.Contradiction] | None:
        """Pairs of statements that cannot both hold, open ones or those that were resolved; both are readable."""
        context = info.context

        async def find(size: int, key: PageKey) -> list[Contradiction]:
            return await context.memory.contradictions(context.reader, resolved=resolved, first=size, after=key.id)

        return await listing("Contradiction", first, after, find, lambda one: PageKey(id=one.key))

    @documented()
    async def audit_trail(
        self,
        info: Info,
        *,
        since: datetime | None = None,
        target: str = "",
        first: First = PAGE,
        after: After = None,
    ) -> Connection[types.AuditEntry] | None:
        """Who did what to which node, newest first: an admin sees all of the tenant, others their own deeds."""
        context, begin = info.context, utc(since)

        async def find(size: int, key: PageKey) -> list[Node]:
            query = AuditQuery(since=begin, target=target, first=size, after=key)
            return await context.memory.audit_trail(query, context.reader)

        found = await listing("Audit", first, after, find, lambda one: PageKey(at=one.values["sort_at"], id=one.id))
        for edge in found.edges:
            edge.node = _entry(edge.node)
        return found


def _entry(entry: Node) -> types.AuditEntry:
    held = entry.values
    return types.AuditEntry(
        id=strawberry.ID(entry.id),
        at=held["at"],
        principal=held["principal"],
        action=held["action"],
        target=held["target"],
        detail=held["detail"],
    )
