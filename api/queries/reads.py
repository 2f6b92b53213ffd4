"""Reads that need no question: timeline, diff, profile, neighbours, what is said of a thing, and the context pack."""

from datetime import datetime

import strawberry

from api.graphql.context import AsOfInput, Info, look_at, utc
from api.graphql.fields import documented
from api.graphql.listing import listing
from api.graphql.paging import After, Connection, First
from api.types import reads as types
from graphmem.domain.nodes import PageKey
from graphmem.domain.reads import (
    STATED,
    AboutQuery,
    Change,
    ChangesQuery,
    Held,
    Neighbour,
    NeighboursQuery,
    Pack,
    PackQuery,
    Profile,
)
from graphmem.domain.statements import StatementKind

PAGE = 20
AROUND = NeighboursQuery(start="")

strawberry.enum(StatementKind, name="StatementKind", description="The kinds of statements.")


@strawberry.type
class Reading:
    """The root fields of bounded reads."""

    @documented()
    async def timeline(
        self,
        info: Info,
        *,
        subject: str = "",
        project: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        recorded: datetime | None = None,
        kinds: list[StatementKind] | None = None,
        first: First = PAGE,
        after: After = None,
    ) -> Connection[types.Change] | None:
        """When things began to hold, ended and were closed, in the order of time.

        Of a topic, person or thing (`subject`: an id, handle or name), of a project, or both; in (since, until], as far
        as was known at `recorded`.
        """
        query = ChangesQuery(
            subject=subject,
            project=project,
            since=utc(since),
            until=utc(until),
            recorded=utc(recorded),
            kinds=tuple(kinds) if kinds else STATED,
        )
        return await _changes(info, "Timeline", query, first, after)

    @documented()
    async def diff(
        self,
        info: Info,
        *,
        since: datetime,
        until: datetime,
        subject: str = "",
        project: str = "",
        recorded: datetime | None = None,
        kinds: list[StatementKind] | None = None,
        first: First = PAGE,
        after: After = None,
    ) -> Connection[types.Change] | None:
        """What holds at `until` and did not at `since` (began), and what held and does no longer (ended)."""
        query = ChangesQuery(
            subject=subject,
            project=project,
            since=utc(since),
            until=utc(until),
            recorded=utc(recorded),
            kinds=tuple(kinds) if kinds else STATED,
            net=True,
        )
        return await _changes(info, "Diff", query, first, after)

    @documented()
    async def about(
        self,
        info: Info,
        *,
        subject: str,
        kinds: list[StatementKind] | None = None,
        as_of: AsOfInput | None = None,
        first: First = PAGE,
        after: After = None,
    ) -> Connection[types.Held] | None:
        """What is said of a thing (an id, handle or name), newest first: facts, or statements of `kinds`."""
        moment = look_at(info, as_of)
        wanted = tuple(kinds) if kinds else (StatementKind.FACT,)
        context = info.context

        async def find(size: int, key: PageKey) -> list[Held]:
            query = AboutQuery(subject=subject, kinds=wanted, as_of=moment, first=size, after=key)
            return await context.memory.facts(query, context.reader)

        return await listing("About", first, after, find, lambda one: one.place)

    @documented(types.Profile | None)
    async def profile(self, info: Info, *, name: str, as_of: AsOfInput | None = None) -> Profile:
        """Who somebody is, by a name, id or handle: built only from what the reader may read."""
        return await info.context.memory.profile(name, info.context.reader, look_at(info, as_of))

    @documented()
    async def neighbours(
        self,
        info: Info,
        *,
        start: str,
        hops: int = AROUND.hops,
        per_node: int = AROUND.per_node,
        cap: int = AROUND.cap,
        as_of: AsOfInput | None = None,
        first: First = PAGE,
        after: After = None,
    ) -> Connection[types.Neighbour] | None:
        """What stands around a node (an id, handle or name), nearest and strongest first.

        At most `hops` (1 to 4) steps, `per_node` (1 to 50) edges a node and `cap` (1 to 200) nodes; a name that very
        much touches is reached and not crossed.
        """
        moment, context = look_at(info, as_of), info.context
        places: dict[str, int] = {}

        async def find(size: int, key: PageKey) -> list[Neighbour]:
            begin = int(key.name or 0)
            query = NeighboursQuery(
                start=start, hops=hops, per_node=per_node, cap=cap, as_of=moment, first=size, after=begin
            )
            found = (await context.memory.neighbours(query, context.reader)).found
            places.update({one.id: number for number, one in enumerate(found, begin + 1)})
            return list(found)

        return await listing("Neighbours", first, after, find, lambda one: PageKey(name=str(places[one.id]), id=one.id))

    @documented(types.Pack | None)
    async def context(
        self, info: Info, *, session: str = "", project: str = "", budget_chars: int = PackQuery().budget_chars
    ) -> Pack:
        """What an agent is told when it starts in a session or project: whole lines, never over the budget."""
        query = PackQuery(session=session, project=project, budget_chars=budget_chars)
        return await info.context.memory.context(query, info.context.reader)


async def _changes(
    info: Info, kind: str, query: ChangesQuery, first: int, after: str | None
) -> Connection[types.Change]:
    context = info.context

    async def find(size: int, key: PageKey) -> list[Change]:
        return await context.memory.changes(query.page(size, key), context.reader)

    return await listing(kind, first, after, find, lambda one: one.place)
