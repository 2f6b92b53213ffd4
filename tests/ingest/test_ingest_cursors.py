"""Cursors: an unchanged file is not read again, and nothing is passed over that is not in the memory."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from ingest_given import BrokenMemory, FakeMemory

from graphmem.domain.cursors import Cursor, CursorKey
from graphmem.domain.errors import DatabaseUnavailable
from ingest import registry
from ingest.connector import Source
from ingest.report import FileStatus
from ingest.run import ingest

Write = Callable[..., Path]


class Kept:
    """Cursors in memory; `log` tells in which order things were stored and cursors moved."""

    def __init__(self, extractor: str = "rules@1") -> None:
        self.extractor = extractor
        self.cursors: dict[CursorKey, Cursor] = {}

    async def find_cursors(self, keys: Sequence[CursorKey]) -> Mapping[CursorKey, Cursor]:
        return {key: self.cursors[key] for key in keys if key in self.cursors}

    async def save_cursors(self, cursors: Sequence[Cursor]) -> None:
        self.cursors |= {cursor.key: cursor for cursor in cursors}


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def pulled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that any connector reads, from now on."""
    names: list[str] = []

    def spying(pull: Callable[[Source], Iterator[Any]]) -> Callable[[Source], Iterator[Any]]:
        def spy(source: Source) -> Iterator[Any]:
            names.append(source.path.name)
            return pull(source)

        return spy

    for connector in registry.CONNECTORS:
        if not getattr(connector, "__slots__", None):
            monkeypatch.setattr(connector, "pull", spying(connector.pull), raising=False)
    return names


def message(uuid: str, text: str, *, session: str = "s1", **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "type": "user",
        "uuid": uuid,
        "sessionId": session,
        "cwd": "/srv/app",
        "timestamp": "2025-05-03T10:00:00Z",
        "message": {"role": "user", "content": text},
    }
    return row | changes


def statuses(report: Any) -> list[FileStatus]:
    return [file.status for file in report.files]


async def test_an_unchanged_file_is_passed_over_and_its_episodes_are_counted(
    write: Write, tmp_path: Path, store: FakeMemory, kept: Kept, pulled: list[str]
) -> None:
    write("a.md", "# Bus\n\nWe take it.\n")
    write("b.jsonl", [message("u1", "We take the bus."), message("u2", "It runs.", timestamp="2025-05-04T10:00:00Z")])
    await ingest(store, [tmp_path], cursors=kept)
    assert pulled == ["a.md", "b.jsonl"]
    again = await ingest(store, [tmp_path], cursors=kept)
    assert pulled == ["a.md", "b.jsonl"]
    assert statuses(again) == [FileStatus.UNCHANGED] * 2
    assert (again.totals.unchanged, again.totals.new, again.exit_code) == (3, 0, 0)
    assert [file.connector for file in again.files] == ["markdown", "claude-code"]


async def test_a_file_that_grew_is_read_again_and_ends_as_the_whole_one(
    write: Write, store: FakeMemory, kept: Kept
) -> None:
    rows = [message(f"u{n}", f"Message {n}.") for n in range(4)]
    await ingest(store, [write("s.jsonl", rows[:2])], cursors=kept)
    report = await ingest(store, [write("s.jsonl", rows)], cursors=kept)
    assert (statuses(report), report.totals.changed) == ([FileStatus.OK], 1)
    assert store.texts() == [f"Message {n}." for n in range(4)]


@pytest.mark.parametrize("change", [("Bus", "Car", 0), ("runs", "goes", 0), ("Bus", "Bus", 1)])
async def test_any_change_that_can_be_seen_from_outside_means_reading_again(
    write: Write, store: FakeMemory, kept: Kept, change: tuple[str, str, int]
) -> None:
    """At its head, at its end, in its moment: size and the rest stay as they were."""
    before, after, later_ns = change
    path = write("2025-05-03.md", "# Bus\n\nWe take it.\n\nIt runs.\n")
    told = path.stat()
    await ingest(store, [path], cursors=kept)
    path.write_text(path.read_text().replace(before, after))
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns + later_ns))
    assert statuses(await ingest(store, [path], cursors=kept)) == [FileStatus.OK]


async def test_again_reads_what_is_unchanged(write: Write, store: FakeMemory, kept: Kept) -> None:
    path = write("a.md", "We take it.\n")
    await ingest(store, [path], cursors=kept)
    assert statuses(await ingest(store, [path], cursors=kept, is_again=True)) == [FileStatus.OK]
    assert statuses(await ingest(store, [path], cursors=kept)) == [FileStatus.UNCHANGED]


async def test_another_project_kind_or_reader_of_statements_is_another_reading(
    write: Write, store: FakeMemory, kept: Kept
) -> None:
    path = write("a.md", "We take it.\n")
    await ingest(store, [path], cursors=kept)
    assert statuses(await ingest(store, [path], cursors=kept, project="bus")) == [FileStatus.OK]
    assert statuses(await ingest(store, [path], cursors=kept, source="markdown")) == [FileStatus.OK]
    kept.extractor = "rules@2"
    assert statuses(await ingest(store, [path], cursors=kept)) == [FileStatus.OK]
    assert statuses(await ingest(store, [path], cursors=kept)) == [FileStatus.UNCHANGED]


