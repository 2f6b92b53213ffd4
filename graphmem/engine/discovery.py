"""The discovery file: which process is this home's engine, and whether it still is."""

import json
from dataclasses import asdict, dataclass, fields

import psutil

from graphmem.engine.files import write_private
from graphmem.engine.home import Home
from graphmem.engine.ports import LOOPBACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A started engine as its starter wrote it down; `http_port` is 0 without Browser.

    started    start of the process, seconds since the epoch
    lock       digest of the lock file it was started from
    """

    pid: int
    started: float
    bolt_port: int
    http_port: int
    password: str
    lock: str
    version: str

    @property
    def listening(self) -> list[int]:
        """The ports it answers on, Bolt's first."""
        return [port for port in (self.bolt_port, self.http_port) if port]

    @property
    def uri(self) -> str:
        """Where drivers connect to."""
        return f"bolt://{LOOPBACK}:{self.bolt_port}"

    @property
    def http_url(self) -> str | None:
        """Where HTTP and, below `/browser/`, Neo4j Browser are; None without Browser."""
        return f"http://{LOOPBACK}:{self.http_port}" if self.http_port else None


def write(home: Home, running: Running) -> None:
    """Replace the discovery file, mode 600."""
    write_private(home.discovery, json.dumps(asdict(running)))


def remove(home: Home) -> None:
    """Take the discovery file away; nothing happens when there is none."""
    home.discovery.unlink(missing_ok=True)


def read(home: Home) -> Running | None:
    """What the discovery file says, true or not; None when it is missing or damaged."""
    try:
        found = json.loads(home.discovery.read_text(encoding="utf-8"))
        return Running(**{field.name: found[field.name] for field in fields(Running)})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def living(home: Home) -> Running | None:
    """What the discovery file says, if that process lives and is the engine of this very home."""
    running = read(home)
    return running if running and is_engine(running.pid, home) else None


def is_engine(pid: int, home: Home) -> bool:
    """Whether process `pid` is an engine of this home, told by its command line.

    Surer than comparing start times: those move when the clock is set, and a process number that was given
    to somebody else does not carry our folder.
    """
    try:
        return home_argument(home) in psutil.Process(pid).cmdline()
    except (psutil.Error, ValueError, OverflowError, TypeError):
        return False


def find(home: Home) -> int | None:
    """The process number of this home's engine by looking at all processes; None when there is none.

    Needed only when a starter was killed before it could write the discovery file, or the file got lost.
    """
    return next((pid for pid in psutil.pids() if is_engine(pid, home)), None)


def home_argument(home: Home) -> str:
    """The argument by which an engine's command line names its home."""
    return f"--home-dir={home.root}"
