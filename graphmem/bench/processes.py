"""Processes as a user meets them: how long they take to start, and what they hold when idle."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import psutil
from pydantic import SecretStr

from graphmem.domain.errors import Unavailable
from graphmem.settings import PREFIX, Settings

START_WITHIN_S = 120.0
STOP_WITHIN_S = 10.0
_POLL_S = 0.05
_RECALL = "query($question: String!) { recall(question: $question, topK: 3) { items { text } } }"


def time_help(times: int) -> list[float]:
    """Seconds of `graphmem --help`, each in a process of its own."""
    return [_time_help() for _ in range(times)]


def _time_help() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "graphmem", "--help"], check=True, capture_output=True)
    return time.perf_counter() - started


def api_memory(settings: Settings, question: str) -> tuple[int, float]:
    """Resident bytes of an idle `graphmem serve` that has answered one question, and the seconds it took to start.

    Raises Unavailable when it does not answer.
    """
    with _serving(settings) as (process, address, took):
        token = settings.api_token.get_secret_value()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = {"query": _RECALL, "variables": {"question": question}}
        answer = httpx.post(f"{address}/graphql", json=body, headers=headers, timeout=60)
        if "errors" in answer.json():
            raise Unavailable("graphmem serve did not answer a recall.", hint="Run `graphmem doctor`.")
        return int(psutil.Process(process.pid).memory_info().rss), took


@contextmanager
def _serving(settings: Settings) -> Iterator[tuple["subprocess.Popen[bytes]", str, float]]:
    port = _free_port()
    command = [sys.executable, "-m", "graphmem", "serve", "--host", "127.0.0.1", "--port", str(port)]
    started = time.perf_counter()
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(command, env=environment_of(settings), stdout=told, stderr=told)  # noqa: S603 - ourselves
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(process, f"{address}/ready")
            yield process, address, time.perf_counter() - started
        finally:
            process.terminate()
            try:
                process.wait(STOP_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(process: "subprocess.Popen[bytes]", url: str) -> None:
    deadline = time.monotonic() + START_WITHIN_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(url, timeout=5).is_success:
                return
        except httpx.TransportError:
            time.sleep(_POLL_S)
    raise Unavailable("graphmem serve does not start.", hint="Run it by hand to see why.")


def environment_of(settings: Settings) -> dict[str, str]:
    """The environment in which another graphmem process has these settings; the rest of ours goes along."""
    own = {f"{PREFIX}{name.upper()}": getattr(settings, name) for name in settings.model_fields_set}
    texts = {
        key: value.get_secret_value() if isinstance(value, SecretStr) else str(value) for key, value in own.items()
    }
    return {**os.environ, **texts}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])
