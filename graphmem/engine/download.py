"""Downloading jars: one connection pool, eight threads, a `.part` file each, checked before it gets its name."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import httpx

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine.cache import is_whole, part_of, settle
from graphmem.engine.config import Progress
from graphmem.engine.lock import Jar

THREADS = 8
ATTEMPTS = 3
PAUSE_S = 0.3
CHUNK = 1 << 16
MIRROR_HINT = (
    "Check the network, or name a Maven mirror that has this file, then run the same again: "
    "what is here already is kept."
)
TIMEOUT = httpx.Timeout(30, connect=10)


def download(jars: list[Jar], *, base: str, folder: Path, progress: Progress) -> None:
    """Fetch all of `jars` into `folder`; the first one that cannot be had ends it as EngineUnavailable.

    What is whole by then stays; a cut `.part` is continued by the next call.
    """
    progress.start(sum(jar.size for jar in jars))
    largest_first = sorted(jars, key=lambda jar: -jar.size)
    with (
        _client(base or _central()) as client,
        ThreadPoolExecutor(THREADS) as pool,
    ):
        work = _Work(client, folder, progress)
        try:
            for future in as_completed([pool.submit(work.fetch, jar) for jar in largest_first]):
                future.result()
        except BaseException:
            work.halted.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _client(base: str) -> httpx.Client:
    """Asks for the plain bytes: a range of a compressed answer could not be continued."""
    plain = {"Accept-Encoding": "identity"}
    try:
        return httpx.Client(base_url=base, headers=plain, timeout=TIMEOUT, follow_redirects=True)
    except httpx.InvalidURL as error:
        raise EngineUnavailable(f"{base} is no address of a Maven mirror: {error}", hint=MIRROR_HINT) from error


def _central() -> str:
    """Importing jgo takes half a second: only who downloads without a mirror waits for it."""
    from jgo.constants import MAVEN_CENTRAL_URL  # noqa: PLC0415

    return str(MAVEN_CENTRAL_URL)


class _Passing(Exception):
    """A trouble that may be gone at the next attempt."""


class _Work:
    """What the threads of one download share."""

    def __init__(self, client: httpx.Client, folder: Path, progress: Progress) -> None:
        self.client = client
        self.folder = folder
        self.halted = threading.Event()
        self._progress = progress
        self._turn = threading.Lock()

    def fetch(self, jar: Jar) -> None:
        part = part_of(jar, self.folder)
        reason = ""
        for attempt in range(ATTEMPTS):
            if self.halted.wait(PAUSE_S * attempt):
                return
            try:
                self._transfer(jar, part)
            except (_Passing, httpx.RequestError) as error:
                reason = str(error) or type(error).__name__
            except OSError:
                part.unlink(missing_ok=True)
                raise
            else:
                settle(part, jar, self.folder)
                return
        raise self._cannot(jar, reason)

    def _transfer(self, jar: Jar, part: Path) -> None:
        have = part.stat().st_size if part.exists() else 0
        headers = {"Range": f"bytes={have}-"} if have else {}
        with self.client.stream("GET", jar.path, headers=headers) as response:
            self._expect_content(jar, part, response)
            continued = response.status_code == httpx.codes.PARTIAL_CONTENT
            with part.open("ab" if continued else "wb") as file:
                self._advance(have if continued else 0)
                for chunk in self._unless_halted(response):
                    file.write(chunk)
                    self._advance(len(chunk))
        self._check(jar, part)

    def _expect_content(self, jar: Jar, part: Path, response: httpx.Response) -> None:
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink()
            raise _Passing("the cut file could not be continued")
        if response.is_server_error:
            raise _Passing(f"the server answered {response.status_code}")
        if not response.is_success:
            raise self._cannot(jar, f"the server answered {response.status_code}")

    def _check(self, jar: Jar, part: Path) -> None:
        if not is_whole(part, jar):
            part.unlink()
            raise _Passing("what came has another checksum than the lock file says")

    def _unless_halted(self, response: httpx.Response) -> Iterator[bytes]:
        for chunk in response.iter_raw(CHUNK):
            if self.halted.is_set():
                raise _Passing("halted")
            yield chunk

    def _advance(self, received_bytes: int) -> None:
        with self._turn:
            self._progress.advance(received_bytes)

    def _cannot(self, jar: Jar, reason: str) -> EngineUnavailable:
        return EngineUnavailable(
            f"{jar.path} could not be fetched from {self.client.base_url.host}: {reason}",
            hint=MIRROR_HINT,
        )
