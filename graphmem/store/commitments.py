"""Commitments: closed by what is said later, inside the write; listed, closed and snoozed by people."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import cypher
from graphmem.domain.answers import Quote
from graphmem.domain.commitments import STALE_AFTER, Owed, OwedQuery
from graphmem.domain.errors import NotFound
from graphmem.domain.scope import Reader
from graphmem.domain.statements import StatementKind
from graphmem.domain.text import fold, name_key
from graphmem.domain.time import EARLIEST
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.closing import (
    Closing,
    Open,
    Passage,
    Place,
    Sign,
    closing_of,
    is_worth_reading,
    signs_in,
)
from graphmem.store.client import Client, Transaction
from graphmem.store.fulltext import CHUNK_FIELDS, search_query
from graphmem.store.nodes import node
from graphmem.store.quotes import moment, passage

FIND_OPEN = cypher.load("commitment/find_open")
FIND_EVIDENCE = cypher.load("commitment/find_evidence")
MERGE_CLOSINGS = cypher.load("commitment/merge_closings")
FIND_OWED = cypher.load("commitment/find_owed")
CLOSE = cypher.load("commitment/close")
REFRESH_SNOOZE = cypher.load("commitment/refresh_snooze")

LOOK_BACK = timedelta(days=180)
"""How old a promise may be that a new sentence closes."""
MOST_OPEN = 500
MOST_EVIDENCE = 50


class CommitmentStore:
    """What is owed, for the faces; every method takes the reader and touches only what that reader may see."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def find_owed(self, reader: Reader, query: OwedQuery) -> list[Owed]:
        """A page of commitments: overdue first, then by due, then the undated ones, newest first."""
        now = self._clock()
        rows = await self._client.read(
            FIND_OWED,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            project=query.project,
            who=name_key(query.who.removeprefix("@")) or fold(query.who),
            closed=query.include_closed,
            now=now,
            after_place=query.after.place,
            after_id=query.after.id,
            first=query.first,
        )
        return [_owed(row, now) for row in rows]

    async def close(self, reader: Reader, wanted: str, note: str) -> str:
        """The id of the commitment `wanted` (an id or handle), now closed. Raises NotFound."""
        return await self._change(CLOSE, reader, wanted, now=self._clock(), by=reader.principal, note=note)

    async def snooze(self, reader: Reader, wanted: str, until: datetime) -> str:
        """The id of the commitment `wanted`, not listed before `until`. Raises NotFound."""
        return await self._change(REFRESH_SNOOZE, reader, wanted, until=until)

    async def _change(self, query: cypher.Query, reader: Reader, wanted: str, **values: Any) -> str:
        async def work(tx: Transaction) -> list[dict[str, Any]]:
            audiences = list(reader.audiences)
            return (await tx.run(query, tenant=reader.tenant, audiences=audiences, wanted=wanted, **values)).rows

        rows = await self._client.in_transaction(work)
        if not rows:
            raise NotFound(f"No commitment is called {wanted!r}.", hint="`graphmem owed --all` lists them.")
        return str(rows[0]["id"])


async def close_fulfilled(tx: Transaction, writes: Sequence[EpisodeWrite], now: datetime) -> int:
    """Close what these episodes say is done, and what they promise when it is known to be done; how many were closed.

    Both ways, so that the order of arrival does not matter: signs in the batch against open commitments of the
    last 180 days, and commitments of the batch against later chunks that share words with them.
    """
    tenant, audience = writes[0].tenant, writes[0].audience
    passages = [one for write in writes for one in _passages(write)]
    signs = _signs(passages)
    rows = [row for write in writes for row in _evidence_rows(write, audience)]
    if not signs and not rows:
        return 0
    stored = await tx.run(FIND_EVIDENCE, rows=rows, audience=audience, most=MOST_EVIDENCE) if rows else None
    here = {one.place.chunk_id for one in passages}
    signs += _signs(_stored(row["chunk"]) for row in (stored.rows if stored else ()) if row["chunk"]["id"] not in here)
    if not signs:
        return 0
    moments = [one.place.at for one in passages if one.place.at]
    since = min(moments) - LOOK_BACK if moments else EARLIEST
    projects = sorted({write.subgraph.episode.session.project for write in writes})
    found = await tx.run(FIND_OPEN, tenant=tenant, audience=audience, projects=projects, since=since, most=MOST_OPEN)
    closings = list(_closings([_open(row["open"]) for row in found.rows], signs))
    if closings:
        await tx.run(MERGE_CLOSINGS, tenant=tenant, now=now, rows=[_closing_row(one) for one in closings])
    return len(closings)


