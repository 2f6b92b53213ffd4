"""OpenCode, ACP and Grok, Gemini CLI, and the prompts that harnesses keep apart."""

import json
from collections.abc import Callable
from pathlib import Path

from ingest_given import FakeMemory, Pulled, in_memory, read

from graphmem.domain.documents import Touch
from ingest.connectors.gemini import GeminiCli
from ingest.connectors.grok import Grok
from ingest.connectors.opencode import OpenCode
from ingest.connectors.session_updates import SessionUpdates
from ingest.registry import choose
from ingest.run import ingest

Write = Callable[..., Path]
Row = dict[str, object]


def one(write: Write, name: str, value: object) -> Path:
    return write(name, json.dumps(value))


class TestOpenCode:
    def given(self, write: Write) -> Path:
        root = write("storage/project/p.json", json.dumps({"id": "p", "worktree": "/srv"})).parent.parent
        session = {"id": "ses_1", "projectID": "p", "directory": "/srv", "title": "The bus", "parentID": "ses_0"}
        one(write, "storage/session/p/ses_1.json", session)
        for own, role, at in (("msg_1", "user", 1746093600000), ("msg_2", "assistant", 1746093660000)):
            message = {"id": own, "sessionID": "ses_1", "role": role, "time": {"created": at}}
            one(write, f"storage/message/ses_1/{own}.json", message)
        pieces: list[Row] = [
            {"id": "prt_1", "messageID": "msg_1", "type": "text", "text": "Which bus?"},
            {"id": "prt_2", "messageID": "msg_1", "type": "text", "text": "Injected.", "synthetic": True},
            {"id": "prt_3", "messageID": "msg_2", "type": "step-start"},
            {"id": "prt_4", "messageID": "msg_2", "type": "text", "text": "The red one."},
            {
                "id": "prt_5",
                "messageID": "msg_2",
                "type": "tool",
                "callID": "c1",
                "tool": "write",
                "state": {"status": "error", "input": {"filePath": "plan.md"}, "error": "no space left"},
            },
        ]
        for piece in pieces:
            place = f"storage/part/{piece['messageID']}/{piece['id']}.json"
            one(write, place, piece | {"sessionID": "ses_1"})
        return root

    async def test_the_storage_folder_gives_each_session_once(self, write: Write, store: FakeMemory) -> None:
        report = await ingest(store, [self.given(write)])
        (document,) = [window for key, window in store.windows.items() if key[0] == "opencode"]
        assert [part.text for part in document.parts] == [
            "Which bus?",
            "The red one.",
            "[tool] write: plan.md",
            "no space left",
        ]
        assert (document.title, document.cwd, document.parent_session) == ("The bus", "/srv", "ses_0")
        assert [touch.uri for part in document.parts for touch in part.artifacts] == ["/srv/plan.md"]
        assert report.exit_code == 0

    async def test_pieces_whose_session_is_missing_are_a_fault(self, write: Write, store: FakeMemory) -> None:
        root = self.given(write)
        (root / "session/p/ses_1.json").unlink()
        report = await ingest(store, [root / "message"])
        assert report.exit_code != 0
        assert "whose file is missing" in report.files[0].skipped[0].reason

    def test_an_id_that_leads_out_of_the_folder_opens_nothing(self, write: Write, tmp_path: Path) -> None:
        write("secret/a.json", '{"id": "msg_1", "role": "user"}')
        session = one(write, "storage/session/p/ses_1.json", {"id": "ses_/../../secret", "directory": "/srv"})
        source = in_memory(session.read_bytes())
        assert Pulled(OpenCode().pull(source)).documents == []
        assert (tmp_path / "secret/a.json").exists()


