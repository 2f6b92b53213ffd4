"""A labelled set's own scorer: run as it is, its figures read from what it prints."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphmem.domain.errors import BadInput

SCORER = "score.py"
SCORER_TIMEOUT_S = 600


def figures_of(folder: Path, *arguments: str) -> Mapping[str, Any]:
    """The JSON object that the scorer of `folder` prints; BadInput when it fails or prints anything else."""
    told = _run(str(folder / SCORER), *arguments)
    try:
        figures = json.loads(told)
    except ValueError:
        figures = None
    if not isinstance(figures, dict):
        raise BadInput(f"{SCORER} printed no JSON object.", hint=f"It printed: {told[:200]!r}")
    return figures


def _run(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SCORER_TIMEOUT_S)  # noqa: S603 - the scorer of the folder the user named
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise BadInput(f"{SCORER} ended with {done.returncode}: {last}", hint="Run it by hand to see more.")
    return done.stdout
