"""The outbox and watching as a user meets them: processes of their own, a database behind a door."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from proxies import Door, door_to

from graphmem.store.client import Connection

Command = Callable[..., Any]
MOST_LOOKS = 10_000


@pytest.fixture
def door(connection: Connection) -> Iterator[Door]:
    with door_to(connection.uri) as opened:
        yield opened


@pytest.fixture
def world(engine_env: dict[str, str], door: Door, tenant: str, tmp_path: Path) -> dict[str, str]:
    return engine_env | {
        "GRAPHMEM_NEO4J_URI": door.uri,
        "GRAPHMEM_TENANT": tenant,
        "GRAPHMEM_PRINCIPAL": "ada",
        "GRAPHMEM_OUTBOX": str(tmp_path / "outbox"),
        "GRAPHMEM_WATCH_DEBOUNCE_S": "0.05",
        "GRAPHMEM_WATCH_POLLING": "1",
    }


@pytest.fixture
def graphmem(world: dict[str, str]) -> Command:
    """What a command answers, as JSON; it must end with `code`."""

    def run(*arguments: str, code: int = 0) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "graphmem", *arguments, "--json"],
            env=world,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, done.stderr + done.stdout
        return json.loads(done.stdout)

    return run


def test_what_is_said_while_the_database_is_away_is_there_once_it_is_back_in_the_order_it_was_said(
    graphmem: Command, door: Door, tmp_path: Path
) -> None:
    """OPS-01, REL-01: queued, shown by doctor, stored by the next command that writes."""
    note = tmp_path / "note.md"
    note.write_text("# Harbour\n\nThe harbour reports are due on Mondays.\n")
    door.shut()
    assert len(graphmem("remember", "We deploy on Fridays.", code=75)["queued"]) == 1
    assert graphmem("ingest", str(note), code=75)["because"]["code"] == "database_unavailable"
    assert graphmem("remember", "We deploy on Fridays.", "--no-queue", code=69)["error"]["code"]
    listed = graphmem("outbox", "list")
    assert [job["kind"] for job in listed["jobs"]] == ["text", "path"]
    assert graphmem("outbox", "drain", code=69)["error"]["code"] == "database_unavailable"
    door.open()
    check = next(one for one in graphmem("doctor")["checks"] if one["name"] == "outbox")
    assert (check["state"], "2 queued" in check["detail"]) == ("green", True)
    assert graphmem("remember", "We deploy on Tuesdays.")["totals"]["new"] == 1
    assert graphmem("outbox", "list")["jobs"] == []
    assert graphmem("status")["memory"]["counts"]["Episode"] == 3
    assert graphmem("ingest", str(note))["files"][0]["status"] == "unchanged"
    assert graphmem("ingest", str(note), "--again")["files"][0]["status"] == "ok"


def test_a_job_that_fails_for_good_makes_doctor_red_until_it_is_mended_or_dropped(
    graphmem: Command, door: Door, tmp_path: Path
) -> None:
    bad = tmp_path / "noise.bin"
    bad.write_bytes(bytes(range(256)) * 20)
    door.shut()
    [identifier] = graphmem("ingest", str(bad), code=75)["queued"]
    door.open()
    assert graphmem("outbox", "drain")["postponed"] == 1
    job = graphmem("outbox", "list")["jobs"][0]
    assert (job["id"], job["attempts"], "binary" in job["last_error"]) == (identifier, 1, True)
    bad.write_text("We decided to use Kafka because RabbitMQ loses messages.\n")
    graphmem("outbox", "retry", identifier)
    assert graphmem("outbox", "drain")["done"] == 1
    assert graphmem("outbox", "list")["state"]["dead"] == 0


def test_watching_reads_what_changes_and_ends_cleanly(world: dict[str, str], graphmem: Command, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("# Harbour\n\nThe harbour reports are due on Mondays.\n")
    with subprocess.Popen(
        [sys.executable, "-m", "graphmem", "ingest", str(notes), "--watch", "--json"],
        env=world,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as watching:
        try:
            assert watching.stdout
            first = json.loads(watching.stdout.readline())
            assert [file["status"] for file in first["files"]] == ["ok"]
            (notes / "b.md").write_text("# Gate\n\nThe gate opens at noon.\n")
            told = json.loads(watching.stdout.readline())
            assert [file["status"] for file in told["files"]] == ["unchanged", "ok"]
            watching.send_signal(signal.SIGTERM)
            watching.communicate(timeout=60)
        finally:
            watching.kill()
    assert watching.returncode == 0
    assert graphmem("status")["memory"]["counts"]["Episode"] == 2


def test_serve_stores_what_waits_and_status_counts_it(world: dict[str, str], graphmem: Command, door: Door) -> None:
    import httpx

    door.shut()
    graphmem("remember", "We deploy on Fridays.", code=75)
    door.open()
    with subprocess.Popen(
        [sys.executable, "-m", "graphmem", "serve", "--port", "0", "--json"],
        env=world | {"GRAPHMEM_OUTBOX_DRAIN_S": "0.1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as serving:
        try:
            assert serving.stdout
            lines = iter(serving.stdout.readline, "")
            url = next(json.loads("{" + line.strip().rstrip(",") + "}")["url"] for line in lines if '"url"' in line)
            query = {"query": "{ status { outbox { queued claimed dead } counts { kind nodes } } }"}
            states = (httpx.post(url, json=query, timeout=60).json()["data"]["status"] for _ in range(MOST_LOOKS))
            # The fields of one answer are read side by side: the counts may be those of a moment before.
            stored = next(s for s in states if s["counts"] and not s["outbox"]["queued"] + s["outbox"]["claimed"])
            assert stored["outbox"]["dead"] == 0
            assert {"kind": "Episode", "nodes": 1} in stored["counts"]
        finally:
            serving.send_signal(signal.SIGINT)
            serving.communicate(timeout=60)
            serving.kill()
    assert serving.returncode == 130
