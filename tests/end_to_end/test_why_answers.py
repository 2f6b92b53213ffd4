"""What a why answer says beside its decision: what the record lacks, clean evidence."""

from dataclasses import replace

from given import day, record, talk

from graphmem.app import App
from graphmem.domain.answers import WhyAnswer, WhyQuery
from graphmem.domain.documents import Document
from graphmem.domain.nodes import PageKey
from graphmem.domain.scope import Reader

BALANCERS = (
    record(
        1,
        "Put load balancers in front",
        at=day(1),
        context="Requests reach single machines.",
        decision="We will put load balancers in front of all web machines.",
    ),
    record(
        2,
        "End encryption early",
        at=day(2),
        context="Certificates are copied to every machine by hand.",
        decision="We will end encryption on the load balancers because certificates are renewed there.",
    ),
    record(
        3,
        "Bake bread on Fridays",
        at=day(3),
        context="The canteen is closed on Fridays.",
        decision="We will bake bread every Friday.",
    ),
)


async def given_documents(memory: App, reader: Reader, *documents: Document) -> None:
    async for _ in memory.record(documents, reader):
        pass


async def why(memory: App, reader: Reader, text: str) -> WhyAnswer:
    return await memory.why(WhyQuery(text=text), reader)


async def test_whatever_is_said_to_hang_on_a_decision_is_reached_by_a_path(memory: App, reader: Reader) -> None:
    await given_documents(memory, reader, *BALANCERS)
    answer = await why(memory, reader, "What breaks if the load balancers in front of the web machines are given up?")
    assert answer.decision is not None
    assert all(ground.path.hops for ground in answer.if_reversed)


async def test_a_name_or_a_figure_that_is_asked_and_not_in_the_record_is_said_to_be_missing(
    memory: App, reader: Reader
) -> None:
    await given_documents(memory, reader, *BALANCERS)
    assert "people" in (await why(memory, reader, "Who decided to end encryption on the load balancers?")).missing
    assert "figures" in (await why(memory, reader, "How much money do the load balancers save?")).missing
    await given_documents(
        memory, reader, record(4, "Costs", at=day(4), decision="The load balancers save 300 euros a month in money.")
    )
    assert "figures" not in (await why(memory, reader, "How much money do the load balancers save?")).missing


async def test_noise_such_as_tool_calls_is_never_evidence(memory: App, reader: Reader) -> None:
    said = talk(("Ada Sato", "We decided to delete the theme file because nobody uses it."), session="agent", at=day(5))
    tool = replace(said.parts[0], key="tool", text="[tool] bash: rm theme file", is_noise=True)
    await given_documents(memory, reader, replace(said, parts=(*said.parts, tool)))
    answer = await why(memory, reader, "Why did we delete the theme file?")
    assert answer.evidence
    assert [quote.text for quote in answer.evidence if "[tool]" in quote.text] == []


async def test_a_decision_by_its_id_comes_with_evidence_of_its_own_subject(memory: App, reader: Reader) -> None:
    await given_documents(memory, reader, *BALANCERS)
    found = await memory.nodes.find_statements(reader, "Decision", first=20, after=PageKey())
    bread = next(one for one in found if "bread" in one.text)
    answer = await memory.why(WhyQuery(decision_id=bread.id), reader)
    assert [quote.title for quote in answer.evidence][:2] == ["Bake bread on Fridays"] * 2
