"""All benchmarks one after another: each part once, its result kept, and one page made of them all."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from graphmem.bench.machine import Machine, code_hash, own_version

_READ_AT_ONCE = 1 << 20

Watch = Callable[[str], None]
Glance = tuple[str, int, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a part came to.

    glance   its rows of the first table: what, n, figure, the plain way or another figure beside it, the gain over that
    text     as a person reads it, in Markdown
    machine  what it was measured on
    """

    glance: Sequence[Glance]
    text: str
    report: Any
    machine: Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One benchmark of one set.

    name     of its file
    title    its heading on the page
    inputs   files and folders it is measured on: when one changes, the part is run again
    options  what else it depends on
    """

    name: str
    title: str
    inputs: tuple[Path, ...]
    run: Callable[[], Told]
    options: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A part's result as it is kept. code: hash of the sources it was measured with."""

    name: str
    title: str
    key: str
    code: str
    measured_at: str
    glance: list[list[Any]]
    text: str
    machine: dict[str, Any]
    report: Any


def run_parts(
    parts: Sequence[Part], folder: Path, *, again: bool, plain: Callable[[Any], Any], watch: Watch
) -> Iterator[str]:
    """Measure each part whose file is not there or has another key, and keep it at once; the names of these.

    plain  turns what JSON does not know into what it knows
    Raises what a part raises: the parts before it are kept, and the next run goes on there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        done, key = kept(part, folder), key_of(part)
        if again or done is None or done.key != key:
            watch(part.title)
            measured = asdict(_measured(part, key))
            replace_text(
                place_of(part, folder), json.dumps(measured, default=plain, ensure_ascii=False, indent=1) + "\n"
            )
            yield part.name


def place_of(part: Part, folder: Path) -> Path:
    """The file that keeps a part's result."""
    return folder / f"{part.name}.json"


def kept(part: Part, folder: Path) -> Done | None:
    """A part's result as it was kept, whatever its key; None when there is none in this form that can be read."""
    try:
        done = Done(**json.loads(place_of(part, folder).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return done if isinstance(done.machine, dict) and isinstance(done.glance, list) else None


def key_of(part: Part) -> str:
    """Hash of a part's name, options and inputs, and of the version of this package."""
    hashed = blake2b(f"{part.name}\0{part.options}\0{own_version()}".encode(), digest_size=16)
    for path in _files(part.inputs):
        hashed.update(f"\0{path.name}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while data := file.read(_READ_AT_ONCE):
                hashed.update(data)
    return hashed.hexdigest()


def _files(inputs: Iterable[Path]) -> Iterator[Path]:
    for path in inputs:
        yield from sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]


def _measured(part: Part, key: str) -> Done:
    told = part.run()
    return Done(
        name=part.name,
        title=part.title,
        key=key,
        code=code_hash(),
        measured_at=datetime.now(UTC).isoformat(timespec="minutes"),
        glance=[list(row) for row in told.glance],
        text=told.text,
        machine=asdict(told.machine),
        report=told.report,
    )


def replace_text(place: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = place.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(place)
