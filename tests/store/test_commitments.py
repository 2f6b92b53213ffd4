"""What is owed, through the real write path: closed by later evidence, by people, snoozed, in order."""

from datetime import UTC, datetime, timedelta

import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.commitments import Owed, OwedKey, OwedQuery
from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.errors import InvalidQuery, NotFound
from graphmem.domain.scope import Reader, Role
from graphmem.govern.audience import reader_of

ALL = OwedQuery(include_closed=True)


async def record(memory: App, reader: Reader, *documents: Document) -> None:
    async for _ in memory.record(documents, reader):
        pass


async def owed(memory: App, reader: Reader, query: OwedQuery | None = None) -> list[Owed]:
    return await memory.owed(query or OwedQuery(), reader)


def promise(text: str, *, by: str = "Ada", on: int = 2, session: str = "s1") -> Document:
    return talk((by, text), ("Bo", "Thanks!"), session=session, at=day(on))


def later(text: str, *, by: str = "Ada", on: int = 5, session: str = "s2") -> Document:
    return talk((by, text), ("Bo", "Hm."), session=session, at=day(on))


async def test_a_promise_is_owed_with_its_quote_owner_and_date(memory: App, reader: Reader) -> None:
    await record(memory, reader, promise("I'll send the harbour report by Friday."))
    (one,) = await owed(memory, reader)
    assert (one.text, one.owed_by, one.due, one.kind) == (
        "I'll send the harbour report by Friday.",
        ("Ada",),
        "by Friday",
        "promise",
    )
    assert one.quote.text == one.text
    assert (one.quote.speaker, one.quote.source) == ("Ada", "file:///s1.txt")
    assert (one.due_after, one.due_at) == (datetime(2026, 3, 6, tzinfo=UTC), datetime(2026, 3, 7, tzinfo=UTC))
    assert one.is_overdue
    assert one.is_stale
    assert one.closed_at is None


DONE = [
    ("I'll send the harbour report by Friday.", "I sent the harbour report this morning.", "Ada"),
    ("I'll send the harbour report by Friday.", "Sent the harbour report.", "Ada"),
    ("I'll send the harbour report by Friday.", "Ada has sent the harbour report.", "Bo"),
    ("I will repair HRB-12 tomorrow.", "HRB-12 is fixed.", "Cy"),
    ("TODO: fix the gate latch, see #41", "Fixes #41 by a new spring.", "Cy"),
    ("TODO: order new ropes", "- [x] order new ropes", "Bo"),
    ("Ich schicke euch den Hafenbericht bis Freitag.", "Der Hafenbericht ist verschickt.", "Ada"),
    ("Je vais envoyer le rapport du port, ce n'est pas long.", "J'ai envoyé le rapport du port.", "Ada"),
]
OPEN = [
    ("I'll send the harbour report by Friday.", "I have not sent the harbour report yet.", "Ada"),
    ("I'll send the harbour report by Friday.", "Did I say the harbour report is sent?", "Ada"),
    ("I'll send the harbour report by Friday.", "The harbour report will be sent soon.", "Ada"),
    ("I'll send the harbour report by Friday.", "I sent the pier drawings.", "Ada"),
    ("I'll send the harbour report by Friday.", "I sent the harbour master a card.", "Bo"),
    ("I'll send the harbour report by Friday.", "The harbour report should be done by now.", "Ada"),
    ("I'll send the harbour report by Friday.", "Done.", "Ada"),
    ("I will repair HRB-12 tomorrow.", "HRB-13 is fixed.", "Cy"),
    ("I will repair HRB-12 tomorrow.", "HRB-12 is not fixed.", "Ada"),
    ("TODO: order new ropes", "- [ ] order new ropes", "Bo"),
]


