"""Which stored statements an engine's items are: the same words reinforce or correct, other words add."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from graphmem.domain.engines import Enriched, rank
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import (
    NOWHERE,
    ExtractedCommitment,
    ExtractedConsequence,
    ExtractedDecision,
    ExtractedFact,
    ExtractedOption,
    ExtractedPreference,
    ExtractedProcedure,
    ExtractedReason,
    Extraction,
)
from graphmem.domain.rereading import Reread
from graphmem.domain.statements import StatementKind
from graphmem.domain.text import stems

SAME_PLACE = 0.6
"""Two quotes are of one place when this share of the shorter lies in both."""
SAME_WORDS = 0.5
"""Two wordings of one place say the same when this share of the shorter's stems is in both, numbers included."""

Simple = (
    ExtractedReason | ExtractedOption | ExtractedFact | ExtractedPreference | ExtractedCommitment | ExtractedProcedure
)
Item = Simple | ExtractedDecision | ExtractedConsequence
Own = TypeVar("Own", bound=Item)
_KINDS: dict[type, StatementKind] = {
    ExtractedDecision: StatementKind.DECISION,
    ExtractedReason: StatementKind.REASON,
    ExtractedOption: StatementKind.OPTION,
    ExtractedConsequence: StatementKind.FACT,
    ExtractedFact: StatementKind.FACT,
    ExtractedPreference: StatementKind.PREFERENCE,
    ExtractedCommitment: StatementKind.COMMITMENT,
    ExtractedProcedure: StatementKind.PROCEDURE,
}


def adopt(extraction: Extraction, episode: Episode, stored: Sequence[Reread]) -> tuple[Extraction, Enriched]:
    """The extraction with the stored wording where an item is a stored statement, and how many items were.

    A stored statement is taken up by one wording only, so two decisions of one sentence stay two.
    """
    adopter = _Adopter(episode=episode, stored=stored, rank=rank(extraction.extractor))
    adopted = replace(
        extraction,
        decisions=adopter.all(extraction.decisions, adopter.decision),
        facts=adopter.all(extraction.facts, adopter.one),
        preferences=adopter.all(extraction.preferences, adopter.one),
        commitments=adopter.all(extraction.commitments, adopter.one),
        procedures=adopter.all(extraction.procedures, adopter.one),
    )
    return adopted, Enriched(added=adopter.added, reinforced=adopter.reinforced, corrected=adopter.corrected)


@dataclass(slots=True, kw_only=True)
class _Adopter:
    episode: Episode
    stored: Sequence[Reread]
    rank: int
    taken: dict[str, str] = field(default_factory=dict)
    added: int = 0
    reinforced: int = 0
    corrected: int = 0

    def all(self, items: Iterable[Own], one: Callable[[Own], Own]) -> tuple[Own, ...]:
        """Each of `items`, adopted."""
        return tuple(map(one, items))

    def decision(self, item: ExtractedDecision) -> ExtractedDecision:
        return replace(
            self.one(item),
            reasons=self.all(item.reasons, self.one),
            triggers=self.all(item.triggers, self.one),
            objections=self.all(item.objections, self.one),
            options=self.all(item.options, self.option),
            consequences=self.all(item.consequences, self.one),
        )

    def option(self, item: ExtractedOption) -> ExtractedOption:
        return replace(self.one(item), why_not=self.all(item.why_not, self.one))

    def one(self, item: Own) -> Own:
        """The item in the stored wording when it is stored, else as it is."""
        found = self._match(item)
        if found is None:
            self.added += 1
            return item
        self.taken[found.id] = _line(item.text)
        self.reinforced += 1
        standing = _standing(item)
        self.corrected += bool(standing and standing != found.standing and self.rank > rank(found.extractor))
        return replace(item, text=found.text)

    def _match(self, item: Item) -> Reread | None:
        text = _line(item.text)
        free = [one for one in self.stored if one.kind == _KINDS[type(item)] and self.taken.get(one.id, text) == text]
        same = next((one for one in free if one.text == text), None)
        if same or item.span == NOWHERE:
            return same
        return max(
            (one for one in free if self._is_same(item, one)), key=lambda one: self._overlap(item, one), default=None
        )

    def _is_same(self, item: Item, one: Reread) -> bool:
        shorter = min(item.span.end - item.span.start, one.end - one.start)
        if self._overlap(item, one) < SAME_PLACE * shorter:
            return False
        own, theirs = set(stems(item.text)), set(stems(one.text))
        numbers = {stem for stem in own ^ theirs if any(sign.isdigit() for sign in stem)}
        return not numbers and len(own & theirs) >= SAME_WORDS * max(1, min(len(own), len(theirs)))

    def _overlap(self, item: Item, one: Reread) -> int:
        if self.episode.chunks[item.span.chunk].id != one.chunk_id:
            return 0
        return max(0, min(item.span.end, one.end) - max(item.span.start, one.start))


def _standing(item: Item) -> str:
    match item:
        case ExtractedDecision():
            return item.status
        case ExtractedOption():
            return item.outcome
        case ExtractedReason():
            return item.stance
        case ExtractedCommitment():
            return item.kind
    return ""


def _line(text: str) -> str:
    return " ".join(text.split())
