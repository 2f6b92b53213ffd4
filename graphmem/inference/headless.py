"""A command of the user's own agent as an engine: the window on stdin, JSON on stdout, nothing in between."""

import asyncio
import contextlib
import os
import shlex
import signal
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphmem.domain.engines import Prompt, Reply, engine_name
from graphmem.domain.errors import ExtractorUnavailable
from graphmem.remember.outside.shape import VERSION

_READ_BYTES = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class Headless:
    """One call is one process in an empty folder, with the given environment and nothing else of ours.

    command       the words of the command; no shell reads them
    environment   all that it is given
    timeout_s     then it and its children are killed
    output_bytes  more than that is no answer
    """

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    timeout_s: float = 120.0
    output_bytes: int = 1_000_000

    @property
    def name(self) -> str:
        """`agent:claude@1`, by the command's own name."""
        return engine_name("agent", Path(self.command[0]).name, VERSION)

    async def ask(self, prompt: Prompt) -> Reply:
        """What the command prints; its stderr is thrown away, since it may hold anything.

        Raises ExtractorUnavailable when it cannot be started.
        """
        with tempfile.TemporaryDirectory(prefix="graphmem-extract-") as folder:
            process = await self._start(folder)
            try:
                async with asyncio.timeout(self.timeout_s):
                    output = await self._talk(process, f"{prompt.instructions}\n\n{prompt.text}\n".encode())
                    code = await process.wait()
            except TimeoutError:
                return Reply(trouble=f"it gave no answer in {self.timeout_s:g} s", passes=True)
            finally:
                await _end(process)
        text = output.decode("utf-8", "replace")
        if len(output) > self.output_bytes:
            return Reply(trouble=f"its answer is longer than {self.output_bytes:,} bytes")
        if code:
            return Reply(text=text, trouble=f"it left with code {code}", passes=True)
        return Reply(text=text)

    async def _start(self, folder: str) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=folder,
                env=dict(self.environment),
                start_new_session=True,
            )
        except OSError as error:
            raise ExtractorUnavailable(
                f"{self.command[0]} cannot be started: {error.strerror}.",
                hint="Check GRAPHMEM_EXTRACT_COMMAND; it needs the whole path, or a PATH that has it.",
            ) from error

    async def _talk(self, process: asyncio.subprocess.Process, said: bytes) -> bytes:
        """What it prints while it is told, as far as the limit goes."""
        telling = asyncio.create_task(_tell(process, said))
        output = bytearray()
        try:
            while process.stdout and (piece := await process.stdout.read(_READ_BYTES)):
                output += piece
                if len(output) > self.output_bytes:
                    _kill(process)
                    break
        finally:
            telling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await telling
        return bytes(output)


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command line as a shell would split them; nothing in it is expanded or run.

    Raises ExtractorUnavailable when it is empty or its quotes do not match.
    """
    try:
        found = tuple(shlex.split(command))
    except ValueError as error:
        raise ExtractorUnavailable(
            "GRAPHMEM_EXTRACT_COMMAND cannot be read.", hint="Close its quotation marks."
        ) from error
    if not found:
        raise ExtractorUnavailable(
            "No agent command is set.", hint="Set GRAPHMEM_EXTRACT_COMMAND, as `claude -p` or `codex exec -`."
        )
    return found


async def _tell(process: asyncio.subprocess.Process, said: bytes) -> None:
    """Write stdin; a command that does not read it to the end may still have answered."""
    if process.stdin:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            process.stdin.write(said)
            await process.stdin.drain()
            process.stdin.close()


def _kill(process: asyncio.subprocess.Process) -> None:
    """Ends the process and its children, which are a session of their own."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    _kill(process)
    await process.wait()
    transport = getattr(process, "_transport", None)  # its pipes stay open when a grandchild holds them
    if transport:
        transport.close()
