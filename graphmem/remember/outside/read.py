"""An engine's answer becomes an Extraction: good items stay, each with the place of its quote, bad ones are counted."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.engines import Dropped, Reading
from graphmem.domain.entities import EntityKind
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import (
    NOWHERE,
    ExtractedCommitment,
    ExtractedDecision,
    ExtractedEntity,
    ExtractedFact,
    ExtractedOption,
    ExtractedPreference,
    ExtractedProcedure,
    ExtractedReason,
    Extraction,
    Span,
)
from graphmem.domain.statements import Outcome, Stance, Status
from graphmem.domain.text import clean, fold
from graphmem.remember.outside.quotes import Locator, readable
from graphmem.remember.outside.shape import KINDS
from graphmem.remember.outside.wording import Wording

LONGEST_TEXT = 2_000
LONGEST_NAME = 200
MOST_ITEMS = 500
MOST_MENTIONS = 100
_SHOWN = 80
_OBLIGATIONS = frozenset({"promise", "follow_up", "blocker", "question"})
_ENDED = frozenset({"superseded", "retracted", "rejected", "deleted"})
Item = Mapping[str, Any]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """How an engine's items are taken.

    extractor       what is written on them
    confidence      of each; an engine's own word on it is not asked for
    keeps_unquoted  an item whose quote is not in the text is kept without evidence, else dropped
    """

    extractor: str
    confidence: float
    keeps_unquoted: bool = False


class _Bad(Exception):
    """An item that is not kept; the message is the reason."""


def read(
    value: Item, episode: Episode, trust: Trust, *, shown: str = "", known: Iterable[ExtractedEntity] = ()
) -> Reading:
    """What `value`, an object in the shape of `shape.SCHEMA`, says of `episode`; nothing in it raises.

    shown  the text as the engine saw it
    known  entities of the episode that are found already; its statements join them
    Keys that the shape does not have (a scope, a lock, a deletion) have no effect and are counted as dropped.
    """
    reader = _Reader(episode=episode, trust=trust, locator=Locator(episode), wording=Wording(episode, shown))
    extraction = Extraction(
        extractor=trust.extractor,
        summary=_line(value.get("summary")),
        decisions=reader.all(value, "decisions", reader.decision),
        facts=reader.all(value, "facts", reader.fact),
        preferences=reader.all(value, "preferences", reader.preference),
        commitments=reader.all(value, "commitments", reader.commitment),
        procedures=reader.all(value, "procedures", reader.procedure),
        entities=(
            *known,
            *reader.all(value, "people", lambda item: reader.entity(item, EntityKind.PERSON)),
            *reader.all(value, "topics", lambda item: reader.entity(item, EntityKind.TOPIC)),
        ),
    )
    for key in sorted(str(key) for key in value.keys() - {*KINDS, "summary"}):
        reader.drop(key, "", "the shape has no such list")
    return Reading(extraction=extraction, dropped=tuple(reader.dropped), unquoted=reader.unquoted)


@dataclass(slots=True, kw_only=True)
class _Reader:
    episode: Episode
    trust: Trust
    locator: Locator
    wording: Wording
    dropped: list[Dropped] = field(default_factory=list)
    unquoted: int = 0

    def all(self, value: Item, kind: str, make: Callable[[Item], Found]) -> tuple[Found, ...]:
        """The good items of a list; for each of the others a reason."""
        return tuple(self._good(kind, _items(value.get(kind)), make))

    def _good(self, kind: str, items: list[Any], make: Callable[[Item], Found]) -> Iterator[Found]:
        for item in items[:MOST_ITEMS]:
            try:
                yield make(_as_item(item))
            except _Bad as bad:
                self.drop(kind, _words_of(item), str(bad))
        if len(items) > MOST_ITEMS:
            self.drop(kind, "", f"{len(items) - MOST_ITEMS} more than {MOST_ITEMS} items")

    def drop(self, kind: str, what: str, reason: str) -> None:
        """Counts an item that is not kept."""
        self.dropped.append(Dropped(kind=kind[:_SHOWN], what=what, reason=reason))

    def said(self, item: Item) -> dict[str, Any]:
        """text, span and confidence: the quote in place of a text that the source does not vouch for."""
        text, quote = _string(item, "text", LONGEST_TEXT), _string(item, "quote", LONGEST_TEXT)
        if not text and not quote:
            raise _Bad("it has no text")
        span = self.locator.find(quote or text)
        if span is None:
            return self._unquoted(text or quote)
        if not text or not self.wording.vouches_for(text):
            text = self._slice(span)
        return {"text": text, "span": span, "confidence": self.trust.confidence}

    def _unquoted(self, text: str) -> dict[str, Any]:
        if not self.trust.keeps_unquoted:
            raise _Bad("its quote is not in the text")
        self.unquoted += 1
        return {"text": text, "span": NOWHERE, "confidence": self.trust.confidence / 2}

    def _slice(self, span: Span) -> str:
        return self.episode.chunks[span.chunk].text[span.start : span.end]

    def by_assistant(self, span: Span) -> bool:
        """Whether an agent says it: nobody's decision or wish until a person takes it up."""
        return span != NOWHERE and self.episode.chunks[span.chunk].role is SpeakerRole.ASSISTANT

    def names(self, item: Item, key: str) -> tuple[str, ...]:
        """The names under `key` that the text knows."""
        given = [each for each in _items(item.get(key)) if isinstance(each, str)]
        return tuple(dict.fromkeys(filter(None, (self.wording.name(clean(name)[:LONGEST_NAME]) for name in given))))

    def name(self, item: Item, key: str) -> str:
        """The one name under `key`; "" when there is none that the text knows."""
        return next(iter(self.names(item, key)), "")

    def decision(self, item: Item) -> ExtractedDecision:
        status = _string(item, "status", LONGEST_NAME).lower()
        if status in _ENDED:
            raise _Bad("an engine ends no decision: the text's own words or a person do")
        said = self.said(item)
        accepted = status == Status.ACCEPTED and not self.by_assistant(said["span"])
        reasons = self.all(item, "reasons", self.reason)
        return ExtractedDecision(
            **said,
            status=Status.ACCEPTED if accepted else Status.PROPOSED,
            by=self.names(item, "by"),
            about=self.names(item, "about"),
            reasons=tuple(reason for reason in reasons if reason.stance is Stance.FOR),
            objections=tuple(reason for reason in reasons if reason.stance is Stance.AGAINST),
            options=self.all(item, "options", self.option),
        )

    def reason(self, item: Item) -> ExtractedReason:
        stance = Stance.AGAINST if _string(item, "stance", LONGEST_NAME).lower() == Stance.AGAINST else Stance.FOR
        return ExtractedReason(**self.said(item), stance=stance, by=self.name(item, "by"))

    def option(self, item: Item) -> ExtractedOption:
        outcome = _string(item, "outcome", LONGEST_NAME).lower()
        became = Outcome(outcome) if outcome in set(Outcome) else Outcome.OPEN
        return ExtractedOption(**self.said(item), outcome=became, by=self.name(item, "by"))

    def fact(self, item: Item) -> ExtractedFact:
        return ExtractedFact(
            **self.said(item),
            subject=self.wording.name(_string(item, "subject", LONGEST_NAME)),
            predicate=_string(item, "predicate", LONGEST_NAME) or "is",
            object=self.name(item, "object"),
            value=self.wording.number(_literal(item.get("value"))),
        )

    def preference(self, item: Item) -> ExtractedPreference:
        said = self.said(item)
        if self.by_assistant(said["span"]):
            raise _Bad("the assistant says it: it is nobody's preference")
        return ExtractedPreference(**said, holder=self.name(item, "holder"))

    def commitment(self, item: Item) -> ExtractedCommitment:
        kind = _string(item, "kind", LONGEST_NAME).lower()
        return ExtractedCommitment(
            **self.said(item),
            owed_by=self.name(item, "owed_by"),
            owed_to=self.name(item, "owed_to"),
            kind=kind if kind in _OBLIGATIONS else "promise",
            due=self.wording.name(_string(item, "due", LONGEST_NAME)),
        )

    def procedure(self, item: Item) -> ExtractedProcedure:
        return ExtractedProcedure(**self.said(item), signature=_string(item, "signature", LONGEST_NAME))

    def entity(self, item: Item, kind: EntityKind) -> ExtractedEntity:
        name = self.wording.name(_string(item, "name", LONGEST_NAME) or _string(item, "text", LONGEST_NAME))
        if not name:
            raise _Bad("the text does not name it")
        spans = tuple(_mentions(self.episode, name))[:MOST_MENTIONS]
        return ExtractedEntity(name=name, kind=kind, spans=spans)


