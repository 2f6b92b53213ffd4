"""Runs of other coding agents as JSON Lines of messages with blocks: pi, Cursor."""

from collections.abc import Iterator

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from graphmem.domain.time import parse_iso
from ingest.agent_blocks import Message, Returned, blocks, flat_text, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import SOME, Json, Row, head_objects, object_at, rows, shares, text_at
from ingest.tally import Tally

_ROLES = {"user": SpeakerRole.USER, "assistant": SpeakerRole.ASSISTANT}
_SILENT = frozenset(
    "session custom compaction model_change thinking_level_change branch_summary label custom_message".split()
)


class AgentRuns:
    """One session a file; a row is a message, a tool's answer, or a status."""

    name = "agent-run"

    def recognises(self, source: Source) -> float:
        """By rows whose message has a role and blocks."""
        found = head_objects(source)
        has_talk = any(_is_message(row) or text_at(row, "type") == "session" for row in found)
        return 0.9 if has_talk and shares(found, _is_ours, least=SOME) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The session's windows."""
        if ".checkpoint." in source.path.name:
            reason = "a checkpoint, which repeats the session it was taken from"
            yield Skipped(uri=source.uri, line=0, reason=reason, is_fault=False)
            return
        tally = Tally(source.uri)
        session: AgentSession | None = None
        for row in rows(source, tally):
            if session is None:
                session = AgentSession(_frame(source, row.value), tally)
            if _is_message(row.value):
                message = list(_parts(row.value, tally))
                first_words = flat_text(object_at(row.value, "message").get("content"))
                yield from session.add(message, first_words=first_words)
            else:
                _note(row, tally)
        if session is not None:
            yield from session.close()
        yield from tally.report()


def _frame(source: Source, first: Json) -> Document:
    is_session = text_at(first, "type") == "session"
    session = text_at(first, "id") if is_session else ""
    harness = "pi" if text_at(first, "type") else "cursor"
    return agent_frame(source, harness=harness, session=session or source.uri, cwd=text_at(first, "cwd"))


def _parts(row: Json, tally: Tally) -> Iterator[Part]:
    message = object_at(row, "message")
    kind = text_at(message, "role") or text_at(row, "role")
    place = Message(
        key=text_at(row, "id") or f"row-{tally.read}",
        role=_ROLES.get(kind, SpeakerRole.NONE),
        at=parse_iso(text_at(row, "timestamp")),
    )
    if kind == "toolResult":
        is_error = message.get("isError") is True
        text = flat_text(message.get("content"))
        yield from parts(Returned(call=text_at(message, "toolCallId"), text=text, is_error=is_error), place, position=0)
    elif kind in _ROLES:
        for position, block in enumerate(blocks(message.get("content"))):
            yield from parts(block, place, position=position)
    else:
        tally.leave_out(f"message of role {kind}", 0)


def _note(row: Row, tally: Tally) -> None:
    kind = text_at(row.value, "type")
    if kind in _SILENT:
        tally.leave_out(f"row of type {kind}", row.line)
    else:
        tally.fault("a row that is no message", row.line)


def _is_ours(row: Json) -> bool:
    return _is_message(row) or text_at(row, "type") in _SILENT


def _is_message(row: Json) -> bool:
    message = object_at(row, "message")
    role = text_at(message, "role") or text_at(row, "role")
    is_row = text_at(row, "type") in {"message", ""}
    return is_row and bool(role) and isinstance(message.get("content"), str | list)
