"""What the API asks of its caller, since it may not import the package that reads sources."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from graphmem.domain.documents import Skipped
from graphmem.domain.findings import FindingCount
from graphmem.domain.scope import Placement


class Counts(Protocol):
    """Sums over what was recorded; `new`, `changed` and `unchanged` count episodes."""

    @property
    def new(self) -> int: ...  # noqa: D102
    @property
    def changed(self) -> int: ...  # noqa: D102
    @property
    def unchanged(self) -> int: ...  # noqa: D102
    @property
    def chunks(self) -> int: ...  # noqa: D102
    @property
    def embedded(self) -> int: ...  # noqa: D102
    @property
    def statements(self) -> int: ...  # noqa: D102
    @property
    def entities(self) -> int: ...  # noqa: D102
    @property
    def moved(self) -> int: ...  # noqa: D102


class IngestedFile(Protocol):
    """One source: who read it ("" when nobody could), and what was not used."""

    @property
    def uri(self) -> str: ...  # noqa: D102
    @property
    def connector(self) -> str: ...  # noqa: D102
    @property
    def skipped(self) -> Sequence[Skipped]: ...  # noqa: D102
    @property
    def findings(self) -> Sequence[FindingCount]: ...  # noqa: D102


class Ingested(Protocol):
    """What came of a text."""

    @property
    def totals(self) -> Counts: ...  # noqa: D102
    @property
    def files(self) -> Sequence[IngestedFile]: ...  # noqa: D102


class IngestText(Protocol):
    """Reads a text as if it were a file and writes it as the reader's own, or where `placement` says."""

    async def __call__(
        self,
        text: str,
        *,
        title: str,
        source: str,
        project: str,
        happened_at: datetime | None,
        placement: Placement,
        is_interactive: bool = False,
    ) -> Ingested:
        """What came of it; raises BadInput for a text or a `source` that cannot be used.

        is_interactive  the caller's own words: a secret in them is refused instead of masked
        """
        ...
