"""Chats and exports in JSON or JSON Lines: turns in a stream, or conversations that hold a list of turns."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from graphmem.domain.time import TimeSource
from ingest.connector import Source
from ingest.frames import frame
from ingest.json_rows import MOST, Json, Object, Row, head_objects, object_at, objects, rows, shares, text_at, value_of
from ingest.source import open_file
from ingest.tally import Tally
from ingest.turns import Turn, has_turns, is_turn, moment_of, turn_of
from ingest.windows import Windows, windows

OPEN_THREADS = 64
GLOBAL_ID_LENGTH = 20

_CONVERSATION_IDS = ("uuid", "id", "conversation_id", "sessionId", "session_id")
_NOTHING_SAID = "turn in which nothing is said"
_TITLES = ("title", "name", "subject", "topic")


class JsonTurns:
    """A conversation a thread; user ids are resolved by a `users.json` beside or above the file."""

    name = "json-turns"

    def recognises(self, source: Source) -> float:
        """By objects of which most are turns or hold turns."""
        return 0.7 if shares(head_objects(source), _is_ours, least=MOST) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The threads' windows as they fill."""
        tally = Tally(source.uri)
        reader = _Reader(source, tally)
        for row in rows(source, tally):
            yield from reader.read(row)
        yield from reader.close()
        yield from tally.report()


class _Reader:
    """The threads of one source; the one longest untouched is closed when too many are open."""

    def __init__(self, source: Source, tally: Tally) -> None:
        self._tally = tally
        self._people, home = _people(source)
        self._frame = _frame(source, home)
        self._threads: OrderedDict[str, Windows] = OrderedDict()

    def read(self, row: Row) -> Iterator[Document]:
        """Take a turn, or an object that holds a whole conversation."""
        turn = turn_of(row.value, self._people, fallback_key=f"{self._tally.read}")
        if turn is not None:
            yield from self._add(turn, row.line)
            return
        found = list(_conversations(row.value))
        for meta, turns in found:
            yield from self._conversation(meta, turns)
        if not found and _is_empty_conversation(row.value):
            self._tally.leave_out("conversation without messages", row.line)
        elif not found:
            self._tally.fault("a record that is no turn and holds none", row.line)

    def close(self) -> Iterator[Document]:
        """What is still open."""
        for thread in self._threads.values():
            yield from thread.close()

    def _add(self, turn: Turn, line: int) -> Iterator[Document]:
        if turn.why_not:
            self._tally.leave_out(turn.why_not, line)
        elif unit := list(turn.parts()):
            yield from self._thread(turn.thread)
            yield from self._threads[turn.thread].add(unit)
        else:
            self._tally.leave_out(_NOTHING_SAID, line)

    def _thread(self, thread: str) -> Iterator[Document]:
        if thread not in self._threads:
            self._threads[thread] = Windows(_threaded(self._frame, thread), self._tally)
        self._threads.move_to_end(thread)
        if len(self._threads) > OPEN_THREADS:
            yield from self._threads.popitem(last=False)[1].close()

    def _conversation(self, meta: Object, turns: list[Object]) -> Iterator[Document]:
        shared = _threaded(self._frame, text_at(meta, *_CONVERSATION_IDS))
        shared = replace(shared, title=text_at(meta, *_TITLES) or shared.title)
        at = moment_of(meta)
        if at:
            shared = replace(shared, happened_at=at, happened_at_source=TimeSource.META)
        units = [unit for position, value in enumerate(turns) if (unit := self._unit(value, position))]
        if not units:
            self._tally.leave_out(f"conversation {shared.external_id} in which nothing is said", 0)
        yield from windows(shared, units, self._tally)

    def _unit(self, value: Object, position: int) -> list[Part]:
        turn = turn_of(value, self._people, fallback_key=f"{position}")
        unit = list(turn.parts()) if turn and not turn.why_not else []
        if not unit:
            self._tally.leave_out(turn.why_not if turn and turn.why_not else _NOTHING_SAID, 0)
        return unit


def _is_ours(value: Object) -> bool:
    return is_turn(value) or any(map(has_turns, value.values()))


def _is_empty_conversation(value: Json) -> bool:
    return isinstance(value, dict) and any(value.get(name) == [] for name in ("messages", "chat_messages", "turns"))


def _conversations(value: Json, depth: int = 3) -> Iterator[tuple[Object, list[Object]]]:
    """The lists of turns inside a value, each with the object that holds it."""
    if isinstance(value, dict):
        for member in value.values():
            if isinstance(member, list) and has_turns(member):
                yield value, objects(member)
            elif depth and isinstance(member, dict | list):
                yield from _conversations(member, depth - 1)
    elif isinstance(value, list):
        for element in value if depth else ():
            yield from _conversations(element, depth - 1)


def _frame(source: Source, home: Path | None) -> Document:
    channel = source.path.parent if home is not None and source.path.parent != home else None
    return frame(
        source,
        harness="slack" if channel else JsonTurns.name,
        kind=EpisodeKind.CONVERSATION,
        external_id=channel.as_uri() if channel else "",
        title=f"#{channel.name}" if channel else "",
    )


def _threaded(shared: Document, thread: str) -> Document:
    """A thread's frame: an id that is long enough holds everywhere, a short one inside its source."""
    if not thread:
        return shared
    if len(thread) >= GLOBAL_ID_LENGTH:
        return replace(shared, external_id=thread)
    return replace(shared, external_id=f"{shared.external_id}#{thread}", title=f"{shared.title} {thread}")


def _people(source: Source) -> tuple[Mapping[str, str], Path | None]:
    """Display names by user id, and the folder of the `users.json` that has them."""
    for folder in source.path.parents[:2] if source.content is None else ():
        users = open_file(folder / "users.json") if (folder / "users.json").is_file() else None
        if isinstance(users, Source):
            return _names(value_of(users, Tally(users.uri))), folder
    return {}, None


def _names(users: Json) -> dict[str, str]:
    return {
        text_at(user, "id"): text_at(object_at(user, "profile"), "real_name", "display_name")
        or text_at(user, "real_name", "name")
        for user in objects(users)
    }
