"""Reads that need no question: what is said of a thing, what changed, who somebody is, what stands around a node."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.domain.errors import NotFound
from graphmem.domain.nodes import Moment, PageKey
from graphmem.domain.reads import (
    AboutQuery,
    Change,
    ChangesQuery,
    Group,
    Held,
    Neighbours,
    NeighboursQuery,
    Pack,
    PackQuery,
    Profile,
    Subject,
    only,
)
from graphmem.domain.relations import Relation
from graphmem.domain.scope import Reader
from graphmem.domain.statements import StatementKind
from graphmem.domain.time import AsOf
from graphmem.ports import Clock, ReadsStore
from graphmem.recall.neighbours import Around
from graphmem.recall.pack import Commitments, packed

PER_PART = 10
ABOUT = (Relation.ABOUT, Relation.SUBJECT, Relation.OBJECT)
PARTS = (
    Group(name="facts", relations=ABOUT, kinds=(StatementKind.FACT, StatementKind.PROCEDURE)),
    Group(name="decided", relations=(Relation.DECIDED_BY,), kinds=(StatementKind.DECISION,)),
    Group(name="proposed", relations=(Relation.PROPOSED_BY,), kinds=(StatementKind.OPTION, StatementKind.DECISION)),
    Group(name="objected", relations=(Relation.OBJECTED_BY,), kinds=(StatementKind.REASON,)),
    Group(name="prefers", relations=(Relation.HELD_BY,), kinds=(StatementKind.PREFERENCE,)),
    Group(name="owes", relations=(Relation.OWED_BY,), kinds=(StatementKind.COMMITMENT,), only_open=True),
    Group(name="is_owed", relations=(Relation.OWED_TO,), kinds=(StatementKind.COMMITMENT,), only_open=True),
)
"""What a profile is made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """The bounded reads over one store. A name that means nothing readable raises NotFound, several InvalidQuery."""

    store: ReadsStore
    commitments: Commitments
    clock: Clock

    async def facts(self, query: AboutQuery, reader: Reader) -> list[Held]:
        """A page of what is said of a thing and held at the moment asked for, newest first."""
        at = moment_of(query.as_of)
        subject = await self._subject(query.subject, reader, at)
        group = Group(name="all", relations=ABOUT, kinds=query.kinds)
        found = await self.store.find_about(
            reader, subject.members, [group], at=at, first=query.first, after=query.after
        )
        return found.get("all", [])

    async def changes(self, query: ChangesQuery, reader: Reader) -> list[Change]:
        """A page of what began, ended and was closed, in the order of time: a timeline, or a diff when `net`."""
        members: Sequence[str] = ()
        if query.subject:
            subject = await self._subject(query.subject, reader, Moment(recorded=query.recorded))
            members = subject.members
        return await self.store.find_changes(reader, members, query)

    async def profile(self, name: str, reader: Reader, as_of: AsOf | None = None) -> Profile:
        """Who somebody (or what something) is, each part with at most ten entries."""
        at = moment_of(as_of)
        subject = await self._subject(name, reader, at)
        parts, seen = await asyncio.gather(
            self.store.find_about(reader, subject.members, PARTS, at=at, first=PER_PART, after=PageKey()),
            self.store.fetch_sighting(reader, subject.members, at=at),
        )
        return Profile(
            subject=subject,
            names=tuple(name for name in seen.names if name != subject.name),
            parts=_in_order(parts),
            episodes=seen.episodes,
            topics=seen.topics,
        )

    async def neighbours(self, query: NeighboursQuery, reader: Reader, start: tuple[str, str, str]) -> Neighbours:
        """A page of what stands around a node, nearest and strongest first.

        start  id, kind and text of the node when it is no named thing; a named thing is found by `query.start`
        """
        at = moment_of(query.as_of)
        subject = only(await self.store.find_subjects(reader, query.start, at.recorded), query.start)
        around = Around(store=self.store, reader=reader, at=at, query=query)
        return await around.run(subject, start)

    async def context(self, query: PackQuery, reader: Reader) -> Pack:
        """What an agent is told when it starts, see `packed`; an unknown session is a new one."""
        return await packed(self.store, self.commitments, query, reader, self.clock())

    async def _subject(self, name: str, reader: Reader, at: Moment) -> Subject:
        found = only(await self.store.find_subjects(reader, name, at.recorded), name)
        if found is None:
            raise NotFound(f"There is nothing called {name!r}.", hint="Give a name, an id or a handle.")
        return found


def moment_of(as_of: AsOf | None) -> Moment:
    """The moment a store is asked for."""
    return Moment(valid=as_of.valid, recorded=as_of.recorded) if as_of else Moment()


def _in_order(parts: Mapping[str, list[Held]]) -> dict[str, tuple[Held, ...]]:
    return {group.name: tuple(parts[group.name]) for group in PARTS if parts.get(group.name)}
