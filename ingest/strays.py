"""Rows of one session that lie in the file of another, as resuming leaves them."""

from collections.abc import Iterator

from graphmem.domain.documents import Skipped
from ingest.connector import Source
from ingest.json_rows import Json, Row, text_at
from ingest.source import open_file
from ingest.tally import Tally


class Strays:
    """Tells rows whose session has a file of its own beside this one; that file's sessions are read with them.

    Rows of a session without such a file, and of subagents, stay where they are.
    """

    def __init__(self, source: Source, tally: Tally) -> None:
        self._source, self._tally = source, tally
        self._homes: dict[str, Source | None] = {}

    def take(self, row: Row) -> bool:
        """Whether a row is a stray of a session that is read elsewhere; strays are counted."""
        session = session_of(row.value)
        if not session or session == self._source.path.stem or self._is_branch(row.value):
            return False
        if session not in self._homes:
            self._homes[session] = self._home(session)
        if self._homes[session] is None:
            return False
        self._tally.leave_out(f"row of session {session}, read with that session's own file", row.line)
        return True

    def homes(self) -> Iterator[Source]:
        """The files of the sessions that have strays here."""
        yield from (home for home in self._homes.values() if home is not None)

    def _home(self, session: str) -> Source | None:
        place = self._source.path.parent / f"{session}.jsonl"
        is_beside = self._source.content is None and place.name == f"{session}.jsonl" and place.is_file()
        opened = open_file(place, project=self._source.project) if is_beside and place != self._source.path else None
        return None if isinstance(opened, Skipped) else opened

    def _is_branch(self, row: Json) -> bool:
        return isinstance(row, dict) and row.get("isSidechain") is True


def session_of(row: Json) -> str:
    """The session that a row names; "" = none."""
    return text_at(row, "sessionId", "session_id")
