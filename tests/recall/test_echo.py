"""Who asked the same before is no answer."""

import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.scope import Reader
from graphmem.domain.text import stems
from graphmem.recall.echo import is_echo

ASKED = "Which port does the staging database listen on?"


def chat(asked: str, answered: str, *, session: str, on: int) -> Document:
    """One question of a user and an assistant's answer."""
    turns = ((SpeakerRole.USER, asked), (SpeakerRole.ASSISTANT, answered))
    return Document(
        harness="chat",
        external_id=session,
        kind=EpisodeKind.CONVERSATION,
        uri=f"file:///{session}.jsonl",
        title="",
        parts=tuple(
            Part(key=f"{session}{n}", text=text, speaker=role.value, role=role, at=day(on))
            for n, (role, text) in enumerate(turns)
        ),
        happened_at=day(on),
    )


async def test_an_answer_goes_before_the_users_own_question(memory: App, reader: Reader) -> None:
    """Field report: a question that repeats the user's own question ranked it first, for its words are the closest."""
    answered = "Use 6543 there; 5432 is taken by the old cluster."
    documents = [
        chat("Hey, which port does our staging database listen on?", answered, session="s1", on=1),
        chat("Could you water the ferns?", "The ferns are watered.", session="s2", on=2),
    ]
    async for _ in memory.record(documents, reader):
        pass
    answer = await memory.recall(RecallQuery(text=ASKED), reader)
    assert [item.text for item in answer.items[:2]] == [answered, documents[0].parts[0].text]
    assert "asks the same" in answer.items[1].because
    assert answer.items[0].score > answer.items[1].score


async def test_what_was_said_elsewhere_goes_before_a_question_that_was_repeated(memory: App, reader: Reader) -> None:
    told = "The staging database listens on port 6543."
    documents = [
        chat("Which port does the staging database listen on?", "I do not know that.", session="s1", on=3),
        talk(("Ada Sato", told), session="s2", at=day(1)),
        chat("Could you water the ferns?", "The ferns are watered.", session="s3", on=2),
    ]
    async for _ in memory.record(documents, reader):
        pass
    answer = await memory.recall(RecallQuery(text=ASKED), reader)
    assert answer.items[0].text == told
    assert documents[0].parts[0].text in {item.text for item in answer.items}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which port does the staging database listen on?", True),
        ("And what port is staging on?", True),
        ("Which port does staging listen on? It must not be 5432.", False),
        ("The staging port is 6543, right?", False),
        ("Which host runs the nightly export of the ledger?", False),
        ("?", False),
    ],
)
def test_only_a_turn_that_says_nothing_else_is_an_echo(text: str, *, expected: bool) -> None:
    assert is_echo(text, frozenset(stems(ASKED))) is expected
