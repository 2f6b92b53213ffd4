"""Gemini CLI: a session as one object or as a log of records, and the log of prompts beside the sessions."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from ingest.agent_blocks import Block, Called, Message, Returned, Thought, arguments_of, blocks, flat_text, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import SOME, Json, Object, Row, head_objects, object_at, objects, rows, shares, text_at
from ingest.moments import any_moment
from ingest.tally import Tally

_ROLES = {"user": SpeakerRole.USER, "gemini": SpeakerRole.ASSISTANT}
_SILENT = frozenset({"info", "error", "warning"})
_FAILED = frozenset({"error", "cancelled"})
_SET, _REWIND = "$set", "$rewindTo"
_SHORT_ID = 8


class GeminiCli:
    """What was rewound is no talk; a prompt of the log is read only where its session is not."""

    name = "gemini-cli"

    def recognises(self, source: Source) -> float:
        """By a session with a project's hash, or by rows of one or of the log of prompts."""
        found = head_objects(source)
        if found and _is_session(found[0]):
            return 0.96
        return 0.94 if shares(found, _is_logged, least=SOME) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The sessions' windows; read twice, because a later record takes earlier ones back."""
        taken_back = _taken_back(source)
        tally = Tally(source.uri)
        sessions: dict[str, AgentSession] = {}
        own = _Own(source.uri)
        for row in rows(source, tally):
            own.take(row.value)
            for value in _messages(row, tally):
                session = text_at(value, "sessionId") or own.session
                if session not in sessions:
                    sessions[session] = AgentSession(own.frame(source, session), tally)
                if said := list(_said(value, row.line, source, taken_back, tally)):
                    yield from sessions[session].add(said, first_words=flat_text(_content(value)))
        for open_session in sessions.values():
            yield from open_session.close()
        yield from tally.report()


class _Own:
    """What a file says of its own session so far."""

    def __init__(self, uri: str) -> None:
        self.session, self._parent = uri, ""

    def take(self, value: Json) -> None:
        """Note the session that a row opens."""
        if isinstance(value, dict) and _is_session(value):
            self.session = text_at(value, "sessionId")
            self._parent = text_at(value, "parentSessionId")

    def frame(self, source: Source, session: str) -> Document:
        """The frame of a session of this file."""
        return replace(agent_frame(source, harness=GeminiCli.name, session=session), parent_session=self._parent)


def _messages(row: Row, tally: Tally) -> Iterator[Object]:
    """The messages of a row: its own, those of a whole session, none of a change to the session's data."""
    value = row.value
    if not isinstance(value, dict):
        tally.fault("a row that is no object", row.line)
    elif isinstance(value.get("messages"), list):
        found = value["messages"]
        for message in found if isinstance(found, list) else []:
            tally.read += 1
            if isinstance(message, dict):
                yield message
            else:
                tally.fault("a message that is no object", row.line)
    elif _SET in value or _REWIND in value or _is_session(value):
        tally.leave_out("row about the session itself", row.line)
    else:
        yield value


def _said(value: Object, line: int, source: Source, taken_back: set[str], tally: Tally) -> Iterator[Part]:
    kind = text_at(value, "type")
    own = text_at(value, "id") or f"{text_at(value, 'sessionId')}-{value.get('messageId', tally.read)}"
    if kind in _SILENT:
        tally.leave_out(f"message of type {kind}", line)
    elif kind not in _ROLES:
        tally.fault(f"a message of unknown type {kind!r}", line)
    elif own in taken_back:
        tally.leave_out("message that was rewound", line)
    elif "messageId" in value and _has_session(source, text_at(value, "sessionId")):
        tally.leave_out("prompt of a session that is read from its own file", line)
    else:
        place = Message(key=own, role=_ROLES[kind], at=_at(value))
        for position, block in enumerate(_blocks(value)):
            yield from parts(block, place, position=position)


def _blocks(value: Object) -> Iterator[Block]:
    for thought in objects(value.get("thoughts")):
        told = (text_at(thought, "subject"), text_at(thought, "description"))
        yield Thought(text=": ".join(filter(None, told)))
    yield from blocks(_content(value))
    for call in objects(value.get("toolCalls")):
        own = text_at(call, "id")
        yield Called(call=own, name=text_at(call, "name") or "tool", arguments=arguments_of(call.get("args")))
        if text_at(call, "status") in _FAILED:
            yield Returned(call=own, text=_result(call), is_error=True)


def _content(value: Object) -> Json:
    return next((value[name] for name in ("content", "message") if isinstance(value.get(name), str | list)), "")


def _result(call: Object) -> str:
    answers = (object_at(object_at(each, "functionResponse"), "response") for each in objects(call.get("result")))
    texts = [text_at(answer, "error", "output") for answer in answers]
    return "\n".join(filter(None, texts)) or text_at(call, "resultDisplay", "error")


def _at(value: Object) -> datetime | None:
    return any_moment(value.get("timestamp"))


def _taken_back(source: Source) -> set[str]:
    """The ids from each message that was rewound to, up to where that happened."""
    order: list[str] = []
    gone: set[str] = set()
    for row in rows(source, Tally(source.uri)):
        target = text_at(row.value, _REWIND)
        if target in order:
            place = order.index(target)
            gone.update(order[place:])
            del order[place:]
        elif own := text_at(row.value, "id"):
            order.append(own)
            gone.discard(own)
    return gone


def _has_session(source: Source, session: str) -> bool:
    """Whether the session of a logged prompt has a file of its own beside the log."""
    if source.content is not None or not session[:_SHORT_ID].isalnum():
        return False
    return any((source.path.parent / "chats").glob(f"*{session[:_SHORT_ID]}*.json*"))


def _is_session(value: Object) -> bool:
    return bool(text_at(value, "sessionId")) and "projectHash" in value


def _is_logged(value: Object) -> bool:
    is_prompt = "messageId" in value and "sessionId" in value and isinstance(value.get("message"), str)
    return is_prompt or _SET in value or _REWIND in value or _is_session(value)
