"""ChatGPT's data export: conversations as trees of messages, of which the active branch is the talk."""

from collections.abc import Iterator

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from ingest.agent_blocks import Message, Said, parts
from ingest.connector import Source
from ingest.frames import frame
from ingest.json_rows import Json, Object, Row, head_objects, object_at, rows, text_at
from ingest.moments import any_moment
from ingest.speakers import ASSISTANT_WORDS, USER_WORDS, role_of
from ingest.tally import Tally
from ingest.windows import windows

_ASIDE = frozenset({"user_editable_context", "model_editable_context", "thoughts", "reasoning_recap"})


class ChatGpt:
    """One session a conversation; a conversation that is broken is listed and the rest is read."""

    name = "chatgpt"

    def recognises(self, source: Source) -> float:
        """By conversations with a mapping of nodes."""
        found = head_objects(source)
        ours = [value for value in found if isinstance(value.get("mapping"), dict)]
        head_has_node = b'"mapping"' in source.head and b'"message"' in source.head and b'"children"' in source.head
        return 0.95 if ours or head_has_node else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The windows of each conversation in turn."""
        tally = Tally(source.uri)
        for row in rows(source, tally):
            mapping = object_at(row.value, "mapping")
            if mapping:
                yield from _conversation(source, row, tally)
            else:
                own = text_at(row.value, "conversation_id", "id") or f"number {tally.read}"
                tally.fault(f"conversation {own} has no messages: mapping missing", row.line)
        yield from tally.report()


def _conversation(source: Source, row: Row, tally: Tally) -> Iterator[Document]:
    value = row.value if isinstance(row.value, dict) else {}
    own = text_at(value, "conversation_id", "id") or f"{source.uri}#{tally.read}"
    shared = frame(
        source,
        harness=ChatGpt.name,
        kind=EpisodeKind.CONVERSATION,
        external_id=own,
        title=text_at(value, "title"),
        at=any_moment(value.get("create_time")),
    )
    units = [unit for node in _branch(value) if (unit := list(_parts(node, tally)))]
    if not units:
        tally.leave_out(f"conversation {own} in which nothing is said", row.line)
    yield from windows(shared, units, tally)


def _branch(conversation: Object) -> list[Object]:
    """The nodes from the root to the current one; without a current one, along the last answer given each time."""
    mapping = object_at(conversation, "mapping")
    node = text_at(conversation, "current_node") or _last_leaf(mapping)
    path: list[Object] = []
    seen: set[str] = set()
    while node in mapping and node not in seen:
        seen.add(node)
        path.append(object_at(mapping, node))
        node = text_at(path[-1], "parent")
    return path[::-1]


def _last_leaf(mapping: Object) -> str:
    roots = [name for name in mapping if text_at(object_at(mapping, name), "parent") not in mapping]
    node, seen = (roots[0] if roots else ""), set[str]()
    while node and node not in seen:
        seen.add(node)
        children = object_at(mapping, node).get("children")
        named = [child for child in children if isinstance(child, str)] if isinstance(children, list) else []
        known = [child for child in named if child in mapping]
        if not known:
            break
        node = str(known[-1])
    return node


def _parts(node: Object, tally: Tally) -> Iterator[Part]:
    message = object_at(node, "message")
    if not message:
        return
    role = text_at(object_at(message, "author"), "role")
    content = object_at(message, "content")
    hidden = object_at(message, "metadata").get("is_visually_hidden_from_conversation") is True
    if hidden or text_at(content, "content_type") in _ASIDE:
        tally.leave_out("hidden message, no speech", 0)
    elif role not in USER_WORDS | ASSISTANT_WORDS:
        tally.leave_out(f"message of role {role or 'none'}", 0)
    else:
        place = Message(
            key=text_at(message, "id") or text_at(node, "id"),
            role=role_of(role),
            at=any_moment(message.get("create_time")),
            speaker=role,
        )
        for position, text in enumerate(_texts(content)):
            yield from parts(Said(text=text), place, position=position)


def _texts(content: Object) -> list[str]:
    pieces: Json = content.get("parts")
    if isinstance(pieces, list):
        return [piece for piece in pieces if isinstance(piece, str) and piece.strip()]
    text = text_at(content, "text", "result")
    return [text] if text else []
