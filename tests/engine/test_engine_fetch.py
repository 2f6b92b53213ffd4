"""Fetching the jars of a tiny lock file from a local mirror, in all the ways it can go wrong."""

import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from maven_mirror import PROCEDURES, SERVER, TINY, Mirror

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine import EngineConfig, FetchReport, fetch, verify
from graphmem.engine.config import Silent

TOTAL = 2_400_000 + 10_000 + 4
FETCH_IN_A_PROCESS = """
import signal, sys
from pathlib import Path
from graphmem.engine import EngineConfig, fetch
signal.signal(signal.SIGINT, signal.default_int_handler)
home, cache, base, lock = sys.argv[1:]
fetch(EngineConfig(home=Path(home), cache=Path(cache), maven_base=base, lock_file=Path(lock),
                   maven_repository=Path("/nonexistent/m2")))
"""


@pytest.fixture(autouse=True)
def _no_pause_between_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.engine.download.PAUSE_S", 0)


def test_an_empty_cache_is_filled_and_the_second_fetch_asks_for_nothing(tiny: EngineConfig, mirror: Mirror) -> None:
    assert fetch(tiny) == FetchReport(files=3, downloaded_bytes=TOTAL, reused_bytes=0)
    mirror.asked.clear()
    assert fetch(tiny) == FetchReport(files=3, downloaded_bytes=0, reused_bytes=TOTAL)
    assert mirror.asked == []
    assert verify(tiny) == []
    assert contents(tiny) == mirror.files


def test_progress_is_told_every_byte_once(tiny: EngineConfig) -> None:
    told = Recorder()
    fetch(tiny, progress=told)
    assert told.total == told.received == TOTAL
    assert any("3 files" in text for text in told.stages)


def test_a_cut_part_is_continued_where_it_ended(tiny: EngineConfig, mirror: Mirror) -> None:
    part = part_file(tiny, SERVER)
    part.write_bytes(mirror.files[SERVER][:1_000_000])
    fetch(tiny)
    assert (SERVER, "bytes=1000000-") in mirror.asked
    assert contents(tiny) == mirror.files


def test_a_cut_part_is_begun_anew_when_the_mirror_knows_no_ranges(tiny: EngineConfig, mirror: Mirror) -> None:
    mirror.ignores_ranges = True
    part_file(tiny, SERVER).write_bytes(mirror.files[SERVER][:1_000_000])
    fetch(tiny)
    assert len(mirror.asked) == 3
    assert contents(tiny) == mirror.files


def test_a_part_with_other_bytes_is_begun_anew(tiny: EngineConfig, mirror: Mirror) -> None:
    part_file(tiny, SERVER).write_bytes(b"not the beginning of this jar")
    fetch(tiny)
    assert contents(tiny) == mirror.files


def test_a_connection_that_breaks_off_is_taken_up_again(tiny: EngineConfig, mirror: Mirror) -> None:
    mirror.broken_off.add(SERVER)
    fetch(tiny)
    asked = [asked_range for path, asked_range in mirror.asked if path == SERVER]
    assert asked[0] is None
    assert asked[1].startswith("bytes=")
    assert contents(tiny) == mirror.files


@pytest.mark.parametrize("damage", [b"procedurez" * 1000, b"short", b""])
def test_a_corrupt_jar_in_the_cache_is_found_and_fetched_again(
    tiny: EngineConfig, mirror: Mirror, damage: bytes
) -> None:
    fetch(tiny)
    (tiny.jars / PROCEDURES).write_bytes(damage)
    mirror.asked.clear()
    assert fetch(tiny).downloaded_bytes == 10_000
    assert [path for path, _ in mirror.asked] == [PROCEDURES]
    assert contents(tiny) == mirror.files


def test_verify_names_the_jars_that_are_missing_or_damaged(tiny: EngineConfig) -> None:
    fetch(tiny)
    (tiny.jars / TINY).unlink()
    (tiny.jars / PROCEDURES).write_bytes(b"x" * 10_000)
    assert sorted(verify(tiny)) == sorted([TINY, PROCEDURES])


def test_a_cache_without_a_marker_is_checked_and_then_trusted(tiny: EngineConfig, mirror: Mirror) -> None:
    fetch(tiny)
    for marker in tiny.cache.glob("checked-*"):
        marker.unlink()
    (tiny.jars / TINY).write_bytes(b"tinz")
    mirror.asked.clear()
    assert fetch(tiny).downloaded_bytes == 4
    assert [path for path, _ in mirror.asked] == [TINY]


def test_a_local_maven_repository_spares_the_download(tiny: EngineConfig, mirror: Mirror, tmp_path: Path) -> None:
    config = replace(tiny, maven_repository=tmp_path / "m2")
    for path, content in mirror.files.items():
        put(config.maven_repository / path, content)
    assert fetch(config) == FetchReport(files=3, downloaded_bytes=0, reused_bytes=TOTAL)
    assert mirror.asked == []
    put(config.maven_repository / TINY, b"changed later")
    assert verify(config) == []


