"""One session of an agent as its windows fill, whatever the harness."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.domain.documents import Document, EpisodeKind, Part
from ingest.connector import Source
from ingest.frames import frame
from ingest.injected import is_own_session
from ingest.tally import Tally
from ingest.windows import Windows

TITLE_LENGTH = 80


class AgentSession:
    """Takes messages in order, gives windows; a change of project ends one."""

    def __init__(self, frame: Document, tally: Tally) -> None:
        self._windows = Windows(frame, tally)
        self._tally = tally
        self._is_own: bool | None = None

    def add(self, message: Sequence[Part], *, first_words: str = "", cwd: str = "") -> Iterator[Document]:
        """The windows that `message` completes; nothing at all for a memory tool's own session.

        first_words  how the message begins as written, before injected text was taken out
        """
        if self._is_own is None and (message or first_words):
            self._is_own = is_own_session(first_words)
        if self._is_own:
            self._tally.leave_out("message of a memory tool's own session", 0)
        elif not message:
            self._tally.leave_out("message in which nothing is said (tool answers, injected text)", 0)
        else:
            yield from self._moved(cwd)
            for window in self._windows.add(message):
                yield _entitled(window)
            self._entitle(message)

    def close(self) -> Iterator[Document]:
        """The last window."""
        for window in self._windows.close():
            yield _entitled(window)

    def _moved(self, cwd: str) -> Iterator[Document]:
        """A folder inside the project's is the same project; any other is another one."""
        frame = self._windows.frame
        if not cwd or f"{cwd}/".startswith(f"{frame.cwd.rstrip('/')}/"):
            return
        yield from self.close()
        project = cwd if frame.project == frame.cwd else frame.project
        self._windows.frame = replace(frame, cwd=cwd, project=project)

    def _entitle(self, message: Sequence[Part]) -> None:
        said = next((part.text for part in message if not part.is_noise), "")
        if said and not self._windows.frame.title:
            self._windows.frame = replace(self._windows.frame, title=_first_line(said))


def agent_frame(source: Source, *, harness: str, session: str, branch: str = "", cwd: str = "") -> Document:
    """What the windows of an agent's session share; a branch of it (a subagent) is a session with a parent."""
    return replace(
        frame(
            source,
            harness=harness,
            kind=EpisodeKind.CONVERSATION,
            external_id=f"{session}/{branch}" if branch else session,
        ),
        title=source.title,
        project=source.project or cwd,
        cwd=cwd,
        parent_session=session if branch else "",
    )


def _entitled(window: Document) -> Document:
    return window if window.title else replace(window, title=_first_line(window.parts[0].text))


def _first_line(text: str) -> str:
    return text.split("\n", 1)[0][:TITLE_LENGTH]