@pytest.mark.parametrize(("promised", "said", "by"), DONE)
async def test_later_evidence_closes_it(memory: App, reader: Reader, promised: str, said: str, by: str) -> None:
    await record(memory, reader, promise(promised))
    await record(memory, reader, later(said, by=by))
    assert await owed(memory, reader) == []
    (one,) = [each for each in await owed(memory, reader, ALL) if each.said_at == day(2)]
    assert one.closed_at == day(5)
    assert one.closing
    assert one.closing.speaker == by


@pytest.mark.parametrize(("promised", "said", "by"), OPEN)
async def test_what_is_not_said_to_be_done_stays_open(
    memory: App, reader: Reader, promised: str, said: str, by: str
) -> None:
    await record(memory, reader, promise(promised))
    await record(memory, reader, later(said, by=by))
    assert promised.removeprefix("TODO: ") in " ".join(each.text for each in await owed(memory, reader))


@pytest.mark.parametrize(("promised", "said", "by"), DONE[:5])
async def test_a_promise_that_arrives_after_its_evidence_is_closed_too(
    memory: App, reader: Reader, promised: str, said: str, by: str
) -> None:
    await record(memory, reader, later(said, by=by))
    await record(memory, reader, promise(promised))
    assert await owed(memory, reader) == []


async def test_evidence_before_the_promise_closes_nothing(memory: App, reader: Reader) -> None:
    await record(memory, reader, later("I sent the harbour report.", on=1))
    await record(memory, reader, promise("I'll send the harbour report by Friday."))
    assert len(await owed(memory, reader)) == 1


async def test_a_bare_done_closes_the_one_thing_its_speaker_promised_just_before(memory: App, reader: Reader) -> None:
    await record(
        memory, reader, talk(("Ada", "I'll book the crane."), ("Bo", "Good."), ("Ada", "Done."), at=day(2), session="a")
    )
    await record(
        memory,
        reader,
        talk(("Ada", "I'll book the tug."), ("Ada", "I'll call the pilot."), ("Ada", "Done."), at=day(3), session="b"),
    )
    assert sorted(one.text for one in await owed(memory, reader)) == ["I'll book the tug.", "I'll call the pilot."]


async def test_the_same_again_changes_nothing(memory: App, reader: Reader) -> None:
    documents = (promise("I'll send the harbour report by Friday."), later("I sent the harbour report."))
    await record(memory, reader, *documents)
    (before,) = [each for each in await owed(memory, reader, ALL) if each.said_at == day(2)]
    await record(memory, reader, *documents)
    await record(memory, reader, talk(("Ada", "I sent the harbour report."), ("Bo", "Ok!"), session="s2", at=day(5)))
    (after,) = [each for each in await owed(memory, reader, ALL) if each.said_at == day(2)]
    assert after == before


async def test_an_assistant_closes_nothing_by_its_word(memory: App, reader: Reader) -> None:
    await record(memory, reader, promise("I'll send the harbour report by Friday."))
    said = Part(
        key="a", text="I sent Ada the harbour report.", speaker="assistant", role=SpeakerRole.ASSISTANT, at=day(5)
    )
    run = Document(
        harness="chat",
        external_id="x",
        kind=EpisodeKind.CONVERSATION,
        uri="file:///x",
        title="",
        parts=(said,),
        happened_at=day(5),
    )
    await record(memory, reader, run)
    assert len(await owed(memory, reader)) == 1


async def test_overdue_comes_first_then_by_date_then_the_undated_newest_first(memory: App, reader: Reader) -> None:
    far = datetime(2030, 6, 1, tzinfo=UTC)
    await record(
        memory,
        reader,
        promise("I'll paint the buoy.", on=3, session="a"),
        promise("I'll grease the winch.", on=4, session="b"),
        promise("I'll renew the permit by 1 June 2030.", on=2, session="c"),
        promise("I'll send the harbour report by Friday.", on=2, session="d"),
    )
    found = await owed(memory, reader)
    assert [one.text for one in found] == [
        "I'll send the harbour report by Friday.",
        "I'll renew the permit by 1 June 2030.",
        "I'll grease the winch.",
        "I'll paint the buoy.",
    ]
    assert [one.is_overdue for one in found] == [True, False, False, False]
    assert found[1].due_at == far + timedelta(days=1)


