"""Contradictions: pairs of statements that cannot both hold, listed and settled by a person."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.corrections import PERSON
from graphmem.domain.errors import Conflict, InvalidQuery, NotFound
from graphmem.domain.reads import Contradiction, Opposed, check_size
from graphmem.domain.scope import Reader
from graphmem.store.audit import note
from graphmem.store.client import Client, Transaction
from graphmem.store.corrections import MERGE_CORRECTION
from graphmem.store.quotes import moment, passage
from graphmem.store.reach import reach

FIND_DISPUTES = cypher.load("statement/find_disputes")
CLOSE_DISPUTE = cypher.load("statement/close_dispute")
FETCH_BOUNDS = cypher.load("statement/fetch_bounds")

BOTH = "both"
OPEN, RESOLVED = "open", "resolved"


class DisputeStore:
    """Both sides must be readable; whoever may not read one of them sees no trace of the pair."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def find(
        self, reader: Reader, *, resolved: bool = False, first: int = 20, after: str = "", key: str = ""
    ) -> list[Contradiction]:
        """A page by key."""
        check_size(first)
        rows = await self._client.read(
            FIND_DISPUTES,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            status=RESOLVED if resolved else OPEN,
            after=after,
            key=key,
            first=first,
        )
        return [_contradiction(row) for row in rows]

    async def resolve(self, reader: Reader, key: str, keep: str, *, reason: str) -> Contradiction:
        """Settle one in one transaction, with its line in the audit; see `App.resolve`."""
        found = await self.find(reader, first=1, key=key)
        if not found:
            raise NotFound(f"There is no open contradiction {key!r}.", hint="`graphmem contradictions` lists them.")
        over = _loser(found[0], keep)
        await self._client.in_transaction(lambda tx: self._settle(tx, reader, found[0], over, reason))
        [settled] = await self.find(reader, resolved=True, first=1, key=key)
        return settled

    async def _settle(
        self, tx: Transaction, reader: Reader, pair: Contradiction, over: Opposed | None, reason: str
    ) -> None:
        at, resolution = self._clock(), BOTH
        if over is not None:
            kept, resolution = (pair.newer, "newer") if over is pair.older else (pair.older, "older")
            await tx.run(MERGE_CORRECTION, **await _ending(tx, reader, over, kept), now=at, reason=reason)
        done = await tx.run(
            CLOSE_DISPUTE,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            newer=pair.newer.id,
            older=pair.older.id,
            now=at,
            principal=reader.principal,
            resolution=resolution,
        )
        if not done.rows[0]["settled"]:
            raise Conflict(f"The contradiction {pair.key} is gone.", hint="List them again.")
        detail = json.dumps({"keep": resolution, "other": pair.older.id}, sort_keys=True)
        await note(tx, reader, "resolve", pair.newer.id, detail, at=at)


async def _ending(tx: Transaction, reader: Reader, over: Opposed, kept: Opposed) -> dict[str, Any]:
    """What does not hold ends where the other began, or where it began itself when it is the later one.

    Raises Conflict when a third statement has taken the place of one meanwhile.
    """
    found = {row["id"]: row for row in (await tx.run(FETCH_BOUNDS, tenant=reader.tenant, ids=[over.id, kept.id])).rows}
    if not all(found.get(one.id, {}).get("live") for one in (over, kept)):
        raise Conflict("One side does not hold any more.", hint="List the contradictions again.")
    begins = [moment(found[one.id]["valid_at"]) for one in (over, kept)]
    return {
        "tenant": reader.tenant,
        "old": over.id,
        "new": kept.id,
        "at": max((one for one in begins if one), default=None) or moment(found[over.id]["created_at"]),
        "by": reader.principal,
        "extractor": PERSON,
        "reach": reach(found[over.id]["audience"], live=False),
    }


def _loser(found: Contradiction, keep: str) -> Opposed | None:
    """The side that ends; None when both stay."""
    if keep.strip().lower() == BOTH:
        return None
    for side, other in ((found.newer, found.older), (found.older, found.newer)):
        if keep in {side.id, side.handle}:
            return other
    raise InvalidQuery(f"{keep!r} is no side of it.", hint=f"Keep {found.newer.handle}, {found.older.handle} or both.")


def _contradiction(row: Mapping[str, Any]) -> Contradiction:
    newer, older = (_opposed(side) for side in row["sides"])
    return Contradiction(
        key=row["key"],
        newer=newer,
        older=older,
        reason=row["reason"] or "",
        status=row["status"],
        noticed_at=moment(row["at"]),
    )


def _opposed(side: Mapping[str, Any]) -> Opposed:
    node, chunk = side["statement"], side["chunk"]
    quote = passage(chunk, side["episode"]).cut(node["start"], node["end"]) if chunk else None
    return Opposed(
        id=node["id"], handle=node["handle"], kind=node["kind"], text=node["text"], quote=quote, live=node["live"]
    )
