"""Merging entities and undoing it, each in one transaction.

What an entity owns stays its own: while it is merged its relationships are kept under another name, and the survivor
has copies that say for whom they stand. Copies are always made anew from what is kept, so every order of merges and
undoings ends in the same graph.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import cypher
from graphmem.domain.errors import Conflict, InvalidQuery, NotFound
from graphmem.domain.families import Member, names_with, own_names
from graphmem.domain.identities import Merged
from graphmem.store.client import Client, Transaction
from graphmem.store.quotes import moment
from graphmem.store.writing import REFRESH_COUNTS

AWAIT_LOCKS = cypher.load("entity/await_locks")
FIND_FAMILY = cypher.load("entity/find_family")
MERGE_KEPT = cypher.load("entity/merge_kept")
DELETE_COPIES = cypher.load("entity/delete_copies")
MERGE_ARCHIVE = cypher.load("entity/merge_archive")
CLOSE_MERGE = cypher.load("entity/close_merge")
MERGE_COPIES = cypher.load("entity/merge_copies")
MERGE_NAMES = cypher.load("entity/merge_names")

LONGEST_CHAIN = 16


class MergeStore:
    """Merges by id; the caller has checked that the reader may see the entities."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def merge(self, tenant: str, ids: Sequence[str], into: str, principal: str) -> Merged:
        """Merge all of `ids` into `into`; one of them that is `into`, or is merged into it already, is left as it is.

        Raises NotFound for an unknown id, InvalidQuery for different kinds, Conflict when one is merged into another
        entity already or `into` is itself merged.
        """
        return await self._client.in_transaction(
            lambda tx: _Merging(tx, tenant, self._clock(), principal).merge(ids, into)
        )

    async def unmerge(self, tenant: str, identifier: str, principal: str) -> Merged:
        """Set a merged entity free with all that is its own; one that is not merged is left as it is.

        Raises NotFound for an unknown id.
        """
        return await self._client.in_transaction(
            lambda tx: _Merging(tx, tenant, self._clock(), principal).unmerge(identifier)
        )


class _Merging:
    """One transaction."""

    def __init__(self, tx: Transaction, tenant: str, now: datetime, principal: str) -> None:
        self._tx = tx
        self._tenant = tenant
        self._now = now
        self._principal = principal

    async def merge(self, ids: Sequence[str], into: str) -> Merged:
        sources = sorted({one for one in ids if one != into})
        if not sources:
            return Merged(id=into, changed=())
        found = await self._lock([*sources, into])
        _check_kinds(found)
        if found[into]["merged_into"]:
            raise _merged_already(into, found[into]["merged_into"])
        waiting = []
        for one in sources:
            end = await self._end_of(found[one])
            if end == one:
                waiting.append(one)
            elif end != into:
                raise _merged_already(one, end)
        for one in waiting:
            await self._merge_one(one, into)
        return Merged(id=into, changed=tuple(waiting))

    async def _merge_one(self, one: str, into: str) -> None:
        own = await self._gather([one, into])
        await self._tx.run(
            MERGE_ARCHIVE, tenant=self._tenant, id=one, into=into, now=self._now, principal=self._principal
        )
        await self._spread([into], own)

    async def unmerge(self, identifier: str) -> Merged:
        found = await self._lock([identifier])
        line = await self._line(found[identifier])
        if not line:
            return Merged(id=identifier, changed=())
        await self._lock([identifier, *line])
        own = await self._gather([*line, identifier])
        await self._tx.run(CLOSE_MERGE, tenant=self._tenant, id=identifier, now=self._now)
        await self._spread([*line, identifier], own)
        return Merged(id=line[-1], changed=(identifier,))

    async def _gather(self, ids: Sequence[str]) -> dict[str, dict[str, list[str]]]:
        """What is whose, before anything moves: copies give back what was written in a merged entity's name."""
        families = await self._families(ids)
        for one in ids:
            await self._run(MERGE_KEPT, one)
            await self._run(DELETE_COPIES, one)
        return {root: own_names(*_split(root, members)) for root, members in families.items()}

    async def _spread(self, ids: Sequence[str], own: Mapping[str, dict[str, list[str]]]) -> None:
        """Copies and names anew, for entities whose family has changed."""
        for one in ids:
            await self._run(MERGE_COPIES, one)
        rows = []
        for root, members in (await self._families(ids)).items():
            entity, merged = _split(root, members)
            rows.append(names_with(entity, own[root], merged))
        await self._tx.run(MERGE_NAMES, tenant=self._tenant, rows=rows)
        free = [
            row["id"]
            for row in (await self._tx.run(AWAIT_LOCKS, tenant=self._tenant, ids=sorted(ids))).rows
            if not row["merged_into"]
        ]
        await self._tx.run(REFRESH_COUNTS, tenant=self._tenant, ids=free)

    async def _run(self, query: cypher.Query, identifier: str) -> None:
        await self._tx.run(query, tenant=self._tenant, id=identifier)

    async def _families(self, ids: Sequence[str]) -> dict[str, list[Member]]:
        found: dict[str, list[Member]] = {}
        for row in (await self._tx.run(FIND_FAMILY, tenant=self._tenant, ids=list(ids))).rows:
            found.setdefault(row["root"], []).append(
                Member(
                    id=row["id"],
                    name=row["name"],
                    name_key=row["name_key"],
                    merged_at=moment(row["merged_at"]),
                    held=row["held"],
                    own=row["own"],
                )
            )
        return found

    async def _lock(self, ids: Sequence[str]) -> dict[str, dict[str, str]]:
        wanted = sorted(set(ids))
        rows = (await self._tx.run(AWAIT_LOCKS, tenant=self._tenant, ids=wanted)).rows
        found = {row["id"]: row for row in rows}
        if missing := [one for one in wanted if one not in found]:
            raise NotFound(f"There is no entity with the id {missing[0]!r}.", hint="people and topics give ids.")
        return found

    async def _end_of(self, row: Mapping[str, str]) -> str:
        return (await self._line(row) or [row["id"]])[-1]

    async def _line(self, row: Mapping[str, str]) -> list[str]:
        """The entities that this one was merged into, in turn; empty when it was not."""
        line: list[str] = []
        while row["merged_into"] and len(line) < LONGEST_CHAIN:
            line.append(row["merged_into"])
            row = (await self._lock([line[-1]]))[line[-1]]
        return line


def _split(root: str, members: Sequence[Member]) -> tuple[Member, list[Member]]:
    return next(one for one in members if one.id == root), [one for one in members if one.id != root]


def _check_kinds(found: Mapping[str, Mapping[str, str]]) -> None:
    kinds = sorted({row["kind"] for row in found.values()})
    if len(kinds) > 1:
        raise InvalidQuery(
            f"A {kinds[0]} and a {kinds[1]} are never one.", hint="Merge people with people, topics with topics."
        )


def _merged_already(identifier: str, end: str) -> Conflict:
    return Conflict(f"{identifier} was merged into {end}.", hint=f"Merge into {end}, or unmerge {identifier} first.")
