"""The home of an engine without the engine: its files, ports, password, and which stores it refuses."""

import hashlib
import json
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from graphmem.domain.errors import EngineConflict, EngineUnavailable
from graphmem.engine import EngineConfig, fetch, ports
from graphmem.engine.home import Home, Kept, home_of, load, prepare
from graphmem.engine.lock import EngineLock, read


@pytest.fixture
def config(tiny: EngineConfig) -> EngineConfig:
    fetch(tiny)
    return tiny


def test_home_is_private_and_so_is_every_file_with_a_secret(config: EngineConfig) -> None:
    with home_of(config).exclusive(timeout_s=1):
        prepared(config)
    assert mode(config.home) == 0o700
    for name in ("home.json", "data/dbms/auth.ini", "conf/neo4j.conf"):
        assert mode(config.home / name) == 0o600


def test_a_home_that_was_open_to_others_is_closed(config: EngineConfig) -> None:
    config.home.mkdir(mode=0o755)
    with home_of(config).exclusive(timeout_s=1):
        assert mode(config.home) == 0o700


def test_password_and_ports_are_kept(config: EngineConfig) -> None:
    first = prepared(config)
    assert prepared(config) == first
    assert len(first.password) >= 32


def test_two_homes_have_different_passwords(config: EngineConfig, tmp_path: Path) -> None:
    assert prepared(config).password != prepared(replace(config, home=tmp_path / "other")).password


def test_the_first_credentials_are_the_password_hashed_as_neo4j_does(config: EngineConfig) -> None:
    kept = prepared(config)
    user, fields, empty = (config.home / "data/dbms/auth.ini").read_text().strip().split(":")
    method, digest, salt, rounds = fields.split(",")
    expected = bytes.fromhex(salt) + kept.password.encode()
    for _ in range(int(rounds)):
        expected = hashlib.sha256(expected).digest()
    assert (user, method, digest, empty) == ("neo4j", "SHA-256", expected.hex(), "")


def test_settings_keep_the_engine_on_the_loopback_interface_with_a_login(config: EngineConfig) -> None:
    kept = prepared(config)
    settings = settings_of(config)
    addresses = [value for key, value in settings if key.endswith("_address")]
    assert all(value.startswith("127.0.0.1") for value in addresses)
    assert dict(settings)["server.bolt.listen_address"] == f"127.0.0.1:{kept.bolt_port}"
    assert dict(settings)["dbms.security.auth_enabled"] == "true"
    assert len(settings) == len(dict(settings))


@pytest.mark.parametrize("browser", [True, False])
def test_http_is_on_only_for_the_browser(config: EngineConfig, *, browser: bool) -> None:
    prepared(replace(config, browser=browser))
    assert dict(settings_of(config))["server.http.enabled"] == str(browser).lower()


def test_a_kept_port_that_somebody_else_took_is_replaced(config: EngineConfig) -> None:
    first = prepared(config)
    with taken(first.bolt_port):
        second = prepared(config)
    assert second.bolt_port != first.bolt_port
    assert second.http_port == first.http_port
    assert prepared(config) == second


def test_a_fixed_port_that_is_taken_is_named(config: EngineConfig) -> None:
    port = prepared(config).bolt_port
    with taken(port), pytest.raises(EngineUnavailable, match=f"port {port}, set for Bolt") as raised:
        prepared(replace(config, bolt_port=port))
    assert raised.value.hint


def test_a_fixed_port_is_used_and_kept(config: EngineConfig) -> None:
    port = prepared(config).bolt_port
    other = replace(config, home=config.home / "other")
    assert prepared(replace(other, bolt_port=port)).bolt_port == port
    assert prepared(other).bolt_port == port


def test_a_port_that_listens_on_all_interfaces_is_not_free() -> None:
    with socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True) as server:
        assert not ports.is_free(server.getsockname()[1])


def test_no_free_port_at_all_is_an_error_with_a_hint(config: EngineConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "is_free", lambda _: False)
    with pytest.raises(EngineUnavailable, match="no free port") as raised:
        prepared(config)
    assert raised.value.hint


