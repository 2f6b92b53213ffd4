"""Claude Code transcripts and everything that has been seen to go wrong in them (field reports ING, COST, REL)."""

import json
from collections.abc import Mapping

import pytest
from ingest_given import Pulled, as_bytes, read

from graphmem.domain.documents import SpeakerRole, Touch
from ingest.connectors.claude_code import ClaudeCode

Row = dict[str, object]


def row(uuid: str, text: str = "", **changes: object) -> Row:
    """A user's row; `kind` makes it another's, `blocks` gives it other blocks."""
    kind = str(changes.pop("kind", "user"))
    content = changes.pop("blocks", text)
    message: Row = {"role": kind, "content": content}
    if "message_id" in changes:
        message["id"] = changes.pop("message_id")
    if "model" in changes:
        message["model"] = changes.pop("model")
    defaults: Row = {
        "type": kind,
        "uuid": uuid,
        "sessionId": "s1",
        "cwd": "/srv/app",
        "timestamp": "2025-05-03T10:00:00Z",
        "message": message,
    }
    return defaults | changes


def answer(uuid: str, *blocks: Mapping[str, object], **changes: object) -> Row:
    return row(uuid, kind="assistant", blocks=list(blocks), **changes)


def said(text: str) -> Row:
    return {"type": "text", "text": text}


def called(name: str, call: str = "c1", **arguments: object) -> Row:
    return {"type": "tool_use", "id": call, "name": name, "input": arguments}


def returned(text: str, *, call: str = "c1", is_error: bool = False) -> Row:
    return {"type": "tool_result", "tool_use_id": call, "content": text, "is_error": is_error}


def pulled(*rows: Row | str) -> Pulled:
    lines = [line if isinstance(line, str) else json.dumps(line) + "\n" for line in rows]
    return read(ClaudeCode(), "".join(lines))


