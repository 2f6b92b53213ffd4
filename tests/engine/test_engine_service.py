"""The engine itself: found by everybody, started once, recovered from whatever was done to it."""

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import neo4j
import psutil
import pytest
from neo4j.exceptions import AuthError

from graphmem.domain.errors import EngineConflict, EngineUnavailable
from graphmem.engine import Endpoint, EngineConfig, EngineState, aot, down, process, status, up
from graphmem.engine.discovery import home_argument, read
from graphmem.engine.home import home_of
from graphmem.engine.java import find
from graphmem.engine.lock import read as read_lock

UP_IN_A_PROCESS = """
import signal, sys
from pathlib import Path
from graphmem.engine import EngineConfig, up
signal.signal(signal.SIGINT, signal.default_int_handler)
home, cache = map(Path, sys.argv[1:])
print(up(EngineConfig(home=home, cache=cache, browser=False, fast_start=True, aot=False)).pid)
"""


def test_the_real_server_answers_with_graph_algorithms(endpoint: Endpoint) -> None:
    kernel = "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' "
    assert ask(endpoint, kernel + "RETURN versions[0]") == "2026.08.1"
    assert ask(endpoint, kernel + "RETURN edition") == "community"
    assert ask(endpoint, "RETURN gds.version()") == "2.26.0"
    assert endpoint.version == "2026.08.1"


def test_the_graph_algorithms_run(endpoint: Endpoint) -> None:
    ask(endpoint, "UNWIND range(1, 5) AS i MERGE (a:Dot {i: i}) MERGE (b:Dot {i: i % 5 + 1}) MERGE (a)-[:TO]->(b)")
    assert ask(endpoint, "CALL gds.graph.project('dots', 'Dot', 'TO') YIELD nodeCount RETURN nodeCount") == 5
    assert ask(endpoint, "CALL gds.wcc.stats('dots') YIELD componentCount RETURN componentCount") == 1


def test_a_wrong_password_is_refused(endpoint: Endpoint) -> None:
    with pytest.raises(AuthError):
        ask(replace(endpoint, password="wrong password"), "RETURN 1")


def test_browser_is_served_and_needs_the_password_for_queries(endpoint: Endpoint) -> None:
    assert endpoint.http_url
    page = httpx.get(f"{endpoint.http_url}/browser/")
    assert page.status_code == 200
    assert "<html" in page.text
    assert httpx.get(endpoint.http_url).json()["bolt_direct"] == endpoint.uri
    refused = httpx.post(f"{endpoint.http_url}/db/neo4j/query/v2", json={"statement": "RETURN 1"})
    assert refused.status_code == 401


