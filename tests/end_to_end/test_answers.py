"""Recall, why and connect end to end on a real server: quoted, current, and only what the reader may see."""

import pytest
from given import day, record, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery, Signal, WhyAnswer, WhyQuery
from graphmem.domain.documents import Document
from graphmem.domain.errors import InvalidQuery, NotFound
from graphmem.domain.nodes import Moment, PageKey
from graphmem.domain.scope import Placement, Reader, Visibility
from graphmem.domain.time import AsOf
from graphmem.govern.audience import reader_of
from graphmem.recall.connect import ConnectQuery

STORY = (
    record(
        4,
        "Use RabbitMQ for order events",
        at=day(1),
        context="We need a message queue for order events.",
        decision="We will use RabbitMQ because the team knows it.",
    ),
    talk(
        ("Ada Sato", "RabbitMQ lost forty orders last night when the node restarted."),
        ("Bo Lind", "My concern is that nobody here has run Kafka in production."),
        (
            "Ada Sato",
            "We decided to move the order events from RabbitMQ to Kafka because RabbitMQ loses messages on restart.",
        ),
        ("Bo Lind", "Agreed."),
        session="standup",
        at=day(8),
    ),
    record(
        9,
        "Use Kafka for order events",
        at=day(9),
        supersedes=4,
        context="RabbitMQ lost forty orders when a node restarted.",
        decision="We will use Kafka because it keeps messages on disk.",
        consequences="The on-call team has to learn how to run Kafka.",
    ),
    talk(("Chi Okafor", "The cafeteria now has better coffee."), session="smalltalk", at=day(10)),
)


async def given_the_story(memory: App, reader: Reader, *more: Document, placement: Placement | None = None) -> None:
    async for _ in memory.record((*STORY, *more), reader, placement):
        pass


async def why(memory: App, reader: Reader, text: str, **values: object) -> WhyAnswer:
    return await memory.why(WhyQuery(text=text, **values), reader)  # type: ignore[arg-type]


