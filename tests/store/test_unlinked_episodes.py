"""A writer that dies between an episode and its links: the next one makes them, though the text is the same."""

from dataclasses import replace
from typing import Any

import pytest
from given import day, record

from graphmem.app import App
from graphmem.domain.errors import DatabaseUnavailable
from graphmem.domain.scope import Reader
from graphmem.store.episodes import Neo4jEpisodeStore


@pytest.mark.parametrize("step", ["link_reversals", "settle"])
async def test_links_that_were_never_made_are_made_when_the_same_text_comes_again(
    memory: App, reader: Reader, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """NEO-12: no node without its edges, also where an edge leads to another episode."""
    records = [
        record(4, "Use RabbitMQ", at=day(1), context="We need a queue.", decision="We will use RabbitMQ."),
        record(9, "Use Kafka", at=day(9), supersedes=4, context="Messages got lost.", decision="We will use Kafka."),
    ]

    async def dies(*_: Any) -> None:
        raise DatabaseUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(Neo4jEpisodeStore, step, dies)
        with pytest.raises(DatabaseUnavailable):
            await write(memory, reader, records)
    await write(memory, reader, records)
    whole = replace(reader, tenant=f"{reader.tenant}w", audiences=tuple(a.replace("/", "w/") for a in reader.audiences))
    await write(memory, whole, records)
    assert await memory.nodes.count(reader) == await memory.nodes.count(whole)
    assert [done.outcome for done in await write(memory, reader, records)] == ["unchanged"] * 2


async def write(memory: App, reader: Reader, records: list[Any]) -> list[Any]:
    return [done async for done in memory.record(records, reader)]
