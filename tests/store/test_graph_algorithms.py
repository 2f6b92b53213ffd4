"""Graph algorithms answer on the engine, through the official client too."""

from given import day, record
from graphdatascience import GraphDataScience

from graphmem.app import App
from graphmem.domain.scope import Reader
from graphmem.store.client import Connection
from graphmem.store.nodes import NodeStore


async def test_the_official_client_ranks_the_decisions_of_a_memory(
    memory: App, reader: Reader, connection: Connection
) -> None:
    records = [
        record(1, "Use RabbitMQ", at=day(1), context="We need a queue.", decision="We will use RabbitMQ."),
        record(2, "Use Kafka", at=day(2), supersedes=1, context="Orders got lost.", decision="We will use Kafka."),
    ]
    async for _ in memory.record(records, reader):
        pass
    auth = (connection.user, connection.password) if connection.user else None
    with GraphDataScience(connection.uri, auth=auth, arrow=False, show_progress=False) as gds:
        assert str(gds.server_version()) == (await NodeStore(memory.client).fetch_server()).gds
        graph = gds.graph.project.native(reader.tenant, ["Decision"], ["SUPERSEDES"]).graph
        ranks = gds.page_rank.stream(graph)
        graph.drop()
    assert ranks["score"].max() > ranks["score"].min() > 0