def test_another_file_in_the_local_maven_repository_is_not_used(
    tiny: EngineConfig, mirror: Mirror, tmp_path: Path
) -> None:
    config = replace(tiny, maven_repository=tmp_path / "m2")
    put(config.maven_repository / TINY, b"tinz")
    fetch(config)
    assert TINY in [path for path, _ in mirror.asked]
    assert contents(config) == mirror.files


def test_a_file_the_mirror_lacks_is_named_and_what_came_stays(tiny: EngineConfig, mirror: Mirror) -> None:
    del mirror.files[TINY]
    with pytest.raises(EngineUnavailable, match=f"{TINY}.*127.0.0.1.*404") as raised:
        fetch(tiny)
    assert "mirror" in raised.value.hint
    assert TINY not in contents(tiny)
    mirror.files[TINY] = b"tiny"
    fetch(tiny)
    assert contents(tiny) == mirror.files


def test_a_file_with_another_hash_is_named_and_never_kept(tiny: EngineConfig, mirror: Mirror) -> None:
    mirror.files[TINY] = b"tinz"
    with pytest.raises(EngineUnavailable, match=f"{TINY}.*checksum"):
        fetch(tiny)
    assert not list(tiny.jars.rglob("tiny-1*"))


def test_a_mirror_that_cannot_be_reached_is_named(tiny: EngineConfig) -> None:
    with pytest.raises(EngineUnavailable, match=r"jar could not be fetched from 127\.0\.0\.1") as raised:
        fetch(replace(tiny, maven_base="http://127.0.0.1:9/maven"))
    assert raised.value.hint


@pytest.mark.parametrize("base", ["no address", "http://127.0.0.1:port/"])
def test_a_mirror_address_that_is_none_is_an_error_with_a_hint(tiny: EngineConfig, base: str) -> None:
    with pytest.raises(EngineUnavailable) as raised:
        fetch(replace(tiny, maven_base=base))
    assert "mirror" in raised.value.hint


def test_a_full_disk_leaves_no_half_written_file(tiny: EngineConfig, mirror: Mirror) -> None:
    part_file(tiny, SERVER).symlink_to("/dev/full")
    with pytest.raises(EngineUnavailable, match="No space left") as raised:
        fetch(tiny)
    assert "Free some space" in raised.value.hint
    assert not list(tiny.jars.rglob("neo4j-server-*"))
    fetch(tiny)
    assert contents(tiny) == mirror.files


def test_too_little_room_is_told_before_anything_is_fetched(
    tiny: EngineConfig, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(EngineUnavailable, match="only 0 MB are free") as raised:
        fetch(tiny)
    assert raised.value.hint
    assert mirror.asked == []


def test_a_cache_that_cannot_be_written_is_an_error_with_a_hint(tiny: EngineConfig, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(EngineUnavailable, match="cannot be written") as raised:
        fetch(replace(tiny, cache=tmp_path / "file" / "cache"))
    assert "writable" in raised.value.hint


def test_two_processes_at_once_fetch_each_file_once(tiny: EngineConfig, mirror: Mirror) -> None:
    mirror.gate = threading.Event()
    first = start_fetch(tiny)
    assert mirror.reached.wait(60)
    second = start_fetch(tiny)
    third = threading.Thread(target=fetch, args=[tiny])
    third.start()
    mirror.gate.set()
    third.join()
    assert (first.wait(), second.wait()) == (0, 0)
    assert sorted(path for path, _ in mirror.asked) == sorted(mirror.files)
    assert contents(tiny) == mirror.files


def test_ctrl_c_in_the_middle_leaves_nothing_half_written_and_the_next_fetch_completes(
    tiny: EngineConfig, mirror: Mirror
) -> None:
    mirror.gate = threading.Event()
    process = start_fetch(tiny)
    assert mirror.reached.wait(60)
    process.send_signal(signal.SIGINT)
    mirror.gate.set()
    assert process.wait() != 0
    assert contents(tiny).items() <= mirror.files.items()  # what is there is whole: one file may end before the signal
    mirror.gate = None
    fetch(tiny)
    assert contents(tiny) == mirror.files


class Recorder(Silent):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.total = self.received = 0
        self.stages: list[str] = []

    def start(self, total_bytes: int) -> None:
        self.total += total_bytes

    def advance(self, received_bytes: int) -> None:
        self.received += received_bytes

    def stage(self, text: str) -> None:
        self.stages.append(text)


def contents(config: EngineConfig) -> dict[str, bytes]:
    return {
        str(path.relative_to(config.jars)): path.read_bytes()
        for path in config.jars.rglob("*")
        if path.is_file() and path.suffix != ".part"
    }


def part_file(config: EngineConfig, path: str) -> Path:
    part = config.jars / f"{path}.part"
    part.parent.mkdir(parents=True)
    return part


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def start_fetch(config: EngineConfig) -> "subprocess.Popen[bytes]":
    words = [config.home, config.cache, config.maven_base, config.lock_file]
    return subprocess.Popen([sys.executable, "-c", FETCH_IN_A_PROCESS, *map(str, words)], stderr=subprocess.DEVNULL)
