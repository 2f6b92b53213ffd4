"""Contradictions: listed for those who may read both sides, settled once, kept in the audit."""

import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.documents import Document
from graphmem.domain.errors import Conflict, InvalidQuery, NotFound
from graphmem.domain.nodes import AuditQuery, Moment, PageKey
from graphmem.domain.reads import Contradiction
from graphmem.domain.scope import Placement, Reader, Role, Visibility
from graphmem.govern.audience import reader_of
from graphmem.store.client import Client
from graphmem.store.updates import MERGE_DISPUTES

ONE, OTHER = "The backup runs at night.", "The archive is kept for a year."


async def tell(memory: App, reader: Reader, document: Document, placement: Placement | None = None) -> None:
    async for _ in memory.record([document], reader, placement):
        pass


@pytest.fixture
async def pair(memory: App, reader: Reader, client: Client) -> Contradiction:
    """Two facts that somebody noticed cannot both hold."""
    company = Placement(scope="company", visibility=Visibility.SHARED)
    await tell(memory, reader, talk(("Ada Sato", ONE), session="a", at=day(2)), company)
    await tell(memory, reader, talk(("Bo Lind", OTHER), session="b", at=day(9)), company)
    facts = await memory.nodes.find_statements(reader, "Fact", first=5, after=PageKey())
    newer, older = (one.id for one in facts)
    await client.in_transaction(
        lambda tx: tx.run(
            MERGE_DISPUTES,
            tenant=reader.tenant,
            now=memory.reads.clock(),
            extractor="updates@1",
            rows=[{"newer": newer, "older": older, "reason": "other times"}],
        )
    )
    [found] = await memory.contradictions(reader)
    return found


async def facts(memory: App, reader: Reader, at: Moment = Moment()) -> set[str]:  # noqa: B008 - frozen
    found = await memory.nodes.find_statements(reader, "Fact", first=5, after=PageKey(), at=at)
    return {one.text.rstrip(".") for one in found}


async def test_a_contradiction_is_listed_with_both_quotes(pair: Contradiction) -> None:
    assert (pair.newer.text.rstrip("."), pair.older.text.rstrip(".")) == (OTHER.rstrip("."), ONE.rstrip("."))
    assert pair.newer.quote is not None
    assert pair.newer.quote.speaker == "Bo Lind"
    assert (pair.status, pair.reason) == ("open", "other times")


async def test_the_side_that_is_kept_holds_and_the_other_ends_and_is_history(
    memory: App, reader: Reader, pair: Contradiction
) -> None:
    before = memory.reads.clock()
    done = await memory.resolve(pair.key, pair.newer.handle, reader, reason="asked Bo")
    assert done.status == "resolved"
    assert await facts(memory, reader) == {OTHER.rstrip(".")}
    assert await facts(memory, reader, Moment(recorded=before)) == {ONE.rstrip("."), OTHER.rstrip(".")}
    assert await facts(memory, reader, Moment(valid=day(5))) == {ONE.rstrip(".")}
    assert await memory.contradictions(reader) == []
    [settled] = await memory.contradictions(reader, resolved=True)
    assert settled.key == pair.key
    with pytest.raises(NotFound):
        await memory.resolve(pair.key, "both", reader)
    await memory.unsupersede(pair.older.id, reader)
    assert await facts(memory, reader) == {ONE.rstrip("."), OTHER.rstrip(".")}


async def test_both_sides_may_hold(memory: App, reader: Reader, pair: Contradiction) -> None:
    await memory.resolve(pair.key, "both", reader)
    assert await facts(memory, reader) == {ONE.rstrip("."), OTHER.rstrip(".")}
    assert await memory.contradictions(reader) == []
    with pytest.raises(InvalidQuery):
        await memory.contradictions(reader, first=1_000)


async def test_a_side_that_ended_meanwhile_is_no_open_question_any_more(
    memory: App, reader: Reader, pair: Contradiction
) -> None:
    await memory.supersede(pair.older.id, reader, new_text="The backup runs at noon.")
    assert await memory.contradictions(reader) == []
    with pytest.raises((NotFound, Conflict)):
        await memory.resolve(pair.key, pair.older.id, reader)


async def test_what_is_neither_side_is_refused_and_nothing_changes(
    memory: App, reader: Reader, pair: Contradiction
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        await memory.resolve(pair.key, "f-nothing", reader)
    assert pair.newer.handle in refused.value.hint
    assert len(await memory.contradictions(reader)) == 1


async def test_whoever_may_not_read_a_side_sees_no_trace_of_the_pair(
    memory: App, reader: Reader, tenant: str, client: Client
) -> None:
    await tell(memory, reader, talk(("Ada Sato", ONE), session="a", at=day(2)))
    company = Placement(scope="company", visibility=Visibility.SHARED)
    await tell(memory, reader, talk(("Bo Lind", OTHER), session="b", at=day(9)), company)
    newer, older = (one.id for one in await memory.nodes.find_statements(reader, "Fact", first=5, after=PageKey()))
    rows = [{"newer": newer, "older": older, "reason": ""}]
    now = memory.reads.clock()
    await client.in_transaction(
        lambda tx: tx.run(MERGE_DISPUTES, tenant=reader.tenant, now=now, extractor="updates@1", rows=rows)
    )
    [found] = await memory.contradictions(reader)
    eve = reader_of(tenant, "eve")
    assert await memory.contradictions(eve) == []
    with pytest.raises(NotFound):
        await memory.resolve(found.key, "both", eve)
    only_reads = reader_of(tenant, "ada", role=Role.READER)
    with pytest.raises(InvalidQuery):
        await memory.resolve(found.key, "both", only_reads)


async def test_the_audit_is_read_in_pages_by_node_and_by_moment_and_others_see_their_own(
    memory: App, reader: Reader, tenant: str, pair: Contradiction
) -> None:
    await memory.resolve(pair.key, pair.newer.id, reader, reason="asked Bo")
    after = memory.reads.clock()
    await memory.unsupersede(pair.older.id, reader)
    whole = await memory.audit_trail(AuditQuery(), reader)
    assert [one.values["action"] for one in whole] == ["unsupersede", "resolve"]
    assert all("asked" not in str(one.values) and "archive" not in str(one.values) for one in whole)
    [first] = await memory.audit_trail(AuditQuery(first=1), reader)
    place = PageKey(at=first.values["sort_at"], id=first.id)
    assert await memory.audit_trail(AuditQuery(after=place), reader) == whole[1:]
    assert await memory.audit_trail(AuditQuery(since=after), reader) == whole[:1]
    assert await memory.audit_trail(AuditQuery(target=pair.newer.id), reader) == whole[1:]
    member = reader_of(tenant, "bo", role=Role.MEMBER)
    assert await memory.audit_trail(AuditQuery(), member) == []
