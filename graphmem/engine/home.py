"""The home of one engine: what is kept between its runs, and the files it needs before each."""

import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from filelock import FileLock, Timeout

from graphmem.domain.errors import EngineConflict, EngineUnavailable
from graphmem.engine import ports
from graphmem.engine.config import EngineConfig
from graphmem.engine.files import write_private
from graphmem.engine.lock import EngineLock

USER = "neo4j"
HASH_ROUNDS = 1024
PASSWORD_BYTES = 24
# Raised by hand when a new engine cannot open the stores of the old one in place.
STORE_FORMAT = 1
LOG_SETTINGS = ("server-logs.xml", "user-logs.xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Paths of one home; `root` is absolute and without links, so that it names the home in only one way."""

    root: Path

    @property
    def kept(self) -> Path:
        """Password, ports and version, from run to run."""
        return self.root / "home.json"

    @property
    def discovery(self) -> Path:
        """Which process is the engine now."""
        return self.root / "engine.json"

    @property
    def conf(self) -> Path:
        """Neo4j's settings."""
        return self.root / "conf"

    @property
    def logs(self) -> Path:
        """Neo4j's logs and the output of its process."""
        return self.root / "logs"

    @property
    def output(self) -> Path:
        """What the engine's process printed in this run."""
        return self.logs / "engine.log"

    @property
    def user_log(self) -> Path:
        """Neo4j's own log for people, of this run."""
        return self.logs / "neo4j.log"

    @property
    def failed_databases(self) -> Path:
        """Filled by Neo4j only when a store cannot be opened in this run, see server-logs.xml."""
        return self.logs / "failed-databases.log"

    @contextmanager
    def exclusive(self, timeout_s: float) -> Iterator[None]:
        """Be the only one who starts or stops this engine; EngineUnavailable when another takes too long."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.root.chmod(0o700)
        lock = FileLock(self.root / "home.lock", timeout=timeout_s)
        try:
            lock.acquire()
        except Timeout as error:
            raise EngineUnavailable(
                f"another graphmem has been starting or stopping the engine for {timeout_s:.0f} seconds",
                hint="Wait for it or end it, then run the same again.",
            ) from error
        try:
            yield
        finally:
            lock.release()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a home remembers between runs; `version` is the newest Neo4j that ever opened its store."""

    password: str
    version: str
    bolt_port: int = 0
    http_port: int = 0
    store_format: int = STORE_FORMAT


def home_of(config: EngineConfig) -> Home:
    """The home a configuration names."""
    return Home(root=config.home.resolve())


def load(home: Home) -> Kept | None:
    """What the home remembers; None in a new one; EngineUnavailable when a store lost its password."""
    try:
        found = json.loads(home.kept.read_text(encoding="utf-8"))
        return Kept(**{field.name: found[field.name] for field in fields(Kept)})
    except (OSError, ValueError, KeyError, TypeError) as error:
        if not (home.root / "data" / "databases").exists():
            return None
        raise EngineUnavailable(
            f"{home.kept}, which holds the password of the store beside it, is missing or damaged",
            hint="Restore that file from a backup, or move the whole folder away to begin with an empty store.",
        ) from error


def prepare(home: Home, config: EngineConfig, lock: EngineLock) -> Kept:
    """Write everything a start needs and return what is kept; refuses a store of a newer engine.

    The version is recorded before the start: a newer Neo4j may change the store as soon as it opens it.
    """
    kept = load(home) or Kept(password=secrets.token_urlsafe(PASSWORD_BYTES), version=lock.version)
    _refuse_foreign_store(kept, lock)
    bolt_port = ports.settle(fixed=config.bolt_port, kept=kept.bolt_port, what="Bolt")
    http_port = kept.http_port
    if config.browser:
        http_port = ports.settle(fixed=config.http_port, kept=http_port, what="HTTP")
    kept = replace(kept, version=lock.version, bolt_port=bolt_port, http_port=http_port)
    write_private(home.kept, json.dumps(asdict(kept)))
    write_private(home.root / "data" / "dbms" / "auth.ini", _credentials(kept.password))
    write_private(home.conf / "neo4j.conf", _settings(config, kept))
    for name in LOG_SETTINGS:
        shutil.copyfile(Path(__file__).with_name(name), home.conf / name)
    _lay_plugins(home, config, lock)
    return kept


def _refuse_foreign_store(kept: Kept, lock: EngineLock) -> None:
    if kept.store_format != STORE_FORMAT or _numbers(kept.version) > _numbers(lock.version):
        raise EngineConflict(
            f"the store was written by Neo4j {kept.version} (store format {kept.store_format}), "
            f"this graphmem brings {lock.version} (format {STORE_FORMAT})",
            hint="Use the graphmem that wrote it: export there, and import here into another home.",
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _credentials(password: str) -> str:
    """Neo4j's own file of first credentials; it reads it only while the store has no user yet."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(HASH_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{HASH_ROUNDS}:\n"


def _settings(config: EngineConfig, kept: Kept) -> str:
    """Neo4j refuses to start when a key occurs twice; no paths in here, they may hold any character."""
    bolt = f"{ports.LOOPBACK}:{kept.bolt_port}"
    http = f"{ports.LOOPBACK}:{kept.http_port}"
    settings = {
        "server.default_listen_address": ports.LOOPBACK,
        "server.bolt.listen_address": bolt,
        "server.bolt.advertised_address": bolt,
        "server.http.enabled": str(config.browser).lower(),
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "dbms.security.auth_enabled": "true",
        "dbms.security.procedures.unrestricted": "gds.*",
        "dbms.usage_report.enabled": "false",
        "db.tx_log.preallocate": "false",
        "db.store.files.preallocate": "false",
        "db.tx_log.rotation.retention_policy": "1 files",
        "server.memory.pagecache.size": config.pagecache,
        # Stops in 0.3 s instead of 10 s; a setting of Neo4j's own that it may rename one day.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    }
    return "".join(f"{key}={value}\n" for key, value in settings.items())


def _lay_plugins(home: Home, config: EngineConfig, lock: EngineLock) -> None:
    """Copies (half a megabyte): links would not reach another disk, and old ones must not stay."""
    folder = home.root / "plugins"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for jar in lock.plugins:
        shutil.copyfile(config.jars / jar.path, folder / Path(jar.path).name)