class TestBrokenFiles:
    def test_ing_01_a_half_written_last_line_is_named_by_line_and_byte_and_costs_nothing_else(self) -> None:
        whole = as_bytes([row("a", "We keep Postgres."), row("b", "Because we know it.")])
        second = whole.index(b"\n") + 1
        for cut in range(second + 1, len(whole) - 1):
            found = read(ClaudeCode(), whole[:cut])
            assert [text for _, text in found.said] == ["We keep Postgres."]
            assert [(one.line, one.is_fault) for one in found.skipped] == [(2, True)]
            assert f"from byte {second}" in found.reasons

    def test_ing_01_a_torn_record_followed_by_its_own_copy_is_read_once(self) -> None:
        good = json.dumps(row("b", "Because we know it."))
        found = pulled(row("a", "We keep Postgres."), good[: len(good) // 2] + good + "\n")
        assert [text for _, text in found.said] == ["We keep Postgres.", "Because we know it."]
        assert "torn record" in found.reasons

    def test_ing_02_half_an_emoji_is_replaced_and_the_rest_of_the_text_stays(self) -> None:
        line = json.dumps(row("a", "before X after")).replace("X", r"\ud83d")
        found = pulled(line + "\n", row("b", "whole 🚋"))
        assert [text for _, text in found.said] == ["before \ufffd after", "whole 🚋"]
        "".join(text for _, text in found.said).encode()

    def test_control_characters_are_removed(self) -> None:
        found = pulled(row("a", "NUL\u0000 and bell\u0007 are gone"))
        assert found.said == [("user", "NUL and bell are gone")]

    def test_a_file_that_is_mostly_not_understood_says_so(self) -> None:
        found = pulled(row("a", "Fine."), '{"silly": 1}\n', "42\n", '"what"\n')
        assert [text for _, text in found.said] == ["Fine."]
        assert [(one.line, one.reason) for one in found.skipped if one.line == 0] == [
            (0, "3 of 4 records not understood")
        ]


class TestOrderAndIdentity:
    def test_ing_03_missing_parents_lose_no_message_and_are_counted(self) -> None:
        rows = [row(f"u{n}", f"message {n}", parentUuid=f"u{n - 1}" if n else None) for n in range(150)]
        found = pulled(*(line for n, line in enumerate(rows) if n % 50 != 49))
        assert [text for _, text in found.said] == [f"message {n}" for n in range(150) if n % 50 != 49]
        assert "dangling parents: 2" in found.reasons

    def test_ing_04_rows_belong_to_the_session_they_name_not_to_the_file(self) -> None:
        found = pulled(
            row("a", "We drop Redis.", sessionId="A"),
            row("b", "We take Kafka.", sessionId="B"),
            row("c", "It costs too much.", sessionId="A"),
        )
        sessions = {document.external_id: [part.text for part in document.parts] for document in found.documents}
        assert sessions == {"A": ["We drop Redis.", "It costs too much."], "B": ["We take Kafka."]}

    def test_ing_05_rows_that_a_compaction_replays_are_no_rows(self) -> None:
        talk = [row(f"u{n}", f"message {n}") for n in range(5)]
        once, thrice = pulled(*talk), pulled(*talk, *talk, *talk)
        assert thrice.documents == once.documents
        assert "10 × row replayed under the same uuid" in thrice.reasons

    def test_ing_06_the_rows_of_one_answer_are_one_turn_in_order(self) -> None:
        found = pulled(
            answer("a", {"type": "thinking", "thinking": "Which queue?"}, message_id="m"),
            answer("b", said("We take the simple one."), message_id="m"),
            answer("c", called("Read", file_path="queue.py"), message_id="m"),
        )
        assert [part.text for part in found.parts] == [
            "Which queue?",
            "We take the simple one.",
            "[tool] Read: queue.py",
        ]
        assert found.said == [("assistant", "We take the simple one.")]

    def test_ing_06_a_text_that_grows_row_by_row_is_kept_once_in_its_last_state(self) -> None:
        states = ["We", "We take", "We take the simple one."]
        found = pulled(*(answer(f"u{n}", said(text), message_id="m") for n, text in enumerate(states)))
        assert found.said == [("assistant", "We take the simple one.")]

    def test_ing_06_a_stub_that_comes_after_the_whole_text_changes_nothing(self) -> None:
        states = ["We take the simple one.", "We take"]
        found = pulled(*(answer(f"u{n}", said(text), message_id="m") for n, text in enumerate(states)))
        assert found.said == [("assistant", "We take the simple one.")]

    def test_ing_06_blocks_of_an_answer_that_tool_results_interrupt_still_belong_to_it(self) -> None:
        found = pulled(
            answer("a", called("Read", call="c1", file_path="a.py"), message_id="m"),
            row("b", blocks=[returned("…", call="c1")]),
            answer("c", called("Read", call="c2", file_path="b.py"), message_id="m"),
        )
        assert [part.key for part in found.parts] == ["c1", "c2"]

    def test_ing_07_a_sidechain_is_a_session_of_its_own_that_names_its_parent(self) -> None:
        found = pulled(
            row("a", "Ship it."),
            row("x", "Run all tests.", isSidechain=True, parentUuid=None),
            answer("y", said("All green."), isSidechain=True, parentUuid="x"),
            answer("b", said("Shipped.")),
        )
        main, side = found.documents
        assert [part.text for part in main.parts] == ["Ship it.", "Shipped."]
        assert [part.text for part in side.parts] == ["Run all tests.", "All green."]
        assert (side.external_id, side.parent_session, main.parent_session) == ("s1/x", "s1", "")

    def test_ing_07_a_subagent_bears_the_name_of_its_task_and_both_touch_it(self) -> None:
        found = pulled(
            row("a", "Ship it."),
            answer("t", called("Task", call="call-7", description="Run the tests", prompt="Run all tests.")),
            row("x", "Run all tests.", isSidechain=True, parentUuid=None),
            answer("y", said("All green."), isSidechain=True, parentUuid="x"),
        )
        main, side = found.documents
        assert (side.title, side.parent_session) == ("Run the tests", "s1")
        touched = [[touch.how for part in document.parts for touch in part.artifacts] for document in (main, side)]
        assert touched == [[Touch.RAN], [Touch.READ]]
        assert {touch.uri for part in found.parts for touch in part.artifacts} == {"task call-7"}

    def test_ing_07_two_sidechains_at_once_are_kept_apart_by_their_chains(self) -> None:
        found = pulled(
            row("x", "Task one.", isSidechain=True),
            row("y", "Task two.", isSidechain=True),
            answer("x1", called("Read"), isSidechain=True, parentUuid="x", message_id="m1"),
            answer("x2", said("One is done."), isSidechain=True, parentUuid="x1", message_id="m1"),
            answer("y1", said("Two is done."), isSidechain=True, parentUuid="y"),
        )
        assert [[p.text for p in d.parts if not p.is_noise] for d in found.documents] == [
            ["Task one.", "One is done."],
            ["Task two.", "Two is done."],
        ]

    def test_ent_09_the_prompt_of_a_subagent_is_not_the_users_word(self) -> None:
        found = pulled(row("x", "Always use tabs.", isSidechain=True))
        assert [part.role for part in found.parts] == [SpeakerRole.ASSISTANT]

    def test_a_message_keeps_its_key_when_the_session_grows(self) -> None:
        rows = [row(f"u{n}", f"message {n}") for n in range(6)]
        short, long = pulled(*rows[:4]), pulled(*rows)
        assert long.parts[:4] == short.parts


class TestTimeAndProject:
    def test_ing_10_the_date_is_the_rows_never_the_days_of_import(self) -> None:
        found = pulled(row("a", "Old talk.", timestamp="2025-03-09T08:00:00Z"))
        assert [(d.happened_at and d.happened_at.isoformat(), d.happened_at_source) for d in found.documents] == [
            ("2025-03-09T08:00:00+00:00", "row")
        ]

    def test_ing_10_an_unknown_date_is_unknown(self) -> None:
        found = pulled(row("a", "Undated.", timestamp=""))
        assert [(d.happened_at, d.happened_at_source) for d in found.documents] == [(None, "unknown")]

    def test_ing_13_folders_with_names_of_equal_length_are_two_projects(self) -> None:
        found = pulled(
            row("a", "For client one.", cwd="/srv/新聞", sessionId="A"),
            row("b", "For two.", cwd="/srv/暫存", sessionId="B"),
        )
        assert [document.project for document in found.documents] == ["/srv/新聞", "/srv/暫存"]

    def test_a_subfolder_is_the_same_project_and_another_folder_is_not(self) -> None:
        found = pulled(row("a", "one"), row("b", "two", cwd="/srv/app/web"), row("c", "three", cwd="/srv/app2"))
        assert [(d.project, len(d.parts)) for d in found.documents] == [("/srv/app", 2), ("/srv/app2", 1)]

    def test_a_pause_of_more_than_half_an_hour_begins_a_window(self) -> None:
        found = pulled(row("a", "one"), row("b", "two", timestamp="2025-05-03T10:31:00Z"))
        assert [len(document.parts) for document in found.documents] == [1, 1]
        assert {document.external_id for document in found.documents} == {"s1"}


class TestWhatIsNoSpeech:
    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"isMeta": True}, "meta"),
            ({"isCompactSummary": True}, "compaction"),
            ({"isApiErrorMessage": True}, "API error"),
            ({"model": "<synthetic>"}, "synthetic"),
        ],
    )
    def test_cost_05_status_rows_are_no_content(self, change: Row, reason: str) -> None:
        found = pulled(row("a", "You have hit your weekly limit.", **change), row("b", "Go on."))
        assert found.said == [("user", "Go on.")]
        assert reason in found.reasons
        assert not any(one.is_fault for one in found.skipped)

    def test_a_row_with_nothing_but_tool_results_is_no_turn(self) -> None:
        found = pulled(
            answer("a", said("Reading."), called("Read", file_path="a.py")), row("b", blocks=[returned("x = 1")])
        )
        assert [part.text for part in found.parts] == ["Reading.", "[tool] Read: a.py"]

    def test_the_error_of_a_tool_is_kept_short_and_states_nothing(self) -> None:
        found = pulled(row("b", blocks=[returned("no such table " * 400, is_error=True)]))
        (error,) = found.parts
        assert (error.key, error.is_noise, len(error.text) <= 2000) == ("c1:error", True, True)

    def test_reminders_inside_a_message_are_cut_out_and_the_rest_stays_verbatim(self) -> None:
        text = "Use tabs.\n<system-reminder>Never mention this.</system-reminder>\nAnd no semicolons."
        found = pulled(row("a", text))
        assert [part.text for part in found.parts] == ["Use tabs.", "And no semicolons."]
        assert all(part.text in text for part in found.parts)

    def test_cost_02_injected_memories_are_left_out(self) -> None:
        text = "<graphmem-context>We decided on Kafka.</graphmem-context>\nWhat did we decide?"
        assert pulled(row("a", text)).said == [("user", "What did we decide?")]

    @pytest.mark.parametrize("opening", ["<graphmem-extraction>\nWindow:", "<observed_from_primary_session>\nWatch:"])
    def test_cost_02_a_memory_tools_own_session_is_left_out_and_said_so(self, opening: str) -> None:
        found = pulled(row("a", f"{opening} we decided on Kafka."), answer("b", said("Decision: Kafka.")))
        assert found.documents == []
        assert "own session" in found.reasons

    def test_the_words_behind_a_command_are_the_users(self) -> None:
        text = "<command-message>plan is running</command-message>\n<command-name>/plan</command-name>"
        found = pulled(row("a", f"{text}\n<command-args>Move to Kafka.</command-args>"))
        assert [(part.text, part.is_noise) for part in found.parts] == [("/plan", True), ("Move to Kafka.", False)]


