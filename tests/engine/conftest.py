"""A shared engine for tests that only look, another for tests that stop and kill, and a mirror that misbehaves."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from maven_mirror import CONTENT, Mirror, lock_line, serving

from graphmem.engine import Endpoint, EngineConfig, down, fetch, up
from graphmem.settings import Settings

NO_MAVEN = Path("/nonexistent/m2")


@pytest.fixture(scope="session")
def jars() -> EngineConfig:
    """A configuration whose cache holds the real jars; they are fetched once per user."""
    config = EngineConfig(home=NO_MAVEN, cache=Settings().cache, fast_start=True, aot=False)
    fetch(config)
    return config


@pytest.fixture(scope="session")
def shared(jars: EngineConfig, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineConfig]:
    """An engine for looking at; its folder has the letters that break careless programs (OPS-04)."""
    config = replace(jars, home=tmp_path_factory.mktemp("looked") / 'Zoë\'s "home" $x %y # 🎉')
    try:
        yield config
    finally:
        down(config)


@pytest.fixture(scope="session")
def endpoint(shared: EngineConfig) -> Endpoint:
    """Where the shared engine answers."""
    return up(shared)


@pytest.fixture(scope="session")
def restless(jars: EngineConfig, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineConfig]:
    """An engine that tests stop, kill and confuse: each begins with `up` and may leave it in any state."""
    config = replace(jars, home=tmp_path_factory.mktemp("restless"), browser=False)
    try:
        yield config
    finally:
        down(config)


@pytest.fixture
def fresh(jars: EngineConfig, tmp_path: Path) -> Iterator[EngineConfig]:
    """An engine that was never started."""
    config = replace(jars, home=tmp_path / "home", browser=False)
    try:
        yield config
    finally:
        down(config)


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    """A running mirror."""
    with serving() as running:
        yield running


@pytest.fixture
def tiny(mirror: Mirror, tmp_path: Path) -> EngineConfig:
    """A configuration whose lock file names the mirror's three jars; its cache is empty."""
    lock = tmp_path / "tiny.lock"
    lock.write_text("".join(lock_line(path, content) for path, content in CONTENT.items()))
    return EngineConfig(
        home=tmp_path / "home",
        cache=tmp_path / "cache",
        maven_base=mirror.base,
        maven_repository=NO_MAVEN,
        lock_file=lock,
    )
