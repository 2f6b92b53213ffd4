"""What the store hands to recall: candidates with raw scores, named entities, links of the walk, faces of items."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from graphmem.domain.answers import Quote, StatementFace
from graphmem.domain.documents import SpeakerRole
from graphmem.domain.vectors import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a read may touch: who reads, in which project, window and moment."""

    tenant: str
    audiences: tuple[str, ...]
    with_history: bool = False
    project: str = ""
    since: datetime | None = None
    until: datetime | None = None
    valid: datetime | None = None
    recorded: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A chunk that some list or link names.

    terms          the question's stems that it holds: all that ranking asks of its words
    before, after  units of the chunks beside it; its own when it is one of several
    scores         raw, by the name of the list
    """

    id: str
    unit_id: str
    episode_id: str
    is_spoken: bool
    position: int
    speaker: str
    role: SpeakerRole
    happened_at: datetime | None
    asks: bool
    is_noise: bool
    terms: frozenset[str]
    before: str | None
    after: str | None
    scores: Mapping[str, float]


def joined(*found: Iterable[Candidate]) -> list[Candidate]:
    """Each candidate once, with its scores of all the lists that name it."""
    first: dict[str, Candidate] = {}
    for one in chain(*found):
        known = first.get(one.id)
        first[one.id] = replace(known, scores={**known.scores, **one.scores}) if known else one
    return list(first.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEntity:
    """An entity the question may name, with what is about it: (chunk or episode id) → weight.

    mentions  ids of the units that mention it; none for a hub
    """

    id: str
    name: str
    name_key: str
    kind: str
    aliases: tuple[str, ...]
    df: int
    about_count: int
    abouts: Mapping[str, float]
    mentions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """seed → entity → target: one way the walk can go; `covered` are numbers of the question's stems in the target.

    seed, chunk_id  the unit, and the chunk of it that names the entity
    kind  forward (the target is about the entity), shared (both mention it), backward (the seed is about it)
    """

    seed: str
    chunk_id: str
    entity_id: str
    entity: str
    df: int
    about_count: int
    sentences: tuple[int, ...]
    start: int
    end: int
    kind: str
    weight: float
    target: Candidate
    covered: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """Where a superseded statement stands in a chunk, and the place that says what holds now.

    by  the chunk of that place, [by_start, by_end) the characters in it; "" when the reader may see none
    """

    text: str
    start: int
    end: int
    by: str
    by_start: int
    by_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """All that is shown of a chunk; `ended` is what of it no longer holds."""

    quote: Quote
    context: str
    kind: str
    tokens: int
    episode_id: str
    statements: tuple[StatementFace, ...]
    ended: tuple[Ended, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Involved:
    """A person in a statement, by relationship type (`DECIDED_BY`, `OBJECTED_BY` …)."""

    id: str
    name: str
    relation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCandidate:
    """A decision that a why question may be about; `passage` is the whole chunk it was said in.

    likeness  cosine with the question as Neo4j scales it, (1 + cos) / 2; 0 when unknown
    matched   full-text score
    is_main   the one decision its record is about
    is_ended  superseded or no longer valid at the moment asked
    """

    face: StatementFace
    passage: Quote
    episode_id: str
    likeness: float
    matched: float
    is_main: bool
    is_ended: bool
    decided_at: datetime | None
    people: tuple[Involved, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyEdge:
    """A why-relation from a statement to another one; `is_reversed` when the relationship points at the first."""

    from_id: str
    relation: str
    is_reversed: bool
    weight: float
    likeness: float
    face: StatementFace
    passage: Quote
    people: tuple[Involved, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """A later decision on the same rare subject."""

    entity_id: str
    entity: str
    weight: float
    face: StatementFace
    passage: Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """One end of a connection."""

    id: str
    text: str
    is_entity: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectEdge:
    """One step of a connection, with the words that show it."""

    from_id: str
    relation: str
    is_reversed: bool
    weight: float
    to: End
    degree: int
    quote: Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionSearch:
    """Where to look for decisions: near a vector, by words, in chunks and episodes, or by id."""

    vector: Vector | None = None
    words: tuple[str, ...] = ()
    chunk_ids: tuple[str, ...] = ()
    episode_ids: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A chunk as why reads it, with its place in its document and the statements drawn from it.

    main_decision  the id of the one decision its record is about; "" when there is none
    """

    quote: Quote
    episode_id: str
    position: int
    section: str
    is_spoken: bool
    is_noise: bool
    main_decision: str
    statements: tuple[StatementFace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The chunks of an episode at positions first to last, both included."""

    episode_id: str
    first: int
    last: int
