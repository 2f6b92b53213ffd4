"""What the core asks of the outside: protocols only, implemented by store, inference and ingest."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from graphmem.domain.candidates import (
    Around,
    Bridge,
    Candidate,
    ConnectEdge,
    DecisionCandidate,
    DecisionSearch,
    End,
    Face,
    Link,
    NamedEntity,
    Passage,
    Reach,
    WhyEdge,
)
from graphmem.domain.cursors import Cursor, CursorKey
from graphmem.domain.engines import Prompt, Reply, Usage
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import Extraction
from graphmem.domain.identities import (
    Alike,
    AlikeWanted,
    EntityFace,
    KnownEntity,
    Lookup,
    Merged,
    Proposal,
    SameAsStatus,
    Traces,
)
from graphmem.domain.nodes import Moment, PageKey
from graphmem.domain.reads import Change, ChangesQuery, Group, Held, NeighbourEdge, Sighting, Subject
from graphmem.domain.reembedding import NextVector, OldChunk, OldText
from graphmem.domain.rereading import Reread, Stored, Wanted
from graphmem.domain.scope import Reader
from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.domain.writes import EpisodeWrite, Known, Subgraph, WriteCounts

Clock = Callable[[], datetime]


class Embedder(Protocol):
    """Turns texts into vectors; blocking, so callers run it in a thread."""

    @property
    def identity(self) -> ModelIdentity:
        """Which model this is."""
        ...

    def __hash__(self) -> int:
        """What is once known of a model is kept."""
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


class TextEngine(Protocol):
    """A model or command outside the process; one call at a time, without retries of its own."""

    @property
    def name(self) -> str:
        """What is written on every item it makes: `llm:mistral-small@1`."""
        ...

    async def ask(self, prompt: Prompt) -> Reply:
        """Its answer to one call; what went wrong with this call only is told in the reply.

        Raises ExtractorUnavailable when it cannot be used at all: not installed, not found, not let in.
        """
        ...


class Ledger(Protocol):
    """What engines have cost, by day and engine."""

    async def fetch_usage(self, tenant: str, day: str, engine: str) -> Usage:
        """What `engine` used on `day` (2026-05-31, UTC); all zero when it was not asked."""
        ...

    async def add_usage(self, tenant: str, day: str, engine: str, used: Usage) -> None:
        """Add to it."""
        ...


class RereadingStore(Protocol):
    """Stored episodes, read back to be read again."""

    async def find_wanted(self, reader: Reader, wanted: Wanted) -> list[str]:
        """Ids of the episodes that `wanted` names and the reader may read, oldest first."""
        ...

    async def count_unread(self, reader: Reader, extractor: str, project: str) -> int:
        """Episodes that this engine has not read as they stand now."""
        ...

    async def fetch_whole(self, reader: Reader, ids: Sequence[str]) -> list[Stored]:
        """Whole episodes with their placement, in the order of `ids`; one the reader may not read is absent."""
        ...

    async def find_statements(self, reader: Reader, episode_id: str) -> list[Reread]:
        """The statements that the episode's chunks are evidence of, once for each quote."""
        ...

    async def enrich(self, write: EpisodeWrite, *, replaces: bool, is_read: bool, is_partial: bool) -> WriteCounts:
        """Entities and statements of one episode in one transaction; its text is left alone.

        replaces    what this engine read out of it before and reads no longer goes
        is_read     it is marked as read by this engine; is_partial: and that something may be missing
        """
        ...

    async def merge_failure(self, tenant: str, episode: Episode, extractor: str, reason: str) -> None:
        """Remember that this engine could not read the episode, and why."""
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

    async def mark_linked(self, tenant: str, episode_ids: Sequence[str]) -> None:
        """The reversals of these are joined: until then an episode counts as changed and is written again."""
        ...


class ReembeddingStore(Protocol):
    """Where vectors of the model to come are laid beside the current ones, until they take their place."""

    async def is_moved(self, model: ModelIdentity) -> bool:
        """Whether the database holds the vectors of `model`, and is at rest."""
        ...

    async def find_tenant(self, after: str) -> str | None:
        """The next tenant by name that has anything; None after the last."""
        ...

    async def find_episodes(
        self, tenant: str, after: str, model: ModelIdentity, *, first: int
    ) -> list[tuple[str, list[OldChunk]]]:
        """A page of episodes by id, each with its chunks in order."""
        ...

    async def find_texts(self, tenant: str, after: str, model: ModelIdentity, *, first: int) -> list[OldText]:
        """A page of statements and entities by id."""
        ...

    async def merge_next(
        self,
        tenant: str,
        model: ModelIdentity,
        *,
        chunks: Sequence[NextVector] = (),
        statements: Sequence[NextVector] = (),
        entities: Sequence[NextVector] = (),
    ) -> None:
        """Lay these beside the current vectors."""
        ...

    async def begin_switch(self, model: ModelIdentity) -> None:
        """From now on nobody else writes vectors, and questions are answered by words alone."""
        ...

    async def switch(self, tenant: str, model: ModelIdentity) -> None:
        """The tenant's next vectors take the place of the current ones."""
        ...

    async def end_switch(self, model: ModelIdentity) -> None:
        """The database holds the vectors of `model`."""
        ...


