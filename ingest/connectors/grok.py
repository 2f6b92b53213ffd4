"""Grok's chat history: JSON Lines of messages whose user texts are wrapped as queries among injected ones."""

import re
from collections.abc import Iterator

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from ingest.agent_blocks import Block, Called, Message, Returned, Said, Thought, arguments_of, flat_text, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import MOST, Json, Object, head_objects, object_at, objects, rows, shares, text_at
from ingest.moments import any_moment
from ingest.tally import Tally

_KINDS = frozenset({"system", "user", "assistant", "reasoning", "tool_result", "tool"})
_MARKS = ("synthetic_reason", "prompt_index", "tool_call_id", "tool_calls")
_QUERY = re.compile(r"<user_query>\s*(?P<query>.*?)\s*</user_query>", re.DOTALL)
_WRAPPED = re.compile(r"\s*<(?:user_info|project_layout|git_status|system-reminder|additional_data|open_files)\b")


class Grok:
    """The session is the folder; its rows bear no time."""

    name = "grok"

    def recognises(self, source: Source) -> float:
        """By rows that have a type and a content, of which one bears a mark of this harness."""
        found = head_objects(source)
        is_marked = any(any(mark in row for mark in _MARKS) or _QUERY.search(_text(row)) for row in found)
        return 0.94 if is_marked and shares(found, _is_row, least=MOST) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The session's windows."""
        tally = Tally(source.uri)
        own = source.path.parent.name if source.content is None and source.path.is_absolute() else ""
        session = AgentSession(agent_frame(source, harness=self.name, session=own or source.uri), tally)
        for row in rows(source, tally):
            value = row.value
            if not isinstance(value, dict) or not _is_row(value):
                tally.fault("a row that is no message", row.line)
                continue
            said = list(_parts(value, tally, row.line))
            if said:
                yield from session.add(said, first_words=_text(value))
        yield from session.close()
        yield from tally.report()


def _parts(value: Object, tally: Tally, line: int) -> Iterator[Part]:
    kind = text_at(value, "type")
    if kind == "system" or value.get("synthetic_reason") is not None:
        tally.leave_out("message that the harness put in", line)
        return
    role = SpeakerRole.USER if kind == "user" else SpeakerRole.ASSISTANT
    key = text_at(value, "id") or f"row-{tally.read}"
    place = Message(key=key, role=role, at=any_moment(value.get("timestamp")))
    for position, block in enumerate(_blocks(value, kind)):
        yield from parts(block, place, position=position)


def _blocks(value: Object, kind: str) -> Iterator[Block]:
    text = _text(value)
    match kind:
        case "user":
            asked = [found["query"] for found in _QUERY.finditer(text)]
            yield Said(text="\n\n".join(asked) if asked else "" if _WRAPPED.match(text) else text)
        case "reasoning":
            yield Thought(text=text or flat_text(value.get("summary")))
        case "tool_result" | "tool":
            yield Returned(call=text_at(value, "tool_call_id"), text=text, is_error=value.get("is_error") is True)
        case _:
            yield Said(text=text)
    for call in objects(value.get("tool_calls")):
        inner = object_at(call, "function") or call
        arguments = arguments_of(inner.get("arguments"))
        yield Called(call=text_at(call, "id"), name=text_at(inner, "name") or "tool", arguments=arguments)


def _text(value: Object) -> str:
    content: Json = value.get("content")
    return content if isinstance(content, str) else flat_text(content)


def _is_row(value: Object) -> bool:
    has_content = isinstance(value.get("content"), str | list) or "summary" in value or "tool_calls" in value
    return text_at(value, "type") in _KINDS and has_content and "message" not in value
