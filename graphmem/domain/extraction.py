"""What an extraction engine reads out of an episode; every item carries the span it came from.

One shape for all engines (rules, nlp, agent, llm), so that they can be compared and replaced.
"""

from dataclasses import dataclass, field

from graphmem.domain.entities import EntityKind
from graphmem.domain.statements import Outcome, Stance, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters [start, end) of the text of the episode's chunk number `chunk`."""

    chunk: int
    start: int
    end: int


NOWHERE = Span(chunk=-1, start=0, end=0)
"""Where an item stands that an agent handed over and whose words are not in the text: kept without evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedReason:
    """An argument for or against, with who brought it ("" when the text does not say)."""

    text: str
    span: Span
    confidence: float
    stance: Stance = Stance.FOR
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedOption:
    """An alternative that was considered, and what became of it; `why_not` are the reasons against it."""

    text: str
    span: Span
    confidence: float
    outcome: Outcome = Outcome.OPEN
    by: str = ""
    why_not: tuple[ExtractedReason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedConsequence:
    """What followed from a decision, in the text's own words."""

    text: str
    span: Span
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedDecision:
    """A choice someone made.

    by        who decided, as named in the text (speakers included)
    reverses  True when the text says that it overturns an earlier decision on the same thing
    is_main   the one decision a decision record is about: links between records join these
    support   where else it is said: the yes that made a proposal a decision
    """

    text: str
    span: Span
    confidence: float
    status: Status
    by: tuple[str, ...] = ()
    proposed_by: tuple[str, ...] = ()
    reasons: tuple[ExtractedReason, ...] = ()
    triggers: tuple[ExtractedReason, ...] = ()
    objections: tuple[ExtractedReason, ...] = ()
    options: tuple[ExtractedOption, ...] = ()
    consequences: tuple[ExtractedConsequence, ...] = ()
    about: tuple[str, ...] = ()
    reverses: bool = False
    is_main: bool = False
    support: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedFact:
    """Subject, predicate, object; `value` instead of an object when it is a literal (number, date, version)."""

    text: str
    span: Span
    confidence: float
    subject: str
    predicate: str
    object: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedPreference:
    """How `holder` wants things."""

    text: str
    span: Span
    confidence: float
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedCommitment:
    """Something owed: `kind` is follow_up, blocker, question or promise; `due` as it was said."""

    text: str
    span: Span
    confidence: float
    owed_by: str
    owed_to: str = ""
    kind: str = "promise"
    due: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedProcedure:
    """How something is done, or the lesson of an error."""

    text: str
    span: Span
    confidence: float
    signature: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedEntity:
    """A named thing and every place where it is named.

    spans   where; empty for one known only from the document's frame (title, file name, participants)
    about   (chunk number or None for the whole episode, weight): where it is the subject, title or heading
    detail  an artifact's kind (file, url, ticket, commit, command …)
    """

    name: str
    kind: EntityKind
    spans: tuple[Span, ...] = ()
    aliases: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()
    about: tuple[tuple[int | None, float], ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that one engine read out of one episode."""

    extractor: str
    summary: str = ""
    entities: tuple[ExtractedEntity, ...] = field(default=())
    decisions: tuple[ExtractedDecision, ...] = field(default=())
    facts: tuple[ExtractedFact, ...] = field(default=())
    preferences: tuple[ExtractedPreference, ...] = field(default=())
    commitments: tuple[ExtractedCommitment, ...] = field(default=())
    procedures: tuple[ExtractedProcedure, ...] = field(default=())
