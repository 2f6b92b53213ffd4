"""Reach: the full-text form of audience and liveness, so that both are filtered inside the index.

An analyser would split or stem an audience name, so each becomes one word of letters and digits.
"""

import hashlib
from collections.abc import Iterable

LIVE = "xlive1"
DEAD = "xlive0"
_DIGITS = 15


def audience_word(audience: str) -> str:
    """The index word of an audience (or of a tenant, for entities)."""
    number = int.from_bytes(hashlib.sha256(audience.encode()).digest()[:8]) % 10**_DIGITS
    return f"xaud{number:0{_DIGITS}d}"


def reach(audience: str, *, live: bool) -> str:
    """What is stored on a node."""
    return f"{audience_word(audience)} {LIVE if live else DEAD}"


def reach_clause(audiences: Iterable[str], *, with_dead: bool = False) -> str:
    """The Lucene clause that lets through what one of `audiences` may read; it adds nothing to the score."""
    words = " ".join(map(audience_word, audiences)) or "xnobody"
    live = "" if with_dead else f" +reach:{LIVE}^0"
    return f"+reach:({words})^0{live}"
