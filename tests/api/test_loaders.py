"""One query a field whatever the number of parents, and nothing shared between requests or readers."""

from dataclasses import dataclass, field, replace
from typing import Any

from api_given import Service
from given import day, record, talk

from api.graphql.loaders import EdgesOf, Loaders
from cypher import Query
from graphmem.domain.nodes import Moment
from graphmem.domain.scope import Placement, Reader, Visibility
from graphmem.govern.audience import reader_of
from graphmem.store.client import Client, Row
from graphmem.store.nodes import NodeStore

NESTED = """query ($first: Int!) { decisions(first: $first) { edges { node { text
    because(first: 3) { quote { text } reason { text } }
    rejected(first: 3) { quote { text } option { text } }
    decidedBy(first: 3) { quote { text } person { name decided(first: 3) { decision { text } } } }
    episode { title chunks(first: 3) { text episode { title } } }
} } } }"""
FIELDS = {
    "statement/find_page": 1,
    "statement/find_edges": 3,
    "statement/find_evidence": 1,
    "entity/find_statements": 1,
    "episode/find_chunks": 1,
    "node/fetch": 1,
}


@dataclass
class Counting:
    """A client that keeps the names of what is read through it."""

    client: Client
    read_names: list[str] = field(default_factory=list)

    async def read(self, query: Query, **params: Any) -> list[Row]:
        self.read_names.append(query.name)
        return await self.client.read(query, **params)


def counts(counting: Counting) -> dict[str, int]:
    return {name: counting.read_names.count(name) for name in counting.read_names}


async def test_the_number_of_queries_does_not_depend_on_the_number_of_parents(fresh: Service) -> None:
    await fresh.write(
        *(
            record(
                number,
                f"Choice {number}",
                at=day(number),
                decision=f"Decision by Ada: we take number {number}",
                reasons=f"Reason by Bob: {number} is a good number",
                options=f"Rejected by Cyd: {number} squared",
            )
            for number in range(1, 8)
        )
    )
    for first in (1, 7):
        counting = Counting(fresh.app.client)
        app = replace(fresh.app, nodes=NodeStore(counting))  # type: ignore[arg-type]
        data = await fresh.data(NESTED, {"first": first}, app=app)
        assert len(data["decisions"]["edges"]) == first
        assert all(edge["node"]["because"][0]["quote"] for edge in data["decisions"]["edges"])
        assert counts(counting) == FIELDS


class Recording:
    """A store that answers with the relation and the moment it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[str], tuple[str, ...], Moment]] = []

    async def find_edges(
        self, _: Reader, ids: list[str], relations: tuple[str, ...], *, at: Moment
    ) -> dict[str, list[Any]]:
        self.asked.append((ids, relations, at))
        return {identifier: [(relations[0], at)] for identifier in ids}


async def test_one_batch_is_one_query_for_each_relation_and_moment() -> None:
    store: Any = Recording()
    loaders = Loaders(store, reader_of("t", "ada"))
    past = Moment(valid=day(1))
    keys = [
        EdgesOf(id=identifier, relations=(relation,), at=at)
        for at in (Moment(), past)
        for relation in ("BECAUSE", "REJECTED")
        for identifier in ("d1", "d2", "d3")
    ]
    assert await loaders.edges.load_many(keys) == [[(key.relations[0], key.at)] for key in keys]
    assert len(store.asked) == 4
    assert all(ids == ["d1", "d2", "d3"] for ids, _, _ in store.asked)


async def test_another_reader_gets_nothing_of_what_the_first_has_just_loaded(fresh: Service) -> None:
    private = Placement(visibility=Visibility.PRIVATE)
    written = await fresh.write(talk(("Ada", "the canary sings"), session="secret"), placement=private)
    ask = "query ($id: ID!) { node(id: $id) { ... on Episode { chunks { text } } } }"
    mine = await fresh.data(ask, {"id": written[0].episode_id})
    assert mine["node"]["chunks"] == [{"text": "the canary sings"}]
    other = reader_of(fresh.reader.tenant, "bob")
    assert await fresh.data(ask, {"id": written[0].episode_id}, reader=other) == {"node": None}


async def test_a_second_request_to_the_same_service_sees_what_was_written_since(fresh: Service) -> None:
    ask = {"query": "{ episodes { edges { node { chunks { text } } } } }"}
    async with fresh.client() as client:
        before = (await client.post("/graphql", json=ask)).json()["data"]["episodes"]["edges"]
        await fresh.write(talk(("Ada", "first"), session="s"))
        middle = (await client.post("/graphql", json=ask)).json()["data"]["episodes"]["edges"]
        await fresh.write(talk(("Ada", "first"), ("Ada", "second"), session="s"))
        after = (await client.post("/graphql", json=ask)).json()["data"]["episodes"]["edges"]
    assert [len(before), len(middle), len(after)] == [0, 1, 1]
    assert [chunk["text"] for chunk in after[0]["node"]["chunks"]] == ["first", "second"]
