"""When the memory is not there: the work is queued and said so; every other trouble is told as ever."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from outbox_given import Deliveries, filled, payloads, text_job

from graphmem.cli import outbox, queue, session
from graphmem.cli.app import run
from graphmem.domain.errors import (
    BadInput,
    Conflict,
    DatabaseUnavailable,
    EngineUnavailable,
    GraphmemError,
    ModelUnavailable,
    WrongCredentials,
)
from graphmem.domain.scope import Visibility
from graphmem.settings import Settings
from ingest.outbox import JobKind, Spool
from ingest.outbox.drain import drain

Failing = Callable[[BaseException], None]


@pytest.fixture
def spool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spool:
    monkeypatch.setenv("GRAPHMEM_OUTBOX", str(tmp_path / "outbox"))
    monkeypatch.setenv("GRAPHMEM_TENANT", "harbour")
    monkeypatch.setenv("GRAPHMEM_PRINCIPAL", "ada")
    monkeypatch.delenv("GRAPHMEM_NEO4J_URI", raising=False)
    monkeypatch.chdir(tmp_path)
    return Spool(tmp_path / "outbox")


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Failing:
    def fail_with(error: BaseException) -> None:
        def visit(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(session, "visit", visit)

    return fail_with


GONE = DatabaseUnavailable("Neo4j does not answer.", hint="Start it.")


@pytest.mark.parametrize("error", [GONE, EngineUnavailable("no engine"), ModelUnavailable("no model")])
def test_a_sentence_is_queued_with_all_it_needs_and_the_exit_code_says_so(
    spool: Spool, failing: Failing, capsys: pytest.CaptureFixture[str], error: GraphmemError
) -> None:
    """OPS-01, REL-01: accepted means kept, and the answer says that it waits."""
    failing(error)
    assert run(["remember", "We deploy on Tuesdays.", "--project", "harbour", "--scope", "company"]) == 75
    [entry] = spool.entries()
    job = spool.peek(spool.queued / entry.name)
    assert job
    assert (job.kind, job.payload, job.title) == (JobKind.TEXT, "We deploy on Tuesdays.", "We deploy on Tuesdays.")
    assert (job.tenant, job.principal, job.project) == ("harbour", "ada", "harbour")
    assert (job.scope, job.visibility) == ("company", Visibility.SHARED)
    assert job.happened_at
    assert job.id in capsys.readouterr().out


def test_files_are_queued_by_their_full_path(
    spool: Spool, failing: Failing, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    failing(GONE)
    assert run(["ingest", "a.md", "talks", "--json"]) == 75
    assert sorted(payloads(spool)) == [str(tmp_path / "a.md"), str(tmp_path / "talks")]
    told = json.loads(capsys.readouterr().out)
    assert (len(told["queued"]), told["because"]["code"]) == (2, "database_unavailable")


@pytest.mark.parametrize(
    ("error", "arguments", "code"),
    [
        (WrongCredentials("no"), [], 69),
        (GONE, ["--no-queue"], 69),
        (Conflict("no"), [], 1),
        (BadInput("no"), [], 65),
    ],
)
def test_what_waiting_would_not_mend_is_not_queued(
    spool: Spool, failing: Failing, error: GraphmemError, arguments: list[str], code: int
) -> None:
    failing(error)
    assert run(["remember", "We deploy on Tuesdays.", *arguments]) == code
    assert spool.state().queued == 0


def test_an_outbox_that_cannot_be_written_is_an_error_and_no_75(
    spool: Spool, failing: Failing, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(GONE)
    spool.folder.write_text("in the way")
    assert run(["remember", "We deploy on Tuesdays."]) == 69
    assert "the outbox" in capsys.readouterr().err.lower()


def test_each_database_has_an_outbox_of_its_own(tmp_path: Path) -> None:
    """REL-04: what was said to one memory must not end in another."""
    uris = ("", "bolt://a:7687", "bolt://b:7687")
    folders = {queue.folder_of(Settings(outbox=tmp_path, neo4j_uri=uri)) for uri in uris}
    assert len(folders) == 3
    assert queue.folder_of(Settings(home=tmp_path, neo4j_uri="")) == tmp_path / "outbox"


async def test_list_retry_and_drop(spool: Spool, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [text_job(said) for said in ("bad", "worse", "waits")]
    filled(spool.folder, *jobs)
    refused = Deliveries(bad=BadInput("refused"), worse=BadInput("refused too"), waits=GONE)
    await drain(spool, refused)
    bad, worse, waits = (job.id for job in jobs)
    assert run(["outbox", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(job["id"], job["state"], job["last_error"]) for job in listed["jobs"]] == [
        (waits, "queued", ""),
        (bad, "dead", "refused"),
        (worse, "dead", "refused too"),
    ]
    assert run(["outbox", "retry", bad[:6]]) == 0
    assert payloads(spool) == ["bad", "waits"]
    assert run(["outbox", "drop", worse]) == 0
    assert list(spool.buried()) == []
    assert run(["outbox", "drop", waits, "--json"]) == 0
    assert payloads(spool) == ["bad"]
    capsys.readouterr()
    assert run(["outbox", "list"]) == 0
    assert "bad" in capsys.readouterr().out


async def test_retry_all_makes_everything_due_now(spool: Spool, capsys: pytest.CaptureFixture[str]) -> None:
    filled(spool.folder, text_job("dead"), text_job("later"))
    await drain(spool, Deliveries(dead=BadInput("refused"), later=Conflict("busy")))
    assert spool.entries()[0].due_ms > 0
    assert run(["outbox", "retry", "--all", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["due"]) == 2
    assert [entry.due_ms for entry in spool.entries()] == [0, 0]
    assert (await drain(spool, Deliveries())).done == 2


@pytest.mark.parametrize(
    ("arguments", "code"), [(["retry"], 65), (["retry", "abcd1234"], 65), (["drop", "abcd1234"], 65), ([], 64)]
)
def test_a_job_that_is_not_there_is_told(spool: Spool, arguments: list[str], code: int) -> None:
    assert spool.state().queued == 0
    assert run(["outbox", *arguments]) == code


async def test_doctor_is_green_while_little_waits_and_red_when_something_died_or_waits_for_long(spool: Spool) -> None:
    """REL-01: what is not stored is seen, with counts, before three weeks have passed."""
    settings = Settings(outbox=spool.folder, neo4j_uri="")
    assert (outbox.outbox_check(settings).state, outbox.outbox_check(settings).detail) == ("green", "empty")
    filled(spool.folder, text_job("bad"), text_job("waits"))
    assert outbox.outbox_check(settings).state == "green"
    assert "2 queued" in outbox.outbox_check(settings).detail
    impatient = Settings(outbox=spool.folder, neo4j_uri="", outbox_alert_s=0)
    assert outbox.outbox_check(impatient).state == "red"
    await drain(spool, Deliveries(bad=BadInput("refused"), waits=GONE))
    found = outbox.outbox_check(settings)
    assert (found.state, found.hint != "") == ("red", True)
    assert "1 queued, 0 being stored, 1 dead" in found.detail
    assert "refused" in found.detail
