"""A repository's history as `git log` writes it: read only, without what the repository itself configures."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from graphmem.domain.errors import UnreadableSource

MESSAGE_LENGTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class GitLimits:
    """commits: the newest so many are read; seconds: how long git may take to list them."""

    commits: int = 10_000
    seconds: int = 300


GIT_LIMITS = GitLimits()

_SETTINGS = (
    "safe.directory=*",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "core.pager=cat",
    "protocol.allow=never",
    "log.showSignature=false",
    "log.mailmap=false",
    "gpg.program=false",
)
_LOG = (
    "log",
    "--reverse",
    "--no-color",
    "--no-decorate",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--encoding=UTF-8",
    "--format=fuller",
    "--date=iso-strict",
    "--name-status",
)
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}


def is_repository(folder: Path) -> bool:
    """Whether `folder` has a history: a working folder, a linked one, or a bare repository; never raises."""
    try:
        return folder.is_dir() and ((folder / ".git").exists() or is_bare(folder))
    except OSError:
        return False


def is_bare(folder: Path) -> bool:
    """Whether `folder` is a repository's own folder, as `.git` and `name.git` are."""
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def home_of(folder: Path) -> Path:
    """The working folder whose files the history names: the one around `.git`, else the folder itself."""
    return folder.parent if folder.name == ".git" else folder


@contextmanager
def history(folder: Path, limits: GitLimits = GIT_LIMITS) -> Iterator[Path]:
    """A file with the newest commits of the current branch, oldest first; it is deleted afterwards.

    An empty repository gives an empty file. Raises UnreadableSource when there is no git, when it fails or when it
    takes too long.
    """
    with tempfile.NamedTemporaryFile(prefix="graphmem-git-") as log:
        if _answers(folder, "rev-parse", "--verify", "--quiet", "HEAD"):
            ran = _run(folder, *_LOG, f"--max-count={limits.commits}", stdout=log, seconds=limits.seconds)
            if ran.returncode:
                raise _unreadable(folder, _said(ran), hint="Run `git fsck` there.")
        yield Path(log.name)


def _answers(folder: Path, *arguments: str) -> bool:
    """Whether git finds what is asked for; an unborn branch is no error, a folder that is no repository is one."""
    ran = _run(folder, *arguments, stdout=subprocess.DEVNULL, seconds=GIT_LIMITS.seconds)
    if ran.returncode > 1:
        raise _unreadable(folder, _said(ran), hint="Check that it is a git repository that you may read.")
    return ran.returncode == 0


def _run(folder: Path, *arguments: str, stdout: int | IO[bytes], seconds: int) -> subprocess.CompletedProcess[bytes]:
    git = shutil.which("git")
    if git is None:
        hint = "Install git, or save `git log --name-status` to a file and ingest that file."
        raise _unreadable(folder, "there is no git command", hint=hint)
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    place = [f"--git-dir={folder}"] if is_bare(folder) else ["-C", str(folder)]
    try:
        return subprocess.run(  # noqa: S603 - no shell; git's own path, fixed words and a folder
            [git, "--no-pager", *settings, *place, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=_ENVIRONMENT,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _unreadable(folder, f"git took longer than {seconds} s", hint="Save `git log` to a file.") from error
    except OSError as error:
        raise _unreadable(folder, f"git cannot be run: {error.strerror}", hint="Check the installation.") from error


def _said(ran: subprocess.CompletedProcess[bytes]) -> str:
    return " ".join(ran.stderr.decode(errors="replace").split())[:MESSAGE_LENGTH] or f"git ended with {ran.returncode}"


def _unreadable(folder: Path, why: str, *, hint: str) -> UnreadableSource:
    return UnreadableSource(f"The history of {folder} cannot be read: {why}.", hint=hint)
