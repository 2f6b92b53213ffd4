"""What was read out of an episode, in the form that the scorer of an extraction set reads."""

from collections.abc import Iterator
from typing import Any

from graphmem.domain.entities import EntityKind
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import ExtractedDecision, ExtractedEntity, Extraction, Span
from graphmem.domain.statements import Outcome

_KINDS = {
    EntityKind.PERSON: "person",
    EntityKind.TOPIC: "topic",
    EntityKind.ARTIFACT: "artifact",
    EntityKind.ORGANIZATION: "artifact",
}
_NO_ARTIFACTS = frozenset({"code", "version"})

Item = dict[str, Any]


def items_of(episode: Episode, found: Extraction) -> Iterator[Item]:
    """Every item with its quote; things without a kind, and code and versions, are nothing a set labels."""
    yield from _statements(episode, found)
    for entity in found.entities:
        kind = _kind(entity)
        if kind:
            quote = _quote(episode, entity.spans[0]) if entity.spans else ""
            yield {"kind": kind, "text": entity.name, "quote": quote}


def _statements(episode: Episode, found: Extraction) -> Iterator[Item]:
    for decision in found.decisions:
        yield _decision(episode, decision)
    for held in found.preferences:
        yield {"kind": "preference", "text": held.text, "quote": _quote(episode, held.span), "holder": held.holder}
    for owed in found.commitments:
        quote = _quote(episode, owed.span)
        yield {"kind": "commitment", "text": owed.text, "quote": quote, "owner": owed.owed_by, "due": owed.due}
    for fact in found.facts:
        said = {"subject": fact.subject, "predicate": fact.predicate, "object": fact.object or fact.value}
        yield {"kind": "fact", **said, "quote": _quote(episode, fact.span)}


def _decision(episode: Episode, decision: ExtractedDecision) -> Item:
    rejected = (option for option in decision.options if option.outcome is Outcome.REJECTED)
    return {
        "kind": "decision",
        "text": decision.text,
        "quote": _quote(episode, decision.span),
        "by": list(decision.by),
        "status": str(decision.status),
        "reasons": [{"text": each.text, "quote": _quote(episode, each.span)} for each in decision.reasons],
        "options_rejected": [{"text": each.text, "quote": _quote(episode, each.span)} for each in rejected],
    }


def _kind(entity: ExtractedEntity) -> str:
    """The set's word for what the entity is; what an episode is about is a topic, unless it is a person."""
    if entity.kind is not EntityKind.PERSON and entity.about:
        return "topic"
    return "" if entity.detail in _NO_ARTIFACTS else _KINDS.get(entity.kind, "")


def _quote(episode: Episode, span: Span) -> str:
    return episode.chunks[span.chunk].text[span.start : span.end]
