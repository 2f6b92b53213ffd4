"""Codex rollouts: `response_item` rows are the record, `event_msg` rows fill in what has no twin there."""

from collections.abc import Iterator

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from graphmem.domain.time import parse_iso
from ingest.agent_blocks import Called, Message, Returned, Said, arguments_of, blocks, flat_text, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import SOME, Json, Object, Row, head_objects, object_at, rows, shares, text_at
from ingest.tally import Tally

_ROW_TYPES = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_SPOKEN_EVENTS = {"user_message": SpeakerRole.USER, "agent_message": SpeakerRole.ASSISTANT}
_ROLES = {"user": SpeakerRole.USER, "assistant": SpeakerRole.ASSISTANT}


class Codex:
    """Every sentence once; encrypted reasoning and injected messages are left out."""

    name = "codex"

    def recognises(self, source: Source) -> float:
        """By rows that wrap a payload in one of Codex's row types."""
        return 0.96 if shares(head_objects(source), _is_ours, least=SOME) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The session's windows; read twice, because only the events tell typed from injected messages."""
        overview = _Overview(row.value for row in rows(source, Tally(source.uri)))
        tally = Tally(source.uri)
        frame = agent_frame(source, harness=self.name, session=overview.session or source.uri, cwd=overview.cwd)
        session = AgentSession(frame, tally)
        for row in rows(source, tally):
            message = list(_parts(row, overview, tally))
            if message:
                yield from session.add(message, first_words=message[0].text)
        yield from session.close()
        yield from tally.report()


class _Overview:
    """What a first reading tells: the session, and what was said in each of the two grammars."""

    def __init__(self, values: Iterator[Json]) -> None:
        self.session, self.cwd = "", ""
        self.items: set[int] = set()
        self._events: set[int] = set()
        self._has_typed = False
        for value in values:
            payload = object_at(value, "payload")
            match text_at(value, "type"), text_at(payload, "type"):
                case "session_meta", _ if not self.session:
                    self.session, self.cwd = text_at(payload, "session_id", "id"), text_at(payload, "cwd")
                case "event_msg", ("user_message" | "agent_message") as kind:
                    self._events.add(hash(text_at(payload, "message").strip()))
                    self._has_typed = self._has_typed or kind == "user_message"
                case "response_item", _:
                    self.items.add(hash(flat_text(payload.get("content")).strip()))

    def is_injected(self, text: str) -> bool:
        """Whether the harness put a user message in: events name the typed ones, and none names this."""
        return self._has_typed and hash(text.strip()) not in self._events


def _parts(row: Row, overview: _Overview, tally: Tally) -> Iterator[Part]:
    if not isinstance(row.value, dict) or not _is_ours(row.value):
        tally.fault("a row that is none of Codex's", row.line)
        return
    payload, kind = object_at(row.value, "payload"), text_at(row.value, "type")
    role = _ROLES.get(text_at(payload, "role")) or _SPOKEN_EVENTS.get(text_at(payload, "type"))
    place = Message(
        key=text_at(payload, "id") or f"row-{tally.read}",
        role=role or SpeakerRole.ASSISTANT,
        at=parse_iso(text_at(row.value, "timestamp")),
        cwd=overview.cwd,
    )
    if kind == "response_item":
        yield from _item_parts(payload, place, row.line, overview, tally)
    elif kind == "event_msg" and role and hash(text_at(payload, "message").strip()) not in overview.items:
        yield from parts(Said(text=text_at(payload, "message")), place, position=0)
    elif not (kind == "event_msg" and role):
        tally.leave_out(f"row of type {kind} {text_at(payload, 'type')}".rstrip(), row.line)


def _item_parts(payload: Object, place: Message, line: int, overview: _Overview, tally: Tally) -> Iterator[Part]:
    match text_at(payload, "type"):
        case "message" | "":
            text = flat_text(payload.get("content"))
            if text_at(payload, "role") not in _ROLES:
                tally.leave_out(f"message of role {text_at(payload, 'role')!r}, injected", line)
            elif place.role is SpeakerRole.USER and overview.is_injected(text):
                tally.leave_out("user message that no event names, injected", line)
            else:
                for position, block in enumerate(blocks(payload.get("content"))):
                    yield from parts(block, place, position=position)
        case "function_call" | "custom_tool_call" | "local_shell_call" | "web_search_call":
            yield from parts(_call(payload), place, position=0)
        case "function_call_output" | "custom_tool_call_output":
            yield from parts(_output(payload), place, position=0)
        case kind:
            tally.leave_out(f"item of type {kind}", line)


def _call(payload: Object) -> Called:
    raw = next((payload[name] for name in ("arguments", "input", "action") if payload.get(name)), None)
    arguments = arguments_of(raw) or {"description": text_at(payload, "summary")}
    return Called(call=text_at(payload, "call_id"), name=text_at(payload, "name") or "tool", arguments=arguments)


def _output(payload: Object) -> Returned:
    raw = payload.get("output")
    output = arguments_of(raw)
    code = object_at(output, "metadata").get("exit_code")
    text = text_at(output, "output", "input", "content") or flat_text(raw)
    return Returned(call=text_at(payload, "call_id"), text=text, is_error=isinstance(code, int) and code != 0)


def _is_ours(row: Object) -> bool:
    return text_at(row, "type") in _ROW_TYPES and isinstance(row.get("payload"), dict)
