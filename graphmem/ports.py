"""What the core asks of the outside: protocols only, implemented by store, inference and ingest."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from graphmem.domain.candidates import (
    Bridge,
    Candidate,
    ConnectEdge,
    DecisionCandidate,
    DecisionSearch,
    End,
    Face,
    Link,
    NamedEntity,
    Reach,
    WhyEdge,
)
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import Extraction
from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.domain.writes import EpisodeWrite, Known, Subgraph, WriteCounts

Clock = Callable[[], datetime]


class Embedder(Protocol):
    """Turns texts into vectors; blocking, so callers run it in a thread."""

    @property
    def identity(self) -> ModelIdentity:
        """Which model this is."""
        ...

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:
        """One L2-normalised row a text, shape (len(texts), dimension), in the caller's order."""
        ...


class Extractor(Protocol):
    """Reads statements and entities out of an episode; pure, never raises on any text."""

    @property
    def name(self) -> str:
        """What is written on every item it makes: `rules@1`."""
        ...

    def extract(self, episode: Episode) -> Extraction:
        """Everything it is sure enough of; spans point into the episode's chunks."""
        ...


class EpisodeStore(Protocol):
    """Where episodes are written."""

    async def find_known(self, tenant: str, audience: str, episodes: Sequence[Episode]) -> Known:
        """What is stored already of `episodes` and their chunks."""
        ...

    async def find_embedded(self, tenant: str, subgraphs: Sequence[Subgraph]) -> frozenset[str]:
        """Ids of the statements and entities of `subgraphs` that have a vector."""
        ...

    async def write(self, writes: Sequence[EpisodeWrite]) -> WriteCounts:
        """Episodes of one owner and one extractor, whole and in one transaction, or none of them.

        Episodes of a session are put in order (`NEXT`), and the decisions of records that name each other are joined,
        whichever arrived first.
        """
        ...

    async def link_reversals(self, tenant: str, audience: str, decision_ids: Sequence[str], extractor: str) -> None:
        """Join decisions that say they overturn an earlier one with that one, and mark it superseded."""
        ...


class RecallStore(Protocol):
    """Where recall looks; every method checks audience, liveness and moment on each node it reaches."""

    async def find_candidates(
        self, reach: Reach, *, vector: Vector | None, words: Sequence[str], stems: Sequence[str], depth: int
    ) -> list[Candidate]:
        """Chunks named by the vector lists (when `vector` is given) and the full-text lists (when `words` are).

        Each comes with those of `stems` that it holds.
        """
        ...

    async def find_named(self, reach: Reach, *, keys: Sequence[str], words: Sequence[str]) -> list[NamedEntity]:
        """Entities with one of `keys`, or whose name or alias shares one of `words`."""
        ...

    async def walk(
        self, reach: Reach, *, seeds: Sequence[str], asked: Sequence[str], stems: Sequence[str]
    ) -> list[Link]:
        """Links from the seed chunks over entities not in `asked`, rarest first, bounded."""
        ...

    async def fetch_faces(self, reach: Reach, ids: Sequence[str]) -> dict[str, Face]:
        """What is shown of each chunk; one the reader may not see is absent."""
        ...

    async def count_chunks(self) -> int:
        """Roughly how many chunks there are: only for the rarity of names."""
        ...


class WhyStore(Protocol):
    """Where why and connect look; the same checks as for recall."""

    async def find_decisions(self, reach: Reach, wanted: DecisionSearch) -> list[DecisionCandidate]:
        """Decisions the question may be about, in no order."""
        ...

    async def expand(self, reach: Reach, ids: Sequence[str], *, vector: Vector | None) -> list[WhyEdge]:
        """The why-relations of these statements, strongest first, bounded per statement."""
        ...

    async def find_bridged(self, reach: Reach, decision_id: str) -> list[Bridge]:
        """Later live decisions on the same rare subject."""
        ...

    async def find_ends(self, reach: Reach, name: str) -> list[End]:
        """What a name, handle or id may mean."""
        ...

    async def expand_ends(
        self, reach: Reach, *, entities: Sequence[str], statements: Sequence[str]
    ) -> list[ConnectEdge]:
        """What these entities and statements touch, bounded per node."""
        ...
