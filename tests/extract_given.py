"""Episodes for the tests of extraction, and what the rules read out of them."""

from dataclasses import dataclass

from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import ExtractedDecision, ExtractedEntity, Extraction, Span
from graphmem.remember.extract import RuleExtractor
from graphmem.remember.split import SplitLimits, split

_ROLES = {"user": SpeakerRole.USER, "assistant": SpeakerRole.ASSISTANT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """An episode and what was read out of it."""

    episode: Episode
    found: Extraction

    def quote(self, span: Span) -> str:
        return self.episode.chunks[span.chunk].text[span.start : span.end]

    @property
    def decided(self) -> list[str]:
        return [decision.text for decision in self.found.decisions]

    @property
    def accepted(self) -> list[str]:
        return [decision.text for decision in self.found.decisions if decision.status == "accepted"]

    def decision(self, part: str) -> ExtractedDecision:
        return next(decision for decision in self.found.decisions if part in decision.text)

    def entity(self, name: str) -> ExtractedEntity:
        return next(entity for entity in self.found.entities if entity.name == name)

    def names(self, kind: str) -> set[str]:
        return {entity.name for entity in self.found.entities if entity.kind == kind}


def read(episode: Episode) -> Read:
    return Read(episode=episode, found=RuleExtractor().extract(episode))


def chat(*turns: tuple[str, str], title: str = "", participants: tuple[str, ...] = ()) -> Read:
    return read(_talk(EpisodeKind.CONVERSATION, turns, title, participants))


def meeting(*turns: tuple[str, str]) -> Read:
    return read(_talk(EpisodeKind.MEETING, turns, "", ()))


def said(text: str, *, by: str = "Ana") -> Read:
    """One message to others."""
    return chat((by, text))


def record(title: str, *blocks: tuple[str, str], status: str = "accepted", participants: tuple[str, ...] = ()) -> Read:
    """Blocks are (heading, text); `outer › inner` is two headings."""
    return read(_prose(EpisodeKind.DECISION_RECORD, title, blocks, status, participants))


def note(title: str, *blocks: tuple[str, str]) -> Read:
    return read(_prose(EpisodeKind.NOTE, title, blocks, "", ()))


def episode_of(
    *parts: Part, kind: EpisodeKind, title: str = "", status: str = "", participants: tuple[str, ...] = ()
) -> Episode:
    document = Document(
        harness="test",
        external_id="1",
        kind=kind,
        uri="file:///test",
        title=title,
        parts=parts,
        status=status,
        participants=participants,
    )
    return split(document, tenant="t", audience="t/personal", limits=SplitLimits())


def _talk(kind: EpisodeKind, turns: tuple[tuple[str, str], ...], title: str, participants: tuple[str, ...]) -> Episode:
    parts = (
        Part(key=f"r{n}", text=text, speaker=speaker, role=_ROLES.get(speaker, SpeakerRole.PERSON))
        if speaker != "tool"
        else Part(key=f"r{n}", text=text, is_noise=True)
        for n, (speaker, text) in enumerate(turns)
    )
    return episode_of(*parts, kind=kind, title=title, participants=participants)


def _prose(
    kind: EpisodeKind, title: str, blocks: tuple[tuple[str, str], ...], status: str, participants: tuple[str, ...]
) -> Episode:
    parts = (
        Part(key=f"b{n}", text=text, heading=tuple(filter(None, heading.split(" › "))))
        for n, (heading, text) in enumerate(blocks)
    )
    return episode_of(*parts, kind=kind, title=title, status=status, participants=participants)
