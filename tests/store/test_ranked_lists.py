"""The ranked lists carry the same of a chunk whether it was written with its card or before there were any."""

from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.candidates import Candidate
from graphmem.domain.scope import Reader
from graphmem.recall.question import read_question
from graphmem.recall.service import reach_of
from graphmem.store.client import Client
from graphmem.store.recall import Neo4jRecallStore

QUESTION = "Who feeds the seals at the north pier?"


async def found(client: Client, reader: Reader) -> dict[str, Candidate]:
    question = read_question(QUESTION)
    reach = reach_of(RecallQuery(text=QUESTION), reader, with_history=False)
    store = Neo4jRecallStore(client)
    named = await store.find_by_words(reach, words=question.words, stems=question.stems, depth=50)
    return {one.id: one for one in named}


async def test_a_chunk_written_before_there_were_cards_is_ranked_the_same(
    memory: App, client: Client, reader: Reader
) -> None:
    long = "The seals at the north pier eat herring. " * 30
    turns = (("Ada Sato", "Who feeds the seals?"), ("Bo Lind", long), ("Ada Sato", "Then the pier is closed at noon."))
    async for _ in memory.record([talk(*turns, session="pier", at=day(3))], reader):
        pass
    written = await found(client, reader)
    assert len(written) > len(turns)
    assert any(one.before and one.after for one in written.values())
    assert any(one.asks and one.happened_at == day(3) for one in written.values())
    async with client._driver.session() as session:
        query = "MATCH (c:Chunk {tenant: $tenant}) WHERE c.card IS NOT NULL SET c.card = null RETURN count(c) AS n"
        cleared = await (await session.run(query, tenant=reader.tenant)).single()
    assert cleared is not None
    assert cleared["n"] >= len(written)
    assert await found(client, reader) == written
