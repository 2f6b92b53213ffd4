"""A writer that dies between an episode and its links: the next one makes them, though the text is the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.errors import DatabaseUnavailable
from graphmem.domain.scope import Reader
from graphmem.store.episodes import Neo4jEpisodeStore


@pytest.mark.parametrize("step", ["link_reversals", "mark_linked"])
async def test_links_that_were_never_made_are_made_when_the_same_text_comes_again(
    memory: App, reader: Reader, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """NEO-12: no node without its edges, also where an edge leads to another episode."""
    records = [
        talk(("Ada Sato", "We decided to use Kafka for the order events because RabbitMQ lost messages."), session="a"),
        talk(
            ("Ada Sato", "We decided to switch back from Kafka to RabbitMQ for the order events."),
            session="b",
            at=day(9),
        ),
    ]
    records[0] = replace(records[0], happened_at=day(2))

    async def dies(*_: Any) -> None:
        raise DatabaseUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(Neo4jEpisodeStore, step, dies)
        with pytest.raises(DatabaseUnavailable):
            await write(memory, reader, records)
    asked: list[str] = []
    link = Neo4jEpisodeStore.mark_linked

    async def spy(store: Neo4jEpisodeStore, tenant: str, ids: Sequence[str]) -> None:
        asked.extend(ids)
        await link(store, tenant, ids)

    with monkeypatch.context() as patch:
        patch.setattr(Neo4jEpisodeStore, "mark_linked", spy)
        again = await write(memory, reader, records)
    assert ([done.outcome for done in again], len(asked)) == (["unchanged", "changed"], 1)
    assert sum(done.embedded for done in again) == 0
    assert [done.outcome for done in await write(memory, reader, records)] == ["unchanged"] * 2


async def write(memory: App, reader: Reader, records: list[Any]) -> list[Any]:
    return [done async for done in memory.record(records, reader)]
