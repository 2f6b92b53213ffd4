"""Who is who costs the same in a small graph and in a large one: counted in database hits, never in time."""

from dataclasses import replace
from typing import Any

import pytest
from identity_given import World

import cypher
from graphmem.domain.entities import EntityKind
from graphmem.domain.identities import AlikeWanted
from graphmem.remember.settle import PER_NAME
from graphmem.store import identities
from graphmem.store.reach import audience_word

SMALL, LARGE = 50, 1500


async def plant(world: World, first: int, size: int) -> None:
    """People and passages: every person is named by one hub passage, the hub person by all passages."""
    await world.rows(
        "MERGE (hub:Entity:Person {tenant: $tenant, id: 'hub'}) ON CREATE SET hub += {kind: 'Person', name: 'Ida Hub', "
        "name_key: 'ida hub', aliases: [], handles: [], df: 999} WITH hub UNWIND range($first, $size - 1) AS n "
        "CREATE (e:Entity:Person {tenant: $tenant, id: 'e' + n, kind: 'Person', name: 'Ida Name' + n, "
        "name_key: 'ida name' + n, aliases: [], handles: [], df: 1}) "
        "CREATE (c:Chunk {tenant: $tenant, id: 'c' + n, audience: $audience, terms: ['audit']}) "
        "CREATE (c)-[:MENTIONS]->(e), (c)-[:MENTIONS]->(hub) RETURN count(*)",
        first=first,
        size=size,
        audience=world.reader.audiences[0],
    )


async def hits(world: World, name: str, **params: Any) -> int:
    text = cypher.load(name).text.replace("CYPHER 25", "CYPHER 25 PROFILE", 1)
    result = await world.driver.execute_query(text, tenant=world.reader.tenant, **params)
    return total(result.summary.profile)


def total(plan: Any) -> int:
    return int(plan.get("dbHits", 0)) + sum(total(child) for child in plan.get("children", []))


CASES: list[tuple[str, dict[str, Any]]] = [
    (
        "entity/find_by_keys",
        {"sessions": ["s"], "ids": ["e1", "e2", "hub"], "people": ["ida name3"], "per_key": identities.PER_KEY},
    ),
    (
        "entity/find_traces",
        {"ids": ["hub", "e1"], "keys": ["ida name1"], "words": ["audit"], "sample": identities.SAMPLE, "rare": 25},
    ),
]


@pytest.mark.parametrize(("name", "params"), CASES)
async def test_a_graph_thirty_times_as_large_costs_no_more_hits(
    world: World, name: str, params: dict[str, Any]
) -> None:
    if name == "entity/find_traces":
        params = params | {"audiences": list(world.reader.audiences)}
    await plant(world, 0, SMALL)
    small = await hits(world, name, **params)
    await plant(world, SMALL, LARGE)
    assert await hits(world, name, **params) <= small * 1.1 + 10


async def test_likeness_compares_with_so_many_and_no_more(world: World) -> None:

    await plant(world, 0, LARGE)
    await world.rows(
        "MATCH (n:Entity {tenant: $tenant}) SET n.reach = $reach RETURN 1", reach=audience_word(world.reader.tenant)
    )
    store = world.memory.recorder.settling.store
    wanted = [AlikeWanted(key="new", kind=EntityKind.PERSON, words=("ida",), vector=None)]
    found = await store.find_alike(world.reader.tenant, world.reader.audiences, wanted, per_name=PER_NAME)
    assert len(found["new"].entities) == PER_NAME
    assert not found["new"].is_whole


async def test_an_episode_is_settled_in_three_reads_at_most(world: World) -> None:
    class Counted:
        reads = 0

        def __getattr__(self, name: str) -> Any:
            Counted.reads += 1
            return getattr(world.memory.recorder.settling.store, name)

    recorder = world.memory.recorder
    counted = replace(recorder, settling=replace(recorder.settling, store=Counted()))
    here = replace(world, memory=replace(world.memory, recorder=counted))
    await here.tell(*(f"[pPerson Number{n}] met [pAlex Kim]." for n in range(40)), session="a", project="A")
    assert Counted.reads == 2
    Counted.reads = 0
    await here.tell(*(f"[pOther Number{n}] met [pAlex Kim]." for n in range(40)), session="b", project="B")
    assert Counted.reads == 3
