"""A name that stands in everything is no bridge: neither to what is asked nor away from it."""

from typing import Any

import neo4j
import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.scope import Reader
from graphmem.store.client import Client, Connection

CROWD = 5_000
QUESTION = "Which lamps did the designer of the tide gate choose?"


@pytest.fixture(scope="module")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth) as opened:
        yield opened


async def test_ret_01_a_person_in_thousands_of_turns_floods_no_answer(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """RET-01: the answer two names away is found, and nothing is there only because of the hub."""
    talks = [
        talk(("Ada Sato", "The tide gate was drawn by Ilse Brandt while Bo Lind watched."), session="a", at=day(1)),
        talk(("Chi Okafor", "Ilse Brandt took sodium lights for the pier, to Bo Lind's joy."), session="b", at=day(2)),
        talk(("Dana Roth", "Bo Lind drank a cup of coffee."), session="c", at=day(3)),
    ]
    async for _ in memory.record(talks, reader):
        pass
    await driver.execute_query(
        "MATCH (c:Chunk {tenant: $tenant})-[m:MENTIONS]->(e:Entity {name: 'Bo Lind'}) WHERE c.text CONTAINS 'coffee' "
        "MATCH (c)-[:PART_OF]->(episode) UNWIND range(1, $crowd) AS n "
        "CREATE (d:Chunk) SET d = c {.*, id: c.id + n, unit_id: c.unit_id + n, embedding: null} "
        "CREATE (d)-[:PART_OF]->(episode) CREATE (d)-[also:MENTIONS]->(e) SET also = properties(m) "
        "WITH DISTINCT e SET e.df = $crowd + 3",
        tenant=reader.tenant,
        crowd=CROWD,
    )
    answer = await memory.recall(RecallQuery(text=QUESTION, top_k=5), reader)
    assert any("sodium" in item.quote.text for item in answer.items)
    bridges = {hop.to_text for item in answer.items if item.path for hop in item.path.hops}
    assert "Ilse Brandt" in bridges
    assert "Bo Lind" not in bridges
