"""Bounded reads over a small told world: facts, profile, changes, neighbours and the pack."""

from datetime import datetime

import pytest
from given import day, record, talk

from graphmem.app import App
from graphmem.domain.documents import Document
from graphmem.domain.errors import InvalidQuery, NotFound
from graphmem.domain.reads import AboutQuery, ChangesQuery, NeighboursQuery, PackQuery, Turn
from graphmem.domain.scope import Placement, Reader, Visibility
from graphmem.domain.statements import StatementKind
from graphmem.domain.time import AsOf
from graphmem.govern.audience import reader_of

LIMIT, RAISED = "The upload limit is 5 MB.", "The upload limit is 9 MB."


async def tell(memory: App, reader: Reader, *documents: Document, placement: Placement | None = None) -> None:
    async for _ in memory.record(documents, reader, placement):
        pass


def said(text: str, number: int, *, who: str = "Ada Sato", session: str = "", project: str = "harbour") -> Document:
    return talk((who, text), session=session or f"s{number}", at=day(number), project=project)


async def changes(memory: App, reader: Reader, **query: object) -> list[tuple[str, str, str]]:
    found = await memory.changes(ChangesQuery(**query), reader)  # type: ignore[arg-type]
    return [(f"{one.at:%d}", one.turn.value, one.statement.text.rstrip(".")) for one in found]


async def test_changes_of_a_project_tell_when_each_thing_began_and_ended_and_what_came_instead(
    memory: App, reader: Reader
) -> None:
    await tell(memory, reader, said(LIMIT, 2))
    await tell(memory, reader, said(RAISED, 9))
    found = await memory.changes(ChangesQuery(project="harbour", kinds=(StatementKind.FACT,)), reader)
    assert [(one.at, one.turn) for one in found] == [(day(2), Turn.BEGAN), (day(9), Turn.BEGAN), (day(9), Turn.ENDED)]
    assert found[2].by is not None
    assert (found[2].statement.text.rstrip("."), found[2].by.text.rstrip(".")) == (
        LIMIT.rstrip("."),
        RAISED.rstrip("."),
    )
    assert found[0].statement.quote is not None
    assert found[0].statement.quote.speaker == "Ada Sato"


async def test_a_difference_leaves_out_what_began_and_ended_in_between(memory: App, reader: Reader) -> None:
    for number, size in ((2, 5), (5, 7), (9, 9)):
        await tell(memory, reader, said(f"The upload limit is {size} MB.", number))
    facts = {"project": "harbour", "kinds": (StatementKind.FACT,)}
    whole = await changes(memory, reader, **facts, since=day(3), until=day(10))
    net = await changes(memory, reader, **facts, since=day(3), until=day(10), net=True)
    assert ("05", "began", "The upload limit is 7 MB") in whole
    assert net == [("09", "began", "The upload limit is 9 MB"), ("05", "ended", "The upload limit is 5 MB")][::-1]


async def test_changes_come_in_pages_that_give_each_once(memory: App, reader: Reader) -> None:
    for number, size in ((2, 5), (5, 7), (9, 9)):
        await tell(memory, reader, said(f"The upload limit is {size} MB.", number))
    whole = await memory.changes(ChangesQuery(project="harbour"), reader)
    paged, query = [], ChangesQuery(project="harbour", first=1)
    while found := await memory.changes(query, reader):
        paged += found
        query = ChangesQuery(project="harbour", first=1, after=found[-1].place)
    assert paged == whole
    assert len(whole) >= 5


async def test_what_was_known_at_a_moment_is_all_that_changes_of_that_moment_tell(memory: App, reader: Reader) -> None:
    await tell(memory, reader, said(LIMIT, 2))
    then = memory.reads.clock()
    await tell(memory, reader, said(RAISED, 9))
    kinds = (StatementKind.FACT,)
    assert await changes(memory, reader, project="harbour", kinds=kinds, recorded=then) == [
        ("02", "began", LIMIT.rstrip("."))
    ]


async def test_facts_about_a_thing_are_those_of_the_moment_and_come_in_pages(memory: App, reader: Reader) -> None:
    lines = ["Kafka keeps messages for seven days.", "Kafka runs on three machines.", "Kafka is written in Scala."]
    for number, line in enumerate(lines, start=2):
        await tell(memory, reader, said(line, number))
    subject = (await memory.reads.store.find_subjects(reader, "Kafka", None))[0]
    whole = await memory.facts(AboutQuery(subject="kafka"), reader)
    assert len(whole) >= 2
    assert [one.statement.valid_at for one in whole] == sorted(
        (one.statement.valid_at for one in whole if one.statement.valid_at), reverse=True
    )
    first = await memory.facts(AboutQuery(subject=subject.handle, first=1), reader)
    rest = await memory.facts(AboutQuery(subject=subject.id, after=first[0].place), reader)
    assert first + rest == whole
    early = await memory.facts(AboutQuery(subject="Kafka", as_of=AsOf(valid=day(2))), reader)
    assert early == [one for one in whole if one.statement.valid_at and one.statement.valid_at <= day(2)]


