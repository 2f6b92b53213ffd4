"""Agent Client Protocol sessions, as clients and Grok log them: JSON Lines of `session/update` notifications."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from ingest.agent_blocks import Block, Called, Message, Returned, Said, Thought, arguments_of, flat_text, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import SOME, Json, Object, Row, head_objects, object_at, objects, rows, shares, text_at
from ingest.moments import any_moment
from ingest.tally import Tally

_CHUNKS = {
    "user_message_chunk": SpeakerRole.USER,
    "agent_message_chunk": SpeakerRole.ASSISTANT,
    "agent_thought_chunk": SpeakerRole.ASSISTANT,
}
_CALLS = frozenset({"tool_call", "tool_call_update"})
_NAMES = {"read": "read", "edit": "edit", "delete": "delete", "move": "edit", "execute": "run", "search": "search"}


class SessionUpdates:
    """Chunks of one message are one turn; a tool call is the sum of its updates."""

    name = "acp"

    def recognises(self, source: Source) -> float:
        """By rows that hold a session update."""
        return 0.96 if shares(head_objects(source), lambda row: bool(_update(row)), least=SOME) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The sessions' windows as they fill."""
        tally = Tally(source.uri)
        sessions: dict[str, _Session] = {}
        cwd = ""
        for row in rows(source, tally):
            cwd = _folder(row.value) or cwd
            own = _session_of(row.value) or next(reversed(sessions), "")
            if _update(row.value) or _prompt(row.value):
                yield from sessions.setdefault(own, _Session(source, own, cwd, tally)).read(row)
            elif _is_protocol(row.value):
                tally.leave_out(f"message {_method(row.value)}", row.line)
            else:
                tally.fault("a row that is no message of the protocol", row.line)
        for session in sessions.values():
            yield from session.close()
        yield from tally.report()


@dataclass(slots=True)
class _Turn:
    """A message or tool call whose updates are still coming in."""

    key: str
    kind: str
    at: datetime | None
    text: str = ""
    call: Object = field(default_factory=dict)


class _Session:
    """One session; at most one turn is open."""

    def __init__(self, source: Source, own: str, cwd: str, tally: Tally) -> None:
        self._session = AgentSession(
            agent_frame(source, harness=SessionUpdates.name, session=own or source.uri, cwd=cwd), tally
        )
        self._tally, self._cwd = tally, cwd
        self._open: _Turn | None = None
        self._count = 0

    def read(self, row: Row) -> Iterator[Document]:
        update, at = _update(row.value), _moment(row.value)
        kind = text_at(update, "sessionUpdate")
        if prompt := _prompt(row.value):
            yield from self._begin("user_message_chunk", f"prompt-{self._count}", at, is_new=True)
            self._say(prompt)
        elif kind in _CHUNKS:
            yield from self._begin(kind, text_at(update, "messageId"), at)
            self._say(_text(update.get("content")))
        elif kind in _CALLS:
            yield from self._begin("call", text_at(update, "toolCallId"), at)
            self._call(update)
        else:
            self._tally.leave_out(f"update of type {kind}", row.line)

    def close(self) -> Iterator[Document]:
        yield from self._flush()
        yield from self._session.close()

    def _begin(self, kind: str, own: str, at: datetime | None, *, is_new: bool = False) -> Iterator[Document]:
        """Go on with the open turn when it is the same one, else begin another."""
        turn = self._open
        is_same = turn is not None and turn.kind == kind and (not own or turn.key == own)
        if is_same and not is_new:
            return
        yield from self._flush()
        self._count += 1
        self._open = _Turn(key=own or f"{kind}-{self._count}", kind=kind, at=at)

    def _say(self, text: str) -> None:
        if self._open is not None:
            self._open.text += text

    def _call(self, update: Object) -> None:
        if self._open is not None:
            told: Object = {name: value for name, value in update.items() if value is not None and value != ""}
            self._open.call = self._open.call | told

    def _flush(self) -> Iterator[Document]:
        turn, self._open = self._open, None
        if turn is None:
            return
        role = _CHUNKS.get(turn.kind, SpeakerRole.ASSISTANT)
        place = Message(key=turn.key, role=role, at=turn.at, cwd=self._cwd)
        said: list[Part] = []
        for position, block in enumerate(_blocks(turn)):
            said.extend(parts(block, place, position=position))
        yield from self._session.add(said, first_words=turn.text if role is SpeakerRole.USER else "")


def _blocks(turn: _Turn) -> Iterator[Block]:
    if turn.kind == "call":
        yield _called(turn)
        if text_at(turn.call, "status") == "failed":
            yield Returned(call=turn.key, text=_text(turn.call.get("content")), is_error=True)
    elif turn.kind == "agent_thought_chunk":
        yield Thought(text=turn.text)
    else:
        yield Said(text=turn.text)


def _called(turn: _Turn) -> Called:
    """By what it was given; else by the places that it names, else by its title."""
    kind, title = text_at(turn.call, "kind"), text_at(turn.call, "title")
    arguments = dict(arguments_of(turn.call.get("rawInput")))
    path = next((text_at(each, "path") for each in objects(turn.call.get("locations"))), "")
    if path and not text_at(arguments, "path", "file_path"):
        arguments["path"] = path
    if not arguments:
        arguments["description"] = title
    return Called(call=turn.key, name=_NAMES.get(kind) or title or "tool", arguments=arguments)


def _update(value: Json) -> Object:
    """The update of a row: as a notification, as its parameters, or bare."""
    parameters = object_at(value, "params") or object_at(value, "data") or value
    update = object_at(parameters, "update") or parameters
    return update if isinstance(update, dict) and text_at(update, "sessionUpdate") else {}


def _prompt(value: Json) -> str:
    parameters = object_at(value, "params")
    given = parameters.get("prompt", parameters.get("content"))
    return _text(given) if _method(value) == "session/prompt" else ""


def _text(content: Json) -> str:
    """The text of a content block, or of a list of blocks, each perhaps wrapped in one more."""
    if isinstance(content, list):
        return "\n".join(filter(None, map(_text, content)))
    inner = content.get("content") if isinstance(content, dict) else None
    if isinstance(inner, dict | list):
        return _text(inner)
    return flat_text(content)


def _folder(value: Json) -> str:
    return text_at(object_at(value, "params"), "cwd") if _method(value) in {"session/new", "session/load"} else ""


def _session_of(value: Json) -> str:
    return text_at(object_at(value, "params"), "sessionId") or text_at(value, "sessionId")


def _moment(value: Json) -> datetime | None:
    meta = object_at(object_at(value, "params"), "_meta")
    told = value.get("timestamp") if isinstance(value, dict) else None
    return any_moment(meta.get("agentTimestampMs")) or any_moment(told)


def _method(value: Json) -> str:
    return text_at(value, "method")


def _is_protocol(value: Json) -> bool:
    return isinstance(value, dict) and ("jsonrpc" in value or bool(_method(value)))
