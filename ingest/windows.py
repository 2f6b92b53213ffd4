"""Cutting a session into documents, greedily from its start: one that grows changes its last window only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from graphmem.domain.documents import SPOKEN, WINDOW_MARK, Document, Part
from graphmem.domain.ids import text_hash
from graphmem.domain.time import TimeSource
from ingest.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowLimits:
    """When a window ends: after a pause, or before it grows over so many characters."""

    pause: timedelta = timedelta(minutes=30)
    characters: int = 14_000


WINDOW_LIMITS = WindowLimits()
KEY_LENGTH = 12
REMEMBERED_KEYS = 100_000


class Windows:
    """The open window of one session.

    frame  what every window shares; its own `happened_at` holds for windows whose parts bear no time
    """

    def __init__(self, frame: Document, tally: Tally, limits: WindowLimits = WINDOW_LIMITS) -> None:
        self.frame = frame
        self._tally, self._limits = tally, limits
        self._parts: list[Part] = []
        self._size = 0
        self._seen: dict[str, int] = {}
        self._number = 0

    def add(self, unit: Iterable[Part]) -> Iterator[Document]:
        """Take one message, which is never cut; yields the window that ends before it, if one does."""
        fresh = [own for part in unit if (own := self._own(part))]
        size = sum(len(part.text) for part in fresh)
        is_over = self._size + size > self._limits.characters
        if self._parts and (is_over or self._is_after_pause(fresh)):
            yield from self.close()
        self._parts.extend(fresh)
        self._size += size

    def close(self) -> Iterator[Document]:
        """The window as far as it goes, nothing when it is empty."""
        if self._parts:
            self._number += 1
            yield _document(_numbered(self.frame, self._number), tuple(self._parts))
        self._parts, self._size = [], 0

    def _own(self, part: Part) -> Part | None:
        """The part under a key of its own; None when it repeats what the same key has said (a replay)."""
        said, key, number = hash(part.text), part.key, 1
        while key in self._seen:
            if self._seen[key] == said:
                self._tally.leave_out("part repeated under the same key", 0)
                return None
            number += 1
            key = f"{part.key}~{number}"
        self._seen[key] = said
        if len(self._seen) > REMEMBERED_KEYS:
            del self._seen[next(iter(self._seen))]
        return part if key == part.key else replace(part, key=key)

    def _is_after_pause(self, unit: Sequence[Part]) -> bool:
        before = next((part.at for part in reversed(self._parts) if part.at), None)
        after = next((part.at for part in unit if part.at), None)
        return before is not None and after is not None and abs(after - before) > self._limits.pause


def windows(frame: Document, units: Iterable[Iterable[Part]], tally: Tally) -> Iterator[Document]:
    """The documents of one session, streaming."""
    window = Windows(frame, tally)
    for unit in units:
        yield from window.add(unit)
    yield from window.close()


class Keys:
    """Natural keys of blocks by what they say; the second that says the same gets a number.

    After `REMEMBERED_KEYS` blocks the place of a block becomes part of its key, so that memory stays flat.
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._place = 0

    def key(self, *said: str) -> str:
        """The key of the next block that says this; a block inserted elsewhere does not change it."""
        key = content_key(*said)
        self._place += 1
        if self._place > REMEMBERED_KEYS:
            return f"{key}@{self._place}"
        number = self._counts[key] = self._counts.get(key, 0) + 1
        return key if number == 1 else f"{key}~{number}"


def content_key(*said: str) -> str:
    """A short natural key of what was said."""
    return text_hash(*said)[:KEY_LENGTH]


def _numbered(frame: Document, number: int) -> Document:
    """Prose that is too long for one window is told apart by number: what is no talk is one episode a session."""
    if number == 1 or frame.kind in SPOKEN:
        return frame
    return replace(frame, external_id=f"{frame.external_id}{WINDOW_MARK}{number}")


def _document(frame: Document, parts: tuple[Part, ...]) -> Document:
    speakers = tuple(dict.fromkeys(part.speaker for part in parts if part.speaker))
    first = next((part.at for part in parts if part.at), None)
    return replace(
        frame,
        parts=parts,
        participants=tuple(dict.fromkeys((*frame.participants, *speakers))),
        happened_at=first or frame.happened_at,
        happened_at_source=TimeSource.ROW if first else frame.happened_at_source,
    )