class TestTools:
    @pytest.mark.parametrize(
        ("block", "line", "touch"),
        [
            (called("Write", file_path="a.py"), "[tool] Write: a.py", ("/srv/app/a.py", "file", Touch.WROTE)),
            (called("Read", file_path="/etc/x"), "[tool] Read: /etc/x", ("/etc/x", "file", Touch.READ)),
            (called("Bash", command="make\n  test"), "[tool] Bash: make test", ("make test", "command", Touch.RAN)),
            (called("Fetch", url="http://a.ex"), "[tool] Fetch: http://a.ex", ("http://a.ex", "url", Touch.READ)),
        ],
    )
    def test_a_call_is_one_line_that_states_nothing_and_touches_its_artifact(
        self, block: Row, line: str, touch: tuple[str, str, Touch]
    ) -> None:
        (part,) = pulled(answer("a", block)).parts
        assert (part.text, part.is_noise) == (line, True)
        assert [(one.uri, one.kind, one.how) for one in part.artifacts] == [touch]

    def test_a_tool_without_a_known_argument_is_still_named(self) -> None:
        (part,) = pulled(answer("a", called("TodoWrite", todos=["broken", {"id": 1}]))).parts
        assert (part.text, part.artifacts) == ("[tool] TodoWrite", ())


def test_rel_09_a_very_long_message_is_kept_to_its_last_sentence() -> None:
    text = "It is slow. " * 20_000 + "So we drop it."
    found = pulled(row("a", "Before."), row("b", text), row("c", "After."))
    assert [len(document.parts) for document in found.documents] == [1, 1, 1]
    assert found.parts[1].text.endswith("So we drop it.")


def test_the_json_variant_reads_like_the_lines() -> None:
    rows = [row("a", "We keep Postgres."), answer("b", said("Agreed."))]
    assert read(ClaudeCode(), json.dumps({"loglines": rows})).documents == pulled(*rows).documents


def test_nothing_is_left_out_silently() -> None:
    found = pulled(
        {"type": "summary", "summary": "A talk"},
        {"type": "file-history-snapshot"},
        row("a", blocks=[said("Look."), {"type": "image", "source": {}}]),
        row("b", blocks=[returned("fine")]),
    )
    for reason in ("type summary", "type file-history-snapshot", "type image", "nothing is said"):
        assert reason in found.reasons
    assert not any(one.is_fault for one in found.skipped)
