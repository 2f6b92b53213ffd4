"""Where the read of a source stands: what a file looked like when all of it was in the memory."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorKey:
    """One reading of one file: another project or another kind of source makes other documents of it."""

    uri: str
    project: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """What a file looks like from outside: enough to know that it is unchanged without reading it through.

    complete   bytes up to the end of the last complete line
    head_hash  of its first bytes; tail_hash: of the last ones before `complete`
    """

    size: int
    mtime_ns: int
    head_hash: str
    complete: int
    tail_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """A file that is in the memory.

    connector  who read it, extractor: who read the statements; another one may find more
    episodes   how many it gave
    families   hashes of the sessions (with their subagents) it gave rows of: a harness writes shared rows to several
    """

    key: CursorKey
    footprint: Footprint
    connector: str
    extractor: str
    episodes: int
    families: tuple[str, ...]
