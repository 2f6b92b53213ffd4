"""Chats, exports, meetings, agent runs, records and rows of documents in JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from ingest_given import Pulled, in_memory, read

from graphmem.domain.documents import EpisodeKind, Part, SpeakerRole
from ingest.connector import Source
from ingest.connectors.agent_runs import AgentRuns
from ingest.connectors.json_records import JsonRecords
from ingest.connectors.json_turns import OPEN_THREADS, JsonTurns
from ingest.connectors.meetings_json import MeetingsJson
from ingest.registry import choose, named
from ingest.source import open_file

Row = dict[str, object]


def _iso(part: Part) -> str:
    assert part.at is not None
    return part.at.replace(microsecond=0).isoformat()


def turns(*rows: object) -> Pulled:
    return read(JsonTurns(), json.dumps(list(rows)))


class TestTurns:
    @pytest.mark.parametrize(
        "row",
        [
            {"speaker": "Ada", "text": "The bus."},
            {"name": "Ada", "role": "user", "content": "The bus."},
            {"author": {"name": "Ada"}, "body": "The bus."},
            {"from": "Ada", "message": "The bus."},
            {"sender": "Ada", "content": [{"type": "text", "text": "The bus."}]},
        ],
    )
    def test_a_turn_is_any_object_with_a_text_and_a_who(self, row: Row) -> None:
        assert choose(in_memory(json.dumps([row, row]))).name == "json-turns"
        assert turns(row).said == [("Ada", "The bus.")]

    @pytest.mark.parametrize(
        ("row", "speaker", "role"),
        [
            ({"role": "user", "content": "Hm."}, "user", SpeakerRole.USER),
            ({"role": "assistant", "content": "Hm."}, "assistant", SpeakerRole.ASSISTANT),
            ({"type": "gemini", "content": "Hm."}, "gemini", SpeakerRole.ASSISTANT),
            ({"role": "assistant", "name": "Riley Chen", "content": "Hm."}, "Riley Chen", SpeakerRole.PERSON),
        ],
    )
    def test_a_name_makes_a_person_and_a_role_alone_does_not(self, row: Row, speaker: str, role: SpeakerRole) -> None:
        (part,) = turns(row).parts
        assert (part.speaker, part.role) == (speaker, role)

    @pytest.mark.parametrize(
        "when", ["2025-05-03T10:00:00Z", 1746266400, "1746266400.000100", 1746266400000, "2025-05-03 12:00:00+02:00"]
    )
    def test_every_way_to_write_a_moment_is_the_same_moment(self, when: object) -> None:
        (part,) = turns({"name": "Ada", "text": "Hm.", "ts": when}).parts
        assert _iso(part) == "2025-05-03T10:00:00+00:00"

    def test_threads_are_sessions_of_their_own_even_when_they_interleave(self) -> None:
        found = turns(*({"thread_id": f"t{n % 2}", "name": "Ada", "text": f"{n}."} for n in range(4)))
        assert [[part.text for part in document.parts] for document in found.documents] == [["0.", "2."], ["1.", "3."]]

    def test_more_threads_than_are_kept_open_lose_no_turn(self) -> None:
        count = OPEN_THREADS * 2
        rows = [{"thread_id": f"t{n % count}", "name": "Ada", "id": f"{n}", "text": f"{n}."} for n in range(count * 2)]
        assert sorted(part.text for part in turns(*rows).parts) == sorted(f"{n}." for n in range(count * 2))

    def test_tool_calls_become_lines_that_state_nothing(self) -> None:
        found = turns(
            {
                "type": "gemini",
                "content": "Reading.",
                "toolCalls": [{"name": "read_file", "args": {"file_path": "a.go"}}],
            }
        )
        assert [(part.text, part.is_noise) for part in found.parts] == [
            ("Reading.", False),
            ("[tool] read_file: a.go", True),
        ]

    def test_events_and_joins_are_left_out_and_counted(self) -> None:
        found = turns(
            {"type": "message", "subtype": "channel_join", "user": "U1", "text": "<@U1> has joined the channel"},
            {"type": "info", "content": "Started."},
            {"user": "U1", "text": "Bo has left the group."},
            {"user": "U1", "text": "He has joined the channel tunnel project, and we like it."},
        )
        assert len(found.said) == 1
        assert {"event channel_join", "event info", "event join or leave"} <= set(found.reasons.split(" | "))

    def test_a_conversation_that_holds_its_turns_is_a_session_with_its_own_title_and_date(self) -> None:
        found = turns(
            {
                "uuid": "0b9e2d8c-1111-4222-8333-444455556666",
                "name": "Buses",
                "created_at": "2025-05-03",
                "chat_messages": [{"sender": "human", "text": "Bus?"}, {"sender": "assistant", "text": "Yes."}],
            },
            {"uuid": "empty", "name": "Nothing", "chat_messages": []},
        )
        (document,) = found.documents
        assert (document.title, document.external_id, document.happened_at_source) == (
            "Buses",
            "0b9e2d8c-1111-4222-8333-444455556666",
            "meta",
        )
        assert "conversation without messages" in found.reasons

    def test_user_ids_of_a_slack_export_are_people(self, write: Callable[..., Path]) -> None:
        write("export/users.json", json.dumps([{"id": "U1", "name": "ada", "profile": {"real_name": "Ada Lind"}}]))
        messages = [{"type": "message", "user": "U1", "text": "The bus.", "ts": "1746266400.000100"}]
        day = write("export/travel/2025-05-03.json", json.dumps(messages))
        source = open_file(day)
        assert isinstance(source, Source)
        found = Pulled(choose(source).pull(source))
        assert found.said == [("Ada Lind", "The bus.")]
        assert [(d.harness, d.title) for d in found.documents] == [("slack", "#travel")]

    def test_a_bots_message_is_no_source_of_statements(self) -> None:
        assert turns({"username": "CI Bot", "text": "We shipped."}, {"name": "Ada", "text": "Hm."}).said == [
            ("Ada", "Hm.")
        ]


class TestMeetings:
    MEETING: ClassVar[Row] = {
        "topic_list": [{"topic": "GOLD", "relevant_text_span": []}],
        "general_query_list": [{"query": "Q", "answer": "GOLD answer"}],
        "meeting_transcripts": [
            {"speaker": "Marketing", "content": "{vocalsound} We {disfmarker} take the bus ."},
            {"speaker": "Project Manager", "content": "{vocalsound}"},
            {"speaker": "Marketing", "content": " "},
        ],
    }

    def test_only_the_talk_enters_and_its_marks_stay_verbatim(self) -> None:
        found = read(MeetingsJson(), json.dumps(self.MEETING))
        assert found.said == [("Marketing", "{vocalsound} We {disfmarker} take the bus .")]
        assert "GOLD" not in str(found.documents)
        assert [document.kind for document in found.documents] == [EpisodeKind.MEETING]

    def test_a_turn_of_marks_alone_states_nothing(self) -> None:
        assert [part.is_noise for part in read(MeetingsJson(), json.dumps(self.MEETING)).parts] == [False, True]


class TestRecords:
    def test_every_string_is_a_part_with_its_record_as_context(self) -> None:
        found = read(
            JsonRecords(), json.dumps({"employees": [{"name": "Ada Lind", "title": "Head of Buses", "since": 2020}]})
        )
        assert [(part.heading, part.text) for part in found.parts] == [
            (("employees", "name: Ada Lind; title: Head of Buses; since: 2020", "name"), "Ada Lind"),
            (("employees", "name: Ada Lind; title: Head of Buses; since: 2020", "title"), "Head of Buses"),
        ]

    def test_a_bare_word_states_nothing(self) -> None:
        found = read(JsonRecords(), json.dumps([{"sku": "A-1", "about": "It runs hourly."}]))
        assert [(part.text, part.is_noise) for part in found.parts] == [("A-1", True), ("It runs hourly.", False)]

    def test_a_record_of_numbers_alone_does_not_vanish(self) -> None:
        assert [part.text for part in read(JsonRecords(), '{"num": 42}').parts] == ["num: 42"]

    def test_records_are_not_cut_in_the_middle(self) -> None:
        found = read(JsonRecords(), json.dumps([{"a": "x " * 3000, "b": "y " * 3000} for _ in range(4)]))
        assert [len(document.parts) for document in found.documents] == [2, 2, 2, 2]


class TestBodies:
    def test_each_body_is_sniffed_and_read_on_its_own(self) -> None:
        rows = [
            {"id": "chat", "frontmatter": {"date": "2025-05-03"}, "body": "[18:30] Ada: The bus?\n[18:31] Bo: Yes."},
            {"id": "note", "frontmatter": {}, "body": "# Plan\n\nWe take it."},
            {"id": "none", "frontmatter": {}, "body": ""},
        ]
        found = read(named("bodies"), rows, "all.jsonl")
        assert [(document.harness, document.uri) for document in found.documents] == [
            ("plain-chat", "all.jsonl#chat"),
            ("markdown", "all.jsonl#note"),
        ]
        assert _iso(found.parts[0]) == "2025-05-03T18:30:00+00:00"
        assert "empty body" in found.reasons

    def test_bare_times_are_in_the_zone_of_the_front_matter(self) -> None:
        matter = {"date": "2025-05-03", "timezone": "America/Los_Angeles"}
        found = read(named("bodies"), [{"id": "a", "frontmatter": matter, "body": "[18:30] Ada: A?\n[18:31] Bo: B."}])
        assert _iso(found.parts[0]) == "2025-05-04T01:30:00+00:00"


class TestAgentRuns:
    def message(self, key: str, text: str, **changes: object) -> Row:
        return {"type": "message", "id": key, "message": {"content": [{"type": "text", "text": text}], **changes}}

    def test_messages_of_pi_are_read_and_its_other_rows_are_counted(self) -> None:
        found = read(
            AgentRuns(),
            [
                {"type": "session", "id": "p1", "cwd": "/srv/app"},
                self.message("1", "/mode", role="user"),
                self.message("2", "Read it.", role="user"),
                {"type": "compaction", "summary": "Nothing of it."},
                self.message("3", "no such file", role="toolResult", toolCallId="c", isError=True),
                {"odd": 1},
            ],
        )
        (document,) = found.documents
        assert (document.harness, document.external_id, document.project, document.title) == (
            "pi",
            "p1",
            "/srv/app",
            "Read it.",
        )
        assert [(part.text, part.is_noise) for part in found.parts] == [
            ("/mode", True),
            ("Read it.", False),
            ("no such file", True),
        ]
        assert "row of type compaction" in found.reasons
        assert [one.line for one in found.skipped if one.is_fault] == [6]

    def test_messages_of_cursor_are_read(self) -> None:
        call = {"type": "tool_use", "name": "Shell", "input": {"command": "ls"}}
        found = read(
            AgentRuns(),
            [
                {"role": "user", "message": {"content": [{"type": "text", "text": "List it."}]}},
                {"role": "assistant", "message": {"content": [call]}},
            ],
        )
        assert [part.text for part in found.parts] == ["List it.", "[tool] Shell: ls"]
        assert found.documents[0].harness == "cursor"

    def test_a_checkpoint_repeats_its_session_and_is_left_out(self) -> None:
        found = read(AgentRuns(), [{"type": "session", "id": "p1"}], "run.checkpoint.1.jsonl")
        assert [(one.is_fault, one.line) for one in found.skipped] == [(False, 0)]
