"""What came of a run, file by file: counts a person can check, and every reason why something is not in the memory."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphmem.domain.documents import Skipped
from graphmem.domain.findings import FindingCount, summed
from graphmem.domain.findings import counted as counted_findings
from graphmem.domain.reports import Recorded

BAD_INPUT = 65


class FileStatus(StrEnum):
    """How a file fared.

    ok         its documents are in the memory; single records may be listed as skipped
    unchanged  it is as it was when all of it went into the memory, so it was not read
    partial    documents came out of it, but as a whole it is in doubt
    empty      there was nothing to remember in it, and nothing is wrong
    failed     nothing came out of it, and something should have
    """

    OK = "ok"
    UNCHANGED = "unchanged"
    PARTIAL = "partial"
    EMPTY = "empty"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Sums over recorded documents; `new`, `changed` and `unchanged` count episodes.

    moved  documents that stayed with their writer for the personal numbers in them
    """

    documents: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    moved: int = 0
    chunks: int = 0
    embedded: int = 0
    statements: int = 0
    entities: int = 0
    nodes_created: int = 0
    relationships_created: int = 0


_SUMMED = ("chunks", "embedded", "statements", "entities", "nodes_created", "relationships_created")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReport:
    """What came of one file.

    connector  "" when none was chosen
    findings   what the guard masked, left out or quarantined, by sort
    """

    uri: str
    connector: str
    status: FileStatus
    counts: Counts
    skipped: tuple[Skipped, ...]
    findings: tuple[FindingCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What came of a run."""

    files: tuple[FileReport, ...]

    @property
    def totals(self) -> Counts:
        """The sums over all files."""
        return Counts(**{name: sum(getattr(file.counts, name) for file in self.files) for name in Counts.__slots__})

    @property
    def findings(self) -> tuple[FindingCount, ...]:
        """What the guard found, over all files."""
        return summed(count for file in self.files for count in file.findings)

    @property
    def exit_code(self) -> int:
        """0, or 65 when a file failed or is partial."""
        doubtful = {FileStatus.FAILED, FileStatus.PARTIAL}
        return BAD_INPUT if any(file.status in doubtful for file in self.files) else 0


def counted(recorded: Sequence[Recorded], *, passed_over: int = 0) -> Counts:
    """The sums over what became of a file's documents; `passed_over` episodes of it were not read again."""
    outcomes = Counter(one.outcome for one in recorded)
    return Counts(
        documents=len(recorded),
        new=outcomes["new"],
        changed=outcomes["changed"],
        unchanged=outcomes["unchanged"] + passed_over,
        moved=sum(one.is_moved for one in recorded),
        **{name: sum(getattr(one, name) for one in recorded) for name in _SUMMED},
    )


def found(recorded: Sequence[Recorded]) -> tuple[FindingCount, ...]:
    """What the guard found in a file's documents, by sort."""
    return counted_findings(finding for one in recorded for finding in one.findings)
