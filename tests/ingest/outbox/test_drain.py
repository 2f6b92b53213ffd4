"""Draining: every accepted job is delivered, in order, and what cannot be is kept with its reason."""

import asyncio
import errno
import os
from pathlib import Path
from typing import Any

import pytest
from outbox_given import AT_ONCE, Deliveries, filled, names, path_job, payloads, report, text_job

from graphmem.domain.errors import (
    BudgetSpent,
    Conflict,
    DatabaseUnavailable,
    ExtractorUnavailable,
    SecretRefused,
    WrongCredentials,
)
from ingest.outbox import Job, Spool
from ingest.outbox.claims import Claim
from ingest.outbox.drain import DrainLimits, drain
from ingest.report import FileStatus, IngestReport

DAY_S = 86_400.0


async def test_what_is_delivered_is_forgotten(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("a"), text_job("b")), Deliveries()
    done = await drain(spool, there)
    assert (done.done, there.said, spool.state().queued) == (2, ["a", "b"], 0)
    assert (names(spool.queued), names(spool.claimed), names(spool.dead), names(spool.half)) == ([], [], [], [])


async def test_what_arrives_while_it_drains_is_delivered_too(tmp_path: Path) -> None:
    spool = filled(tmp_path, text_job("a"))
    said: list[str] = []

    async def deliver(job: Job) -> IngestReport:
        said.append(job.payload)
        if job.payload == "a":
            spool.append(text_job("b"))
        return report()

    await drain(spool, deliver)
    assert said == ["a", "b"]


async def test_rel_01_a_job_that_fails_is_tried_again_then_kept_dead_with_its_reason(tmp_path: Path) -> None:
    """REL-01: nothing is dropped in silence; COST-01: and nothing is tried for ever."""
    spool, there = filled(tmp_path, text_job("bad"), text_job("good")), Deliveries(bad=Conflict("refused"))
    done = await drain(spool, there, AT_ONCE)
    assert there.counts == {"bad": 3, "good": 1}
    assert (done.done, done.dead, spool.state().dead) == (1, 1, 1)
    [dead] = spool.buried()
    assert (dead.reason, dead.job and dead.job.attempts) == ("refused (tried 3 times)", 3)
    assert (await drain(spool, there, AT_ONCE)).done == 0
    assert there.counts["bad"] == 3


async def test_waits_double_up_to_a_cap_and_differ(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("bad")), Deliveries(bad=Conflict("refused"))
    limits, clock, waits = DrainLimits(attempts=9, retry_s=10, retry_cap_s=60), [1000.0], []
    for _ in range(5):
        await drain(spool, there, limits, now_s=lambda: clock[0], jitter=lambda: 0.5)
        waits.append(spool.entries()[0].due_ms / 1000 - clock[0])
        clock[0] = spool.entries()[0].due_ms / 1000
    assert waits == [7.5, 15, 30, 45, 45]
    calls = len(there.said)
    await drain(spool, there, limits, now_s=lambda: clock[0] - 1)
    assert len(there.said) == calls, "not due yet"


async def test_a_clock_that_was_set_back_makes_no_job_wait_for_years(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("bad")), Deliveries(bad=Conflict("refused"))
    await drain(spool, there, now_s=lambda: 365 * 70 * DAY_S)
    await drain(spool, there, now_s=lambda: 365 * 56 * DAY_S)
    assert len(there.said) == 2


@pytest.mark.parametrize("error", [DatabaseUnavailable("gone"), WrongCredentials("no"), BudgetSpent("spent")])
async def test_when_the_memory_is_not_there_everything_waits_and_no_job_is_blamed(
    tmp_path: Path, error: Exception
) -> None:
    """COST-05: a limit that is hit pauses the drain and tells; nothing is retried in a circle."""
    spool, there = filled(tmp_path, text_job("a"), text_job("b")), Deliveries(a=error)
    done = await drain(spool, there, AT_ONCE)
    assert (done.paused, there.said, payloads(spool)) == (error, ["a"], ["a", "b"])
    job = spool.peek(spool.queued / spool.entries()[0].name)
    assert job
    assert (job.attempts, spool.state().dead) == (0, 0)


