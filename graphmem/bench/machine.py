"""What a figure was measured on."""

import os
import platform
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import graphmem
from graphmem.app import App

_ROOT = Path(graphmem.__file__).parent.parent
_PACKAGES = ("graphmem", "cypher", "ingest", "api")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Versions and size of the machine.

    load   processes that wanted a core in the last minute before the run: with more than `cores` a time is an upper
           bound; 0 where the system does not tell
    """

    cores: int
    load: float
    system: str
    python: str
    graphmem: str
    neo4j: str
    gds: str
    model: str


async def this_machine(app: App) -> Machine:
    """The machine as it is now."""
    server = await app.nodes.fetch_server()
    neo4j = f"{server.version} {server.edition}"
    return replace(bare_machine(), neo4j=neo4j, gds=server.gds, model=app.embedder.identity.name)


def bare_machine() -> Machine:
    """The same where neither a database nor a model is used."""
    return Machine(
        cores=os.cpu_count() or 1,
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        system=platform.platform(terse=True),
        python=platform.python_version(),
        graphmem=own_version(),
        neo4j="",
        gds="",
        model="",
    )


def own_version() -> str:
    """The version of the installed package."""
    try:
        return version("graphmem")
    except PackageNotFoundError:
        return "from a checkout"


@cache
def code_hash() -> str:
    """Eight digits that change with any Python file or query of the packages that run."""
    hashed = blake2b(digest_size=4)
    for package in _PACKAGES:
        for path in sorted((_ROOT / package).rglob("*")):
            if path.suffix in {".py", ".cypher", ".toml"}:
                hashed.update(path.relative_to(_ROOT).as_posix().encode() + path.read_bytes())
    return hashed.hexdigest()
