"""Names of any length are stored and found: no index has to hold more than it can."""

import pytest
from engines_given import said
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.scope import Reader
from graphmem.remember.capture import Capture


@pytest.mark.parametrize("size", [8_164, 8_165, 20_000])
async def test_neo_09_a_pasted_log_as_a_name_is_stored_and_its_text_found(
    memory: App, reader: Reader, size: int
) -> None:
    """NEO-09: 8,164 characters fit into an index, one more does not; here it makes no difference."""
    name = f"Log{'x' * size}"
    document = talk(
        (name, f"We decided to keep the harbour ledger in SQLite because {name} was lost."),
        ("Bo Lind", f"{name} owns the ledger. The limit of {name} is 7."),
        session=f"s{name}",
        project=f"p{name}",
        at=day(3),
    )
    async for recorded in memory.record([document], reader):
        assert recorded.outcome == "new"
    answer = await memory.recall(RecallQuery(text="Where is the harbour ledger kept?"), reader)
    assert any("SQLite" in item.quote.text for item in answer.items)


@pytest.mark.parametrize("size", [8_165, 20_000])
async def test_neo_09_what_an_agent_hands_over_is_stored_or_told_to_be_too_long(
    memory: App, reader: Reader, size: int
) -> None:
    await _stored(memory, reader)
    long = f"Ledger{'y' * size}"
    extraction = said(
        {
            "decisions": [{"text": long, "quote": "We decided to use Kafka", "status": "accepted", "about": [long]}],
            "facts": [{"text": long, "quote": "Kafka", "subject": long, "predicate": long, "value": long}],
            "people": [{"name": long}],
            "topics": [{"name": long}],
        }
    )
    report = await memory.capture(Capture(extraction=extraction, agent="claude", session="s1"), reader)
    assert report.kept + len(report.dropped) == 4
    assert all("longer than" in dropped.reason for dropped in report.dropped)


async def _stored(memory: App, reader: Reader) -> None:
    document = talk(("Ada Sato", "We decided to use Kafka for the order events."), at=day(3))
    async for _ in memory.record([document], reader):
        pass
