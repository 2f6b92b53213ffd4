"""Claude Code transcripts: JSON Lines of rows, or one JSON object with `loglines`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from graphmem.domain.documents import ArtifactTouch, Document, Part, Skipped, SpeakerRole, Touch
from graphmem.domain.time import parse_iso
from ingest.agent_blocks import Block, Called, Message, Other, Said, blocks, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import SOME, Json, Object, Row, head_objects, object_at, objects, rows, shares, text_at
from ingest.strays import Strays, session_of
from ingest.tally import Tally

OPEN_MESSAGES = 16
CLOSED_MESSAGES = 4_096

_TALK = frozenset({"user", "assistant"})
_SILENT = frozenset(
    """system summary file-history-snapshot queue-operation progress attachment custom-title ai-title last-prompt
    agent-name agent-setting permission-mode mode pr-link tag task-summary content-replacement""".split()
)
_UNSPOKEN = (
    ("isMeta", "row marked as meta"),
    ("isCompactSummary", "summary of a compaction"),
    ("isVisibleInTranscriptOnly", "row that only the transcript shows"),
    ("isApiErrorMessage", "API error, a status and no answer"),
)
_GROWING = ("text", "thinking")


class ClaudeCode:
    """Rows are grouped by the session they name and merged by message; replays are dropped; order is the file's."""

    name = "claude-code"

    def recognises(self, source: Source) -> float:
        """By rows of a known type that hold a message, or belong to a session."""
        found = head_objects(source)
        if found and "loglines" in found[0]:
            found = objects(found[0]["loglines"])
        return 0.95 if shares(found, _is_ours, least=SOME) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The sessions' windows as they fill; a sidechain is a session of its own that names its parent."""
        tally = Tally(source.uri)
        strays = Strays(source, tally)
        own = (line for row in rows(source, tally) for line in _unwrapped(row, tally) if not strays.take(line))
        yield from _sessions(source, own, tally)
        yield from tally.report()
        for home in strays.homes():
            yield from _reunited(source, home)


def _sessions(source: Source, found: Iterable[Row], tally: Tally) -> Iterator[Document]:
    messages, family = _Messages(tally), _Family(source, tally)
    for line in found:
        messages.take(line)
        yield from family.add(messages.ready(keep=OPEN_MESSAGES))
    yield from family.add(messages.ready(keep=0))
    yield from family.close()
    messages.count_dangling()


def _reunited(source: Source, home: Source) -> Iterator[Document]:
    """A session with those of its rows that lie in another's file: in its own windows, from its beginning."""
    aside = Tally(home.uri)
    own = home.path.stem
    found = (line for row in rows(home, aside) for line in _unwrapped(row, aside))
    lost = (line for row in rows(source, aside) for line in _unwrapped(row, aside) if session_of(line.value) == own)
    yield from _sessions(home, chain(found, lost), aside)


@dataclass(slots=True, kw_only=True)
class _Message:
    """A message whose rows are still coming in: the union of its blocks, the last state of each."""

    session: str
    branch: str
    place: Message
    blocks: list[Json] = field(default_factory=list)

    def take(self, fresh: Json) -> None:
        for number, known in enumerate(self.blocks):
            if known == fresh or _is_grown(fresh, known):
                return
            if _is_grown(known, fresh):
                self.blocks[number] = fresh
                return
        self.blocks.append(fresh)


class _Messages:
    """Puts the rows of a file together to messages; only the latest few stay open."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._rows: set[int] = set()
        self._awaited: set[int] = set()
        self._branches: dict[int, str] = {}
        self._open: dict[str, _Message] = {}
        self._closed: dict[int, None] = {}

    def take(self, row: Row) -> None:
        """Add one row; what bears no speech goes to the tally."""
        value = row.value
        if not isinstance(value, dict):
            self._tally.fault("a row that is no object", row.line)
        elif text_at(value, "type") in _SILENT:
            self._tally.leave_out(f"row of type {value['type']}", row.line)
        elif text_at(value, "type") not in _TALK or not _has_content(value):
            self._tally.fault(f"a row of unknown shape, type {value.get('type')!r}", row.line)
        elif self._is_replay(value):
            self._tally.leave_out("row replayed under the same uuid", row.line)
        elif reason := _unspoken(value):
            self._tally.leave_out(reason, row.line)
        else:
            self._merge(value)

    def ready(self, *, keep: int) -> Iterator[_Message]:
        """The oldest messages, until only `keep` are open."""
        while len(self._open) > keep:
            key = next(iter(self._open))
            self._closed[hash(key)] = None
            if len(self._closed) > CLOSED_MESSAGES:
                del self._closed[next(iter(self._closed))]
            yield self._open.pop(key)

    def count_dangling(self) -> None:
        """Put the number of parents that no row bears on the tally: the chain is a hint, not the order."""
        if self._awaited:
            self._tally.leave_out(f"dangling parents: {len(self._awaited)}", 0)

    def _is_replay(self, row: Object) -> bool:
        parent, own = text_at(row, "parentUuid"), text_at(row, "uuid")
        if parent and hash(parent) not in self._rows:
            self._awaited.add(hash(parent))
        if not own:
            return False
        is_known = hash(own) in self._rows
        self._rows.add(hash(own))
        self._awaited.discard(hash(own))
        return is_known

    def _merge(self, row: Object) -> None:
        own = text_at(row, "uuid") or f"row-{self._tally.read}"
        branch = self._branch(row, own)
        key = text_at(object_at(row, "message"), "id") or own
        if hash(key) in self._closed:
            key = f"{key}+{own}"
        if key not in self._open:
            is_person = row.get("type") == "user" and not branch  # a sidechain is prompted by the agent itself
            role = SpeakerRole.USER if is_person else SpeakerRole.ASSISTANT
            place = Message(key=key, role=role, at=parse_iso(text_at(row, "timestamp")), cwd=text_at(row, "cwd"))
            session = session_of(row)
            self._open[key] = _Message(session=session, branch=branch, place=place)
        content = object_at(row, "message").get("content")
        for block in content if isinstance(content, list) else [content]:
            self._open[key].take(block)

    def _branch(self, row: Object, own: str) -> str:
        """The sidechain of a row: its agent's id, or the row at which its chain begins; "" on the main line."""
        if row.get("isSidechain") is not True:
            return ""
        above = self._branches.get(hash(text_at(row, "parentUuid")), own)
        branch = text_at(row, "agentId") or above
        self._branches[hash(own)] = branch
        return branch


