"""Turns as chats and exports write them in JSON: any object with a text and a who."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.documents import Part
from ingest.agent_blocks import Block, Called, Message, arguments_of, blocks, parts
from ingest.json_rows import MOST, Json, Object, object_at, objects, shares, text_at
from ingest.moments import any_moment
from ingest.speakers import ROLE_WORDS, is_source, role_of

_WHEN = ("created_at", "createdAt", "timestamp", "ts", "time", "date", "sent_at", "create_time", "created")
_IDS = ("id", "uuid", "client_msg_id", "message_id", "ts")

_TEXTS = ("content", "text", "body", "message", "parts")
_NAMES = ("speaker", "name", "author", "from", "sender", "user", "username", "user_name")
_NAMES_INSIDE = ("name", "real_name", "display_name", "username", "nickname", "email", "id", "role")
_THREADS = ("thread_id", "threadId", "conversation_id", "conversationId", "session_id", "sessionId")
_CALLS = ("toolCalls", "tool_calls")
_SERVICE_TYPES = frozenset("info error warning event debug tool function developer toolresult service".split())
_JOINED = re.compile(r".{0,80}\bhas (?:joined|left) the (?:channel|group|chat|room)\.?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message.

    thread   the conversation it says it belongs to; "" = it says none
    why_not  why it is no speech (a join, an event); "" = it is
    """

    message: Message
    blocks: tuple[Block, ...]
    thread: str = ""
    why_not: str = ""

    def parts(self) -> Iterator[Part]:
        """Its texts, then a line for each tool it calls."""
        is_noise = not is_source(self.message.speaker)
        for position, block in enumerate(self.blocks):
            for part in parts(block, self.message, position=position):
                yield replace(part, is_noise=True) if is_noise else part


def turn_of(value: Json, people: Mapping[str, str], *, fallback_key: str) -> Turn | None:
    """The turn that `value` is, None when it is none.

    people  display names by user id
    """
    if not isinstance(value, dict) or not is_turn(value):
        return None
    who = _who(value)
    speaker = people.get(who, who)
    message = Message(
        key=_identifier(value) or fallback_key,
        role=role_of(speaker),
        at=moment_of(value),
        speaker=speaker,
    )
    return Turn(
        message=message,
        blocks=(*blocks(_content(value)), *_calls(value)),
        thread=text_at(value, *_THREADS),
        why_not=_why_not(value),
    )


def moment_of(value: Object) -> datetime | None:
    """When an object says it was made."""
    return next((at for at in map(any_moment, map(value.get, _WHEN)) if at), None)


def is_turn(value: Object) -> bool:
    """Whether an object has a text and a who (or is an event between turns)."""
    return _content(value) is not None and bool(_who(value) or _service(value))


def has_turns(values: Json) -> bool:
    """Whether most objects of a list are turns."""
    return shares(objects(values), is_turn, least=MOST)


def _content(value: Object) -> Json:
    named = (value.get(name) for name in _TEXTS)
    return next((content for content in named if isinstance(content, str | list)), None)


def _who(value: Object) -> str:
    for name in _NAMES:
        who = text_at(value, name) or text_at(object_at(value, name), *_NAMES_INSIDE)
        if who:
            return who
    role = text_at(value, "role")
    kind = text_at(value, "type")
    return role or (kind if kind.lower() in ROLE_WORDS else "")


def _service(value: Object) -> str:
    kinds = (text_at(value, name).lower() for name in ("role", "type"))
    return next((kind for kind in kinds if kind in _SERVICE_TYPES), "")


def _why_not(value: Object) -> str:
    subtype = text_at(value, "subtype")
    if subtype.endswith(("_join", "_leave", "_topic", "_purpose", "_archive", "_name")):
        return f"event {subtype}"
    if service := _service(value):
        return f"event {service}"
    content = _content(value)
    is_join = isinstance(content, str) and bool(_JOINED.fullmatch(content))
    return "event join or leave" if is_join else ""


def _identifier(value: Object) -> str:
    named = (value.get(name) for name in _IDS)
    return next((str(own) for own in named if isinstance(own, str | int | float) and str(own)), "")


def _calls(value: Object) -> Iterator[Called]:
    for name in _CALLS:
        for call in objects(value.get(name)):
            inner = object_at(call, "function") or call
            raw = next((inner[given] for given in ("args", "arguments", "input") if given in inner), None)
            yield Called(call=text_at(call, "id"), name=text_at(inner, "name") or "tool", arguments=arguments_of(raw))
