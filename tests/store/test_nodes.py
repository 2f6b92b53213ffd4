"""Reading nodes and pages of nodes."""

from datetime import datetime

import pytest
from given import day, record, talk

from graphmem.app import App
from graphmem.domain.answers import WhyQuery
from graphmem.domain.nodes import Node, PageKey
from graphmem.domain.scope import Reader


async def pages(memory: App, reader: Reader, kind: str) -> list[Node]:
    """All nodes of a list, three at a time; stops after ten pages whatever comes."""
    found: list[Node] = []
    after = PageKey()
    for _ in range(10):
        if kind == "Episode":
            page = await memory.nodes.find_episodes(reader, first=3, after=after)
        else:
            page = await memory.nodes.find_statements(reader, kind, first=3, after=after)
        if not page:
            break
        found += page
        after = PageKey(at=page[-1].values["sort_at"], id=page[-1].id)
    return found


@pytest.mark.parametrize("at", [day(3), None])
async def test_paging_meets_every_node_once_also_at_one_and_the_same_moment(
    memory: App, reader: Reader, at: datetime | None
) -> None:
    talks = [
        talk(("Ada Sato", f"We decided to use Kafka for topic {n} because it scales."), session=f"s{n}", at=at)
        for n in range(7)
    ]
    async for _ in memory.record(talks, reader):
        pass
    for kind in ("Episode", "Decision"):
        ids = [node.id for node in await pages(memory, reader, kind)]
        assert len(ids) == len(set(ids)) == 7


async def test_a_decision_is_asked_about_by_its_handle_as_by_its_id(memory: App, reader: Reader) -> None:
    async for _ in memory.record([record(1, "Use Kafka", at=day(1), decision="We will use Kafka.")], reader):
        pass
    [decision] = await memory.nodes.find_statements(reader, "Decision", first=3, after=PageKey())
    for name in (decision.id, decision.values["handle"]):
        answer = await memory.why(WhyQuery(decision_id=name), reader)
        assert answer.decision is not None
        assert answer.decision.statement.id == decision.id
