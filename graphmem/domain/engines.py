"""Extraction engines: what they are called, whose word counts for more, and what they are asked and answer."""

from dataclasses import dataclass, field

from graphmem.domain.extraction import Extraction

RULES = "rules@"
"""The family of the engine that is always there."""
_RANKS = {"people": 4, "capture": 3, "agent": 3, "llm": 2, "nlp": 1}


def engine_name(family: str, what: str, version: int = 1) -> str:
    """What an engine writes on its items: `llm:mistral-small@1`; one word, whatever `what` holds."""
    return f"{family}:{'_'.join(what.replace('@', '_').split())[:100] or 'unnamed'}@{version}"


def family(extractor: str) -> str:
    """The engine without its version, as `rules@`: a new version replaces what the one before read."""
    return f"{extractor.rpartition('@')[0] or extractor}@"


def is_by_rules(extractor: str) -> bool:
    """Whether the rules read it, in whatever version; anyone else understood the text."""
    return family(extractor) == RULES


def rank(extractor: str) -> int:
    """Whose word on a standing wins: people, then an agent, a model, nlp, the rules."""
    return _RANKS.get(family(extractor).partition(":")[0].rstrip("@"), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """instructions: what to do and in which shape to answer; text: what to read, as data."""

    instructions: str
    text: str

    @property
    def size(self) -> int:
        """Characters sent."""
        return len(self.instructions) + len(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model or command answered to one call.

    is_cut      it stopped at its own length limit
    trouble     why there is no text ("" when there is); `passes` when asking again later may help
    wait_s      how long the service asks to wait before the next call
    """

    text: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    is_cut: bool = False
    trouble: str = ""
    passes: bool = False
    wait_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Calls, characters sent, and tokens as the service counted them (estimated where it does not say)."""

    calls: int = 0
    chars: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        """The sum."""
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.__slots__})


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that one engine may use in a tenant on one day (UTC); 0 forbids every call."""

    calls: int = 200
    chars: int = 2_000_000

    def left(self, used: Usage) -> "Budget":
        """What remains, never below nothing."""
        return Budget(calls=max(0, self.calls - used.calls), chars=max(0, self.chars - used.chars))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """An item that is not kept. kind: its list in the shape (`decisions` …); what: the first words of it."""

    kind: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an engine's answer gives for one episode.

    unquoted    items kept although their words are not in the text (captured ones only)
    is_partial  the answer was cut off or a part of the text was not read: what was read before stays
    """

    extraction: Extraction
    dropped: tuple[Dropped, ...] = ()
    unquoted: int = 0
    is_partial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """An episode that could not be read; it is left for later."""

    episode_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enriched:
    """What one reading did to the graph: statements it made, and those it found there and confirmed or corrected."""

    added: int = 0
    reinforced: int = 0
    corrected: int = 0

    def __add__(self, other: "Enriched") -> "Enriched":
        """The sum."""
        return Enriched(**{name: getattr(self, name) + getattr(other, name) for name in Enriched.__slots__})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractReport:
    """What a run of an engine over stored episodes came to.

    usage   what it cost; on a dry run the most that it could cost
    left    what remains of today's budget; None for engines that cost nothing
    unread  episodes this engine has still to read, failed ones included
    paused  why the run stopped early; "" when it did not
    """

    engine: str
    episodes: int = 0
    kept: int = 0
    enriched: Enriched = Enriched()
    usage: Usage = Usage()
    left: Budget | None = None
    dropped: tuple[Dropped, ...] = ()
    failed: tuple[Failed, ...] = ()
    partial: int = 0
    unread: int = 0
    paused: str = ""
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureReport:
    """What became of what an agent handed over.

    kept      items stored, those without evidence included
    unquoted  of these, items whose quote is not in the stored text: stored as captured, without evidence
    """

    episodes: tuple[str, ...]
    extractor: str
    kept: int
    unquoted: int
    enriched: Enriched
    dropped: tuple[Dropped, ...] = field(default=())
