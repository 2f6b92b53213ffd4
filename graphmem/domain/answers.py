"""Questions and answers: what is asked, what comes back, and the evidence for each item."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal

from graphmem.domain.engines import is_by_rules
from graphmem.domain.time import AsOf


class Signal(StrEnum):
    """The independent ranked lists of recall; each can be switched off."""

    LEXICAL = "lexical"
    SEMANTIC = "semantic"
    ENTITY = "entity"
    WALK = "walk"


ALL_SIGNALS = frozenset(Signal)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """A question.

    budget_tokens  stop before the items exceed it; None = no budget
    kinds          only chunks or statements of these kinds (`chunk`, `Decision`, `Fact` …); empty = all
    since, until   on `happened_at`, half-open
    reads_time     words of time in the text open a window, when no other argument speaks of time
    """

    text: str
    top_k: int = 10
    budget_tokens: int | None = None
    kinds: frozenset[str] = frozenset()
    project: str = ""
    since: datetime | None = None
    until: datetime | None = None
    as_of: AsOf | None = None
    include_history: bool = False
    signals: frozenset[Signal] = ALL_SIGNALS
    abstain: bool = True
    reads_time: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A real slice of a chunk: `chunk.text[start:end] == text`."""

    text: str
    chunk_id: str
    start: int
    end: int
    speaker: str = ""
    happened_at: datetime | None = None
    source: str = ""
    title: str = ""

    def cut(self, start: int, end: int) -> "Quote":
        """Characters [start, end) of this quote, as a quote of the same chunk."""
        return replace(self, text=self.text[start:end], start=self.start + start, end=self.start + end)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalScore:
    """Where one signal put an item: rank from 1, and the signal's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One edge of a path, read as a sentence; `quote` is None where the graph has no words for it."""

    from_id: str
    from_text: str
    relation: str
    to_id: str
    to_text: str
    weight: float
    quote: Quote | None
    is_reversed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A chain of hops; its score is in (0, 1]."""

    hops: tuple[Hop, ...]
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One answer: a chunk, with the statements drawn from it as its other face.

    signals   by signal: rank and score; what lifted it
    path      the walk that reached it, when one did
    replaced  texts of what this item superseded
    because   one sentence in words
    """

    id: str
    handle: str
    kind: str
    text: str
    quote: Quote
    score: float
    signals: dict[Signal, SignalScore]
    path: Path | None
    statements: tuple["StatementFace", ...]
    replaced: tuple[str, ...]
    because: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementFace:
    """A statement as a reader sees it."""

    id: str
    handle: str
    kind: str
    text: str
    standing: str
    confidence: float
    quote: Quote | None
    valid_at: datetime | None = None
    extractor: str = ""

    @property
    def is_by_rules(self) -> bool:
        """Whether the rules read it; anyone else who hands in a statement understood the text."""
        return is_by_rules(self.extractor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """How the question was understood; when: its words of time and the days they were taken for."""

    entities: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    month: str = ""
    history: bool = False
    when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a recall.

    cut       items that were found but did not fit `top_k` or the budget
    degraded  signals that failed or timed out, by name
    abstained True when nothing in memory is about the question: `items` is empty then
    """

    items: tuple[Item, ...]
    readings: Readings
    cut: int
    degraded: tuple[str, ...]
    abstained: bool
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A person in a decision: `role` is decided, proposed, objected or supported."""

    id: str
    name: str
    role: str
    quote: Quote | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A reason, trigger, objection, option, dependent or earlier decision, with the path that reached it."""

    statement: StatementFace
    path: Path
    by: tuple[str, ...] = ()
    why_not: tuple[StatementFace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFace:
    """The decision an answer is about."""

    statement: StatementFace
    decided_at: datetime | None
    by: tuple[Party, ...]
    source: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyQuery:
    """A why question, in words or by the id of a decision; `depth` counts hops."""

    text: str = ""
    decision_id: str = ""
    depth: int = 4
    top_k: int = 6
    budget_tokens: int = 2000
    project: str = ""
    as_of: AsOf | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyAnswer:
    """Two layers: what the graph is sure of, and the quoted evidence for a reader to judge.

    decision           None when the record holds none on the question
    supersedes_chain   what this decision replaced, newest first
    superseded_by      what replaced it, oldest first
    evidence           dated, attributed, verbatim, inside the budget
    missing            the fields that are asked and not in the record
    """

    decision: DecisionFace | None
    summary: str
    reasons: tuple[Ground, ...]
    triggers: tuple[Ground, ...]
    objections: tuple[Ground, ...]
    alternatives: tuple[Ground, ...]
    supersedes_chain: tuple[Ground, ...]
    superseded_by: tuple[Ground, ...]
    if_reversed: tuple[Ground, ...]
    consequences: tuple[Ground, ...]
    people: tuple[Party, ...]
    evidence: tuple[Quote, ...]
    missing: tuple[str, ...]
    confidence: float
    degraded: tuple[str, ...]
    abstained: bool
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectAnswer:
    """The best paths between two named things; `missing` names an end the record does not know."""

    start: str
    end: str
    paths: tuple[Path, ...]
    missing: tuple[str, ...]
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line of doctor: `hint` says how to mend a red one."""

    name: str
    state: Literal["green", "red", "not_configured"]
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What the memory holds and what it runs on."""

    tenant: str
    server: str
    edition: str
    gds: str
    schema: int
    model: str
    counts: dict[str, int] = field(default_factory=dict)
