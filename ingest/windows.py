"""Cutting a session into documents, greedily from its start: one that grows changes its last window only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from graphmem.domain.documents import Document, Part
from graphmem.domain.ids import text_hash
from graphmem.domain.time import TimeSource


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowLimits:
    """When a window ends: after a pause, or before it grows over so many characters."""

    pause: timedelta = timedelta(minutes=30)
    characters: int = 14_000


WINDOW_LIMITS = WindowLimits()
KEY_LENGTH = 12


class Windows:
    """The open window of one session.

    frame  what every window shares; its own `happened_at` holds for windows whose parts bear no time
    """

    def __init__(self, frame: Document, limits: WindowLimits = WINDOW_LIMITS) -> None:
        self.frame = frame
        self._limits = limits
        self._parts: list[Part] = []
        self._size = 0

    def add(self, unit: Sequence[Part]) -> Iterator[Document]:
        """Take one message, which is never cut; yields the window that ends before it, if one does."""
        size = sum(len(part.text) for part in unit)
        is_over = self._size + size > self._limits.characters
        if self._parts and (is_over or self._is_after_pause(unit)):
            yield from self.close()
        self._parts.extend(unit)
        self._size += size

    def close(self) -> Iterator[Document]:
        """The window as far as it goes, nothing when it is empty."""
        if self._parts:
            yield _document(self.frame, tuple(self._parts))
        self._parts, self._size = [], 0

    def _is_after_pause(self, unit: Sequence[Part]) -> bool:
        before = next((part.at for part in reversed(self._parts) if part.at), None)
        after = next((part.at for part in unit if part.at), None)
        return before is not None and after is not None and abs(after - before) > self._limits.pause


def windows(
    frame: Document, units: Iterable[Sequence[Part]], limits: WindowLimits = WINDOW_LIMITS
) -> Iterator[Document]:
    """The documents of one session, streaming."""
    window = Windows(frame, limits)
    for unit in units:
        yield from window.add(unit)
    yield from window.close()


class Keys:
    """Natural keys of blocks by what they say; the second that says the same gets a number."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def key(self, *said: str) -> str:
        """The key of the next block that says this; a block inserted elsewhere does not change it."""
        key = content_key(*said)
        number = self._counts[key] = self._counts.get(key, 0) + 1
        return key if number == 1 else f"{key}~{number}"


def content_key(*said: str) -> str:
    """A short natural key of what was said."""
    return text_hash(*said)[:KEY_LENGTH]


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
