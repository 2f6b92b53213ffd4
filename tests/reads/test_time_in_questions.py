"""Words of time in a question open a window; the answer says how they were read."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.scope import Reader
from graphmem.domain.time import AsOf

ASKED = datetime(2026, 3, 18, 9, tzinfo=UTC)
"""A Wednesday."""


@pytest.fixture
async def told(memory: App, reader: Reader) -> App:
    """A deploy day that changes with a move, and one who asks on 18 March."""
    lines = (
        ("We decided to deploy on Mondays.", 2),
        ("We finished the migration to the new cluster.", 5),
        ("We decided to deploy on Fridays.", 11),
        ("We decided to deploy on Sundays only in summer, said the harbour master.", 17),
    )
    for text, number in lines:
        async for _ in memory.record([talk(("Ada Sato", text), session=f"s{number}", at=day(number))], reader):
            pass
    return replace(memory, recalling=replace(memory.recalling, clock=lambda: ASKED))


async def items(memory: App, reader: Reader, question: str, **more: object) -> tuple[list[str], str]:
    answer = await memory.recall(RecallQuery(text=question, **more), reader)  # type: ignore[arg-type]
    return [f"{item.quote.happened_at:%d}" for item in answer.items], answer.readings.when


@pytest.mark.parametrize(
    "question",
    [
        "When did we decide to deploy last week?",
        "What did we decide about deploy days last week?",
        "Wann haben wir letzte Woche deploy beschlossen?",
        "¿Qué decidimos la semana pasada sobre deploy?",
        "Qu'avons-nous décidé la semaine dernière sur deploy ?",
        "O que decidimos na semana passada sobre deploy?",
    ],
)
async def test_last_week_shows_what_was_said_last_week_in_five_languages(
    told: App, reader: Reader, question: str
) -> None:
    found, when = await items(told, reader, question, abstain=False)
    assert found == ["11"]
    assert "2026-03-09 to 2026-03-15" in when


async def test_a_window_in_which_nothing_was_said_is_dropped_and_the_answer_says_so(told: App, reader: Reader) -> None:
    found, when = await items(told, reader, "What did we decide about deploy days last year?")
    assert found
    assert "nothing" in when


async def test_before_something_means_as_things_stood_then(told: App, reader: Reader) -> None:
    found, when = await items(told, reader, "On which days did we deploy before the migration?")
    assert found == ["02"]
    assert "migration to the new cluster" in when
    later, _ = await items(told, reader, "On which days did we deploy after the migration?")
    assert "02" not in later
    assert "11" in later


async def test_ing_10_a_month_is_a_window_for_what_was_decided_in_it(told: App, reader: Reader) -> None:
    """ING-10: what was decided in a month is that month's, not the day of an import."""
    early = datetime(2026, 2, 3, 12, tzinfo=UTC)
    async for _ in told.record([talk(("Ada Sato", "We decided to deploy by hand."), session="f", at=early)], reader):
        pass
    answer = await told.recall(RecallQuery(text="What did we decide about deploys in February?"), reader)
    assert [item.quote.happened_at for item in answer.items] == [early]
    assert answer.readings.since == datetime(2026, 2, 1, tzinfo=UTC)


async def test_what_the_caller_says_of_time_goes_before_the_words(told: App, reader: Reader) -> None:
    question = "What did we decide about deploy days last week?"
    found, when = await items(told, reader, question, as_of=AsOf(valid=day(3)))
    assert (found, when) == (["02"], "")
    found, when = await items(told, reader, question, reads_time=False)
    assert len(found) > 1
    assert when == ""


async def test_a_question_without_words_of_time_has_no_window(told: App, reader: Reader) -> None:
    found, when = await items(told, reader, "On which days do we deploy?")
    assert when == ""
    assert len(found) > 1