def update(update_kind: str, /, session: str = "s1", **more: object) -> Row:
    inner = {"sessionUpdate": update_kind, **more}
    return {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": session, "update": inner}}


def text(said: str) -> Row:
    return {"type": "text", "text": said}


class TestSessionUpdates:
    def test_chunks_of_one_message_are_one_turn_and_a_call_is_the_sum_of_its_updates(self) -> None:
        found = read(
            SessionUpdates(),
            [
                {"jsonrpc": "2.0", "id": 1, "method": "session/new", "params": {"cwd": "/srv"}},
                update("user_message_chunk", content=text("Which ")),
                update("user_message_chunk", content=text("bus?")),
                update("agent_thought_chunk", content=text("Hm.")),
                update("agent_message_chunk", content=text("The red ")),
                update("agent_message_chunk", content=text("one.")),
                update("tool_call", toolCallId="t1", title="Edit plan", kind="edit", status="pending"),
                update("tool_call_update", toolCallId="t1", locations=[{"path": "plan.md"}]),
                update(
                    "tool_call_update",
                    toolCallId="t1",
                    status="failed",
                    content=[{"type": "content", "content": text("no such file")}],
                ),
                update("plan", entries=[]),
                {"jsonrpc": "2.0", "id": 1, "result": {"stopReason": "end_turn"}},
            ],
        )
        assert [part.text for part in found.parts] == [
            "Which bus?",
            "Hm.",
            "The red one.",
            "[tool] edit: plan.md",
            "no such file",
        ]
        touches = [touch for part in found.parts for touch in part.artifacts]
        assert [(touch.uri, touch.how) for touch in touches] == [("/srv/plan.md", Touch.WROTE)]
        assert "update of type plan" in found.reasons

    def test_two_sessions_in_one_log_are_two(self) -> None:
        rows = [update("user_message_chunk", f"s{n % 2}", content=text(f"Message {n}.")) for n in range(4)]
        found = read(SessionUpdates(), rows)
        assert {document.external_id for document in found.documents} == {"s0", "s1"}

    def test_a_prompt_that_a_client_sends_is_the_users_turn(self) -> None:
        prompt: Row = {"method": "session/prompt", "params": {"sessionId": "s1", "prompt": [text("Which bus?")]}}
        found = read(SessionUpdates(), [prompt, update("agent_message_chunk", content=text("The red one."))])
        assert found.said == [("user", "Which bus?"), ("assistant", "The red one.")]


class TestGrok:
    def test_only_queries_are_the_users_word(self) -> None:
        rows: list[Row] = [
            {"type": "system", "content": "You are an agent."},
            {"type": "user", "content": [text("<user_info>Linux</user_info>")]},
            {"type": "user", "content": [text("Injected.")], "synthetic_reason": "plan"},
            {"type": "user", "content": [text("<user_query>\nWhich bus?\n</user_query>")], "prompt_index": 0},
            {
                "type": "assistant",
                "content": "The red one.",
                "tool_calls": [{"id": "c", "name": "ls", "arguments": "{}"}],
            },
            {"type": "tool_result", "tool_call_id": "c", "content": "plan.md"},
        ]
        assert choose(in_memory("\n".join(map(json.dumps, rows)))).name == "grok"
        assert read(Grok(), rows).said == [("user", "Which bus?"), ("assistant", "The red one.")]


HEAD: Row = {"sessionId": "abcdef12-0000", "projectHash": "00", "kind": "main"}


class TestGemini:
    def message(self, own: str, kind: str, said: object, **more: object) -> Row:
        return {"id": own, "type": kind, "content": said, "timestamp": "2025-05-01T10:00:00Z", **more}

    def test_what_was_rewound_is_no_talk(self) -> None:
        rows = [
            HEAD,
            self.message("a", "user", [{"text": "Which bus?"}]),
            self.message("b", "gemini", "The red one."),
            self.message("c", "user", "No, the tram."),
            {"$rewindTo": "c"},
            {"$set": {"summary": "buses"}},
            self.message("d", "user", "Why red?"),
        ]
        found = read(GeminiCli(), rows)
        assert [said for _, said in found.said] == ["Which bus?", "The red one.", "Why red?"]

    def test_calls_thoughts_and_failures_are_kept_as_such(self) -> None:
        call = {
            "id": "c1",
            "name": "read_file",
            "args": {"file_path": "plan.md"},
            "status": "error",
            "resultDisplay": "gone",
        }
        answer = self.message("b", "gemini", "Let me look.", toolCalls=[call], thoughts=[{"subject": "Plan"}])
        session = HEAD | {"messages": [self.message("i", "info", "Hello"), answer]}
        found = read(GeminiCli(), json.dumps(session))
        assert [part.text for part in found.parts] == ["Plan", "Let me look.", "[tool] read_file: plan.md", "gone"]
        assert [said for _, said in found.said] == ["Let me look."]

    async def test_prompts_of_the_log_are_read_where_their_session_is_not(
        self, write: Write, store: FakeMemory
    ) -> None:
        one(
            write,
            "tmp/chats/session-2025-05-01-abcdef12.json",
            HEAD | {"messages": [self.message("a", "user", "Hi there.")]},
        )
        prompts = [
            {"sessionId": "abcdef12-0000", "messageId": 0, "type": "user", "message": "Hi there."},
            {"sessionId": "99999999-0000", "messageId": 0, "type": "user", "message": "Lost otherwise."},
        ]
        await ingest(store, [one(write, "tmp/logs.json", prompts).parent])
        assert sorted(store.texts()) == ["Hi there.", "Lost otherwise."]


class TestPromptHistory:
    async def test_prompts_are_read_where_their_session_is_not(self, write: Write, store: FakeMemory) -> None:
        kept = "0199a213-81c0-7800-8aa1-bbab2a035a53"
        write(f"codex/sessions/2025/05/rollout-2025-05-01-{kept}.jsonl", "{}\n")
        rows: list[Row] = [
            {"session_id": kept, "ts": 1746093600, "text": "Which bus?"},
            {"session_id": "lost", "ts": 1746093700, "text": "And which tram?"},
        ]
        report = await ingest(store, [write("codex/history.jsonl", rows)])
        assert store.texts() == ["And which tram?"]
        assert [one.reason for one in report.files[0].skipped] == ["prompt of a session that is read from its own file"]

    async def test_claude_codes_own_history_is_read_too(self, write: Write, store: FakeMemory) -> None:
        rows: list[Row] = [
            {"display": "Which bus?", "timestamp": 1746093600000, "project": "/srv", "pastedContents": {}}
        ]
        await ingest(store, [write("claude/history.jsonl", rows)])
        (window,) = store.windows.values()
        assert (window.harness, window.cwd, [part.text for part in window.parts]) == (
            "claude-code",
            "/srv",
            ["Which bus?"],
        )