def _mentions(episode: Episode, name: str) -> Iterator[Span]:
    wanted = fold(name)
    for number, chunk in readable(episode):
        folded = fold(chunk.text)
        if len(folded) != len(chunk.text):
            continue
        at = folded.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if not (folded[at - 1 : at].isalnum() or folded[end : end + 1].isalnum()):
                yield Span(chunk=number, start=at, end=end)
            at = folded.find(wanted, end)


def _items(value: Any) -> list[Any]:
    """A list as it is, a lone item as a list of one, nothing for null."""
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def _as_item(value: Any) -> Item:
    match value:
        case Mapping():
            return value
        case str():
            return {"text": value}
    raise _Bad("it is no object")


def _string(item: Item, key: str, longest: int) -> str:
    """The text under `key` in one line; "" for null and for values that are no text; an overlong one is refused."""
    value = item.get(key)
    if isinstance(value, bool | int | float):
        value = str(value)
    if not isinstance(value, str):
        return ""
    text = " ".join(clean(value).split())
    if len(text) > longest:
        raise _Bad(f"its {key} is longer than {longest} characters")
    return text


def _line(value: Any) -> str:
    """A summary: what fits in a line of it."""
    return " ".join(clean(value).split())[:LONGEST_NAME] if isinstance(value, str) else ""


def _literal(value: Any) -> str:
    """A value as text: nested ones as JSON, so that none is lost (NEO-08)."""
    match value:
        case None:
            return ""
        case str():
            text = " ".join(clean(value).split())
        case _:
            text = json.dumps(value, ensure_ascii=False)
    if len(text) > LONGEST_TEXT:
        raise _Bad(f"its value is longer than {LONGEST_TEXT} characters")
    return text


def _words_of(item: Any) -> str:
    said = item.get("text") or item.get("name") or item.get("quote") if isinstance(item, Mapping) else item
    return " ".join(clean(str(said)).split())[:_SHOWN] if said else ""
