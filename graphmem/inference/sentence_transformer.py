"""Any sentence-transformers model, from a local folder or the hub; the package is an extra."""

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import ModelIdentity, Side, Vector, normalised
from graphmem.inference.batching import Batcher
from graphmem.inference.prefixes import prefix_for

_ROWS = 32
_UNBOUNDED = 8192


class SentenceTransformerModel:
    """A model run by torch, on the device that sentence-transformers chooses."""

    def __init__(self, model: str | Path, *, name: str = "") -> None:
        """Load `model`, a folder or a hub name; `name` says what a folder holds when its own name does not.

        Raises ModelUnavailable when the extra is not installed or the model cannot be loaded.
        """
        folder = Path(model) if isinstance(model, Path) or Path(model).is_dir() else None
        self._name = name or (folder.name if folder else str(model))
        self._model = _load(folder or str(model))
        # Its tokenizer keeps the last call's truncation as state, which two threads would change for each other.
        self._lock = threading.Lock()
        self._tokenizer = self._model.tokenizer
        window = min(self._model.max_seq_length or _UNBOUNDED, _UNBOUNDED)
        dimension = len(self._run([""])[0])
        self._batcher = Batcher(
            measure=self._lengths,
            run=self._run,
            dimension=dimension,
            window=window,
            budget=_ROWS * window,
            rows=_ROWS,
            workers=1,
        )
        self._identity = ModelIdentity(
            name=self._name, dimension=dimension, fingerprint=_fingerprint(folder or _cached(self._name))
        )

    @property
    def identity(self) -> ModelIdentity:
        """The model's name and the hash of its weight files."""
        return self._identity

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:
        """One L2-normalised row a text, shape (len(texts), dimension), in the caller's order; any string is allowed."""
        return self._batcher.embed(texts, prefix=prefix_for(self._name, side, self._model.prompts))

    def _lengths(self, texts: Sequence[str]) -> list[int]:
        with self._lock:
            tokens = self._tokenizer(list(texts), truncation=False, verbose=False)
        return [len(ids) for ids in tokens["input_ids"]]

    def _run(self, texts: Sequence[str]) -> Vector:
        with self._lock:
            rows = self._model.encode(list(texts), batch_size=_ROWS, prompt="", show_progress_bar=False)
        return normalised(np.asarray(rows, np.float32))


def _load(model: str | Path) -> Any:
    try:
        # The extra takes seconds to import.
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415
        from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415
    except ImportError as cause:
        raise ModelUnavailable(
            "The package sentence-transformers is not installed.",
            hint="pip install 'graphmem[sentence-transformers]'",
        ) from cause
    if isinstance(model, Path) and not model.is_dir():
        raise ModelUnavailable(f"There is no model folder {model}.", hint="Set a folder, or a model name of the hub.")
    disable_progress_bar()
    try:
        return SentenceTransformer(str(model))
    except Exception as cause:  # loading raises errors of many libraries
        reason = next(iter(str(cause).splitlines()), type(cause).__name__)
        raise ModelUnavailable(
            f"sentence-transformers cannot load {model}: {reason}",
            hint="Name a model of the hub that can be reached, or a folder in the format of sentence-transformers.",
        ) from cause


def _cached(name: str) -> Path:
    """Where the hub's files of a model that has just been loaded are."""
    from huggingface_hub import snapshot_download  # noqa: PLC0415

    return Path(snapshot_download(name, local_files_only=True))


def _fingerprint(folder: Path) -> str:
    """sha256 over the weight files in the order of their names; safetensors first, as the loader prefers them."""
    files = sorted(folder.rglob("*.safetensors")) or sorted(folder.rglob("*.bin"))
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
