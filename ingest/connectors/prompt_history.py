"""The prompts that Codex and Claude Code keep apart from their sessions (`history.jsonl`)."""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from graphmem.domain.documents import Document, Part, Skipped, SpeakerRole
from ingest.agent_blocks import Message, Said, parts
from ingest.agent_session import AgentSession, agent_frame
from ingest.connector import Source
from ingest.json_rows import MOST, Object, head_objects, rows, shares, text_at
from ingest.moments import any_moment
from ingest.tally import Tally

OPEN_SESSIONS = 64
ID_LENGTH = 36

_FOLDERS = ("sessions", "archived_sessions", "projects")


class PromptHistory:
    """Prompts by session, where the session itself is not to be had beside the history."""

    name = "prompt-history"

    def recognises(self, source: Source) -> float:
        """By rows of a session, a moment and a text, and nothing that is an answer."""
        return 0.93 if shares(head_objects(source), _is_prompt, least=MOST) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The windows of each session's prompts."""
        tally = Tally(source.uri)
        known = _known_sessions(source)
        sessions: OrderedDict[str, AgentSession] = OrderedDict()
        for row in rows(source, tally):
            value = row.value
            if not isinstance(value, dict) or not _is_prompt(value):
                tally.fault("a row that is no prompt", row.line)
                continue
            own = _session_of(value)
            if own in known:
                tally.leave_out("prompt of a session that is read from its own file", row.line)
                continue
            yield from _session(sessions, own, value, source, tally).add(list(_said(value, own, tally)))
            if len(sessions) > OPEN_SESSIONS:
                yield from sessions.popitem(last=False)[1].close()
        for session in sessions.values():
            yield from session.close()
        yield from tally.report()


def _session(
    sessions: "OrderedDict[str, AgentSession]", own: str, value: Object, source: Source, tally: Tally
) -> AgentSession:
    if own not in sessions:
        harness = "codex" if "text" in value else "claude-code"
        frame = agent_frame(
            source, harness=harness, session=f"{own or source.uri}/prompts", cwd=text_at(value, "project")
        )
        sessions[own] = AgentSession(frame, tally)
    sessions.move_to_end(own)
    return sessions[own]


def _said(value: Object, own: str, tally: Tally) -> Iterator[Part]:
    at = any_moment(value.get("ts")) or any_moment(value.get("timestamp"))
    place = Message(key=f"{own}-{at:%Y%m%dT%H%M%S}" if at else f"row-{tally.read}", role=SpeakerRole.USER, at=at)
    yield from parts(Said(text=text_at(value, "text", "display")), place, position=0)


def _session_of(value: Object) -> str:
    return text_at(value, "session_id", "sessionId") or text_at(value, "project")


def _is_prompt(value: Object) -> bool:
    is_codex = bool(text_at(value, "session_id")) and "ts" in value and isinstance(value.get("text"), str)
    is_claude = "timestamp" in value and isinstance(value.get("display"), str)
    return (is_codex or is_claude) and "role" not in value and "message" not in value


def _known_sessions(source: Source) -> frozenset[str]:
    """The sessions whose transcripts lie in the folders that the harness keeps beside its history."""
    home: Path | None = source.path.parent if source.content is None else None
    folders = [home / name for name in _FOLDERS] if home else []
    found = (path.stem[-ID_LENGTH:] for folder in folders if folder.is_dir() for path in folder.rglob("*.jsonl"))
    return frozenset(found)
