"""Private engines for measuring: one of a run's own, how long a start takes, how much memory is held."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.compose import engine_config
from graphmem.engine import EngineConfig, down, status, up
from graphmem.settings import Settings


@contextmanager
def own_engine(settings: Settings) -> Iterator[Settings]:
    """These settings with an empty home, whose engine is stopped and gone afterwards; unchanged with another server.

    Word statistics and vector lists are those of the whole database: only in an empty one does the same run give the
    same figures again.
    """
    if settings.neo4j_uri:
        yield settings
        return
    with tempfile.TemporaryDirectory(prefix="graphmem-bench-") as folder, _engine_in(settings, Path(folder)) as own:
        yield own


@contextmanager
def kept_engine(settings: Settings, name: str) -> Iterator[Settings]:
    """These settings with a home of this benchmark's own that stays: what was written is there in the next run.

    Each kind of embedder has one of its own. The engine is stopped afterwards. Unchanged with another server.
    """
    if settings.neo4j_uri:
        yield settings
        return
    is_default = settings.embedder == Settings.model_fields["embedder"].default
    home = name if is_default else f"{name}-{settings.embedder}"
    with _engine_in(settings, settings.cache / "bench" / home) as own:
        yield own


@contextmanager
def _engine_in(settings: Settings, folder: Path) -> Iterator[Settings]:
    own = settings.model_copy(update={"home": folder, "engine_bolt_port": 0, "engine_http_port": 0})
    try:
        yield own
    finally:
        down(engine_config(own))


def engine_starts(settings: Settings) -> tuple[float, float] | None:
    """Seconds of a cold start (an empty home) and of a warm one, of an engine of its own; None with another server."""
    if settings.neo4j_uri:
        return None
    with own_engine(settings) as own:
        config = engine_config(own)
        cold = _timed_up(config)
        down(config)
        return cold, _timed_up(config)


def _timed_up(config: EngineConfig) -> float:
    started = time.perf_counter()
    up(config)
    return time.perf_counter() - started


def engine_memory(settings: Settings) -> int | None:
    """Resident bytes of the private engine; None when another server is used."""
    return None if settings.neo4j_uri else status(engine_config(settings)).memory_bytes
