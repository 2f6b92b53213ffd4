"""OpenCode sessions: an export in one object, or the storage folder with a file a session, message and part."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from ingest.agent_blocks import Block, Called, Message, Other, Returned, Said, Thought, arguments_of, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import Json, Object, head_objects, object_at, objects, text_at, value_of
from ingest.moments import any_moment
from ingest.source import open_file
from ingest.tally import Tally

_ROLES = {"user": SpeakerRole.USER, "assistant": SpeakerRole.ASSISTANT}
_SILENT = frozenset("step-start step-finish snapshot patch file agent compaction retry subtask".split())
_FAILED = frozenset({"error"})


class OpenCode:
    """The session's file leads to the others; a message or part that is met by itself is left to its session."""

    name = "opencode"

    def recognises(self, source: Source) -> float:
        """By an export's info and messages with parts, or by ids of OpenCode's own form."""
        found = head_objects(source)
        if not found:
            return 0.0
        value = found[0]
        return 0.96 if _is_export(value) or _is_session(value) or _is_piece(value) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The session's windows."""
        tally = Tally(source.uri)
        value = value_of(source, tally)
        if isinstance(value, dict) and _is_piece(value):
            yield _left_to_session(source, value)
        elif isinstance(value, dict) and (_is_export(value) or _is_session(value)):
            yield from _session(source, value, tally)
        elif value is not None:
            tally.read += 1
            tally.fault("neither a session nor an export of one", 0)
        yield from tally.report()


def _session(source: Source, value: Object, tally: Tally) -> Iterator[Document]:
    info = object_at(value, "info") or value
    own = text_at(info, "id")
    told = _exported(value, tally) if "messages" in value else _stored(source, own, tally)
    home = text_at(info, "directory") or text_at(object_at(info, "path"), "cwd", "root")
    frame = agent_frame(source, harness=OpenCode.name, session=own or source.uri, cwd=home)
    frame = replace(frame, title=source.title or text_at(info, "title"), parent_session=text_at(info, "parentID"))
    session = AgentSession(frame, tally)
    position = -1
    for position, (message, pieces) in enumerate(told):
        tally.read += 1
        place = _place(message, home, position)
        if place is None:
            tally.fault(f"a message of role {text_at(message, 'role')!r}", 0)
            continue
        said = list(_parts(place, pieces, tally))
        first = next((text_at(piece, "text") for piece in pieces if text_at(piece, "type") == "text"), "")
        yield from session.add(said, first_words=first)
    if position < 0 and not tally.unknown:
        tally.leave_out("session without messages", 0)
    yield from session.close()


def _exported(value: Object, tally: Tally) -> Iterator[tuple[Object, list[Object]]]:
    messages = value.get("messages")
    if not isinstance(messages, list):
        tally.read += 1
        tally.fault("a session whose messages are no list", 0)
        return
    for message in messages:
        if isinstance(message, dict):
            yield object_at(message, "info") or message, objects(message.get("parts"))
        else:
            tally.read += 1
            tally.fault("a message that is no object", 0)


def _stored(source: Source, own: str, tally: Tally) -> Iterator[tuple[Object, list[Object]]]:
    """The messages of a session in the folder around its file, in order; their ids rise with time."""
    root = source.path.parent.parent.parent
    if source.content is not None or not _is_name(own):
        return
    for path in sorted((root / "message" / own).glob("*.json")):
        message = _object_in(path, tally)
        kept = text_at(message, "id")
        if message and _is_name(kept):
            pieces = (_object_in(piece, tally) for piece in sorted((root / "part" / kept).glob("*.json")))
            yield message, [piece for piece in pieces if piece]


def _object_in(path: Path, tally: Tally) -> Object:
    opened = open_file(path)
    value = None if isinstance(opened, Skipped) else value_of(opened, Tally(opened.uri))
    if not isinstance(value, dict):
        tally.read += 1
        tally.fault(f"{path.parent.name}/{path.name} cannot be read", 0)
        return {}
    return value


def _place(message: Object, home: str, position: int) -> Message | None:
    """Where the pieces of a message come from; None when nobody speaks it."""
    role = text_at(message, "role")
    if role not in _ROLES:
        return None
    return Message(
        key=text_at(message, "id") or f"message-{position}",
        role=_ROLES[role],
        at=any_moment(object_at(message, "time").get("created")),
        cwd=text_at(object_at(message, "path"), "cwd") or home,
    )


def _parts(place: Message, pieces: list[Object], tally: Tally) -> Iterator[Part]:
    for number, piece in enumerate(pieces):
        for block in _blocks(piece, tally):
            yield from parts(block, place, position=number)


def _blocks(piece: Object, tally: Tally) -> Iterator[Block]:
    match text_at(piece, "type"):
        case "text" if piece.get("synthetic") is True or piece.get("ignored") is True:
            tally.leave_out("text that the harness put in", 0)
        case "text":
            yield Said(text=text_at(piece, "text"))
        case "reasoning":
            yield Thought(text=text_at(piece, "text"))
        case "tool":
            yield from _tool(piece)
        case kind if kind in _SILENT:
            tally.leave_out(f"part of type {kind}", 0)
        case kind:
            tally.fault(f"a part of unknown type {kind!r}", 0)
            yield Other(kind=kind)


def _tool(piece: Object) -> Iterator[Block]:
    call, state = text_at(piece, "callID", "id"), object_at(piece, "state")
    yield Called(call=call, name=text_at(piece, "tool") or "tool", arguments=arguments_of(state.get("input")))
    if text_at(state, "status") in _FAILED:
        yield Returned(call=call, text=text_at(state, "error", "output"), is_error=True)


def _is_export(value: Object) -> bool:
    messages = objects(value.get("messages"))
    is_ours = any(isinstance(each.get("parts"), list) and "info" in each for each in messages)
    return is_ours or (text_at(object_at(value, "info"), "id").startswith("ses") and "messages" in value)


def _is_session(value: Object) -> bool:
    return text_at(value, "id").startswith("ses_") and bool(text_at(value, "directory") or text_at(value, "projectID"))


def _is_piece(value: Object) -> bool:
    is_message = text_at(value, "id").startswith("msg_") and "role" in value
    return bool(text_at(value, "sessionID")) and (is_message or bool(text_at(value, "messageID")))


def _left_to_session(source: Source, value: Object) -> Skipped:
    """Whether the session's own file is there decides if this is a fault."""
    own = text_at(value, "sessionID")
    folders = source.path.parents[:4] if source.content is None else ()
    is_there = _is_name(own) and any(any((folder / "session").glob(f"*/{own}.json")) for folder in folders)
    reason = (
        f"a piece of session {own}, read with it" if is_there else f"a piece of session {own}, whose file is missing"
    )
    return Skipped(uri=source.uri, line=0, reason=reason, is_fault=not is_there)


def _is_name(own: Json) -> bool:
    """Whether an id can be a file's name: nothing of a file may lead out of its folder."""
    return isinstance(own, str) and bool(own) and own.replace("_", "").replace("-", "").isalnum()
