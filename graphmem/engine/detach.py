"""Starting a process that lives on its own: neither Ctrl-C nor the end of its starter reaches it."""

import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path

from graphmem.domain.errors import EngineUnavailable


def detached(
    command: list[str],
    *,
    output: Path,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Start `command` in a session of its own and return its process number; what it prints replaces `output`.

    folder, environment  None: those of the caller. EngineUnavailable when the program cannot be run.
    """
    with output.open("wb") as printed:
        try:
            child = subprocess.Popen(  # noqa: S603
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineUnavailable(
                f"{command[0]} cannot be run: {error.strerror}", hint="Make it executable, or name another one."
            ) from error
    # Takes note of its end, so that a starter that lives longer keeps no dead process.
    threading.Thread(target=child.wait, name=f"reap-{child.pid}", daemon=True).start()
    return child.pid