class _Family:
    """The sessions of one file: main lines and sidechains."""

    def __init__(self, source: Source, tally: Tally) -> None:
        self._source, self._tally = source, tally
        self._sessions: dict[tuple[str, str], AgentSession] = {}
        self._homes: dict[str, str] = {}
        self._tasks: dict[int, Called] = {}

    def add(self, messages: Iterator[_Message]) -> Iterator[Document]:
        for message in messages:
            found = list(blocks(message.blocks))
            words = next((block.text for block in found if isinstance(block, Said)), "")
            is_begun = (message.session, message.branch) in self._sessions
            session = self._session(message, words)
            said = [self._linked(part, found) for part in _parts(message, self._tally)]
            task = None if is_begun or not message.branch else self._tasks.get(hash(words.strip()))
            if task and said:
                said[0] = _touching(said[0], task.call, Touch.READ)
            yield from session.add(said, first_words=words, cwd=message.place.cwd)

    def close(self) -> Iterator[Document]:
        for session in self._sessions.values():
            yield from session.close()

    def _linked(self, part: Part, found: list[Block]) -> Part:
        """The call that starts a subagent names the task, and so does what the subagent is asked first."""
        for block in found:
            prompt = text_at(block.arguments, "prompt").strip() if isinstance(block, Called) else ""
            if prompt and isinstance(block, Called) and block.call == part.key:
                self._tasks[hash(prompt)] = block
                return _touching(part, block.call, Touch.RAN)
        return part

    def _session(self, message: _Message, words: str) -> AgentSession:
        key = message.session, message.branch
        if key not in self._sessions:
            home = self._homes.setdefault(message.session, message.place.cwd)
            frame = agent_frame(
                self._source,
                harness=ClaudeCode.name,
                session=message.session or self._source.uri,
                branch=message.branch,
                cwd=home,
            )
            task = self._tasks.get(hash(words.strip())) if message.branch else None
            title = text_at(task.arguments, "description") if task else ""
            self._sessions[key] = AgentSession(replace(frame, title=frame.title or title), self._tally)
        return self._sessions[key]


def _touching(part: Part, call: str, how: Touch) -> Part:
    return replace(part, artifacts=(*part.artifacts, ArtifactTouch(uri=f"task {call}", kind="other", how=how)))


def _parts(message: _Message, tally: Tally) -> list[Part]:
    found: list[Part] = []
    for position, block in enumerate(blocks(message.blocks)):
        if isinstance(block, Other):
            tally.leave_out(f"block of type {block.kind}", 0)
        found.extend(parts(block, message.place, position=position))
    return found


def _unwrapped(row: Row, tally: Tally) -> Iterator[Row]:
    """A row as it is, or the rows of the JSON variant."""
    if isinstance(row.value, dict) and isinstance(row.value.get("loglines"), list):
        loglines = row.value["loglines"]
        for value in loglines if isinstance(loglines, list) else []:
            tally.read += 1
            yield Row(line=row.line, value=value)
    else:
        yield row


def _is_ours(row: Object) -> bool:
    kind = text_at(row, "type")
    if kind in _TALK:
        return isinstance(row.get("message"), dict)
    return kind in _SILENT and any(name in row for name in ("sessionId", "uuid", "leafUuid"))


def _has_content(row: Object) -> bool:
    return isinstance(object_at(row, "message").get("content"), str | list)


def _unspoken(row: Object) -> str:
    if text_at(object_at(row, "message"), "model") == "<synthetic>":
        return "synthetic answer, a status and no speech"
    return next((reason for mark, reason in _UNSPOKEN if row.get(mark) is True), "")


def _is_grown(before: Json, after: Json) -> bool:
    """Whether `after` is `before` with more text: a later row of a streamed answer."""
    if not isinstance(before, dict) or not isinstance(after, dict) or before.get("type") != after.get("type"):
        return False
    return any(
        isinstance(before.get(name), str) and bool(before[name]) and text_at(after, name).startswith(str(before[name]))
        for name in _GROWING
    )
