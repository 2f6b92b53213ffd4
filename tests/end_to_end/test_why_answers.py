"""What a why answer says beside its decision: what the record lacks, clean evidence."""

from dataclasses import replace

from given import day, record, talk

from graphmem.app import App
from graphmem.domain.answers import WhyAnswer, WhyQuery
from graphmem.domain.documents import Document, EpisodeKind
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


async def test_what_the_graph_lacks_is_filled_with_sentences_that_are_quoted_and_less_sure(
    memory: App, reader: Reader
) -> None:
    """Field report: a why answer about talk was empty wherever no rule had made a statement."""
    await given_documents(
        memory,
        reader,
        talk(
            ("Ida", "How shall we cross the river with the sheep?"),
            ("Bo", "I think a raft could carry the sheep over the river."),
            ("Ida", "The raft is too small for the sheep, they would fall into the river."),
            ("Cem", "We decided to take the sheep over the old bridge."),
            ("Ida", "Yes, good idea."),
            session="sheep",
            at=day(6),
        ),
    )
    answer = await why(memory, reader, "Why did the sheep not cross the river on a raft?")
    read = [ground for ground in answer.reasons if ground.statement.kind == "Sentence"]
    assert any("too small" in ground.statement.text for ground in (*answer.reasons, *answer.objections))
    for ground in read:
        quote = ground.statement.quote
        assert quote is not None
        assert ground.statement.text in quote.text
        assert ground.statement.confidence <= 0.5
        assert ground.path.hops


async def test_by_what_two_things_hang_together_is_answered_by_the_sentences_that_name_them(
    memory: App, reader: Reader
) -> None:
    await given_documents(memory, reader, *BALANCERS)
    answer = await why(memory, reader, "How are certificates connected with the load balancers?")
    assert "paths" not in answer.missing
    assert any("certificates" in ground.statement.text for ground in answer.reasons)


async def test_what_replaced_a_decision_is_the_decision_when_that_is_asked(memory: App, reader: Reader) -> None:
    await given_documents(
        memory,
        reader,
        record(11, "Ring the bell", at=day(1), decision="We will ring the bell at every departure of the ferry."),
        record(
            12,
            "Blow the horn",
            at=day(3),
            supersedes=11,
            decision="We will blow the horn at every departure because nobody hears the bell.",
        ),
    )
    answer = await why(memory, reader, "What replaced the bell at the departure of the ferry?")
    assert answer.decision is not None
    assert "horn" in answer.decision.statement.text
    assert any("bell" in ground.statement.text for ground in answer.supersedes_chain)


async def test_what_is_not_asked_for_is_only_told_where_the_graph_holds_it(memory: App, reader: Reader) -> None:
    """Words near by make no option, no earlier decision and no dependent of what nobody asked about."""
    await given_documents(memory, reader, *BALANCERS)
    answer = await why(memory, reader, "Why will we end encryption on the load balancers?")
    told = (*answer.alternatives, *answer.supersedes_chain, *answer.if_reversed)
    assert not [ground for ground in told if ground.statement.kind == "Sentence"]


async def test_a_decision_is_neither_its_own_reason_nor_its_own_option(memory: App, reader: Reader) -> None:
    chat = talk(
        ("Ada Sato", "Should the ferry run at night? I would rather keep the boat at the pier."),
        ("Bo Lind", "We decided to keep the ferry at the pier at night."),
        ("Chi Okafor", "The crew sleeps then."),
        at=day(4),
    )
    await given_documents(memory, reader, chat)
    answer = await why(memory, reader, "Why does the ferry not run at night, what else was considered?")
    assert answer.decision is not None
    said = answer.decision.statement.text.rstrip(".")
    assert said not in {ground.statement.text.rstrip(".") for ground in (*answer.reasons, *answer.alternatives)}


async def test_words_that_are_no_decision_are_not_told_as_one(memory: App, reader: Reader) -> None:
    chat = talk(("Ada Sato", "The old winch on the pier squeaks in the rain."), at=day(4))
    await given_documents(memory, reader, chat)
    answer = await why(memory, reader, "Why does the winch on the pier squeak?")
    assert "decided" not in answer.summary
    assert "No decision is on record" in answer.summary


async def test_an_objection_is_found_where_it_was_raised_though_the_decision_stands_elsewhere(
    memory: App, reader: Reader
) -> None:
    minutes = (
        "Present: Ada Sato, Bo Lind\n\nAda suggested a floating pontoon. Bo was against it: the ice would crush it.\n\n"
        "Agreed: Ada writes a record for the floating pontoon."
    )
    sync = replace(
        record(8, "Harbour sync", at=day(1), minutes=minutes), kind=EpisodeKind.NOTE, record_keys=(), status=""
    )
    chosen = record(9, "Floating pontoon", at=day(5), decision="We will build a floating pontoon at the north pier.")
    await given_documents(memory, reader, sync, chosen)
    answer = await why(memory, reader, "Who was against the floating pontoon, and why?")
    assert any("the ice would crush it" in ground.statement.text for ground in answer.objections)
