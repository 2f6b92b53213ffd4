"""Of two answers about one thing the later one comes first."""

from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import Answer, RecallQuery
from graphmem.domain.scope import Reader


async def asked(memory: App, reader: Reader, question: str, *said: tuple[int, str]) -> Answer:
    documents = [talk(("Ada Sato", text), session=f"s{on}", at=day(on)) for on, text in said]
    async for _ in memory.record(documents, reader):
        pass
    return await memory.recall(RecallQuery(text=question), reader)


async def test_what_was_said_later_about_the_same_comes_first_and_says_so(memory: App, reader: Reader) -> None:
    old, new = "Freya Holm looks after the twins on Mondays.", "The twins are with Mateo Ruiz, who looks after them."
    answer = await asked(memory, reader, "Who looks after the twins on Mondays?", (1, old), (9, new))
    assert [item.text for item in answer.items[:2]] == [new, old]
    assert "It is close" in answer.items[0].because
    assert f"said after “{old}”" in answer.items[0].because
    assert answer.items[0].score >= answer.items[1].score


async def test_what_is_about_something_else_keeps_its_place(memory: App, reader: Reader) -> None:
    old, new = "The lighthouse keeper is Ines Prado.", "The harbour pilot has a boat called Petrel."
    answer = await asked(memory, reader, "Who keeps the lighthouse?", (1, old), (9, new))
    assert answer.items[0].text == old