async def test_a_reader_that_fails_on_one_job_does_not_stop_the_others(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("a"), text_job("b")), Deliveries(a=ExtractorUnavailable("no JSON"))
    done = await drain(spool, there)
    assert (done.paused, done.done, payloads(spool)) == (None, 1, ["a"])


async def test_what_no_second_try_would_mend_is_dead_at_once(tmp_path: Path) -> None:
    spool = filled(tmp_path, text_job("key"), text_job("half"))
    there = Deliveries(key=SecretRefused("holds a key"), half=report(FileStatus.PARTIAL, "9 of 10 not understood"))
    await drain(spool, there)
    assert there.counts == {"key": 1, "half": 1}
    assert [dead.reason for dead in spool.buried()] == [
        "holds a key",
        "stored in part: file:///a: 9 of 10 not understood",
    ]


async def test_ing_11_a_file_that_is_not_there_yet_is_tried_again(tmp_path: Path) -> None:
    """ING-11: the harness names a transcript that appears later."""
    path = tmp_path / "s.jsonl"
    spool = filled(tmp_path / "outbox", path_job(path))
    gone, there = Deliveries(**{str(path): report(FileStatus.FAILED, "cannot be read")}), Deliveries()
    first = await drain(spool, gone, now_s=lambda: 1000.0)
    assert (first.postponed, first.reasons) == (1, ["file:///a: cannot be read"])
    later = await drain(spool, there, now_s=lambda: 1000.0 + DAY_S)
    assert (later.done, there.said) == (1, [str(path)])


async def test_a_later_job_of_a_session_waits_for_the_earlier_one_but_not_for_a_dead_one(tmp_path: Path) -> None:
    spool = filled(
        tmp_path,
        text_job("one", session="s"),
        text_job("two", session="s"),
        text_job("other", session="t"),
        text_job("free"),
    )
    there = Deliveries(one=Conflict("refused"))
    limits = DrainLimits(attempts=2)
    await drain(spool, there, limits, now_s=lambda: 1000.0)
    assert there.said == ["one", "other", "free"]
    await drain(spool, there, limits, now_s=lambda: 1000.0 + DAY_S)
    assert there.said == ["one", "other", "free", "one", "two"]
    assert [dead.job and dead.job.payload for dead in spool.buried()] == ["one"]


async def test_a_session_that_another_drain_works_on_waits(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("one", session="s"), text_job("two", session="s")), Deliveries()
    other = spool.claim(spool.entries()[0])
    assert other
    assert (await drain(spool, there)).done == 0
    spool.finish(other)
    assert (await drain(spool, there)).done == 1


async def test_two_and_eight_drains_deliver_each_job_once_and_keep_the_order(tmp_path: Path) -> None:
    for drains in (2, 8):
        said = [(f"{session}{n}", session) for n in range(10) for session in "abcd"]
        spool = filled(tmp_path / str(drains), *(text_job(text, session=session) for text, session in said))
        there = Deliveries()

        async def deliver(job: Job, there: Deliveries = there) -> IngestReport:
            await asyncio.sleep(0)
            return await there(job)

        while spool.entries():
            await asyncio.gather(*(drain(spool, deliver) for _ in range(drains)))
        assert there.counts == dict.fromkeys((text for text, _ in said), 1)
        for session in "abcd":
            assert [one for one in there.said if one[0] == session] == [f"{session}{n}" for n in range(10)]


async def test_a_job_whose_drain_was_killed_is_taken_over_at_once_and_counts_as_tried(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("a")), Deliveries()
    abandon(spool)
    [claim] = spool.claims()
    assert claim.pid == NOBODY
    done = await drain(spool, there)
    assert (done.done, there.said) == (1, ["a"])