def _passages(write: EpisodeWrite) -> Iterator[Passage]:
    episode = write.subgraph.episode
    for chunk in episode.chunks:
        if not chunk.is_noise and is_worth_reading(chunk.text):
            place = Place(
                chunk_id=chunk.id,
                episode_id=episode.id,
                session_id=episode.session.id,
                project=episode.session.project,
                position=chunk.position,
                start=0,
                at=chunk.happened_at,
            )
            yield Passage(text=chunk.text, speaker=chunk.speaker, role=chunk.role.value, place=place)


def _stored(chunk: Mapping[str, Any]) -> Passage:
    place = Place(
        chunk_id=chunk["id"],
        episode_id=chunk["episode_id"],
        session_id=chunk["session_id"],
        project=chunk["project"],
        position=chunk["position"],
        start=0,
        at=moment(chunk["happened_at"]),
    )
    return Passage(text=chunk["text"], speaker=chunk["speaker"], role=chunk["role"], place=place)


def _signs(passages: Iterable[Passage]) -> list[Sign]:
    return [sign for one in passages if is_worth_reading(one.text) for sign in signs_in(one)]


def _evidence_rows(write: EpisodeWrite, audience: str) -> Iterator[dict[str, Any]]:
    """A full-text query for what may have closed each commitment of an episode; none for one without a date."""
    for statement in write.subgraph.statements:
        if statement.kind is StatementKind.COMMITMENT and statement.happened_at:
            query = search_query([statement.text], CHUNK_FIELDS[:2], [audience], with_dead=False)
            project = write.subgraph.episode.session.project
            yield {"query": query, "project": project, "after": statement.happened_at}


def _open(row: Mapping[str, Any]) -> Open:
    names = (name for person in row["owners"] for name in person)
    place = Place(
        chunk_id=row["chunk_id"],
        episode_id=row["episode_id"],
        session_id=row["session_id"],
        project=row["project"],
        position=row["position"],
        start=row["start"],
        at=moment(row["at"]),
    )
    owners = frozenset(name_key(name) for name in names)
    return Open(id=row["id"], text=row["text"], due=row["due"] or "", owners=owners, place=place)


def _closings(opened: Sequence[Open], signs: Sequence[Sign]) -> Iterator[Closing]:
    for commitment in opened:
        mine = [sign for sign in signs if sign.place.project == commitment.place.project]
        if closing := closing_of(commitment, mine, opened):
            yield closing


def _closing_row(closing: Closing) -> dict[str, Any]:
    sign = closing.sign
    return {
        "commitment_id": closing.commitment_id,
        "chunk_id": sign.place.chunk_id,
        "start": sign.place.start,
        "end": sign.end,
        "confidence": closing.confidence,
    }


def _owed(row: Mapping[str, Any], now: datetime) -> Owed:
    values = node(row["node"], ["Commitment"]).values
    closed_at, due_at, said_at = (values.get(name) for name in ("closed_at", "due_at", "happened_at"))
    is_open = closed_at is None
    return Owed(
        id=values["id"],
        handle=values["handle"],
        text=values["text"],
        kind=values.get("obligation", ""),
        project=values.get("project", ""),
        owed_by=tuple(row["owed_by"]),
        owed_to=tuple(row["owed_to"]),
        due=values.get("value", ""),
        due_after=values.get("due_after"),
        due_at=due_at,
        said_at=said_at,
        quote=_quote(row["said"]),
        closed_at=closed_at,
        closed_by=values.get("closed_by", ""),
        closing=_quote(row["closing"]) if row["closing"] else None,
        note=values.get("closed_note", ""),
        snoozed_until=values.get("snoozed_until"),
        is_overdue=is_open and due_at is not None and due_at <= now,
        is_stale=is_open and said_at is not None and said_at <= now - STALE_AFTER,
        place=values["place"],
        values=values,
    )


def _quote(said: Mapping[str, Any]) -> Quote:
    return passage(said["chunk"], said["episode"]).cut(said["start"], said["end"])