@pytest.mark.parametrize(
    ("answer", "is_bolt"),
    [(b"\0\0\x08\x05", True), (b"\0\0\0\x05", True), (b"\0\0\0\0", False), (b"HTTP/1.1 400", False), (b"", False)],
)
def test_only_an_agreed_version_counts_as_bolt(answer: bytes, *, is_bolt: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        stranger = threading.Thread(target=answer_once, args=[server, answer])
        stranger.start()
        assert ports.speaks_bolt(server.getsockname()[1]) is is_bolt
        stranger.join()


def test_a_closed_port_does_not_speak_bolt() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert not ports.speaks_bolt(port)


def test_a_store_of_a_newer_neo4j_is_refused(config: EngineConfig) -> None:
    prepared(config, version="2026.10.0")
    with pytest.raises(EngineConflict, match=r"2026\.10\.0.*2026\.08\.1") as raised:
        prepared(config, version="2026.08.1")
    assert "export" in raised.value.hint


def test_a_store_of_an_older_neo4j_is_opened_and_remembers_the_newer_one(config: EngineConfig) -> None:
    old = prepared(config, version="2026.08.1")
    assert prepared(config, version="2026.10.0") == replace(old, version="2026.10.0")


def test_a_store_of_another_format_is_refused(config: EngineConfig) -> None:
    prepared(config)
    home = home_of(config)
    home.kept.write_text(json.dumps(json.loads(home.kept.read_text()) | {"store_format": 2}))
    with pytest.raises(EngineConflict, match="format 2"):
        prepared(config)


@pytest.mark.parametrize("damage", [None, "", "{", "[]", '{"password": "x"}'])
def test_a_store_without_its_password_is_refused_and_not_given_a_new_one(
    config: EngineConfig, damage: str | None
) -> None:
    prepared(config)
    home = home_of(config)
    (home.root / "data" / "databases" / "system").mkdir(parents=True)
    home.kept.unlink()
    if damage is not None:
        home.kept.write_text(damage)
    with pytest.raises(EngineUnavailable, match="password of the store") as raised:
        prepared(config)
    assert raised.value.hint


def test_a_half_made_home_without_a_store_begins_anew(config: EngineConfig) -> None:
    prepared(config)
    home = home_of(config)
    home.kept.write_text("{")
    assert load(home) is None
    assert prepared(config).password


def test_plugins_are_those_of_the_lock_file_and_no_old_ones(config: EngineConfig) -> None:
    prepared(config)
    (config.home / "plugins" / "proc-misc-2.25.0.jar").write_bytes(b"old")
    prepared(config)
    assert [path.name for path in (config.home / "plugins").iterdir()] == ["proc-misc-2.26.0.jar"]


def test_a_link_names_the_same_home(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    names = [home_of(EngineConfig(home=tmp_path / name, cache=tmp_path)) for name in ("link", "real", "x/../real")]
    assert len(set(names)) == 1


def test_who_waits_too_long_for_a_home_is_told_so(tmp_path: Path) -> None:
    home = Home(root=tmp_path)
    with (
        home.exclusive(timeout_s=1),
        pytest.raises(EngineUnavailable, match="another graphmem") as raised,
        Home(root=tmp_path).exclusive(timeout_s=0.01),
    ):
        pass
    assert raised.value.hint


def prepared(config: EngineConfig, *, version: str | None = None) -> Kept:
    lock: EngineLock = read(config.lock_file)
    return prepare(home_of(config), config, replace(lock, version=version or lock.version))


def settings_of(config: EngineConfig) -> list[tuple[str, str]]:
    lines = (config.home / "conf/neo4j.conf").read_text().splitlines()
    return [(key, value) for key, _, value in (line.partition("=") for line in lines)]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def answer_once(server: socket.socket, answer: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(len(ports.HANDSHAKE))
        connection.sendall(answer)


@contextmanager
def taken(port: int) -> Iterator[None]:
    with socket.create_server(("127.0.0.1", port)):
        yield
