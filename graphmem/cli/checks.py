"""Doctor's checks: each looks at one thing and says green, red with the way to mend it, or not configured."""

import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from itertools import chain
from pathlib import Path

from graphmem.cli.outbox import outbox_check
from graphmem.cli.render import duration, size
from graphmem.compose import embedder_choice, engine_config
from graphmem.domain.answers import Check
from graphmem.domain.errors import EmbedderMismatch, GraphmemError
from graphmem.domain.time import now
from graphmem.engine import EngineConfig, fetch, up, verify
from graphmem.engine.config import Progress
from graphmem.engine.java import find
from graphmem.inference import load_embedder
from graphmem.ports import Embedder
from graphmem.settings import Settings, known_variables, unknown_variables
from graphmem.store.client import Client, Connection
from graphmem.store.migrate import migrate
from graphmem.store.nodes import NodeStore

LEAST_FREE_BYTES = 500_000_000
CLOCK_TOLERANCE = timedelta(seconds=60)
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
ALL = 100
OLDEST_SERVER = (2026, 1)


def green(name: str, detail: str) -> Check:
    """All is well."""
    return Check(name=name, state="green", detail=detail)


def red(name: str, detail: str, hint: str) -> Check:
    """Something is wrong, and `hint` mends it."""
    return Check(name=name, state="red", detail=detail, hint=hint)


def absent(name: str, detail: str) -> Check:
    """Not there, and nothing to worry about."""
    return Check(name=name, state="not_configured", detail=detail)


def attempted(name: str, work: Callable[[], str]) -> Check:
    """Green with what `work` says, or red with the error it raised."""
    try:
        return green(name, work())
    except GraphmemError as error:
        return red(name, str(error), error.hint)


def machine_checks(settings: Settings, *, fix: bool, progress: Progress | None) -> Iterator[Check]:
    """What can be seen without a database; the private engine is fetched and started on the way."""
    yield _variables()
    yield outbox_check(settings)
    if settings.neo4j_uri:
        elsewhere = f"the database is {settings.neo4j_uri}"
        yield from (absent(name, elsewhere) for name in ("java", "engine files", "engine", "disk"))
        return
    config = engine_config(settings)
    yield attempted("java", lambda: f"{find(config.java_home).major} in {find(config.java_home).binary.parent.parent}")
    yield _disk(config)
    yield _files(config, fix=fix, progress=progress)
    yield attempted("engine", lambda: f"answers at {up(config, progress=progress).uri}")


async def memory_checks(connection: Connection, settings: Settings) -> AsyncIterator[Check]:
    """What the database tells; ends early when it does not answer or holds another model's vectors."""
    embedder: Embedder | None = None
    try:
        embedder = load_embedder(embedder_choice(settings))
        client = await Client.open(connection)
    except GraphmemError as error:
        yield red("server" if embedder else "model", str(error), error.hint)
        return
    try:
        async for check in _database(client, embedder, settings.tenant):
            yield check
        from graphmem.cli.engine_checks import engine_checks  # noqa: PLC0415 - it builds on this module

        async for check in engine_checks(client, settings):
            yield check
    except GraphmemError as error:
        yield red("model" if isinstance(error, EmbedderMismatch) else "server", str(error), error.hint)
    finally:
        await client.close()


async def _database(client: Client, embedder: Embedder, tenant: str) -> AsyncIterator[Check]:
    nodes = NodeStore(client)
    server = await nodes.fetch_server()
    yield _server(server.version, server.edition)
    yield green("graph algorithms", server.gds) if server.gds else absent("graph algorithms", "not on this server")
    yield green("migrations", f"{await migrate(client, embedder.identity)} in force")
    yield green("model", f"{embedder.identity.name}, {embedder.identity.dimension} dimensions, the one of this memory")
    yield _indexes(await nodes.find_indexes())
    yield _coverage(*await nodes.count_embedded(tenant))
    yield _clock(now(), await nodes.fetch_clock())


def _variables() -> Check:
    unknown = unknown_variables()
    if not unknown:
        return green("variables", "every GRAPHMEM_* variable is known")
    likely = {name: get_close_matches(name, known_variables(), n=1) for name in unknown}
    hints = [f"{name}: did you mean {close[0]}?" if close else f"unset {name}" for name, close in likely.items()]
    return red("variables", f"unknown: {', '.join(unknown)}", "; ".join(hints))


def _files(config: EngineConfig, *, fix: bool, progress: Progress | None) -> Check:
    """Every jar read and compared with the lock file; with `fix` a damaged one is fetched again."""

    def complete() -> str:
        report = fetch(config, progress=progress)
        return f"{report.files} files, all as locked, in {config.jars}"

    fetched = attempted("engine files", complete)
    damaged = verify(config) if fetched.state == "green" else []
    if damaged and fix:
        for path in damaged:
            (config.jars / path).unlink(missing_ok=True)
        return attempted("engine files", lambda: f"{complete()}; {len(damaged)} fetched again")
    if damaged:
        return red("engine files", f"damaged: {', '.join(map(_name, damaged))}", "Run `graphmem doctor --fix`.")
    return fetched


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _disk(config: EngineConfig) -> Check:
    places = {path: _free(path) for path in (config.home, config.cache)}
    short = {path: free for path, free in places.items() if free < LEAST_FREE_BYTES}
    told = ", ".join(f"{size(free)} free for {path}" for path, free in (short or places).items())
    return red("disk", told, "Free some space, or set GRAPHMEM_HOME to another disk.") if short else green("disk", told)


def _free(path: Path) -> int:
    there = next(place for place in chain((path.absolute(),), path.absolute().parents) if place.exists())
    return shutil.disk_usage(there).free


def _server(version: str, edition: str) -> Check:
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    least = ".".join(map(str, OLDEST_SERVER))
    if numbers < OLDEST_SERVER:
        return red("server", f"Neo4j {version} {edition}", f"graphmem needs Neo4j {least} or newer.")
    return green("server", f"Neo4j {version} {edition}")


def _indexes(states: dict[str, str]) -> Check:
    waiting = {name: state for name, state in states.items() if state != "ONLINE"}
    if waiting:
        told = ", ".join(f"{name} is {state}" for name, state in waiting.items())
        return red("indexes", told, "Wait until they are filled; drop and make again the ones that failed.")
    return green("indexes", f"all {len(states)} online")


def _coverage(chunks: int, embedded: int) -> Check:
    """Rounded down: 100 % means all."""
    share = ALL * embedded // chunks if chunks else ALL
    told = f"{embedded:,} of {chunks:,} chunks have a vector ({share} %)"
    return green("coverage", told) if embedded == chunks else red("coverage", told, "Ingest their sources again.")


def _clock(ours: datetime, theirs: datetime) -> Check:
    apart = abs(ours - theirs)
    if ours < BUILT:
        return red("clock", f"it shows {ours:%Y-%m-%d}", "Set the clock of this machine.")
    if apart > CLOCK_TOLERANCE:
        told = f"{duration(apart.total_seconds())} between this machine and the server"
        return red("clock", told, "Set both by a time server: moments would be stored in the wrong order.")
    return green("clock", f"{ours:%Y-%m-%d %H:%M} UTC, as on the server")
