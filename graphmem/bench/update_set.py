"""A labelled set of value changes and of pairs that are none, and each sentence as a file of its form."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.domain.errors import BadInput

FIRST = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
STEP = timedelta(days=14)
SPEAKER, OTHER = "Ada Sato", "Bo Lind"
FORMS = ("chat", "notes", "meeting", "agent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence, who says it, in which project ("" = none), and the value it gives."""

    text: str
    value: str = ""
    speaker: str = SPEAKER
    project: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A value that changes: what is said, in order, and the question whose answer is the last of it."""

    name: str
    form: str
    question: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two sentences that look like a change and are none."""

    name: str
    form: str
    lines: tuple[Line, Line]


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateSet:
    """All of one file."""

    path: Path
    changes: tuple[Change, ...]
    pairs: tuple[Pair, ...]


def read_update_set(path: Path) -> UpdateSet:
    """The set in a TOML file; BadInput when it is not one."""
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        changes = tuple(_change(name, entry) for name, entry in read["changes"].items())
        pairs = tuple(_pair(number, *entry) for number, entry in enumerate(read["pairs"].items()))
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise BadInput(
            f"{path} is no set of value changes: {error}.", hint="It needs the tables `changes` and `pairs`."
        ) from error
    return UpdateSet(path=path, changes=changes, pairs=pairs)


def _change(name: str, entry: Mapping[str, Any]) -> Change:
    if entry["form"] not in FORMS:
        raise ValueError(f"{name} has the form {entry['form']!r}")
    lines = tuple(Line(text=text, value=value) for text, value in entry["says"])
    return Change(name=name, form=entry["form"], question=entry["question"], lines=lines)


def _pair(number: int, name: str, entry: Sequence[Any]) -> Pair:
    """Pairs are told in turn as chat, notes, meeting and agent session; what a person says of himself as chat."""
    one, other = (_line(said) for said in entry)
    is_personal = isinstance(entry[0], list) or one.text.split()[0] in ("I", "My")
    return Pair(name=name, form="chat" if is_personal else FORMS[number % len(FORMS)], lines=(one, other))


def _line(said: str | Sequence[str]) -> Line:
    if isinstance(said, str):
        return Line(text=said)
    return Line(text=said[1], speaker=said[0], project="".join(said[2:]))


def moment_of(step: int) -> datetime:
    """When the sentence of this number was said."""
    return FIRST + step * STEP


def write_source(folder: Path, form: str, step: int, line: Line) -> Path:
    """The sentence as people meet it: among others, in a file of this form."""
    at = moment_of(step)
    name, text = {"chat": _chat, "notes": _note, "meeting": _meeting, "agent": _session}[form](at, line)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _chat(at: datetime, line: Line) -> tuple[str, str]:
    other = OTHER if line.speaker != OTHER else SPEAKER
    turns = ((other, "Good morning!"), (line.speaker, line.text), (other, "Thanks for telling me."))
    rows = [f"[{at + timedelta(minutes=n):%Y-%m-%d %H:%M}] {who}: {text}" for n, (who, text) in enumerate(turns)]
    return f"{at:%Y-%m-%d}-chat.txt", "\n".join(rows) + "\n"


def _note(at: datetime, line: Line) -> tuple[str, str]:
    head = f"---\ntitle: Notes of {at:%d %B %Y}\ndate: {at:%Y-%m-%d}\n---\n\n"
    body = f"We looked through the open points over coffee.\n\n{line.text}\n\nThe weather was fine.\n"
    return f"{at:%Y-%m-%d}-notes.md", f"{head}# Notes\n\n{body}"


def _meeting(at: datetime, line: Line) -> tuple[str, str]:
    turns = ((OTHER, "Let us begin, everybody is here."), (line.speaker, line.text), (OTHER, "Okay, next point."))
    cues = [f"00:0{n}:01.000 --> 00:0{n}:20.000\n<v {who}>{text}" for n, (who, text) in enumerate(turns)]
    return f"{at:%Y-%m-%d}-weekly.vtt", f"WEBVTT - Weekly, {at:%d %B %Y}\n\n" + "\n\n".join(cues) + "\n"


def _session(at: datetime, line: Line) -> tuple[str, str]:
    session = f"s-{at:%Y%m%d}"
    turns = (("user", line.text), ("assistant", "Understood, I will keep that in mind."))
    rows = []
    for n, (role, text) in enumerate(turns):
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        rows.append(
            {
                "type": role,
                "uuid": f"{session}-{n}",
                "parentUuid": f"{session}-{n - 1}" if n else None,
                "sessionId": session,
                "cwd": f"/home/ada/{line.project or 'harbour'}",
                "timestamp": f"{at + timedelta(seconds=n):%Y-%m-%dT%H:%M:%SZ}",
                "message": {"role": role, "content": content} | ({"id": f"{session}-m"} if n else {}),
            }
        )
    return f"{session}.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows)
