"""Doctor's checks: evidence when red, and a way to mend it."""

import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem.cli import checks, doctor
from graphmem.cli.app import run
from graphmem.domain.answers import Check
from graphmem.domain.errors import EngineUnavailable
from graphmem.engine import EngineConfig, fetch
from graphmem.settings import Settings
from graphmem.store.client import Connection

NOBODY = Connection(uri="bolt://127.0.0.1:1", user="", password="", connect_timeout_s=1)
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def by_name(found: list[Check]) -> dict[str, Check]:
    return {check.name: check for check in found}


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("GRAPHMEM_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def one_jar(tmp_path: Path) -> EngineConfig:
    """An engine of a single jar, which a Maven repository on this machine has."""
    content = b"a jar, as good as any"
    jar = tmp_path / "m2" / "org" / "thing-1.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(content)
    lock = tmp_path / "engine.lock"
    lock.write_text(f"org/thing-1.jar sha256:{hashlib.sha256(content).hexdigest()} {len(content)}\n")
    return EngineConfig(
        home=tmp_path / "home", cache=tmp_path / "cache", maven_repository=tmp_path / "m2", lock_file=lock
    )


def damage(config: EngineConfig) -> None:
    """Other bytes while all dates say that nothing was changed since the last check: what a failing disk does."""
    jar = config.jars / "org" / "thing-1.jar"
    jar.write_bytes(b"A" * jar.stat().st_size)
    checked = next(config.cache.glob("checked-*"))
    later = jar.stat().st_ctime + 3600
    os.utime(checked, (later, later))


def test_whole_engine_files_are_green(one_jar: EngineConfig) -> None:
    assert checks._files(one_jar, fix=False, progress=None).state == "green"


def test_a_damaged_jar_is_named_and_the_way_to_mend_it(one_jar: EngineConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    report = fetch(one_jar)
    monkeypatch.setattr(checks, "fetch", lambda *_, **__: report)
    damage(one_jar)
    found = checks._files(one_jar, fix=False, progress=None)
    assert (found.state, found.detail) == ("red", "damaged: thing-1.jar")
    assert "doctor --fix" in found.hint


def test_fix_fetches_a_damaged_jar_again(one_jar: EngineConfig) -> None:
    checks._files(one_jar, fix=False, progress=None)
    damage(one_jar)
    found = checks._files(one_jar, fix=True, progress=None)
    assert found.state == "green"
    assert (one_jar.jars / "org" / "thing-1.jar").read_bytes() == b"a jar, as good as any"


def test_another_server_leaves_the_private_engine_not_configured_and_never_red(tmp_path: Path) -> None:
    settings = Settings(neo4j_uri="bolt://db:7687", outbox=tmp_path)
    found = list(checks.machine_checks(settings, fix=False, progress=None))
    states = {check.name: check.state for check in found}
    assert states == {
        "variables": "green",
        "outbox": "green",
        "java": "not_configured",
        "engine files": "not_configured",
        "engine": "not_configured",
        "disk": "not_configured",
    }


def test_a_misspelt_variable_is_red_and_the_right_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_NEO4J_URL", "bolt://db:7687")
    found = checks._variables()
    assert (found.state, found.detail) == ("red", "unknown: GRAPHMEM_NEO4J_URL")
    assert "GRAPHMEM_NEO4J_URI" in found.hint


def test_a_java_that_is_not_there_is_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise EngineUnavailable("no engine here", hint="Fetch it.")

    for name in ("fetch", "up"):
        monkeypatch.setattr(checks, name, refuses)
    settings = Settings(java_home=tmp_path / "nowhere", home=tmp_path / "home", cache=tmp_path / "cache")
    found = by_name(list(checks.machine_checks(settings, fix=False, progress=None)))
    assert found["java"].state == "red"
    assert found["java"].hint
    assert found["engine"] == checks.red("engine", "no engine here", "Fetch it.")
    assert found["disk"].state == "green"


def test_a_full_disk_is_red_and_named(monkeypatch: pytest.MonkeyPatch, one_jar: EngineConfig) -> None:
    monkeypatch.setattr(checks, "_free", lambda path: 5_000_000 if path == one_jar.cache else 10**12)
    found = checks._disk(one_jar)
    assert found.state == "red"
    assert found.detail == f"5.0 MB free for {one_jar.cache}"


def test_an_index_that_is_not_online_is_named() -> None:
    found = checks._indexes({"chunk_text": "ONLINE", "chunk_vector": "POPULATING"})
    assert (found.state, found.detail) == ("red", "chunk_vector is POPULATING")
    assert checks._indexes({"chunk_text": "ONLINE"}).state == "green"


def test_a_share_is_never_rounded_up_to_all() -> None:
    found = checks._coverage(100_000, 99_999)
    assert found.state == "red"
    assert "(99 %)" in found.detail
    assert checks._coverage(0, 0).state == "green"


def test_an_old_server_is_red() -> None:
    assert checks._server("5.26.1", "community").state == "red"
    assert checks._server("2026.08.1", "community").state == "green"


@pytest.mark.parametrize(
    ("ours", "theirs", "state"),
    [
        (NOW, NOW + timedelta(seconds=5), "green"),
        (NOW, NOW - timedelta(minutes=10), "red"),
        (datetime(1970, 1, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC), "red"),
    ],
)
def test_clocks_that_differ_or_were_never_set_are_red(ours: datetime, theirs: datetime, state: str) -> None:
    assert checks._clock(ours, theirs).state == state


@pytest.mark.parametrize(("state", "code"), [("green", 0), ("not_configured", 0), ("red", 2)])
def test_doctor_ends_with_2_only_when_something_is_red(
    state: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check = Check(name="engine", state=state, detail="seen", hint="mend it" if state == "red" else "")  # type: ignore[arg-type]
    monkeypatch.setattr(doctor, "examine", lambda *_, **__: [check])
    assert run(["doctor"]) == code
    assert ("mend it" in capsys.readouterr().out) == (state == "red")


async def test_a_server_that_does_not_answer_is_one_red_check() -> None:
    found = [check async for check in checks.memory_checks(NOBODY, Settings())]
    assert [(check.name, check.state) for check in found] == [("server", "red")]


async def test_a_model_that_cannot_be_loaded_is_one_red_check(tmp_path: Path) -> None:
    found = [check async for check in checks.memory_checks(NOBODY, Settings(embedder_path=tmp_path))]
    assert [(check.name, check.state) for check in found] == [("model", "red")]
