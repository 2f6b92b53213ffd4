"""How the models on onnxruntime are opened and pooled."""

import ctypes
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from graphmem.domain.vectors import Vector, normalised
from graphmem.inference.batching import Batcher

_ERRORS_ONLY = 3


def open_session(weights: Path) -> Any:
    """A session of one thread a run: several runs side by side use the cores better than one run on all (ADR 0005)."""
    onnxruntime.disable_telemetry_events()
    onnxruntime.set_default_logger_severity(_ERRORS_ONLY)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    # By path: a session made from bytes keeps them.
    session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    _give_back_freed_memory()
    return session


class TokenModel:
    """A graph that gives a vector for each token, with its tokenizer: texts in, one vector a text out."""

    def __init__(self, tokenizer: Tokenizer, weights: Path, *, dimension: int, window: int, threads: int) -> None:
        """`threads` runs side by side; 0 means all cores."""
        self._tokenizer = tokenizer
        self._session = open_session(weights)
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._batcher = Batcher(
            measure=self._lengths,
            run=self._run,
            dimension=dimension,
            window=window,
            budget=window,
            rows=window,
            workers=threads or os.cpu_count() or 1,
        )

    def embed(self, texts: Sequence[str], *, prefix: str = "") -> Vector:
        """One L2-normalised row a text, shape (len(texts), dimension), in the caller's order; any string is allowed."""
        return self._batcher.embed(texts, prefix=prefix)

    def _lengths(self, texts: Sequence[str]) -> list[int]:
        return [sum(encoding.attention_mask) for encoding in self._tokenizer.encode_batch_fast(list(texts))]

    def _run(self, texts: Sequence[str]) -> Vector:
        encodings = self._tokenizer.encode_batch_fast(list(texts))
        ids = np.array([encoding.ids for encoding in encodings], np.int64)
        mask = np.array([encoding.attention_mask for encoding in encodings], np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        return mean_pooled(hidden, mask)


def mean_pooled(hidden: Vector, mask: Any) -> Vector:
    """The mean of each text's tokens at length 1: hidden (texts, tokens, dimension), mask (texts, tokens)."""
    # The mean's divisor falls away with the normalisation.
    return normalised(np.einsum("rtd,rt->rd", hidden, mask.astype(np.float32)))


def _give_back_freed_memory() -> None:
    """Some 60 MB that loading has freed stay with glibc else; other C libraries lack the call."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim:
            trim(0)