def test_it_listens_on_the_loopback_interface_only(endpoint: Endpoint) -> None:
    listening = [
        connection.laddr
        for connection in psutil.Process(endpoint.pid).net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert len(listening) == 2
    assert all(address.ip in {"127.0.0.1", "::ffff:127.0.0.1"} for address in listening)


def test_secrets_are_readable_by_the_owner_only(shared: EngineConfig, endpoint: Endpoint) -> None:
    assert endpoint.password
    home = home_of(shared)
    assert mode(home.root) == 0o700
    assert mode(home.discovery) == mode(home.kept) == mode(home.root / "data/dbms/auth.ini") == 0o600
    assert endpoint.password not in " ".join(psutil.Process(endpoint.pid).cmdline())


def test_logs_and_an_empty_store_are_small(shared: EngineConfig, endpoint: Endpoint) -> None:
    found = status(shared)
    assert found.pid == endpoint.pid
    assert found.store_bytes < 10_000_000
    assert found.logs_bytes < 1_000_000


def test_status_tells_what_runs(shared: EngineConfig, endpoint: Endpoint) -> None:
    found = status(shared)
    assert (found.state, found.pid, found.version) == (EngineState.RUNNING, endpoint.pid, "2026.08.1")
    assert (found.uri, found.http_url) == (endpoint.uri, endpoint.http_url)
    assert found.memory_bytes > 100_000_000
    assert found.cache_bytes > 188_000_000


def test_it_is_adopted_by_another_process_and_survives_it(restless: EngineConfig) -> None:
    endpoint = up(restless)
    starter = start_up(restless)
    assert printed(starter) == endpoint.pid
    assert up(restless) == endpoint


def test_a_running_engine_of_another_lock_file_is_refused_with_a_hint(
    shared: EngineConfig, endpoint: Endpoint, tmp_path: Path
) -> None:
    with pytest.raises(EngineConflict, match="another graphmem") as raised:
        up(replace(shared, lock_file=without_browser(shared, tmp_path)))
    assert "graphmem down" in raised.value.hint
    assert up(shared) == endpoint


def test_threads_and_processes_at_once_get_one_engine(fresh: EngineConfig) -> None:
    processes = [start_up(fresh) for _ in range(2)]
    with ThreadPoolExecutor(3) as pool:
        endpoints = list(pool.map(up, [fresh] * 3))
    found = {endpoint.pid for endpoint in endpoints} | {printed(starter) for starter in processes}
    assert found == set(engines_of(fresh))
    assert len(found) == 1


def test_ports_and_password_are_kept_from_start_to_start(restless: EngineConfig) -> None:
    first = up(restless)
    assert down(restless)
    assert down(restless) is False
    second = up(restless)
    assert (second.uri, second.password) == (first.uri, first.password)
    assert second.pid != first.pid


def test_a_kept_port_that_somebody_took_is_replaced(restless: EngineConfig) -> None:
    first = up(restless)
    down(restless)
    with socket.create_server(("127.0.0.1", int(first.uri.rpartition(":")[2]))):
        second = up(restless)
    assert second.uri != first.uri
    assert ask(second, "RETURN 1") == 1


def test_a_killed_engine_is_recovered_with_what_it_had_acknowledged(restless: EngineConfig) -> None:
    first = up(restless)
    ask(first, "MERGE (:Kept {by: 'kill'})")
    os.kill(first.pid, signal.SIGKILL)
    second = up(restless)
    assert second.pid != first.pid
    assert ask(second, "MATCH (k:Kept {by: 'kill'}) RETURN count(k)") == 1
    assert engines_of(restless) == [second.pid]


def test_a_lost_discovery_file_costs_a_restart_and_nothing_else(restless: EngineConfig) -> None:
    first = up(restless)
    home_of(restless).discovery.write_text("{ half written")
    second = up(restless)
    assert engines_of(restless) == [second.pid]
    assert second.pid != first.pid
    assert (second.uri, second.password) == (first.uri, first.password)


def test_after_down_another_lock_file_opens_the_same_store(restless: EngineConfig, tmp_path: Path) -> None:
    ask(up(restless), "MERGE (:Kept {by: 'upgrade'})")
    assert down(restless)
    endpoint = up(replace(restless, lock_file=without_browser(restless, tmp_path)))
    assert ask(endpoint, "MATCH (k:Kept {by: 'upgrade'}) RETURN count(k)") == 1
    assert down(restless)


def test_a_start_whose_starter_was_killed_is_adopted(restless: EngineConfig) -> None:
    down(restless)
    starter = start_up(restless)
    wait_until_written_down(restless, starter)
    starter.kill()
    starter.wait()
    (pid,) = engines_of(restless)
    endpoint = up(restless)
    assert endpoint.pid == pid
    assert ask(endpoint, "RETURN 1") == 1


def test_ctrl_c_during_a_start_leaves_no_process_and_the_next_start_works(restless: EngineConfig) -> None:
    down(restless)
    starter = start_up(restless)
    wait_until_written_down(restless, starter)
    starter.send_signal(signal.SIGINT)
    assert starter.wait() != 0
    assert engines_of(restless) == []
    assert status(restless).state is EngineState.STOPPED
    assert ask(up(restless), "RETURN 1") == 1


def test_a_start_that_takes_too_long_is_given_up_without_a_trace(restless: EngineConfig) -> None:
    down(restless)
    with pytest.raises(EngineUnavailable, match=r"did not answer within 0\.1 seconds") as raised:
        up(replace(restless, start_timeout_s=0.1))
    assert str(home_of(restless).logs) in raised.value.hint
    assert engines_of(restless) == []
    assert status(restless).state is EngineState.STOPPED


def test_what_java_says_is_quoted_when_it_cannot_start(restless: EngineConfig) -> None:
    down(restless)
    with pytest.raises(EngineUnavailable, match="ended while starting: Invalid maximum heap size: -Xmxplenty"):
        up(replace(restless, heap="plenty"))
    assert status(restless).state is EngineState.STOPPED


def test_a_damaged_aot_cache_is_left_aside_and_thrown_away(restless: EngineConfig, tmp_path: Path) -> None:
    down(restless)
    config = replace(restless, aot=True, cache=tmp_path / "cache")
    config.cache.mkdir()
    config.jars.symlink_to(restless.jars)
    cache = aot.cache_for(config, read_lock(config.lock_file), find(None))
    assert cache
    cache.parent.mkdir()
    cache.write_bytes(b"no classes" * 1000)
    aot.failure_of(cache).write_text("so that no new one is made here")
    assert ask(up(config), "RETURN 1") == 1
    assert not cache.exists()


def test_a_corrupt_store_is_an_error_that_quotes_the_cause(restless: EngineConfig) -> None:
    up(restless)
    down(restless)
    store = restless.home / "data/databases/neo4j/neostore"
    whole = store.read_bytes()
    store.write_bytes(b"x" * 1000)
    with pytest.raises(EngineUnavailable, match=r"cannot open its store: .*metadata"):
        up(restless)
    assert engines_of(restless) == []
    store.write_bytes(whole)


def test_a_java_that_is_none_is_told_before_anything_is_written(jars: EngineConfig, tmp_path: Path) -> None:
    config = replace(jars, home=tmp_path / "home", java_home=tmp_path)
    with pytest.raises(EngineUnavailable, match="no Java in"):
        up(config)
    assert not home_of(config).kept.exists()


def test_no_home_is_an_error_with_a_hint(jars: EngineConfig, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(EngineUnavailable, match="cannot be written") as raised:
        up(replace(jars, home=tmp_path / "file" / "home"))
    assert raised.value.hint


def ask(endpoint: Endpoint, query: str) -> object:
    """The one value of the first row, None without rows; no retries: what is up answers at once."""
    with (
        neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver,
        driver.session(database="neo4j") as session,
    ):
        row = session.run(query).single()
        return row[0] if row else None


def start_up(config: EngineConfig) -> "subprocess.Popen[str]":
    """`up` in a process of its own."""
    words = [sys.executable, "-c", UP_IN_A_PROCESS, str(config.home), str(config.cache)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def printed(starter: "subprocess.Popen[str]") -> int:
    """The process number that a finished `start_up` printed."""
    output, _ = starter.communicate()
    assert starter.returncode == 0
    return int(output)


def engines_of(config: EngineConfig) -> list[int]:
    """Process numbers of all living engines of this home, by looking at every process."""
    argument = home_argument(home_of(config))
    named = psutil.process_iter(["cmdline"])
    return [found.pid for found in named if argument in (found.info["cmdline"] or []) and process.lives(found.pid)]


def without_browser(config: EngineConfig, folder: Path) -> Path:
    """Another lock file over the same jars."""
    lines = config.lock_file.read_text().splitlines(keepends=True)
    lock_file = folder / "other.lock"
    lock_file.write_text("".join(line for line in lines if "neo4j-browser" not in line))
    return lock_file


def wait_until_written_down(config: EngineConfig, starter: "subprocess.Popen[str]") -> None:
    """Return in the middle of a start: its process runs and does not answer yet."""
    pause = threading.Event()
    while read(home_of(config)) is None:
        assert starter.poll() is None
        pause.wait(0.01)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
