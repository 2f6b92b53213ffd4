"""Carrying out what a new episode does to the statements that stand, inside the transaction that writes it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.documents import SpeakerRole
from graphmem.domain.statements import Statement, StatementKind
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.compare import Said
from graphmem.remember.revise import UPDATES, Neighbour, Revision, fixed_of, revise, said_of, with_joined
from graphmem.remember.slots import COMPARED, PROPOSED, claim_of, clause_at, read_as
from graphmem.store import rows
from graphmem.store.client import Transaction
from graphmem.store.quotes import moment
from graphmem.store.reach import reach

FIND_NEIGHBOURS = cypher.load("statement/find_neighbours")
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
    """The episode as it is to be written: `joined` are statements that only add evidence to a stored one."""

    write: EpisodeWrite
    joined: tuple[Statement, ...]
    revision: Revision

    @property
    def ids(self) -> list[str]:
        """All statements that the episode is evidence for."""
        return [statement.id for statement in (*self.write.subgraph.statements, *self.joined)]


async def find_revised(tx: Transaction, write: EpisodeWrite) -> Revised:
    """Compare the episode's statements with what stands; reads only.

    Called after the episode's entities are written: two writers of one subject wait for each other there.
    """
    news = said_of(write.subgraph)
    neighbours = await _neighbours(tx, write, news) if news else {}
    revision = revise(news, neighbours, fixed=fixed_of(write.subgraph))
    subgraph, joined = with_joined(write.subgraph, revision.joined)
    return Revised(write=replace(write, subgraph=subgraph), joined=joined, revision=revision)


async def merge_joined(tx: Transaction, revised: Revised, now: datetime) -> None:
    """Write the evidence of what was said again."""
    if revised.joined:
        batch = [rows.evidence_row(statement) for statement in revised.joined]
        await tx.run(MERGE_EVIDENCE, tenant=revised.write.tenant, now=now, rows=batch)


async def merge_revision(tx: Transaction, revised: Revised, now: datetime) -> None:
    """Write what is ended and what is disputed; take back what an earlier reading of the episode had ended."""
    write, revision = revised.write, revised.revision
    await tx.run(
        DELETE_LOST_ENDINGS,
        tenant=write.tenant,
        episode_id=write.subgraph.episode.id,
        extractor=UPDATES,
        ids=revised.ids,
        reach=reach(write.audience, live=True),
    )
    if revision.endings:
        batch = [{**_as_row(ending), "by": write.owner} for ending in revision.endings]
        dead = reach(write.audience, live=False)
        await tx.run(MERGE_ENDINGS, tenant=write.tenant, now=now, extractor=UPDATES, reach=dead, rows=batch)
    if revision.disputes:
        batch = [_as_row(dispute) for dispute in revision.disputes]
        await tx.run(MERGE_DISPUTES, tenant=write.tenant, now=now, extractor=UPDATES, rows=batch)


def _as_row(value: Any) -> rows.Map:
    return {name: getattr(value, name) for name in value.__slots__}


async def _neighbours(tx: Transaction, write: EpisodeWrite, news: Sequence[Said]) -> dict[str, list[Neighbour]]:
    by_id = {statement.id: statement for statement in write.subgraph.statements}
    found = await tx.run(
        FIND_NEIGHBOURS,
        tenant=write.tenant,
        audience=write.audience,
        extractor=write.subgraph.extractor,
        own=sorted(by_id),
        kinds=_KINDS,
        rows=[_wanted(write, by_id[said.id]) for said in news],
        per_row=PER_STATEMENT,
    )
    neighbours: dict[str, list[Neighbour]] = {}
    own_episode = write.subgraph.episode.id
    for row in found.rows:
        one = _neighbour(row)
        is_stale = one.said.episode_id == own_episode and not one.is_quoted
        is_open = one.said.claim is None and row["node"].get("status") == PROPOSED
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
    sentence = clause_at(chunk["text"], row["start"], row["end"])
    speaker = "" if chunk["role"] == SpeakerRole.ASSISTANT else chunk["speaker"]
    valid_at = moment(node["valid_at"])
    said = Said(
        id=node["id"],
        kind=kind,
        sentence=sentence,
        claim=claim_of(sentence, speaker, read_as(kind, node.get("status") or "")),
        episode_id=node["episode_id"],
        project=node["project"],
        at=valid_at,
        place=(chunk["position"], row["start"]),
    )
    return Neighbour(
        said=said,
        likeness=2 * float(row["likeness"]) - 1,
        is_live=node["live"],
        valid_at=valid_at,
        invalid_at=moment(node["invalid_at"]),
        is_quoted=row["is_quoted"],
    )
