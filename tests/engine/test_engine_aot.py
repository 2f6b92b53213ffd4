"""The AOT cache: its name, its use, and its making with a stand-in for Java."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine import EngineConfig, aot, aot_maker, fetch, process
from graphmem.engine.home import Home, home_of
from graphmem.engine.java import Java
from graphmem.engine.lock import EngineLock, read


@pytest.fixture
def lock(tiny: EngineConfig) -> EngineLock:
    return read(tiny.lock_file)


@pytest.fixture
def java(tmp_path: Path) -> Java:
    return Java(binary=tmp_path / "java", major=25, release="25.0.2+10")


@pytest.fixture
def cache(tiny: EngineConfig, lock: EngineLock, java: Java) -> Path:
    found = aot.cache_for(tiny, lock, java)
    assert found
    found.parent.mkdir(parents=True)
    return found


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been run."""
    started: list[list[str]] = []
    monkeypatch.setattr(aot, "detached", lambda command, **_: started.append(command))
    return started


def test_the_name_changes_with_the_jars_and_with_the_java(
    tiny: EngineConfig, lock: EngineLock, java: Java, tmp_path: Path
) -> None:
    names = {
        aot.cache_for(tiny, lock, java),
        aot.cache_for(tiny, replace(lock, digest="other"), java),
        aot.cache_for(tiny, lock, replace(java, release="25.0.3+1")),
        aot.cache_for(tiny, lock, replace(java, binary=tmp_path / "elsewhere" / "java")),
    }
    assert len(names) == 4
    assert aot.cache_for(tiny, lock, java) == aot.cache_for(replace(tiny, home=tmp_path / "other"), lock, java)


def test_there_is_none_when_it_is_not_wanted_or_java_cannot(tiny: EngineConfig, lock: EngineLock, java: Java) -> None:
    assert aot.cache_for(replace(tiny, aot=False), lock, java) is None
    assert aot.cache_for(tiny, lock, replace(java, major=24)) is None
    assert aot.flags_to_use(None) == []


def test_it_is_used_only_when_it_is_there(cache: Path) -> None:
    assert aot.flags_to_use(cache) == []
    cache.write_bytes(b"classes")
    assert f"-XX:AOTCache={cache}" in aot.flags_to_use(cache)


def test_a_missing_one_is_made_by_a_process_of_its_own(
    tiny: EngineConfig, cache: Path, commands: list[list[str]]
) -> None:
    aot.make_if_missing(cache, tiny, started(tiny))
    ((python, _, module, target, _),) = commands
    assert (python, module, target) == (sys.executable, "graphmem.engine.aot_maker", str(cache))


def test_one_that_is_there_is_not_made_again(tiny: EngineConfig, cache: Path, commands: list[list[str]]) -> None:
    cache.write_bytes(b"classes")
    aot.make_if_missing(cache, tiny, started(tiny))
    assert commands == []
    assert cache.exists()


def test_one_that_java_refused_is_made_again(tiny: EngineConfig, cache: Path, commands: list[list[str]]) -> None:
    cache.write_bytes(b"classes")
    aot.make_if_missing(cache, tiny, started(tiny, output=b"[error][aot] Unable to map shared spaces\n"))
    assert len(commands) == 1
    assert not cache.exists()


def test_one_that_could_not_be_made_is_not_tried_again(
    tiny: EngineConfig, cache: Path, commands: list[list[str]]
) -> None:
    with pytest.raises(EngineUnavailable):
        aot_maker.make(cache, replace(tiny, java_home=tiny.home), rehearsal(cache))
    assert "no Java" in aot.failure_of(cache).read_text()
    aot.make_if_missing(cache, tiny, started(tiny))
    assert commands == []


def test_the_maker_gets_its_name_in_one_step_and_leaves_no_process_and_no_folder(
    tiny: EngineConfig, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(tiny)
    stand_in = StandIn()
    monkeypatch.setattr(process, "spawn", stand_in.spawn)
    monkeypatch.setattr(process, "wait_for_answer", lambda *_, **__: None)
    monkeypatch.setattr(aot_maker, "_rehearse", lambda _: None)
    older = [cache.with_name(f"{number}.aot") for number in range(4)]
    for path in older:
        path.write_bytes(b"older")
    aot_maker.make(cache, replace(tiny, home=rehearsal(cache).root), rehearsal(cache))
    assert cache.read_bytes() == b"classes"
    assert stand_in.child.wait() == -15
    assert len(list(cache.parent.iterdir())) == aot_maker.KEEP
    assert not rehearsal(cache).root.exists()


def test_a_maker_that_is_interrupted_leaves_neither_engine_nor_part(
    tiny: EngineConfig, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(tiny)
    stand_in = StandIn()
    monkeypatch.setattr(process, "spawn", stand_in.spawn)
    monkeypatch.setattr(process, "wait_for_answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        aot_maker.make(cache, replace(tiny, home=rehearsal(cache).root), rehearsal(cache))
    assert stand_in.child.wait() == -15
    assert list(cache.parent.iterdir()) == []


class StandIn:
    """A process that looks like an engine and whose AOT cache is written at once."""

    child: "subprocess.Popen[bytes]"

    def spawn(self, launch: process.Launch) -> int:
        (flag,) = launch.flags
        Path(flag.removeprefix("-XX:AOTCacheOutput=")).write_bytes(b"classes")
        home_argument = f"--home-dir={launch.home.root}"
        self.child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", home_argument])
        return self.child.pid


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def rehearsal(cache: Path) -> Home:
    return Home(root=cache.parent / "rehearsal")


def started(config: EngineConfig, output: bytes = b"\n") -> Home:
    home = home_of(config)
    home.logs.mkdir(parents=True)
    home.output.write_bytes(output)
    return home
