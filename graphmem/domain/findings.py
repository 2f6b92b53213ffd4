"""What a guard found in a text: what kind of thing and where, never the thing itself."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class FindingKind(StrEnum):
    """What is done about it: private is left out, secret and personal are masked, instruction is quarantined."""

    PRIVATE = "private"
    SECRET = "secret"  # noqa: S105 - a word, no secret
    PERSONAL = "personal"
    INSTRUCTION = "instruction"


MASKED = frozenset({FindingKind.SECRET, FindingKind.PERSONAL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found.

    label  its sort: `aws-key`, `iban`, `override` …
    field  where in the document: text, title, heading, speaker, artifact, link, source …
    part   0-based place of the part, None for what belongs to the document as a whole
    line   1-based line inside that text
    """

    kind: FindingKind
    label: str
    field: str = "text"
    part: int | None = None
    line: int = 1

    @property
    def where(self) -> str:
        """The place for a person: `line 2 of part 1`, `the title`."""
        if self.field == "text":
            return f"line {self.line}" + (f" of part {self.part + 1}" if self.part is not None else "")
        return f"the {self.field}" + (f" of part {self.part + 1}" if self.part is not None else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingCount:
    """How often one sort was found."""

    kind: FindingKind
    label: str
    count: int


def counted(findings: Iterable[Finding]) -> tuple[FindingCount, ...]:
    """Findings by sort, most frequent first."""
    return _ordered(Counter((one.kind, one.label) for one in findings))


def summed(counts: Iterable[FindingCount]) -> tuple[FindingCount, ...]:
    """Several counts as one."""
    total: Counter[tuple[FindingKind, str]] = Counter()
    for one in counts:
        total[one.kind, one.label] += one.count
    return _ordered(total)


def told(counts: Iterable[FindingCount]) -> str:
    """For a person: `3 masked: aws-key 2, iban 1; 1 quarantined: override 1; 2 private passages left out`, or ""."""
    found = summed(counts)
    groups = (
        (MASKED, "masked"),
        (frozenset({FindingKind.INSTRUCTION}), "quarantined"),
    )
    told_groups = [_told(found, kinds, verb) for kinds, verb in groups]
    private = sum(one.count for one in found if one.kind is FindingKind.PRIVATE)
    passages = f"{private} private passage{'s' if private > 1 else ''} left out" if private else ""
    return "; ".join(filter(None, (*told_groups, passages)))


def _told(found: Iterable[FindingCount], kinds: frozenset[FindingKind], verb: str) -> str:
    mine = [one for one in found if one.kind in kinds]
    labels = ", ".join(f"{one.label} {one.count}" for one in mine)
    return f"{sum(one.count for one in mine)} {verb}: {labels}" if mine else ""


def _ordered(counts: Counter[tuple[FindingKind, str]]) -> tuple[FindingCount, ...]:
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(FindingCount(kind=kind, label=label, count=count) for (kind, label), count in rows)
