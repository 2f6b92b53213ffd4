"""One episode, resolved and ready to be written in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphmem.domain.entities import AboutLink, Entity, Mention
from graphmem.domain.episodes import Episode
from graphmem.domain.identities import SameAs
from graphmem.domain.relations import Edge
from graphmem.domain.scope import Placement
from graphmem.domain.statements import Statement
from graphmem.domain.vectors import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactLink:
    """The episode and an artifact.

    how    wrote, read or ran; `is` when the episode is that record; else what it says of it (`supersedes` …)
    quote  the words that say so; "" when the harness recorded it
    """

    entity_id: str
    how: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Subgraph:
    """What an episode says, as nodes and edges.

    summary        one line, made without a model
    extractor      who read it
    main_decision  id of the decision that links between records join; "" when there is none
    reversals      ids of decisions that say they overturn an earlier one
    said_by        id of the speaker by chunk id
    """

    episode: Episode
    summary: str
    extractor: str
    entities: tuple[Entity, ...]
    mentions: tuple[Mention, ...]
    abouts: tuple[AboutLink, ...]
    statements: tuple[Statement, ...]
    statement_edges: tuple[Edge, ...]
    entity_edges: tuple[Edge, ...]
    touches: tuple[ArtifactLink, ...]
    main_decision: str
    reversals: tuple[str, ...]
    said_by: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeWrite:
    """A subgraph with its owner and its vectors.

    vectors          by node id: new chunks, statements and entities; what is stored already is absent
    window_vectors   by chunk id, for spoken episodes
    window_texts     by chunk id, likewise
    redirects        id of the survivor by the id of a merged entity
    fresh            by the id of a new namesake: whose name and vector it shares
    renamed          better display names by entity id
    proposals        entities that may be one
    """

    tenant: str
    owner: str
    audience: str
    placement: Placement
    subgraph: Subgraph
    vectors: Mapping[str, Vector]
    window_vectors: Mapping[str, Vector]
    window_texts: Mapping[str, str]
    redirects: Mapping[str, str] = field(default_factory=dict)
    fresh: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    proposals: tuple[SameAs, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the graph already holds of a batch.

    episodes   text hash by episode id
    copies     episode id by text hash, for documents without an id of their own
    chunks     embedding by chunk id, where text and context are unchanged
    """

    episodes: Mapping[str, str]
    copies: Mapping[str, str]
    chunks: Mapping[str, Vector]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteCounts:
    """What Neo4j says it did."""

    nodes_created: int = 0
    relationships_created: int = 0
