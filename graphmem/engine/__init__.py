"""A private Neo4j Community with the graph algorithms, run as a child process: fetch, up, down, status."""

from graphmem.engine.config import EngineConfig, Progress
from graphmem.engine.fetch import FetchReport, fetch, verify
from graphmem.engine.java import suitable
from graphmem.engine.service import Endpoint, down, up
from graphmem.engine.status import EngineState, EngineStatus, status

__all__ = [
    "Endpoint",
    "EngineConfig",
    "EngineState",
    "EngineStatus",
    "FetchReport",
    "Progress",
    "down",
    "fetch",
    "status",
    "suitable",
    "up",
    "verify",
]
