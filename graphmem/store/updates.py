"""Carrying out what a new episode does to the statements that stand, inside the transaction that writes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np

import cypher
from graphmem.domain.corrections import PERSON
from graphmem.domain.documents import SpeakerRole
from graphmem.domain.engines import family
from graphmem.domain.statements import Statement, StatementKind
from graphmem.domain.vectors import Vector, normalised
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.compare import Said
from graphmem.remember.revise import (
    UPDATES,
    Likeness,
    Neighbour,
    Revision,
    fixed_of,
    in_order,
    revise,
    said_of,
    with_joined,
)
from graphmem.remember.slots import COMPARED, PROPOSED, claims_of, clause_at, read_as, wording
from graphmem.store import rows
from graphmem.store.client import Transaction
from graphmem.store.quotes import moment
from graphmem.store.reach import reach

FIND_NEIGHBOURS = cypher.load("statement/find_neighbours")
FETCH_VECTORS = cypher.load("statement/fetch_vectors")
MERGE_EVIDENCE = cypher.load("statement/merge_evidence")
MERGE_ENDINGS = cypher.load("statement/merge_endings")
MERGE_DISPUTES = cypher.load("statement/merge_disputes")
DELETE_LOST_ENDINGS = cypher.load("statement/delete_lost_endings")

PER_STATEMENT = 12
"""How many neighbours by key, and by vector, are looked at for one new statement."""
LIKENESS_FLOOR = 0.35
"""Cosine under which a neighbour by vector is not looked at."""
_KINDS = sorted(kind.value for kind in COMPARED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """The episodes as they are to be written, and what they do to others.

    joined  statements that only add evidence to another one, under its id
    read    the ids of these by episode
    """

    writes: Sequence[EpisodeWrite]
    joined: tuple[Statement, ...]
    read: Mapping[str, Sequence[str]]
    revision: Revision

    def with_joined(self, row: rows.Map) -> rows.Map:
        """What was read of an episode, with the statements it is only more evidence for."""
        return row | {"statements": [*row["statements"], *self.read.get(row["episode_id"], ())]}


async def find_revised(tx: Transaction, writes: Sequence[EpisodeWrite]) -> Revised:
    """Compare the statements of these episodes with each other and with what stands; reads only.

    Called after the episodes' entities are written: two writers of one subject wait for each other there.
    """
    is_given = writes[0].subgraph.extractor == PERSON  # what a person corrects by hand is not judged
    news = [] if is_given else in_order(said for write in writes for said in said_of(write.subgraph))
    neighbours = await _neighbours(tx, writes, news) if news else {}
    fixed = frozenset[str]().union(*(fixed_of(write.subgraph) for write in writes))
    own, stored = await _vectors(tx, writes, news)
    revision = revise(news, neighbours, likeness=Likeness(own | stored), fixed=fixed | stored.keys())
    split = [with_joined(write.subgraph, revision.joined) for write in writes]
    return Revised(
        writes=[replace(write, subgraph=own) for write, (own, _) in zip(writes, split, strict=True)],
        joined=tuple(statement for _, joined in split for statement in joined),
        read={own.episode.id: [statement.id for statement in joined] for own, joined in split},
        revision=revision,
    )


async def merge_revision(tx: Transaction, revised: Revised, read: Sequence[rows.Map], now: datetime) -> None:
    """Write what is ended and what is disputed; take back what an earlier reading of these episodes had ended."""
    write, revision = revised.writes[0], revised.revision
    live, dead = (reach(write.audience, live=is_live) for is_live in (True, False))
    reader = family(write.subgraph.extractor)
    known = {"tenant": write.tenant, "now": now, "extractor": UPDATES, "family": reader}
    await tx.run(DELETE_LOST_ENDINGS, **known, rows=list(read), reach=live)
    if revision.endings:
        batch = [{**_as_row(ending), "by": write.owner} for ending in revision.endings]
        await tx.run(MERGE_ENDINGS, tenant=write.tenant, now=now, extractor=UPDATES, reach=dead, rows=batch)
    if revision.disputes:
        batch = [_as_row(dispute) for dispute in revision.disputes]
        await tx.run(MERGE_DISPUTES, tenant=write.tenant, now=now, extractor=UPDATES, rows=batch)


def _as_row(value: Any) -> rows.Map:
    return {name: getattr(value, name) for name in value.__slots__}


async def _vectors(
    tx: Transaction, writes: Sequence[EpisodeWrite], news: Sequence[Said]
) -> tuple[dict[str, Vector], dict[str, Vector]]:
    """The vectors of what is new, and of what has a node of its own from an earlier reading: that one keeps it."""
    given = {key: vector for write in writes for key, vector in write.vectors.items()}
    own = {said.id: given[said.id] for said in news if said.id in given}
    missing = [said.id for said in news if said.id not in own]
    if not missing:
        return own, {}
    found = await tx.run(FETCH_VECTORS, tenant=writes[0].tenant, ids=missing)
    return own, {row["id"]: normalised(np.array(row["embedding"], dtype=np.float32)) for row in found.rows}


async def _neighbours(
    tx: Transaction, writes: Sequence[EpisodeWrite], news: Sequence[Said]
) -> dict[str, list[Neighbour]]:
    own = {statement.id: (write, statement) for write in writes for statement in write.subgraph.statements}
    found = await tx.run(
        FIND_NEIGHBOURS,
        tenant=writes[0].tenant,
        audience=writes[0].audience,
        extractor=writes[0].subgraph.extractor,
        own=sorted(own),
        kinds=_KINDS,
        rows=[_wanted(*own[said.id]) for said in news],
        per_row=PER_STATEMENT,
    )
    episodes = {write.subgraph.episode.id for write in writes}
    neighbours: dict[str, list[Neighbour]] = {}
    for row in found.rows:
        one = _neighbour(row)
        is_stale = one.said.episode_id in episodes and not one.is_quoted
        is_open = not one.said.claims and row["node"].get("status") == PROPOSED
        if not is_stale and not is_open:
            neighbours.setdefault(row["row_id"], []).append(one)
    return neighbours


def _wanted(write: EpisodeWrite, statement: Statement) -> rows.Map:
    vector, quote = write.vectors.get(statement.id), statement.evidence[0]
    return {
        "id": statement.id,
        "key": statement.semantic_key[: rows.KEY_LIMIT],
        "vector": rows.as_list(vector) if vector is not None else None,
        "by_vector": True,
        "chunk_id": quote.chunk_id,
        "start": quote.start,
        "end": quote.end,
    }


def _neighbour(row: rows.Map) -> Neighbour:
    node, chunk = row["node"], row["chunk"]
    kind = StatementKind(node["kind"])
    start, end = clause_at(chunk["text"], row["start"], row["end"])
    sentence = wording(node["text"], chunk["text"][start:end], node["extractor"])
    speaker = "" if chunk["role"] == SpeakerRole.ASSISTANT else chunk["speaker"]
    valid_at = moment(node["valid_at"])
    said = Said(
        id=node["id"],
        kind=kind,
        sentence=sentence,
        claims=claims_of(sentence, speaker, read_as(kind, node.get("status") or "")),
        episode_id=node["episode_id"],
        project=node["project"],
        at=valid_at,
        place=(chunk["position"], start),
        speaker=speaker,
    )
    return Neighbour(
        said=said,
        likeness=2 * float(row["likeness"]) - 1,
        is_live=node["live"],
        valid_at=valid_at,
        invalid_at=moment(node["invalid_at"]),
        is_quoted=row["is_quoted"],
    )
