"""Codex rollouts (field report ING-08)."""

from ingest_given import Pulled, read

from ingest.connectors.codex import Codex

Row = dict[str, object]

META: Row = {"type": "session_meta", "payload": {"id": "c1", "cwd": "/srv/新聞"}}


def item(payload: Row) -> Row:
    return {"type": "response_item", "timestamp": "2025-05-03T10:00:00Z", "payload": payload}


def message(role: str, *texts: str) -> Row:
    return item({"type": "message", "role": role, "content": [{"type": "input_text", "text": text} for text in texts]})


def event(kind: str, text: str) -> Row:
    return {"type": "event_msg", "payload": {"type": kind, "message": text}}


def pulled(*rows: Row) -> Pulled:
    return read(Codex(), [META, *rows])


def test_ing_08_a_sentence_that_stands_in_both_grammars_is_read_once() -> None:
    found = pulled(
        message("user", "Which queue?"),
        event("user_message", "Which queue?"),
        message("assistant", "The simple one."),
        event("agent_message", "The simple one."),
    )
    assert found.said == [("user", "Which queue?"), ("assistant", "The simple one.")]


def test_ing_08_an_event_without_a_twin_is_speech() -> None:
    found = pulled(event("user_message", "Remind me."), message("assistant", "Of what?"))
    assert found.said == [("user", "Remind me."), ("assistant", "Of what?")]


def test_ing_08_what_the_harness_injects_is_not_the_users_word() -> None:
    found = pulled(
        message("developer", "You are Codex."),
        message("user", "<environment_context>cwd</environment_context>"),
        message("user", "Recommended plugins: x"),
        event("user_message", "Which queue?"),
        message("user", "Which queue?"),
    )
    assert found.said == [("user", "Which queue?")]


def test_ing_08_a_call_and_its_failed_output_are_linked_by_their_id() -> None:
    found = pulled(
        item({"type": "function_call", "call_id": "k", "name": "shell", "arguments": '{"command": ["make", "test"]}'}),
        item(
            {
                "type": "function_call_output",
                "call_id": "k",
                "output": '{"output": "2 failed", "metadata": {"exit_code": 2}}',
            }
        ),
        item({"type": "function_call_output", "call_id": "l", "output": "fine"}),
    )
    assert [(part.key, part.text) for part in found.parts] == [
        ("k", "[tool] shell: make test"),
        ("k:error", "2 failed"),
    ]
    assert [touch.uri for part in found.parts for touch in part.artifacts] == ["make test"]


def test_ing_08_lines_of_another_grammar_put_the_file_in_doubt() -> None:
    found = pulled(message("user", "Which queue?"), {"type": "item.completed", "item": {}}, {"type": "turn.started"})
    assert "2 of 4 records not understood" in found.reasons


def test_files_that_a_patch_changes_are_touched() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Add File: b.py\n*** End Patch"
    found = pulled(item({"type": "custom_tool_call", "call_id": "k", "name": "apply_patch", "input": patch}))
    assert [touch.uri for part in found.parts for touch in part.artifacts] == ["/srv/新聞/a.py", "/srv/新聞/b.py"]


def test_reasoning_is_left_out_and_counted() -> None:
    found = pulled(item({"type": "reasoning", "encrypted_content": "…"}), message("user", "Hi there."))
    assert "item of type reasoning" in found.reasons


def test_the_session_and_its_project_are_the_ones_of_the_first_row() -> None:
    (document,) = pulled(message("user", "Hi there.")).documents
    assert (document.external_id, document.project) == ("c1", "/srv/新聞")
