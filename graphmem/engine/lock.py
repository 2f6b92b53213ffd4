"""The lock file: which jars make the engine, each with its hash and size."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from graphmem.domain.errors import EngineUnavailable

SERVER = "org/neo4j/app/neo4j-server/"
PROCEDURES = "org/neo4j/gds/proc"


@dataclass(frozen=True, slots=True, kw_only=True)
class Jar:
    """One file of the engine: its path within any Maven repository, SHA-256 in hex, size in bytes."""

    path: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineLock:
    """All jars in class path order; `digest` changes with any of them; `version` is Neo4j's own."""

    jars: tuple[Jar, ...]
    digest: str
    version: str

    @property
    def plugins(self) -> tuple[Jar, ...]:
        """The jars whose procedures Neo4j has to find in its plugins folder.

        Only those that declare procedures; all classes are on the class path anyway (ADR 0003).
        """
        return tuple(jar for jar in self.jars if jar.path.startswith(PROCEDURES))


def read(path: Path) -> EngineLock:
    """Lines `<maven path> sha256:<hex> <bytes>`; a missing file or another shape is EngineUnavailable."""
    try:
        jars = tuple(_jar(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    except (OSError, ValueError) as error:
        raise EngineUnavailable(
            f"the engine's lock file {path} cannot be read: {error}", hint="Install graphmem again."
        ) from error
    listing = "\n".join(f"{jar.path} {jar.sha256}" for jar in jars)
    return EngineLock(jars=jars, digest=hashlib.sha256(listing.encode()).hexdigest(), version=_version_of_server(jars))


def _jar(line: str) -> Jar:
    path, checksum, size = line.split()
    return Jar(path=path, sha256=checksum.removeprefix("sha256:"), size=int(size))


def _version_of_server(jars: tuple[Jar, ...]) -> str:
    paths = (jar.path.removeprefix(SERVER) for jar in jars if jar.path.startswith(SERVER))
    return next((path.split("/")[0] for path in paths), "0")
