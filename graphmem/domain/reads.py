"""Bounded reads: a subject and what is said of it, changes over time, neighbours, the pack an agent starts with."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from graphmem.domain.answers import Quote, StatementFace
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.nodes import PageKey
from graphmem.domain.statements import StatementKind
from graphmem.domain.time import AsOf

PAGE_LIMIT = 100
STATED = (
    StatementKind.DECISION,
    StatementKind.FACT,
    StatementKind.PREFERENCE,
    StatementKind.COMMITMENT,
    StatementKind.PROCEDURE,
)
"""The kinds that say how things are; options and reasons only stand around a decision."""
FACTS = (StatementKind.FACT,)


class Turn(StrEnum):
    """What happened to a statement at a moment."""

    BEGAN = "began"
    CLOSED = "closed"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A named thing as this reader knows it at a moment.

    members  its own id and those of all that were one with it at that moment: what is said of any is said of it
    rank     how well the name asked for fits: 0 = its id, handle or name, 1 = an alias, 2 = the first part of a name
    """

    id: str
    handle: str
    kind: str
    name: str
    members: tuple[str, ...]
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A statement with the time it holds.

    relations  how it stands to its subject (`SUBJECT`, `DECIDED_BY` …)
    until      when it ceased to hold, as far as was known; None = it holds
    """

    statement: StatementFace
    relations: tuple[str, ...]
    until: datetime | None = None

    @property
    def place(self) -> PageKey:
        """Where it stands in a list that begins with the newest."""
        return PageKey(at=self.statement.valid_at, id=self.statement.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutQuery:
    """What is said of a named thing (an id, handle or name), newest first."""

    subject: str
    kinds: tuple[StatementKind, ...] = FACTS
    as_of: AsOf | None = None
    first: int = 20
    after: PageKey = field(default_factory=PageKey)

    def __post_init__(self) -> None:
        check_size(self.first)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesQuery:
    """What changed: about a subject (an id, handle or name), in a project, or both.

    since, until  half-open on the left, (since, until], on the world's clock; None = without an end
    net           only what differs between the two moments: what began and ended in between is left out
    recorded      as far as was known then
    """

    subject: str = ""
    project: str = ""
    kinds: tuple[StatementKind, ...] = STATED
    since: datetime | None = None
    until: datetime | None = None
    net: bool = False
    recorded: datetime | None = None
    first: int = 20
    after: PageKey = field(default_factory=PageKey)

    def __post_init__(self) -> None:
        check_size(self.first)
        if not self.subject.strip() and not self.project.strip():
            raise InvalidQuery("Changes of what?", hint="Name a topic, a person or a project.")
        if self.since and self.until and self.since >= self.until:
            raise InvalidQuery("The first moment is not before the second.", hint="Turn them round.")

    def page(self, first: int, after: PageKey) -> "ChangesQuery":
        """The same question for another page."""
        return replace(self, first=first, after=after)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A statement began to hold, ended, or (a commitment) was closed; `by` is what took its place."""

    at: datetime
    turn: Turn
    statement: StatementFace
    by: StatementFace | None = None

    @property
    def place(self) -> PageKey:
        """Where it stands in a list in the order of time."""
        return PageKey(at=self.at, name=self.turn.value, id=self.statement.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One part of a profile: statements of these kinds over these relationships; only_open: no closed commitments."""

    name: str
    relations: tuple[str, ...]
    kinds: tuple[StatementKind, ...]
    only_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeFace:
    """An episode by its title."""

    id: str
    kind: str
    title: str
    source: str
    project: str
    happened_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicFace:
    """A topic with the last time it was spoken of."""

    id: str
    handle: str
    name: str
    last_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Where something was met: names that were read, the last episodes, and what stands beside it there."""

    names: tuple[str, ...] = ()
    episodes: tuple[EpisodeFace, ...] = ()
    topics: tuple[TopicFace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the reader may know of a person, each part newest first.

    names     other names that were read
    parts     facts, decided, proposed, objected, prefers, owes, is_owed: by name, empty ones left out
    episodes  where they were met last
    topics    what is spoken of there
    """

    subject: Subject
    names: tuple[str, ...]
    parts: dict[str, tuple[Held, ...]]
    episodes: tuple[EpisodeFace, ...]
    topics: tuple[TopicFace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighboursQuery:
    """What stands around a node (an id, handle or name), in at most `hops` steps (1 to 4).

    per_node  how many edges of one node are followed (1 to 50)
    cap       how many neighbours are found at all (1 to 200)
    """

    start: str
    hops: int = 2
    per_node: int = 20
    cap: int = 100
    as_of: AsOf | None = None
    first: int = 50
    after: int = 0

    def __post_init__(self) -> None:
        check_size(self.first)
        for name, value, most in (("hops", self.hops, 4), ("per_node", self.per_node, 50), ("cap", self.cap, 200)):
            if not 1 <= value <= most:
                raise InvalidQuery(f"{name} is {value}.", hint=f"Use 1 to {most}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourEdge:
    """One edge as the store finds it: from a node to what it touches.

    members  the ids under which the far end is found in the graph; degree: how much it touches itself
    """

    from_id: str
    relation: str
    is_reversed: bool
    weight: float
    id: str
    handle: str
    kind: str
    text: str
    members: tuple[str, ...]
    degree: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A node with the edge that led to it; score is the product of weights on the way, in (0, 1]."""

    id: str
    handle: str
    kind: str
    text: str
    hop: int
    score: float
    relation: str
    is_reversed: bool
    from_id: str
    from_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """A page of what stands around a node, nearest first; `total` was found inside the caps."""

    start: Neighbour
    found: tuple[Neighbour, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PackQuery:
    """What an agent is told when it starts, in a session (its id) or a project.

    budget_chars  never exceeded (200 to 6,000); whole lines only
    """

    session: str = ""
    project: str = ""
    budget_chars: int = 6_000

    def __post_init__(self) -> None:
        if not 200 <= self.budget_chars <= 6_000:  # noqa: PLR2004 - said in the docstring
            raise InvalidQuery(f"The budget is {self.budget_chars} characters.", hint="Use 200 to 6000.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackLine:
    """One line of a pack and the node it stands for."""

    id: str
    text: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The pack; `cut` lines did not fit the budget; `text` is all of it as lines."""

    project: str
    commitments: tuple[PackLine, ...] = ()
    episodes: tuple[PackLine, ...] = ()
    topics: tuple[PackLine, ...] = ()
    text: str = ""
    cut: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposed:
    """One side of a contradiction, with the words it was read from."""

    id: str
    handle: str
    kind: str
    text: str
    quote: Quote | None
    live: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Two statements that cannot both hold, the newer first; `key` is its place in the list."""

    key: str
    newer: Opposed
    older: Opposed
    reason: str
    status: str
    noticed_at: datetime | None = None


def check_size(first: int) -> None:
    """Raises InvalidQuery for a page that is too small or too large; one more tells that there is a next one."""
    if not 1 <= first <= PAGE_LIMIT + 1:
        raise InvalidQuery(f"A page has 1 to {PAGE_LIMIT} entries, not {first}.", hint="Ask for fewer.")


def only(found: Sequence[Subject], asked: str) -> Subject | None:
    """The one subject a name means; None when there is none; InvalidQuery when it may mean several."""
    best = [one for one in found if one.rank == min(other.rank for other in found)]
    if len(best) > 1:
        known = ", ".join(f"{one.name} ({one.kind.lower()}, {one.handle})" for one in best[:5])
        raise InvalidQuery(f"{asked!r} may mean several things.", hint=f"Name one by its handle: {known}.")
    return best[0] if best else None
