"""Merge and unmerge: exact inverses in any order, whole or not at all, and no names to those who may not read them."""

import asyncio
import uuid
from dataclasses import replace
from typing import Any

import neo4j
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from identity_given import World

from graphmem.domain.answers import RecallQuery
from graphmem.domain.errors import BadInput, Conflict, InvalidQuery, NotFound
from graphmem.domain.identities import SameAsStatus
from graphmem.domain.nodes import PageKey
from graphmem.domain.scope import Placement, Role, Visibility
from graphmem.govern.audience import reader_of
from graphmem.recall.connect import ConnectQuery

ENTITIES, OTHERS = 5, 6
EDGES = ("MENTIONS", "SAID_BY", "ABOUT", "SUBJECT", "TOUCHED")
BETWEEN = ("SAME_AS", "SIMILAR", "PART_OF")

edge = st.tuples(
    st.integers(0, OTHERS - 1),
    st.integers(0, ENTITIES - 1),
    st.sampled_from(EDGES),
    st.integers(1, 9),
    st.sampled_from("wr"),
)
between = st.tuples(
    st.integers(0, ENTITIES - 1), st.integers(0, ENTITIES - 1), st.sampled_from(BETWEEN), st.integers(1, 9)
)
graphs = st.tuples(
    st.lists(edge, max_size=14, unique_by=lambda e: (e[0], e[1], e[2], e[4] if e[2] == "TOUCHED" else "")),
    st.lists(between.filter(lambda e: e[0] != e[1]), max_size=4, unique_by=lambda e: (frozenset(e[:2]), e[2])),
    st.lists(st.lists(st.sampled_from(["Bo", "Lind", "B. L.", "bl"]), unique=True, max_size=3), min_size=5, max_size=5),
)
merges = st.lists(st.tuples(st.integers(0, ENTITIES - 1), st.integers(0, ENTITIES - 1)), min_size=1, max_size=5)


async def plant(world: World, graph: Any) -> None:
    edges, ties, aliases = graph
    await world.rows(
        "UNWIND range(0, $entities - 1) AS n CREATE (e:Entity:Person {tenant: $tenant, id: 'e' + n, kind: 'Person', "
        "name: 'Name ' + n, name_key: 'name ' + n, aliases: $aliases[n], handles: ['@' + n], "
        "projects: CASE WHEN n % 2 = 0 THEN ['p' + n] END, created_at: datetime('2026-03-01T00:00Z')}) RETURN 1",
        entities=ENTITIES,
        aliases=aliases,
    )
    await world.rows(
        "UNWIND range(0, $others - 1) AS n "
        "CREATE (:Chunk {tenant: $tenant, id: 'c' + n, unit_id: 'u' + n, audience: $audience}) RETURN 1",
        others=OTHERS,
        audience=world.reader.audiences[0],
    )
    for source, target, kind, weight, how in edges:
        await world.rows(
            f"MATCH (c:Chunk {{tenant: $tenant, id: $c}}), (e:Entity {{tenant: $tenant, id: $e}}) "
            f"CREATE (c)-[:{kind} {{weight: $w / 10.0, how: $how, sentences: [1, $w]}}]->(e) RETURN 1",
            c=f"c{source}",
            e=f"e{target}",
            w=weight,
            how=how if kind == "TOUCHED" else None,
        )
    for source, target, kind, weight in ties:
        await world.rows(
            f"MATCH (a:Entity {{tenant: $tenant, id: $a}}), (b:Entity {{tenant: $tenant, id: $b}}) "
            f"CREATE (a)-[:{kind} {{weight: $w / 10.0, status: 'proposed', tenant: $tenant}}]->(b) RETURN 1",
            a=f"e{source}",
            b=f"e{target}",
            w=weight,
        )
    await world.rows(
        "MATCH (n:Entity {tenant: $tenant}) SET n.about_count = COUNT { (n)<-[:ABOUT]-() }, "
        "n.df = COUNT { MATCH (n)<-[:MENTIONS|ABOUT]-(c) RETURN DISTINCT c } RETURN 1"
    )


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=graphs, wanted=merges, order=st.randoms(use_true_random=False))
async def test_any_merges_undone_in_any_order_leave_the_very_same_graph(
    world: World, graph: Any, wanted: list[tuple[int, int]], order: Any
) -> None:
    tenant = f"t{uuid.uuid4().hex[:12]}"
    here = World(memory=world.memory, reader=reader_of(tenant, "ada"), driver=world.driver)
    await plant(here, graph)
    before, store = await here.dump(), here.memory.keeping.merges
    done = []
    for source, target in wanted:
        try:
            merged = await store.merge(tenant, [f"e{source}"], f"e{target}", "ada")
        except Conflict:
            continue
        done += merged.changed
        assert await doubled(here) == [], "what one entity has twice is told once"
    order.shuffle(done)
    for one in done:
        await store.unmerge(tenant, one, "ada")
    assert await here.dump() == before


