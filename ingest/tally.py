"""Keeping account of what a connector did not use, in flat memory: nothing is left out silently."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from graphmem.domain.documents import Skipped

LISTED_FAULTS = 100
UNKNOWN_SHARE = 0.2


@dataclass(slots=True)
class Tally:
    """The account of one source.

    read     units looked at so far (lines, rows, cues)
    unknown  those of them that were not understood
    """

    uri: str
    read: int = 0
    unknown: int = 0
    _left_out: dict[str, tuple[int, int]] = field(default_factory=dict)
    _faults: list[Skipped] = field(default_factory=list)
    _unlisted: int = 0

    def leave_out(self, reason: str, line: int, *, count: int = 1) -> None:
        """Note what is left out on purpose; equal reasons are counted together."""
        first, before = self._left_out.get(reason, (line, 0))
        self._left_out[reason] = (first, before + count)

    def fault(self, reason: str, line: int, *, is_unknown: bool = True) -> None:
        """Note what could not be used; `is_unknown` counts it towards a source that is not understood."""
        self.unknown += is_unknown
        if len(self._faults) < LISTED_FAULTS:
            self._faults.append(Skipped(uri=self.uri, line=line, reason=reason))
        else:
            self._unlisted += 1

    def report(self) -> Iterator[Skipped]:
        """Everything noted: faults one by one, then what was left out, then whether the whole is in doubt."""
        yield from self._faults
        if self._unlisted:
            yield Skipped(uri=self.uri, line=0, reason=f"{self._unlisted} more faults, not listed", is_fault=False)
        for reason, (line, count) in self._left_out.items():
            counted = reason if count == 1 else f"{count} × {reason}"
            yield Skipped(uri=self.uri, line=line, reason=counted, is_fault=False)
        if self.read and self.unknown / self.read > UNKNOWN_SHARE:
            yield Skipped(uri=self.uri, line=0, reason=f"{self.unknown} of {self.read} records not understood")