async def test_ing_01_a_half_written_last_line_moves_no_cursor(write: Write, store: FakeMemory, kept: Kept) -> None:
    """ING-01: the tail is picked up when it is complete, even when nothing else tells that the file grew."""
    rows = [json.dumps(message(f"u{n}", f"Message {n}.")) for n in range(3)]
    await ingest(store, [write("s.jsonl", "\n".join(rows)[:-20])], cursors=kept)
    assert kept.cursors == {}
    await ingest(store, [write("s.jsonl", "\n".join(rows) + "\n")], cursors=kept)
    assert (len(kept.cursors), len(store.texts())) == (1, 3)


async def test_a_file_in_doubt_or_that_gave_nothing_moves_no_cursor(
    write: Write, store: FakeMemory, kept: Kept
) -> None:
    lines = [json.dumps(message("u1", "Fine.")), *(["no json {"] * 3)]
    report = await ingest(store, [write("p.jsonl", "\n".join(lines) + "\n")], cursors=kept)
    assert statuses(report) == [FileStatus.PARTIAL]
    assert statuses(await ingest(store, [write("f.txt", "!!! ??? ...")], cursors=kept)) == [FileStatus.FAILED]
    assert kept.cursors == {}


async def test_a_cursor_moves_only_after_all_of_its_file_is_stored(write: Write, tmp_path: Path, kept: Kept) -> None:
    """The memory goes away after two of three documents: the files that are whole have a cursor, if any has."""
    for name in "abc":
        write(f"{name}.jsonl", [message("u1", f"Talk of {name}.", session=name)])
    with pytest.raises(DatabaseUnavailable):
        await ingest(BrokenMemory(DatabaseUnavailable("gone"), after=2), [tmp_path], cursors=kept)
    assert {key.uri.rsplit("/", 1)[-1] for key in kept.cursors} <= {"a.jsonl", "b.jsonl"}


async def test_a_cursor_is_not_moved_while_a_document_of_its_file_is_in_flight(
    write: Write, tmp_path: Path, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.cursors.SAVED_AT_ONCE", 1)
    days = [message(f"u{n}", f"Day {n}.", timestamp=f"2025-05-0{n}T10:00:00Z") for n in range(1, 4)]
    write("a.jsonl", days)
    seen: list[tuple[int, int]] = []

    class Pipelined(FakeMemory):
        """Acknowledges a document when the next but one is asked for, as the real one does."""

        async def record(self, documents: Iterable[Any]) -> Any:
            held: list[Any] = []
            async for recorded in super().record(documents):
                held.append(recorded)
                if len(held) > 2:
                    seen.append((self.pulled, len(kept.cursors)))
                    yield held.pop(0)
            for recorded in held:
                seen.append((self.pulled, len(kept.cursors)))
                yield recorded

    await ingest(Pipelined(), [tmp_path], cursors=kept)
    assert seen == [(3, 0)] * 3
    assert len(kept.cursors) == 1


async def test_a_run_that_is_stopped_stores_what_it_accepted_and_marks_no_unread_file(
    write: Write, tmp_path: Path, store: FakeMemory, kept: Kept
) -> None:
    for name in "abc":
        write(f"{name}.jsonl", [message("u1", f"Talk of {name}.", session=name)])
    report = await ingest(store, [tmp_path], cursors=kept, is_stopping=lambda: store.pulled >= 2)
    assert len(store.texts()) == 2
    assert {key.uri.rsplit("/", 1)[-1] for key in kept.cursors} <= {"a.jsonl"}
    assert report.exit_code == 0
    whole = await ingest(store, [tmp_path], cursors=kept)
    assert len(store.texts()) == 3
    assert set(statuses(whole)) <= {FileStatus.OK, FileStatus.UNCHANGED}


async def test_ing_07_rows_that_a_passed_over_file_gave_are_not_given_twice_by_one_that_grew(
    write: Write, store: FakeMemory, kept: Kept
) -> None:
    """ING-07: parent and subagent file share rows; only the subagent's file has grown since."""

    def side(numbers: range) -> list[dict[str, object]]:
        return [
            message(f"u{n}", f"Row {n}.", isSidechain=True, parentUuid=f"u{n - 1}" if n > 10 else None) for n in numbers
        ]

    parent = write("a.jsonl", [*(message(f"m{n}", f"Main {n}.") for n in range(10)), *side(range(10, 20))])
    await ingest(store, [parent, write("b.jsonl", side(range(10, 25)))], cursors=kept)
    report = await ingest(store, [parent, write("b.jsonl", side(range(10, 30)))], cursors=kept)
    assert statuses(report) == [FileStatus.UNCHANGED, FileStatus.OK]
    assert len(store.texts()) == len(set(store.texts())) == 30


async def test_what_is_no_file_has_no_cursor(write: Write, tmp_path: Path, store: FakeMemory, kept: Kept) -> None:
    write("empty.txt", "")
    (tmp_path / ".hidden").write_text("x")
    await ingest(store, [tmp_path, tmp_path / "gone.md"], cursors=kept)
    assert kept.cursors == {}