async def doubled(world: World) -> list[tuple[Any, ...]]:
    return await world.rows(
        "MATCH (c:Chunk {tenant: $tenant})-[r]->(e:Entity) WHERE e.merged_into IS NULL "
        "WITH c, e, type(r) AS t, r.how AS how, count(*) AS n WHERE n > 1 RETURN c.id, e.id, t, how"
    )


@pytest.fixture
async def two(world: World) -> tuple[str, str]:
    """Jan, and Jan with a slip of the pen: both known from two passages, one of them shared."""
    await world.tell(
        "[pJan van der Berg] paints.", "[pJan van der Breg] sings.", "[pJan van der Berg] is [pJan van der Breg]."
    )
    [jan], [slip] = await world.ids("Jan van der Berg"), await world.ids("Jan van der Breg")
    return jan, slip


async def test_a_merged_entity_leaves_default_reads_and_its_names_find_the_survivor(
    world: World, two: tuple[str, str]
) -> None:
    jan, slip = two
    await world.memory.merge_entities([slip], jan, world.reader)
    people = await world.memory.nodes.find_entities(world.reader, "Person", first=9, after=PageKey())
    assert [person.id for person in people] == [jan]
    assert (await world.memory.nodes.fetch(world.reader, [slip]))[slip].id == jan
    answer = await world.memory.connect(ConnectQuery(start="Jan van der Breg", end=jan), world.reader)
    assert answer.missing == ()
    found = await world.memory.recall(RecallQuery(text="What does Jan van der Breg do?"), world.reader)
    assert "Jan van der Berg" in found.readings.entities
    assert sorted(await world.facts(jan)) == [
        "[pJan van der Berg] is [pJan van der Breg].",
        "[pJan van der Berg] paints.",
        "[pJan van der Breg] sings.",
    ]


async def test_a_merge_with_itself_with_repeats_or_into_a_source_takes_nothing_away(
    world: World, two: tuple[str, str]
) -> None:
    """ENT-07."""
    jan, slip = two
    before = await world.dump()
    assert (await world.memory.merge_entities([jan, jan], jan, world.reader)).changed == ()
    assert await world.dump() == before
    merged = await world.memory.merge_entities([jan, slip, slip], jan, world.reader)
    assert (merged.id, merged.changed) == (jan, (slip,))
    after = await world.dump()
    assert (await world.memory.merge_entities([jan, slip], jan, world.reader)).changed == ()
    assert await world.dump() == after


async def test_cycles_and_kinds_are_refused_and_change_nothing(world: World, two: tuple[str, str]) -> None:
    """ENT-07."""
    jan, slip = two
    await world.tell("[tpainting] is fun.", "[pEva Holm] came.", session="s2")
    [topic], [eva] = await world.ids("painting"), await world.ids("Eva Holm")
    await world.memory.merge_entities([slip], jan, world.reader)
    before = await world.dump()
    for ids, into, error in (
        ([jan], slip, Conflict),
        ([eva], slip, Conflict),
        ([slip], eva, Conflict),
        ([topic], jan, InvalidQuery),
        ([jan], "nobody", NotFound),
        ([], jan, BadInput),
    ):
        with pytest.raises(error):
            await world.memory.merge_entities(ids, into, world.reader)
    assert await world.dump() == before


async def test_the_same_merge_many_times_in_parallel_is_one_merge(world: World, two: tuple[str, str]) -> None:
    """ENT-07, CON-02."""
    jan, slip = two
    before = await world.dump()
    done = await asyncio.gather(*(world.memory.merge_entities([slip, jan], jan, world.reader) for _ in range(8)))
    assert sorted(one.changed for one in done) == [()] * 7 + [(slip,)]
    opposite = await asyncio.gather(
        *(world.memory.unmerge_entities(slip, world.reader) for _ in range(4)), return_exceptions=True
    )
    assert [one for one in opposite if isinstance(one, Exception)] == []
    assert await world.dump() == before


async def test_merges_of_a_pair_both_ways_at_once_leave_one_survivor(world: World, two: tuple[str, str]) -> None:
    """ENT-07: A into B while B into A."""
    jan, slip = two
    done = await asyncio.gather(
        world.memory.merge_entities([slip], jan, world.reader),
        world.memory.merge_entities([jan], slip, world.reader),
        return_exceptions=True,
    )
    assert len([one for one in done if isinstance(one, Conflict)]) == 1
    assert len(await world.names()) == 1


async def test_what_is_written_after_a_merge_goes_back_with_the_name_it_was_written_under(
    world: World, two: tuple[str, str]
) -> None:
    jan, slip = two
    await world.memory.merge_entities([slip], jan, world.reader)
    await world.tell("[pJan van der Breg] dances.", session="s2")
    await world.tell("[pJan van der Berg] cooks.", session="s3")
    assert await world.facts(slip) == []
    assert {"[pJan van der Breg] dances.", "[pJan van der Berg] cooks."} <= set(await world.facts(jan))
    await world.memory.unmerge_entities(slip, world.reader)
    assert "[pJan van der Breg] dances." in await world.facts(slip)
    assert "[pJan van der Berg] cooks." in await world.facts(jan)
    assert "[pJan van der Breg] dances." not in await world.facts(jan)


