"""Names in the spool: a job's place in the order, and who works on it."""

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

SUFFIX = ".json"
PLACE = 20
_ENTRY = re.compile(r"(?P<seq>\d{20})-(?P<due_ms>\d{14})-(?P<session>[0-9a-f]{16})-(?P<id>[0-9a-f]{16})")
_CLAIM = re.compile(_ENTRY.pattern + r"@(?P<pid>\d+)\.(?P<born>\w*)\.(?P<at>\d+)")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Entry:
    """A job by its name, which sorts in the order of acceptance.

    seq      nanoseconds of the clock, but always later than all that waits: a clock set back changes no order
    due_ms   milliseconds of the clock; 0 = at once
    session  what keeps an order among its jobs
    """

    seq: int
    due_ms: int
    session: str
    id: str

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.seq:0{PLACE}d}-{self.due_ms:014d}-{self.session}-{self.id}{SUFFIX}"

    @classmethod
    def read(cls, name: str) -> Self | None:
        """The entry of a file's name; None for a name that is none of ours."""
        found = _ENTRY.fullmatch(name.removesuffix(SUFFIX))
        return cls(**_values(found)) if found and name.endswith(SUFFIX) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An entry and the process that works on it. born: when that began; at: nanoseconds of the monotonic clock."""

    entry: Entry
    pid: int
    born: str
    at: int

    @property
    def name(self) -> str:
        """The file's name while it is claimed."""
        return f"{self.entry.name.removesuffix(SUFFIX)}@{self.pid}.{self.born}.{self.at}{SUFFIX}"

    @classmethod
    def mine(cls, entry: Entry) -> Self:
        """A claim of this process, now."""
        return cls(entry=entry, pid=os.getpid(), born=born(os.getpid()), at=time.monotonic_ns())

    @classmethod
    def read(cls, name: str) -> Self | None:
        """The claim of a file's name; None for a name that is none of ours."""
        found = _CLAIM.fullmatch(name.removesuffix(SUFFIX))
        if not found or not name.endswith(SUFFIX):
            return None
        return cls(entry=Entry(**_values(found)), pid=int(found["pid"]), born=found["born"], at=int(found["at"]))

    def is_stale(self, after_s: float) -> bool:
        """Whether its process is gone, or has held it for too long.

        The monotonic clock runs on when somebody sets the other one; it is smaller than the claim's after a restart
        of the machine.
        """
        held = (time.monotonic_ns() - self.at) / 1e9
        return born(self.pid) != self.born or not 0 <= held <= after_s


def born(pid: int) -> str:
    """When a process began, in a form that only it has; "" when it is gone (or dead and not yet buried)."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "" if Path("/proc/self/stat").exists() else _born_elsewhere(pid)
    return "" if state in "ZX" else rest[18]


def _born_elsewhere(pid: int) -> str:
    import psutil  # noqa: PLC0415 - not needed on Linux, and a hook must stay light

    try:
        return str(int(psutil.Process(pid).create_time()))
    except psutil.Error:
        return ""


def _values(found: re.Match[str]) -> dict[str, Any]:
    return {name: int(found[name]) if name in {"seq", "due_ms"} else found[name] for name in Entry.__slots__}
