"""Names that spread: those known before are found in new texts, new ones in older texts, in the writing transaction."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import cypher
from graphmem.domain.entities import EntityKind, Mention
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.naming import KnownName, Passage, chosen, further_mentions, keys_in
from graphmem.store.client import Transaction
from graphmem.store.fulltext import phrases_query

FIND_SPELLED = cypher.load("entity/find_spelled")
FIND_NAMING = cypher.load("chunk/find_naming")

PER_KEY = 3
LOOKED = 200
PHRASES = 40
"""How many new names one full-text query looks for; the rarest come first in it."""
PER_QUERY = 400


async def find_further_mentions(tx: Transaction, writes: Sequence[EpisodeWrite], now: datetime) -> list[Mention]:
    """The mentions that reading each episode by itself missed; called after the episodes' entities are written.

    Only names and texts of the writer's own audience and of the company are looked at, so that nothing is learned
    about what the reader of either may not see. A name is looked for in older texts once: when it is new.
    """
    audiences = sorted({f"{writes[0].tenant}/company", writes[0].audience})
    fresh = list(_passages(writes))
    own = {entity.name_key for write in writes for entity in write.subgraph.entities}
    known = await _spelled(tx, writes[0].tenant, audiences, keys_in([one.text for one in fresh]) | own, now)
    older = await _older(tx, writes[0].tenant, audiences, [one for one in known.values() if one.is_new])
    written = {one.id for one in fresh}
    passages = [*fresh, *(one for one in older if one.id not in written)]
    return [mention for passage in passages for mention in further_mentions(passage, known.get)]


def _passages(writes: Iterable[EpisodeWrite]) -> Iterable[Passage]:
    for write in writes:
        keys = {entity.id: entity.name_key for entity in write.subgraph.entities}
        named: dict[str, set[str]] = {}
        for mention in write.subgraph.mentions:
            named.setdefault(mention.chunk_id, set()).add(keys[mention.entity_id])
        for chunk in write.subgraph.episode.chunks:
            if not (chunk.is_noise or chunk.is_quarantined):
                yield Passage(id=chunk.id, text=chunk.text, named=frozenset(named.get(chunk.id, ())))


async def _spelled(
    tx: Transaction, tenant: str, audiences: list[str], keys: Iterable[str], now: datetime
) -> dict[str, KnownName]:
    found = await tx.run(
        FIND_SPELLED,
        tenant=tenant,
        audiences=audiences,
        now=now,
        keys=sorted(keys),
        per_key=PER_KEY,
        looked=LOOKED,
    )
    return chosen([KnownName(**row | {"kind": EntityKind(row["kind"])}) for row in found.rows])


async def _older(tx: Transaction, tenant: str, audiences: Sequence[str], names: Sequence[KnownName]) -> list[Passage]:
    if not names:
        return []
    places = range(0, len(names), PHRASES)
    queries = [phrases_query([one.name for one in names[at : at + PHRASES]], audiences) for at in places]
    found = await tx.run(FIND_NAMING, tenant=tenant, queries=queries, per_query=PER_QUERY)
    return [Passage(id=row["id"], text=row["text"], named=frozenset(row["named"])) for row in found.rows]
