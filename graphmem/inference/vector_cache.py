"""Vectors by the hash of their text: what was embedded once is not embedded again, whatever graph it goes to."""

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.ports import Embedder

_SCHEMA = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL, used INTEGER NOT NULL)"
_KEYS_AT_ONCE = 500
_ROW_OVERHEAD = 80
_KEEP = 0.9
_BUSY_S = 5.0
_log = logging.getLogger(__name__)


class CachedEmbedder:
    """An Embedder that asks a file first. Passages only: what people ask leaves no trace on disk.

    The file holds hashes and vectors, no text. A cache that cannot be read or written is said once in the log and
    left out: it never stops a write.
    """

    def __init__(self, inner: Embedder, path: Path, *, megabytes: int) -> None:
        self._inner = inner
        self._path = path
        self._rows = megabytes * 1_000_000 // (inner.identity.dimension * 4 + _ROW_OVERHEAD)
        self._lock = threading.Lock()
        self._file: sqlite3.Connection | None = None
        self._is_broken = False

    @property
    def identity(self) -> ModelIdentity:
        """The model behind the cache."""
        return self._inner.identity

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:
        """One L2-normalised row a text, shape (len(texts), dimension), in the caller's order."""
        if side is not Side.PASSAGE or not texts:
            return self._inner.embed(texts, side=side)
        keys = [self._key(text) for text in texts]
        known = self._find(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        made = dict(zip(missing, self._inner.embed(list(missing.values())), strict=True)) if missing else {}
        self._keep(made)
        return np.stack([known[key] if key in known else made[key] for key in keys])

    def forget(self, texts: Sequence[str]) -> None:
        """Remove what is kept of `texts`."""
        keys = [self._key(text) for text in texts]
        self._try(lambda file: file.executemany("DELETE FROM vectors WHERE key = ?", ((key,) for key in keys)))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file:
                self._file.close()
            self._file = None

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.identity.fingerprint}\x1f{text}".encode(errors="replace")).digest()

    def _find(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        found: dict[bytes, Vector] = {}

        def read(file: sqlite3.Connection) -> None:
            wanted = list(dict.fromkeys(keys))
            for start in range(0, len(wanted), _KEYS_AT_ONCE):
                some = wanted[start : start + _KEYS_AT_ONCE]
                marks = ",".join("?" * len(some))
                rows = file.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some)  # noqa: S608
                found.update((key, np.frombuffer(blob, np.float32)) for key, blob in rows)

        self._try(read)
        return {key: row for key, row in found.items() if row.shape == (self.identity.dimension,)}

    def _keep(self, made: Mapping[bytes, Vector]) -> None:
        def write(file: sqlite3.Connection) -> None:
            (last,) = file.execute("SELECT coalesce(max(used), 0) FROM vectors").fetchone()
            file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", _rows(made, last + 1))
            (count,) = file.execute("SELECT count(*) FROM vectors").fetchone()
            if count > self._rows:
                extra = count - int(self._rows * _KEEP)
                oldest = "SELECT key FROM vectors ORDER BY used LIMIT ?"
                file.execute(f"DELETE FROM vectors WHERE key IN ({oldest})", (extra,))  # noqa: S608

        if made:
            self._try(write)

    def _try(self, work: Callable[[sqlite3.Connection], object]) -> None:
        if self._is_broken:
            return
        with self._lock:
            try:
                with self._opened() as file:
                    work(file)
            except (sqlite3.Error, OSError) as error:
                self._is_broken = True
                _log.warning("The cache of vectors is left out: %s", error)

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)
            self._file = sqlite3.connect(self._path, timeout=_BUSY_S, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute(_SCHEMA)
        return self._file


def _rows(made: Mapping[bytes, Vector], used: int) -> Iterator[tuple[bytes, bytes, int]]:
    for key, vector in made.items():
        yield key, vector.astype(np.float32).tobytes(), used
