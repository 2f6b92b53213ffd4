"""Every query of graphmem, one to a file, each with a header that is checked when it is loaded."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent
MODES = frozenset({"read", "write", "schema"})
_FIELD = re.compile(r"^// (mode|params|returns|plan): *(.*)$")
_PARAMETER = re.compile(r"\$([a-z_]+)")


class HeaderError(ValueError):
    """A .cypher file without a complete and true header: a fault of the code, found at import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One query.

    name     its path below cypher/, without the ending
    text     what is sent to the server, constant for ever: values travel as parameters
    mode     read, write or schema
    params   name → type, as the header says
    returns  the columns
    plan     the operators its plan must contain
    """

    name: str
    text: str
    mode: str
    params: dict[str, str]
    returns: tuple[str, ...]
    plan: tuple[str, ...]
    purpose: str


@cache
def load(name: str) -> Query:
    """The query in `<name>.cypher`; raises HeaderError when its header is missing or does not fit its text."""
    source = (ROOT / f"{name}.cypher").read_text(encoding="utf-8")
    fields, purpose, body = _parse(name, source)
    query = Query(
        name=name,
        text=f"CYPHER 25\n{body}",
        mode=fields["mode"],
        params=dict(_pair(name, item) for item in _items(fields["params"])),
        returns=tuple(item.split()[0] for item in _items(fields["returns"])),
        plan=tuple(_items(fields["plan"])),
        purpose=purpose,
    )
    _check(query, body)
    return query


def statements(name: str) -> list[Query]:
    """The single statements of a migration file, in order."""
    whole = load(name)
    texts = [part.strip() for part in whole.text.removeprefix("CYPHER 25\n").split(";\n")]
    return [
        Query(
            name=name,
            text=f"CYPHER 25\n{text.rstrip(';')}",
            mode=whole.mode,
            params={key: kind for key, kind in whole.params.items() if f"${key}" in text},
            returns=(),
            plan=(),
            purpose=whole.purpose,
        )
        for text in texts
        if text
    ]


def names() -> list[str]:
    """All queries there are, migrations left out."""
    files = (path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.cypher"))
    return sorted(name for name in files if not name.startswith("migrations/"))


def migrations() -> list[str]:
    """The names of the migrations, in order."""
    return sorted(f"migrations/{path.stem}" for path in (ROOT / "migrations").glob("V*.cypher"))


def _parse(name: str, source: str) -> tuple[dict[str, str], str, str]:
    fields: dict[str, str] = {}
    purpose: list[str] = []
    lines = source.splitlines()
    header = next((n for n, line in enumerate(lines) if not line.startswith("//")), len(lines))
    for line in lines[:header]:
        if match := _FIELD.match(line):
            fields[match.group(1)] = match.group(2).strip()
        elif not fields:
            purpose.append(line.removeprefix("//").strip())
    if missing := {"mode", "params", "returns", "plan"} - fields.keys():
        raise HeaderError(f"{name}.cypher: the header lacks {', '.join(sorted(missing))}")
    return fields, " ".join(purpose), "\n".join(lines[header:]).strip()


def _items(text: str) -> list[str]:
    """Items between commas that stand outside `<…>`."""
    return [item.strip() for item in re.split(r",(?![^<]*>)", text) if item.strip()]


def _pair(name: str, item: str) -> tuple[str, str]:
    key, _, kind = item.partition(" ")
    if not kind:
        raise HeaderError(f"{name}.cypher: parameter {key} has no type")
    return key, kind


def _check(query: Query, body: str) -> None:
    if query.mode not in MODES:
        raise HeaderError(f"{query.name}.cypher: mode {query.mode!r} is none of {sorted(MODES)}")
    if not query.purpose:
        raise HeaderError(f"{query.name}.cypher: the header says nothing of its purpose")
    used = set(_PARAMETER.findall(re.sub(r"//.*", "", body)))
    if used != query.params.keys():
        differing = ", ".join(sorted(used ^ query.params.keys()))
        raise HeaderError(f"{query.name}.cypher: header and text differ in parameters: {differing}")