async def test_a_profile_tells_who_somebody_is_and_what_they_owe(memory: App, reader: Reader) -> None:
    lines = "I will write the migration guide by Friday.\n\nI prefer short meetings."
    await tell(memory, reader, said(lines, 4, who="Mei Tanaka"))
    profile = await memory.profile("Mei", reader)
    assert profile.subject.name == "Mei Tanaka"
    assert "owes" in profile.parts
    assert [one.statement.kind for one in profile.parts["owes"]] == ["Commitment"]
    assert profile.episodes
    with pytest.raises(NotFound):
        await memory.profile("Nobody Here", reader)


async def test_a_name_that_may_mean_two_people_is_refused_with_their_handles(memory: App, reader: Reader) -> None:
    await tell(memory, reader, said("We met.", 2, who="Mei Tanaka"), said("So we did.", 3, who="Mei Lindqvist"))
    with pytest.raises(InvalidQuery) as refused:
        await memory.profile("Mei", reader)
    assert "p-" in refused.value.hint


async def test_neighbours_are_bounded_by_hops_and_caps_and_paged(memory: App, reader: Reader) -> None:
    await tell(
        memory,
        reader,
        record(1, "Broker", at=day(2), decision="We decided to use RabbitMQ.", context="Because the table locks up."),
    )
    near = await memory.neighbours(NeighboursQuery(start="RabbitMQ", hops=1), reader)
    far = await memory.neighbours(NeighboursQuery(start="RabbitMQ", hops=3), reader)
    assert {one.hop for one in near.found} == {1}
    assert {one.id for one in near.found} < {one.id for one in far.found}
    assert max(one.hop for one in far.found) <= 3
    few = await memory.neighbours(NeighboursQuery(start="RabbitMQ", hops=3, cap=2), reader)
    assert few.found == far.found[:2]
    paged = await memory.neighbours(NeighboursQuery(start="RabbitMQ", hops=3, first=2, after=1), reader)
    assert paged.found == far.found[1:3]
    chunk = next(one for one in far.found if one.kind == "Chunk")
    around = await memory.neighbours(NeighboursQuery(start=chunk.id, hops=1), reader)
    assert near.start.id in {one.id for one in around.found}
    with pytest.raises(InvalidQuery):
        NeighboursQuery(start="RabbitMQ", hops=5)


async def test_the_pack_holds_whole_lines_inside_its_budget(memory: App, reader: Reader) -> None:
    for number in range(2, 10):
        line = f"I will check crane number {number} by Friday."
        await tell(memory, reader, said(line, number, who="Mei Tanaka", session=f"day-{number}"))
    pack = await memory.context(PackQuery(project="harbour"), reader)
    assert (len(pack.commitments), len(pack.episodes)) == (5, 5)
    assert len(pack.topics) <= 3
    assert len(pack.text) <= 6_000
    small = await memory.context(PackQuery(project="harbour", budget_chars=200), reader)
    assert len(small.text) <= 200
    assert small.cut > 0
    assert set(small.text.splitlines()) <= set(pack.text.splitlines())
    by_session = await memory.context(PackQuery(session="day-3"), reader)
    assert (by_session.project, by_session.text) == ("harbour", pack.text)
    assert (await memory.context(PackQuery(project="elsewhere"), reader)).text == ""


async def everything(memory: App, reader: Reader) -> list[object]:
    """What every bounded read tells this reader, moments of the clock left out."""
    found: list[object] = [
        await memory.changes(ChangesQuery(project="harbour"), reader),
        await memory.context(PackQuery(project="harbour"), reader),
        await memory.context(PackQuery(session="secret"), reader),
        await memory.contradictions(reader),
    ]
    for name in ("Mei Tanaka", "Mei", "Zephyr", "Kafka"):
        for read in (
            memory.profile(name, reader),
            memory.facts(AboutQuery(subject=name), reader),
            memory.changes(ChangesQuery(subject=name), reader),
            memory.neighbours(NeighboursQuery(start=name, hops=4), reader),
        ):
            try:
                found.append(await read)  # type: ignore[misc]
            except (NotFound, InvalidQuery) as error:
                found.append((type(error), str(error), error.hint))
    return found


async def test_ten_02_a_persons_private_text_leaves_no_trace_in_any_of_these_reads(
    memory: App, reader: Reader, tenant: str
) -> None:
    """TEN-02: no path of a read may leave the reader's audiences, whatever it says of names both know."""
    eve = reader_of(tenant, "eve")
    company = Placement(scope="company", visibility=Visibility.SHARED)
    await tell(memory, reader, said("Kafka keeps messages for seven days.", 2, who="Mei Tanaka"), placement=company)
    before = await everything(memory, eve)
    mine = Placement(visibility=Visibility.PRIVATE)
    secret = "Kafka is run by Zephyr. I will tell Mei Lindqvist about Zephyr by Friday. We decided to drop Kafka."
    await tell(memory, reader, said(secret, 5, who="Mei Tanaka", session="secret"), placement=mine)
    assert await everything(memory, eve) == before
    assert await everything(memory, reader) != before


def test_a_difference_needs_its_moments_in_order() -> None:
    with pytest.raises(InvalidQuery):
        ChangesQuery(project="x", since=day(3), until=day(2))
    with pytest.raises(InvalidQuery):
        ChangesQuery()
    assert isinstance(day(1), datetime)