async def test_an_episode_written_during_a_merge_ends_at_the_survivor(world: World, two: tuple[str, str]) -> None:
    """A merge between settling and writing is noticed, and the episode is settled again."""
    jan, slip = two
    store, settle = world.memory.recorder.store, world.memory.recorder.settling

    class MergedMeanwhile:
        tried = 0

        def __getattr__(self, name: str) -> Any:
            return getattr(store, name)

        async def write(self, writes: Any) -> Any:
            MergedMeanwhile.tried += 1
            if MergedMeanwhile.tried == 1:
                await world.memory.merge_entities([slip], jan, world.reader)
            return await store.write(writes)

    recorder = replace(world.memory.recorder, store=MergedMeanwhile(), settling=settle)
    late = replace(world, memory=replace(world.memory, recorder=recorder))
    await late.tell("[pJan van der Breg] dances.", session="s2")
    assert MergedMeanwhile.tried == 2
    assert "[pJan van der Breg] dances." in await world.facts(jan)


async def test_proposals_are_listed_dismissed_for_ever_and_written_down(world: World, two: tuple[str, str]) -> None:
    jan, slip = two
    keeping = world.memory.keeping
    [open_] = await keeping.proposals(world.reader)
    assert {open_.source.name, open_.target.name, open_.reason} == {"Jan van der Berg", "Jan van der Breg", "spelling"}
    await keeping.dismiss(jan, slip, world.reader)
    await world.tell("[pJan van der Breg] and [pJan van der Berg] again.", session="s9")
    assert await keeping.proposals(world.reader) == []
    assert len(await keeping.proposals(world.reader, status=SameAsStatus.DISMISSED)) == 1
    await world.memory.merge_entities([slip], jan, world.reader)
    await world.memory.unmerge_entities(slip, world.reader)
    audit = await world.rows(
        "MATCH (a:AuditEntry {tenant: $tenant}) RETURN a.action, a.principal, a.target, a.detail ORDER BY a.at"
    )
    assert audit == [
        ("dismiss_same_as", "ada", jan, slip),
        ("merge", "ada", jan, slip),
        ("unmerge", "ada", jan, slip),
    ]


async def test_a_merge_tells_nobody_a_name_that_they_have_not_read(world: World) -> None:
    """TEN-02: Eva reads the company's Jan; that he is J. Secret stands in Ada's private notes only."""
    company = Placement(scope="company", visibility=Visibility.SHARED)
    private = Placement(visibility=Visibility.PRIVATE)
    await world.tell("[pJan Smit] paints.", session="open", placement=company)
    await world.tell("[pKees Geheim] sings.", session="hidden", placement=private)
    [jan], [kees] = await world.ids("Jan Smit"), await world.ids("Kees Geheim")
    await world.memory.merge_entities([jan], kees, world.reader)
    eva = reader_of(world.reader.tenant, "eva")
    people = await world.memory.nodes.find_entities(eva, "Person", first=9, after=PageKey())
    assert [person.text for person in people] == ["Jan Smit"]
    assert (await world.memory.nodes.fetch(eva, [jan]))[jan].text == "Jan Smit"
    told = await world.memory.recall(RecallQuery(text="What does Jan Smit do?"), eva)
    asked = await world.memory.recall(RecallQuery(text="What does Kees Geheim do?"), eva)
    assert "Kees Geheim" not in (*told.readings.entities, *asked.readings.entities)
    assert asked.readings.entities == ()
    assert (await world.memory.nodes.fetch(eva, [kees]))[kees].text == "Jan Smit"
    mine = await world.memory.nodes.find_entities(world.reader, "Person", first=9, after=PageKey())
    assert [person.text for person in mine] == ["Kees Geheim"]


async def test_whoever_may_not_see_an_entity_cannot_merge_it(world: World, two: tuple[str, str]) -> None:
    jan, slip = two
    stranger = reader_of(world.reader.tenant, "eva")
    with pytest.raises(NotFound):
        await world.memory.merge_entities([slip], jan, stranger)
    with pytest.raises(InvalidQuery):
        await world.memory.merge_entities([slip], jan, reader_of(world.reader.tenant, "ada", role=Role.READER))


async def test_another_tenant_is_never_touched(world: World, two: tuple[str, str], driver: neo4j.AsyncDriver) -> None:
    """TEN-02, TEN-03."""
    jan, slip = two
    other = World(memory=world.memory, reader=reader_of(f"{world.reader.tenant}x", "ada"), driver=driver)
    await other.tell("[pJan van der Berg] paints.", "[pJan van der Breg] sings.")
    before = await other.dump()
    await world.memory.merge_entities([slip], jan, world.reader)
    await world.tell("[pJan van der Breg] dances.", session="s2")
    await world.memory.unmerge_entities(slip, world.reader)
    assert await other.dump() == before
