"""How the models on onnxruntime are opened and pooled."""

import ctypes
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from graphmem.domain.vectors import Vector, normalised

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
