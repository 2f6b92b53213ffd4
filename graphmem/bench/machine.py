"""What a figure was measured on."""

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from graphmem.app import App


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
    return Machine(
        cores=os.cpu_count() or 1,
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        system=platform.platform(terse=True),
        python=platform.python_version(),
        graphmem=_own_version(),
        neo4j=f"{server.version} {server.edition}",
        gds=server.gds,
        model=app.embedder.identity.name,
    )


def _own_version() -> str:
    try:
        return version("graphmem")
    except PackageNotFoundError:
        return "from a checkout"
