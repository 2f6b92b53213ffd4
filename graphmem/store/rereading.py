"""Stored episodes read back whole, to be read again, and what an engine found in them written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.documents import ArtifactTouch, EpisodeKind, RecordLink, RecordRelation, SpeakerRole, Touch
from graphmem.domain.engines import rank
from graphmem.domain.episodes import Chunk, Episode, Session
from graphmem.domain.rereading import MOST_FAILURES, Reread, Stored, Wanted
from graphmem.domain.scope import Placement, Reader, Visibility
from graphmem.domain.time import TimeSource
from graphmem.domain.writes import EpisodeWrite, WriteCounts
from graphmem.store.client import Client, Transaction
from graphmem.store.quotes import moment
from graphmem.store.writing import BatchTransaction

FIND_WANTED = cypher.load("episode/find_wanted")
COUNT_UNREAD = cypher.load("episode/count_unread")
FETCH_WHOLE = cypher.load("episode/fetch_whole")
FIND_READINGS = cypher.load("episode/find_readings")
MERGE_READING = cypher.load("episode/merge_reading")
MERGE_FAILURE = cypher.load("episode/merge_failure")

Map = Mapping[str, Any]
_TOUCHES = frozenset(Touch)
_RELATIONS = frozenset(RecordRelation)
_IS = "is"


class Neo4jRereadingStore:
    """The RereadingStore port on Neo4j."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def find_wanted(self, reader: Reader, wanted: Wanted) -> list[str]:
        """Ids of the episodes that `wanted` names and the reader may read, oldest first."""
        rows = await self._client.read(
            FIND_WANTED,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            episode=wanted.episode,
            session=wanted.session,
            harness=wanted.harness,
            uri=wanted.uri,
            project=wanted.project,
            extractor=wanted.extractor,
            failures=MOST_FAILURES,
            first=wanted.limit,
        )
        return [row["id"] for row in rows]

    async def count_unread(self, reader: Reader, extractor: str, project: str) -> int:
        """Episodes that this engine has not read as they stand now."""
        rows = await self._client.read(
            COUNT_UNREAD,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            extractor=extractor,
            project=project,
        )
        return int(rows[0]["unread"])

    async def fetch_whole(self, reader: Reader, ids: Sequence[str]) -> list[Stored]:
        """Whole episodes with their placement, in the order of `ids`; one the reader may not read is absent."""
        rows = await self._client.read(
            FETCH_WHOLE, tenant=reader.tenant, audiences=list(reader.audiences), ids=list(ids)
        )
        return [_stored(row) for row in rows]

    async def find_statements(self, reader: Reader, episode_id: str) -> list[Reread]:
        """The statements that the episode's chunks are evidence of, once for each quote."""
        rows = await self._client.read(
            FIND_READINGS, tenant=reader.tenant, audiences=list(reader.audiences), id=episode_id
        )
        return [
            Reread(**row["statement"], chunk_id=row["chunk_id"], start=row["start"], end=row["end"]) for row in rows
        ]

    async def enrich(self, write: EpisodeWrite, *, replaces: bool, is_read: bool, is_partial: bool) -> WriteCounts:
        """Entities, statements and the mark of who has read it, in one transaction; the text is left alone.

        Raises Conflict when a node that an edge needs is not there.
        """
        subgraph = write.subgraph

        async def work(tx: Transaction) -> WriteCounts:
            counts = await BatchTransaction(tx, [write], self._clock()).enrich(replaces=replaces)
            if is_read:
                await tx.run(
                    MERGE_READING,
                    tenant=write.tenant,
                    id=subgraph.episode.id,
                    extractor=subgraph.extractor,
                    reading=_reading(subgraph.extractor, subgraph.episode),
                    partial=is_partial,
                    summary=subgraph.summary,
                    rank=rank(subgraph.extractor),
                )
            return counts

        return await self._client.in_transaction(work)

    async def merge_failure(self, tenant: str, episode: Episode, extractor: str, reason: str) -> None:
        """Remember that this engine could not read the episode, and why."""
        await self._client.write(
            MERGE_FAILURE,
            tenant=tenant,
            id=episode.id,
            reading=_reading(extractor, episode),
            reason=reason[:500],
            failures=MOST_FAILURES,
        )


def _reading(extractor: str, episode: Episode) -> str:
    return f"{extractor} {episode.text_hash}"


def _stored(row: Map) -> Stored:
    node = row["episode"]
    return Stored(
        episode=_episode(row),
        owner=node["owner"],
        audience=node["audience"],
        placement=Placement(scope=node["scope"], visibility=Visibility(node["visibility"])),
    )


def _episode(row: Map) -> Episode:
    node, touches = row["episode"], row["touches"]
    return Episode(
        id=node["id"],
        session=_session(row["session"]),
        kind=EpisodeKind(node["kind"]),
        source=node["source"],
        uri=node["uri"],
        title=node["title"],
        status=node["status"],
        text_hash=node["text_hash"],
        happened_at=moment(node.get("happened_at")),
        happened_at_source=TimeSource(node["happened_at_source"]),
        chunks=tuple(chunks_of(row["chunks"])),
        artifacts=tuple(
            ArtifactTouch(uri=t["name"], kind=t["kind"] or "", how=Touch(t["how"]))
            for t in touches
            if t["how"] in _TOUCHES
        ),
        record_keys=tuple(t["name"] for t in touches if t["how"] == _IS),
        record_links=tuple(
            RecordLink(target=t["name"], relation=RecordRelation(t["how"]), quote=t["quote"])
            for t in touches
            if t["how"] in _RELATIONS
        ),
        participants=tuple(node.get("participants") or ()),
    )


def _session(node: Map) -> Session:
    return Session(
        id=node["id"],
        harness=node["harness"],
        external_id=node["external_id"],
        project=node["project"],
        cwd=node["cwd"],
        title=node["title"],
        parent_session=node["parent_session"],
    )


def chunks_of(nodes: Sequence[Map]) -> Iterator[Chunk]:
    """Chunks from their maps, in the order of an episode."""
    unit = ""
    for node in nodes:
        yield Chunk(
            id=node["id"],
            unit_id=node["unit_id"],
            position=node["position"],
            speaker=node["speaker"],
            role=SpeakerRole(node["role"]),
            heading=tuple(node["heading"]),
            section=node["section"],
            text=node["text"],
            context=node["context"],
            text_hash=node["text_hash"],
            happened_at=moment(node.get("happened_at")),
            terms=tuple(node["terms"]),
            asks=node["asks"],
            is_noise=node["is_noise"],
            starts_unit=node["unit_id"] != unit,
            is_external=bool(node.get("external")),
            is_quarantined=bool(node.get("quarantined")),
        )
        unit = node["unit_id"]
