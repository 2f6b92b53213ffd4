"""The spool: what is accepted is whole and on the disk, what is not accepted leaves nothing."""

import errno
import os
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outbox_given import filled, names, path_job, payloads, text_job

from graphmem.domain.errors import Unavailable
from ingest.outbox import CorruptJob, Job, JobKind, Spool
from ingest.outbox.claims import Claim, Entry, born
from ingest.outbox.job import read_job


@given(payload=st.text(), title=st.text(), project=st.text(), session=st.text(), is_again=st.booleans())
def test_a_job_is_read_as_it_was_written(payload: str, title: str, project: str, session: str, is_again: bool) -> None:
    job = Job(
        kind=JobKind.TEXT,
        payload=payload,
        title=title,
        principal="ada",
        project=project,
        session=session,
        is_again=is_again,
        created_at="2026-03-02T12:00:00+00:00",
    )
    assert read_job(job.as_json()) == job


def test_a_torn_job_is_never_taken_for_a_whole_one() -> None:
    raw = text_job("We deploy on Fridays.", session="s").as_json()
    for cut in range(len(raw)):
        with pytest.raises(CorruptJob):
            read_job(raw[:cut])


def test_a_job_whose_content_was_changed_on_the_disk_is_corrupt() -> None:
    raw = text_job("We deploy on Fridays.").as_json()
    with pytest.raises(CorruptJob, match="not what was accepted"):
        read_job(raw.replace(b"Fridays", b"Mondays"))


def test_the_same_work_that_waits_is_accepted_once(tmp_path: Path) -> None:
    spool = filled(tmp_path, text_job("a"), text_job("a"), text_job("b"))
    assert payloads(spool) == ["a", "b"]


def test_work_that_is_being_done_is_accepted_again_since_its_file_may_have_grown(tmp_path: Path) -> None:
    spool = filled(tmp_path, path_job(tmp_path / "s.jsonl"))
    assert spool.claim(spool.entries()[0])
    spool.append(path_job(tmp_path / "s.jsonl"))
    assert (len(spool.entries()), len(spool.claims())) == (1, 1)


def test_only_the_owner_may_read_what_waits(tmp_path: Path) -> None:
    spool = filled(tmp_path / "outbox", text_job("a"))
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (spool.folder, spool.queued, spool.dead, spool.half)}
    assert modes == {0o700}
    assert stat.S_IMODE((spool.queued / spool.entries()[0].name).stat().st_mode) == 0o600


def test_a_clock_that_is_set_back_changes_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock jumps back by a year between two remarks of one session."""
    spool = filled(tmp_path, text_job("first", session="s"))
    monkeypatch.setattr(time, "time_ns", lambda: 1_600_000_000_000_000_000)
    spool.append(text_job("second", session="s"))
    spool.append(text_job("third"))
    assert payloads(spool) == ["first", "second", "third"]


def test_the_order_holds_while_the_earlier_one_is_being_worked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = filled(tmp_path, text_job("first", session="s"))
    claim = spool.claim(spool.entries()[0])
    assert claim
    monkeypatch.setattr(time, "time_ns", lambda: 1_600_000_000_000_000_000)
    spool.append(text_job("second", session="s"))
    spool.put_back(claim)
    assert payloads(spool) == ["first", "second"]


@pytest.mark.parametrize("failing", ["fsync", "open"])
def test_a_full_disk_accepts_nothing_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    spool = filled(tmp_path, text_job("before"))

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, failing, full)
    with pytest.raises(Unavailable, match="No space left on device") as told:
        spool.append(text_job("a"))
    monkeypatch.undo()
    assert "Free some space" in told.value.hint
    assert (payloads(spool), names(spool.half)) == (["before"], [])


def test_a_limit_of_the_operating_system_in_the_middle_of_the_file_leaves_no_half_job(tmp_path: Path) -> None:
    """A real short write: the process may not write a file of more than 4 kB, and the job is larger."""
    script = (
        "import resource, signal, sys, pathlib; sys.path.insert(0, sys.argv[2]);"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
        "from outbox_given import *; from graphmem.domain.errors import Unavailable\n"
        "spool = filled(pathlib.Path(sys.argv[1]), text_job('small'))\n"
        "try: spool.append(text_job('x' * 100_000))\n"
        "except Unavailable as error: print(error)\n"
    )
    tests = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), tests], capture_output=True, text=True, check=True
    )
    assert "cannot be written" in done.stdout
    spool = Spool(tmp_path)
    assert (payloads(spool), names(spool.half)) == (["small"], [])


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unavailable, match="cannot be written"):
        Spool(tmp_path / "file" / "outbox").append(text_job("a"))


def test_appending_imports_nothing_heavy() -> None:
    """ING-12: a hook has half a second before it is killed; a clock would measure the machine, imports decide."""
    heavy = ("pydantic", "neo4j", "numpy", "typer", "rich", "asyncio", "psutil", "graphmem.settings", "ingest.run")
    script = f"import sys, ingest.outbox; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_names_are_read_as_they_were_made() -> None:
    entry = Entry(seq=1_780_000_000_000_000_001, due_ms=42, session="ab" * 8, id="0f" * 8)
    assert Entry.read(entry.name) == entry
    claim = Claim.mine(entry)
    assert Claim.read(claim.name) == claim
    assert Claim.read(entry.name) is None
    assert Entry.read(claim.name) is None


def test_a_claim_of_a_living_process_is_good_for_a_time_and_one_of_a_dead_process_is_not() -> None:
    claim = Claim.mine(Entry(seq=1, due_ms=0, session="0" * 16, id="0" * 16))
    assert not claim.is_stale(900)
    assert replace(claim, at=claim.at - 901 * 10**9).is_stale(900)
    assert replace(claim, at=claim.at + 10**12).is_stale(900), "the machine was started anew since"
    assert replace(claim, born="1").is_stale(900), "another process has its number now"
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        other = replace(claim, pid=process.pid, born=born(process.pid))
        assert not other.is_stale(900)
        process.communicate(b"\n")
    assert other.is_stale(900)


def test_setting_the_clock_leaves_claims_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Claim.mine(Entry(seq=1, due_ms=0, session="0" * 16, id="0" * 16))
    for now in (0.0, 4e9):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        monkeypatch.setattr(time, "time_ns", lambda now=now: int(now * 1e9))
        assert not claim.is_stale(900)


def test_the_age_of_the_oldest_is_told_and_never_negative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = filled(tmp_path, text_job("a"), text_job("b"))
    real = time.time()
    monkeypatch.setattr(time, "time", lambda: real + 100)
    assert 99 < spool.state().oldest_s < 200
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert (spool.state().queued, spool.state().oldest_s) == (2, 0.0)


def test_a_spool_that_was_never_used_is_empty_and_is_not_made_by_looking(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "outbox")
    assert (spool.state().queued, spool.entries(), list(spool.buried())) == (0, [], [])
    assert not spool.folder.exists()