class CursorStore(Protocol):
    """Where it is kept how far each source was read."""

    async def fetch(self, tenant: str, audience: str, keys: Sequence[CursorKey]) -> dict[CursorKey, Cursor]:
        """Where these reads stand; one that never came to its end is absent."""
        ...

    async def save(self, tenant: str, audience: str, cursors: Sequence[Cursor]) -> None:
        """These reads came to their end, and all they gave is stored."""
        ...


class IdentityStore(Protocol):
    """What the graph knows of names; every read is bounded, however large the graph is."""

    async def find_by_keys(self, lookup: Lookup) -> list[KnownEntity]:
        """Entities with one of the ids, people with one of the keys, and the people the sessions have named."""
        ...

    async def find_alike(
        self, tenant: str, audiences: Sequence[str], wanted: Sequence[AlikeWanted], *, per_name: int
    ) -> dict[str, Alike]:
        """Entities of each wanted name's kind that share a word with it or lie near its vector, by its key."""
        ...

    async def find_traces(
        self, tenant: str, audiences: Sequence[str], ids: Sequence[str], *, keys: Sequence[str], words: Sequence[str]
    ) -> dict[str, Traces]:
        """Which of the rare `keys` and of the `words` stand in passages that name each of `ids`."""
        ...


class EntityStore(Protocol):
    """Entities as a keeper sees them."""

    async def find_visible(self, reader: Reader, ids: Sequence[str]) -> dict[str, EntityFace]:
        """Entities by the id or handle asked for, merged ones as themselves; what the reader may not see is absent."""
        ...

    async def find_same_as(self, reader: Reader, status: SameAsStatus, *, first: int, after: str) -> list[Proposal]:
        """A page of pairs that may be one."""
        ...

    async def dismiss(self, reader: Reader, source_id: str, target_id: str) -> None:
        """Keep the two apart for ever."""
        ...


class MergeStore(Protocol):
    """Merges and their undoing, each in one transaction."""

    async def merge(self, tenant: str, ids: Sequence[str], into: str, principal: str) -> Merged:
        """Merge all of `ids` into `into`."""
        ...

    async def unmerge(self, tenant: str, identifier: str, principal: str) -> Merged:
        """Set a merged entity free with all that is its own."""
        ...


class Audit(Protocol):
    """Where it is written down who changed what."""

    async def record(self, reader: Reader, action: str, target: str, detail: str) -> None:
        """One entry, now."""
        ...


class RecallStore(Protocol):
    """Where recall looks; every method checks audience, liveness and moment on each node it reaches."""

    async def find_by_meaning(
        self, reach: Reach, *, vector: Vector, stems: Sequence[str], depth: int
    ) -> list[Candidate]:
        """Chunks named by the vector lists, each with those of `stems` that it holds.

        Raises EmbedderMismatch when the vectors in the store are another model's.
        """
        ...

    async def find_by_words(
        self, reach: Reach, *, words: Sequence[str], stems: Sequence[str], depth: int
    ) -> list[Candidate]:
        """Chunks named by the full-text lists, each with those of `stems` that it holds."""
        ...

    async def find_named(self, reach: Reach, *, keys: Sequence[str], words: Sequence[str]) -> list[NamedEntity]:
        """Entities with one of `keys`, or whose name or alias shares one of `words`."""
        ...

    async def walk(
        self, reach: Reach, *, seeds: Sequence[str], asked: Sequence[str], stems: Sequence[str]
    ) -> tuple[list[Link], dict[str, str]]:
        """Links from the seed units over entities not in `asked`, rarest first, bounded; the texts they start from.

        Texts are by chunk id.
        """
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

    async def find_passages(self, reach: Reach, ids: Sequence[str], around: Sequence[Around]) -> list[Passage]:
        """These chunks and those around, in no order; what the reader may not see is absent."""
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


class ReadsStore(Protocol):
    """Where the bounded reads look; audience and both clocks are checked on every node and edge."""

    async def find_subjects(self, reader: Reader, name: str, recorded: datetime | None) -> list[Subject]:
        """What an id, handle or name may mean, as it was known at `recorded`; the best fit first."""
        ...

    async def find_about(
        self, reader: Reader, members: Sequence[str], groups: Sequence[Group], *, at: Moment, first: int, after: PageKey
    ) -> dict[str, list[Held]]:
        """What is said of a subject by the name of the group, newest first; an empty group is absent."""
        ...

    async def find_changes(self, reader: Reader, members: Sequence[str], query: ChangesQuery) -> list[Change]:
        """A page of changes in the order of time; without members those of the query's project."""
        ...

    async def fetch_sighting(self, reader: Reader, members: Sequence[str], *, at: Moment) -> Sighting:
        """Where a subject was met."""
        ...

    async def expand(
        self, reader: Reader, nodes: Mapping[str, Sequence[str]], *, at: Moment, per_node: int
    ) -> list[NeighbourEdge]:
        """What these nodes (id → ids of all that are one with it) touch, strongest first, at most `per_node` each."""
        ...

    async def find_project(self, reader: Reader, session: str) -> str | None:
        """The project of a session; None when the reader may read nothing of it."""
        ...

    async def find_last(self, reader: Reader, project: str, *, episodes: int, topics: int) -> Sighting:
        """The last episodes of a project and the topics they speak of most."""
        ...
