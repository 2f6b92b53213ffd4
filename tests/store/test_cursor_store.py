"""Cursors on a real server: kept beside what was read, for one audience, gone with it."""

from pathlib import Path

from graphmem.app import App
from graphmem.cli.session import Desk
from graphmem.domain.cursors import Cursor, CursorKey, Footprint
from graphmem.domain.scope import Placement, Reader
from graphmem.govern.audience import reader_of
from graphmem.store.bench import BenchStore
from ingest.report import FileStatus
from ingest.run import ingest

KEY = CursorKey(uri="file:///a.md", project="p", source="")


def cursor(size: int = 5) -> Cursor:
    looks = Footprint(size=size, mtime_ns=1_780_000_000_123_456_789, head_hash="h", complete=5, tail_hash="t")
    return Cursor(key=KEY, footprint=looks, connector="markdown", extractor="rules@1", episodes=2, families=("f", "g"))


async def test_a_cursor_is_found_as_it_was_saved_and_the_later_one_stands(memory: App, reader: Reader) -> None:
    assert await memory.find_cursors([KEY], reader) == {}
    await memory.save_cursors([cursor()], reader)
    assert await memory.find_cursors([KEY], reader) == {KEY: cursor()}
    await memory.save_cursors([cursor(9)], reader)
    assert await memory.find_cursors([KEY], reader) == {KEY: cursor(9)}


async def test_what_one_audience_was_given_another_still_has_to_read(memory: App, reader: Reader) -> None:
    await memory.save_cursors([cursor()], reader)
    assert await memory.find_cursors([KEY], reader, Placement.usual("company")) == {}
    assert await memory.find_cursors([KEY], reader_of(reader.tenant, "bo")) == {}
    assert await memory.find_cursors([KEY], reader_of(f"{reader.tenant}x", "ada")) == {}


async def test_more_files_than_one_question_asks_for_are_all_found(memory: App, reader: Reader) -> None:
    keys = [CursorKey(uri=f"file:///{n}.md", project="", source="") for n in range(1100)]
    looks = cursor().footprint
    many = [
        Cursor(key=key, footprint=looks, connector="markdown", extractor="rules@1", episodes=1, families=())
        for key in keys
    ]
    await memory.save_cursors(many, reader)
    assert set(await memory.find_cursors(keys, reader)) == set(keys)


async def test_a_wiped_memory_is_read_again(memory: App, reader: Reader, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# Harbour\n\nWe decided to use Kafka because RabbitMQ loses messages.\n")
    desk = Desk(memory=memory, reader=reader)
    seen = []
    for wipe in (False, True, False):
        if wipe:
            await BenchStore(memory.client).delete_tenant(reader.tenant)
        report = await ingest(desk, [note], cursors=desk)
        seen.append((report.files[0].status, report.totals.new))
    again = await ingest(desk, [note], cursors=desk)
    assert seen[:2] == [(FileStatus.OK, 1), (FileStatus.OK, 1)]
    assert (again.files[0].status, again.totals.unchanged) == (FileStatus.UNCHANGED, 1)