async def test_a_question_finds_the_passage_with_speaker_date_and_reason(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    answer = await memory.recall(RecallQuery(text="What happened to the orders when RabbitMQ restarted?"), reader)
    first = answer.items[0]
    assert "forty orders" in first.text
    assert answer.degraded == ()
    assert first.because
    spoken = next(item for item in answer.items if item.quote.speaker == "Ada Sato")
    assert spoken.quote.happened_at == day(8)


async def test_the_current_decision_is_shown_and_the_superseded_one_only_as_what_it_replaced(
    memory: App, reader: Reader
) -> None:
    await given_the_story(memory, reader)
    answer = await memory.recall(
        RecallQuery(text="Which queue do we use for order events?", kinds=frozenset({"Decision"})), reader
    )
    texts = [statement.text for item in answer.items for statement in item.statements]
    assert any("Kafka" in text for text in texts)
    assert not any("will use RabbitMQ" in text for text in texts)


async def test_a_why_answer_quotes_real_text_on_every_hop(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    answer = await why(memory, reader, "Why did we move order events to Kafka?")
    assert answer.decision is not None
    assert "Kafka" in answer.decision.statement.text
    assert answer.reasons
    quotes = [
        hop.quote for ground in (*answer.reasons, *answer.supersedes_chain) for hop in ground.path.hops if hop.quote
    ]
    chunks = await memory.nodes.fetch(reader, [quote.chunk_id for quote in (*quotes, *answer.evidence)])
    assert quotes
    assert all(chunks[q.chunk_id].text[q.start : q.end] == q.text for q in (*quotes, *answer.evidence))


async def test_the_chain_of_what_was_replaced_is_walked_both_ways(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    newer = await why(memory, reader, "Why do we use Kafka for order events, the record of day 9?")
    assert newer.decision is not None
    found = await memory.nodes.find_statements(
        reader, "Decision", first=20, after=PageKey(), at=Moment(with_history=True)
    )
    old = next(one for one in found if "will use RabbitMQ" in one.text)
    answer = await memory.why(WhyQuery(decision_id=old.id), reader)
    assert [ground.statement.text for ground in answer.superseded_by] == [
        "We will use Kafka because it keeps messages on disk."
    ]


async def test_as_of_a_day_before_the_change_the_old_decision_holds(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    answer = await why(memory, reader, "Which queue did we choose for order events, and why?", as_of=AsOf(valid=day(5)))
    assert answer.decision is not None
    assert "RabbitMQ" in answer.decision.statement.text
    assert answer.superseded_by == ()
    assert all(quote.happened_at is None or quote.happened_at <= day(5) for quote in answer.evidence)


async def test_two_people_are_connected_through_what_one_decided_and_the_other_objected_to(
    memory: App, reader: Reader
) -> None:
    await given_the_story(memory, reader)
    answer = await memory.connect(ConnectQuery(start="Ada Sato", end="Bo Lind"), reader)
    assert answer.missing == ()
    assert answer.paths
    assert all(hop.quote and hop.quote.text for hop in answer.paths[0].hops)
    assert answer.paths[0].hops[0].from_text == "Ada Sato"
    assert answer.paths[0].hops[-1].to_text == "Bo Lind"


async def test_an_end_nobody_knows_is_named_as_missing(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    answer = await memory.connect(ConnectQuery(start="Ada Sato", end="Zed Unknown"), reader)
    assert (answer.paths, answer.missing) == ((), ("Zed Unknown",))


async def test_a_question_about_nothing_in_memory_gets_an_empty_answer(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    answer = await memory.recall(RecallQuery(text="photosynthesis chlorophyll enzymes"), reader)
    assert (answer.items, answer.abstained) == ((), True)


async def test_another_tenant_and_another_persons_items_leave_no_trace(memory: App, reader: Reader) -> None:
    """TEN-01, TEN-02: vector, full text, names and walks all stay inside what the reader may read."""
    await given_the_story(memory, reader, placement=Placement(visibility=Visibility.PRIVATE))
    for stranger in (reader_of(reader.tenant, "eve"), reader_of(f"{reader.tenant}x", "ada")):
        for signals in ({Signal.LEXICAL}, {Signal.SEMANTIC}, set(Signal)):
            query = RecallQuery(text="Why Kafka for order events?", abstain=False, signals=frozenset(signals))
            answer = await memory.recall(query, stranger)
            assert (answer.items, answer.readings.entities) == ((), ())
        assert (await why(memory, stranger, "Why Kafka?")).decision is None
        connected = await memory.connect(ConnectQuery(start="Ada Sato", end="Bo Lind"), stranger)
        assert connected.missing == (
            "Ada Sato",
            "Bo Lind",
        )
        assert await memory.nodes.count(stranger) == {}


NASTY = [
    "/b testing", "causes/solutions", "C:\\repo\\src", "a/b", "/", "\\", '"unclosed', "(", "a:b", "name~", "*x", "?",
    "[1 TO", "^", "&&", "-foo", "+", "AND", "OR NOT", "TO", "!", "the of and", "x" * 3999, "'", "it's", "’", "😀",
    "投资",
]  # fmt: skip


@pytest.mark.parametrize("text", NASTY)
async def test_lucene_syntax_in_a_question_is_plain_text(memory: App, reader: Reader, text: str) -> None:
    """NEO-03: no question can make the search fail."""
    answer = await memory.recall(RecallQuery(text=text, abstain=False), reader)
    assert answer.degraded == ()


async def test_words_of_two_characters_and_compounds_are_found(memory: App, reader: Reader) -> None:
    """NEO-13, RET-02: with vectors off."""
    notes = ["百合花的投资结论是稳健", "See task_tools and crew:run for details", "Error E11000 in src/db/index.ts"]
    async for _ in memory.record([talk(("Ada", text), session=text, at=day(1)) for text in notes], reader):
        pass
    for asked, wanted in (
        ("投资", 0),
        ("task tools", 1),
        ("task_tools", 1),
        ("crew:run", 1),
        ("E11000", 2),
        ("src/db/index.ts", 2),
    ):
        query = RecallQuery(text=asked, signals=frozenset({Signal.LEXICAL}), abstain=False)
        answer = await memory.recall(query, reader)
        assert answer.items, asked
        assert answer.items[0].text == notes[wanted]


async def test_a_budget_is_kept_and_what_was_cut_is_counted(memory: App, reader: Reader) -> None:
    await given_the_story(memory, reader)
    whole = await memory.recall(RecallQuery(text="order events RabbitMQ Kafka"), reader)
    small = await memory.recall(RecallQuery(text="order events RabbitMQ Kafka", budget_tokens=40), reader)
    assert sum(item.tokens for item in small.items) <= 40
    assert len(small.items) + small.cut >= len(whole.items)


async def test_a_signal_that_fails_is_named_and_the_others_answer(
    memory: App, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.domain.errors import DatabaseUnavailable
    from graphmem.store.recall import Neo4jRecallStore

    await given_the_story(memory, reader)

    async def broken(*_: object, **__: object) -> None:
        raise DatabaseUnavailable("too slow")

    monkeypatch.setattr(Neo4jRecallStore, "walk", broken)
    answer = await memory.recall(RecallQuery(text="Which orders did RabbitMQ lose?"), reader)
    assert answer.degraded == ("walk",)
    assert answer.items


async def test_limits_are_refused_with_a_hint(memory: App, reader: Reader) -> None:
    for query in (RecallQuery(text="x", top_k=0), RecallQuery(text="x", top_k=10**9), RecallQuery(text=" ")):
        with pytest.raises(InvalidQuery) as refused:
            await memory.recall(query, reader)
        assert refused.value.hint
    with pytest.raises(NotFound):
        await memory.why(WhyQuery(decision_id="no-such-id"), reader)
    with pytest.raises(InvalidQuery):
        await memory.connect(ConnectQuery(start="a", end="A"), reader)
