"""ENT-08, ENT-09: whose a fact, a wish or a promise is, end to end with the rules of the product."""

from dataclasses import replace
from typing import Any

import neo4j
import pytest
from given import talk
from identity_given import World, with_agent

from graphmem.app import App
from graphmem.domain.scope import Reader

SPEAKER = "Ada Sato"
SAID = (
    ("My friend Jack hates football.", "Jack"),
    ("Our customer Petra Novak prefers invoices on paper.", "Petra Novak"),
    ("Show the figures for the user Christophe.", ""),
    ("Bo Lind said that he prefers tea.", "Bo Lind"),
    ('Bo Lind wrote: "I always deploy on Fridays."', "Bo Lind"),
    ("Does Petra Novak like the new form?", ""),
    ("I prefer short meetings.", SPEAKER),
    ("Bo Lind lives in Turin.", "Bo Lind"),
    ("Petra Novak works at Northwind.", "Petra Novak"),
    ("My colleague Bo Lind never answers mail.", "Bo Lind"),
    ("I'll send the minutes by Friday.", SPEAKER),
    ("Bo Lind will send the minutes by Friday.", "Bo Lind"),
    ("Petra Novak is the head of sales.", "Petra Novak"),
    ("If Bo Lind came, he would complain.", ""),
    ("Is Bo Lind allergic to nuts?", ""),
    ("Jack moved to Oslo in May.", "Jack"),
    ("I never work on Sundays.", SPEAKER),
    ("My sister Eva Holm owns a bakery.", "Eva Holm"),
    ("Find all orders of customer Petra Novak.", ""),
    ("According to Bo Lind, the cache is full.", ""),
    ("Eva Holm always pays in cash.", "Eva Holm"),
    ("Please don't call Petra Novak before noon.", ""),
    ("Bo Lind promised to fix the gate by Monday.", "Bo Lind"),
    ("I like dark mode.", SPEAKER),
    ("Jack likes dark mode.", "Jack"),
    ("Jack and Eva Holm prefer trains.", "Jack"),
    ('The mail of Petra Novak says: "We want a refund."', "Petra Novak"),
    ("Bo Lind is on leave until June.", "Bo Lind"),
    ("What does Eva Holm want?", ""),
    ("My boss Petra Novak dislikes surprises.", "Petra Novak"),
)
OWNED = "SUBJECT|HELD_BY|OWED_BY"


async def owners(world: World) -> list[tuple[str, str]]:
    return await world.rows(f"MATCH (s:Statement {{tenant: $tenant}})-[r:{OWNED}]->(p:Person) RETURN s.text, p.name")


@pytest.fixture
def plain(memory: App, reader: Reader, driver: neo4j.AsyncDriver) -> World:
    """An empty tenant, read by the product's own rules."""
    return World(memory=memory, reader=reader, driver=driver)


async def test_what_is_said_of_somebody_else_is_never_the_speakers(plain: World) -> None:
    """ENT-08: thirty sentences; none of another's is the speaker's."""
    await plain.tell(*((SPEAKER, text) for text, _ in SAID))
    told = [(text, gold, name) for said, name in await owners(plain) for text, gold in SAID if said.strip(". ") in text]
    assert [(text, gold) for text, gold, name in told if name == SPEAKER and gold != SPEAKER] == []
    assert len([text for text, gold, name in told if name == gold]) >= 8, "silence is not an answer"


async def test_what_an_agent_says_is_nobodys_wish_or_promise(plain: World) -> None:
    """ENT-09: a recommendation of the agent's is no fact about the user."""

    document = with_agent(talk((SPEAKER, "How could one walk a tree?")))
    answer = replace(document.parts[-1], text="I prefer an elegant recursive solution. I'll write it by Friday.")
    await plain.write(replace(document, parts=(*document.parts[:-1], answer)))
    rows: list[Any] = [name for _, name in await owners(plain) if name == SPEAKER]
    assert rows == []