async def test_a_job_that_kills_its_drain_each_time_is_dead_after_its_attempts(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("a")), Deliveries()
    for _ in range(AT_ONCE.attempts):
        abandon(spool)
        for claim in spool.sweep(claim_s=900):
            job = spool.claimed_job(claim)
            spool.put_back(claim, job)
        abandon(spool)
        await drain(spool, Deliveries(a=DatabaseUnavailable("gone")), AT_ONCE)
    assert there.said == []
    assert [dead.reason for dead in spool.buried()] == [
        "the process that worked on it ended before it was done (tried 3 times)"
    ]


NOBODY = 2**22 + 1


def abandon(spool: Spool) -> None:
    """Every waiting job claimed by a process that is no more."""
    for entry in spool.entries():
        claim = spool.claim(entry)
        assert claim
        left = Claim(entry=entry, pid=NOBODY, born="1", at=claim.at)
        (spool.claimed / claim.name).rename(spool.claimed / left.name)


async def test_a_drain_that_is_cancelled_puts_its_job_back(tmp_path: Path) -> None:
    spool = filled(tmp_path, text_job("a"))
    begun = asyncio.Event()

    async def hang(_: Job) -> IngestReport:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    task = asyncio.create_task(drain(spool, hang))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (payloads(spool), spool.claims()) == (["a"], [])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"kind": "text"}', b"\x00\xff", b'{"id": 3, "kind": "poem"}'])
async def test_a_corrupt_file_blocks_nothing_and_is_never_deleted(tmp_path: Path, content: bytes) -> None:
    spool, there = filled(tmp_path, text_job("before"), text_job("spoilt"), text_job("after")), Deliveries()
    spoilt = spool.queued / spool.entries()[1].name
    spoilt.write_bytes(content)
    done = await drain(spool, there)
    assert (there.said, done.dead) == (["before", "after"], 1)
    [dead] = spool.buried()
    assert (dead.path.read_bytes(), dead.job) == (content, None)
    assert dead.reason


async def test_a_file_with_a_strange_name_is_kept_with_a_reason(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("a")), Deliveries()
    (spool.queued / "notes.txt").write_text("mine")
    (spool.claimed / "x.json").write_text("{}")
    await drain(spool, there)
    assert there.said == ["a"]
    assert {dead.id: dead.reason for dead in spool.buried()} == dict.fromkeys(
        ("notes.txt", "x.json"), "its name is none that a job has"
    )


async def test_a_job_under_the_name_of_another_is_corrupt(tmp_path: Path) -> None:
    spool, there = filled(tmp_path, text_job("a"), text_job("b")), Deliveries()
    first, second = (spool.queued / entry.name for entry in spool.entries())
    first.write_bytes(second.read_bytes())
    await drain(spool, there)
    assert (there.said, [dead.reason for dead in spool.buried()]) == (["b"], ["its name belongs to another job"])


async def test_a_dead_job_that_is_retried_comes_in_its_old_place_from_the_start(tmp_path: Path) -> None:
    spool = filled(tmp_path, text_job("one", session="s"), text_job("two", session="s"))
    await drain(spool, Deliveries(one=Conflict("refused"), two=DatabaseUnavailable("gone")), AT_ONCE)
    [dead] = spool.buried()
    spool.revive(dead)
    there = Deliveries()
    await drain(spool, there)
    assert (there.said, list(spool.buried())) == (["one", "two"], [])


async def test_a_full_disk_while_draining_keeps_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = filled(tmp_path, text_job("bad"), text_job("worse"))
    there = Deliveries(bad=Conflict("refused"), worse=SecretRefused("a key"))

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        real = os.open
        patch.setattr(os, "open", lambda path, flags, *more: full() if flags & os.O_CREAT else real(path, flags, *more))
        await drain(spool, there)
    assert payloads(spool) == ["bad"]
    assert [dead.job and dead.job.payload for dead in spool.buried()] == ["worse"]
