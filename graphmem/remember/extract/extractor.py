"""The default engine: rules only, no model."""

from collections.abc import Iterator

from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import ExtractedDecision, ExtractedFact, Extraction
from graphmem.remember.extract.commitments import find_commitments
from graphmem.remember.extract.decisions import find_decisions
from graphmem.remember.extract.entities import Cast, cast
from graphmem.remember.extract.facts import find_facts
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.other_facts import find_other_facts
from graphmem.remember.extract.preferences import find_preferences
from graphmem.remember.extract.procedures import find_procedures
from graphmem.remember.extract.reading import read
from graphmem.remember.extract.records import find_record, is_record
from graphmem.remember.extract.table import ENGLISH, scale


class RuleExtractor:
    """Reads statements and entities by the cues and points of `rules.toml`."""

    name = "rules@1"

    def extract(self, episode: Episode) -> Extraction:
        """Everything the rules are sure enough of; the same episode gives the same items, and no text raises.

        A sentence becomes one kind of statement at most: decision before commitment, procedure, preference and fact.
        Chunks marked as noise give artifacts only.
        """
        talk = read(episode)
        known = cast(talk)
        decisions = _decisions(talk, known)
        taken = {line.number for line, _ in decisions}
        commitments = list(find_commitments(talk, known, taken))
        taken |= {line.number for line, _ in commitments}
        procedures = find_procedures(talk, taken)
        taken |= {line.number for line, _ in procedures}
        preferences = list(find_preferences(talk, known, taken))
        taken |= {line.number for line, _ in preferences}
        return Extraction(
            extractor=self.name,
            summary=_summary(talk),
            entities=known.entities,
            decisions=tuple(decision for _, decision in decisions),
            facts=tuple(_facts(talk, known, taken)),
            preferences=tuple(preference for _, preference in preferences),
            commitments=tuple(commitment for _, commitment in commitments),
            procedures=tuple(procedure for _, procedure in procedures),
        )


def _decisions(talk: Talk, known: Cast) -> list[tuple[Line, ExtractedDecision]]:
    return find_record(talk, known) if is_record(talk) else find_decisions(talk, known)


def _facts(talk: Talk, known: Cast, taken: set[int]) -> Iterator[ExtractedFact]:
    """Facts of English sentences, then those of sentences in other languages."""
    other = {line.number for line in talk.lines if line.language != ENGLISH}
    yield from (fact for _, fact in find_facts(talk, known, taken | other))
    yield from (fact for _, fact in find_other_facts(talk, known, taken))


def _summary(talk: Talk) -> str:
    """The title, or else the first sentence that is more than a yes, in one line."""
    first = next((line for line in talk.lines if not line.has("backchannel")), None)
    text = " ".join(talk.episode.title.split()) or (talk.slice(first.span) if first else "")
    longest = scale("read").whole("summary_characters")
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
