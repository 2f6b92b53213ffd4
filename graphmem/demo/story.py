"""The questions of the demo, and where its data lies."""

from importlib.resources import files
from pathlib import Path

TENANT = "demo"
RECALL = "What happened at the boarding gates on the holiday Saturday in May?"
WHY = "Why did we move away from the PostgreSQL job table, and who objected?"
CONNECT = ("Mei Tanaka", "Jonas Lindqvist")
CYPHER = (
    "MATCH p = (d:Decision {tenant: 'demo'})-[:BECAUSE|CONSIDERED|REJECTED|SUPERSEDES|LED_TO|DECIDED_BY]-() RETURN p"
)


def data() -> Path:
    """The folder of the sample files."""
    return Path(str(files("graphmem.demo"))) / "data"