async def test_pages_follow_each_other(memory: App, reader: Reader) -> None:
    await record(memory, reader, *(promise(f"I'll paint buoy {n}.", on=n, session=f"s{n}") for n in range(1, 6)))
    first = await owed(memory, reader, OwedQuery(first=2))
    rest = await owed(memory, reader, OwedQuery(first=9, after=OwedKey(place=first[-1].place, id=first[-1].id)))
    assert [one.text[-2] for one in (*first, *rest)] == ["5", "4", "3", "2", "1"]


async def test_who_and_project_narrow_the_list(memory: App, reader: Reader) -> None:
    await record(
        memory,
        reader,
        talk(("Ada Lund", "I'll paint the buoy."), ("Bo", "I'll grease the winch."), at=day(2), project="north"),
        talk(("Bo", "I'll sweep the pier."), ("Cy", "Ok."), at=day(3), session="s2", project="south"),
    )
    for who in ("Ada Lund", "ada", "ADA LUND"):
        assert [one.text for one in await owed(memory, reader, OwedQuery(who=who))] == ["I'll paint the buoy."]
    assert len(await owed(memory, reader, OwedQuery(who="Bo"))) == 2
    assert [one.text for one in await owed(memory, reader, OwedQuery(who="bo", project="south"))] == [
        "I'll sweep the pier."
    ]
    assert await owed(memory, reader, OwedQuery(who="nobody")) == []


async def test_a_person_closes_by_handle_and_the_first_date_stays(memory: App, reader: Reader) -> None:
    await record(memory, reader, promise("I'll paint the buoy."))
    (one,) = await owed(memory, reader)
    assert await memory.close_commitment(one.handle, reader, "painted") == one.id
    assert await owed(memory, reader) == []
    (closed,) = await owed(memory, reader, ALL)
    assert (closed.closed_by, closed.note, closed.closing) == ("ada", "painted", None)
    await memory.close_commitment(one.id, reader, "")
    (again,) = await owed(memory, reader, ALL)
    assert (again.closed_at, again.note) == (closed.closed_at, "painted")


async def test_a_snoozed_one_comes_back_when_its_time_is_over(memory: App, reader: Reader) -> None:
    await record(memory, reader, promise("I'll paint the buoy."))
    (one,) = await owed(memory, reader)
    await memory.snooze(one.id, datetime(2199, 1, 1, tzinfo=UTC), reader)
    assert await owed(memory, reader) == []
    assert len(await owed(memory, reader, ALL)) == 1
    await memory.snooze(one.id, day(1), reader)
    assert len(await owed(memory, reader)) == 1


async def test_nobody_closes_what_they_may_not_see(memory: App, reader: Reader, tenant: str) -> None:
    await record(memory, reader, promise("I'll paint the buoy."))
    (one,) = await owed(memory, reader)
    for stranger in (reader_of(tenant, "eve"), reader_of("t-elsewhere", "ada")):
        assert await owed(memory, stranger) == []
        with pytest.raises(NotFound):
            await memory.close_commitment(one.id, stranger)
        with pytest.raises(NotFound):
            await memory.snooze(one.id, day(9), stranger)
    with pytest.raises(InvalidQuery):
        await memory.close_commitment(one.id, reader_of(tenant, "ada", role=Role.READER))
    assert len(await owed(memory, reader)) == 1


async def test_evidence_of_another_project_closes_nothing(memory: App, reader: Reader) -> None:
    await record(memory, reader, talk(("Ada", "I'll send the harbour report."), at=day(2), project="north"))
    await record(memory, reader, talk(("Ada", "I sent the harbour report."), at=day(5), session="s2", project="south"))
    assert len(await owed(memory, reader)) == 1


@pytest.mark.parametrize("first", [0, 102])
def test_a_page_is_bounded(first: int) -> None:
    with pytest.raises(InvalidQuery):
        OwedQuery(first=first)
