"""Merged entities and what each of them calls its own: pure, so that a merge and its undoing are exact inverses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.text import name_key

Names = Mapping[str, Sequence[str] | None]
LISTS = ("aliases", "handles", "projects")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """An entity of a family. held: what it is called now; own: what was its own, None while it is all its own."""

    id: str
    name: str
    name_key: str
    merged_at: datetime | None
    held: Names
    own: Names

    @property
    def base(self) -> dict[str, Sequence[str]]:
        """Its own lists, whoever was merged into it."""
        return {key: (self.held[key] if self.own["aliases"] is None else self.own[key]) or [] for key in LISTS}

    def lent(self) -> dict[str, list[str]]:
        """What a survivor takes over from it."""
        base = self.base
        return {**{key: list(base[key]) for key in LISTS}, "aliases": [self.name, *base["aliases"]]}


def own_names(root: Member, merged: Sequence[Member]) -> dict[str, list[str]]:
    """The root's own lists: what they were, and what was added since that no merged entity brought."""
    base = root.base
    if root.own["aliases"] is None:
        return {key: list(base[key]) for key in LISTS}
    brought = {key: {name for one in merged for name in one.lent()[key]} for key in LISTS}
    return {
        key: [
            *base[key],
            *(name for name in root.held[key] or () if name not in base[key] and name not in brought[key]),
        ]
        for key in LISTS
    }


def names_with(root: Member, own: Mapping[str, list[str]], merged: Sequence[Member]) -> dict[str, object]:
    """The row that is written for a root whose own lists are `own` and into which `merged` are merged."""
    if not merged:
        return {"id": root.id, "held": dict(own) | {"projects": own["projects"] or None}, "own": {}}
    held = {key: list(own[key]) for key in LISTS}
    for one in sorted(merged, key=lambda each: (each.merged_at is None, str(each.merged_at), each.id)):
        for key, names in one.lent().items():
            held[key] += [name for name in names if name not in held[key] and not _is_own_name(key, name, root)]
    return {"id": root.id, "held": held | {"projects": held["projects"] or None}, "own": own}


def _is_own_name(key: str, name: str, root: Member) -> bool:
    return key == "aliases" and name_key(name) == root.name_key
