"""From a ranking to an answer: current only, no copies, inside the budget, each item with its reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.domain.answers import Hop, Item, Path, Quote, RecallQuery, Signal, SignalScore
from graphmem.domain.candidates import Candidate, Face
from graphmem.domain.ids import handle
from graphmem.domain.text import sentences, stems
from graphmem.recall.current import Shown, shown_of
from graphmem.recall.fusion import Based
from graphmem.recall.walk import Step

CHUNK = "chunk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A candidate in its place.

    based       None when only the walk found it
    newer_than  the text of an older one that it was put before
    is_echo     it only asks what is asked now
    """

    candidate: Candidate
    score: float
    based: Based | None
    step: Step | None
    newer_than: str = ""
    is_echo: bool = False


def assemble(
    ranked: Sequence[Ranked], faces: Mapping[str, Face], query: RecallQuery, *, with_history: bool = False
) -> tuple[tuple[Item, ...], int]:
    """The items of the answer, and how many more fitting ones were cut off.

    What no longer holds gives its place to what replaced it; with history it follows it.
    """
    places = _signal_places(ranked)
    asked = frozenset(stems(query.text))
    items: list[Item] = []
    seen: set[str] = set()
    spent = cut = 0
    for one in ranked:
        for shown in shown_of(one.candidate.id, faces, asked, with_history=with_history):
            face = shown.face
            if face.quote.text in seen or not _fits_kinds(face, query.kinds):
                continue
            seen.add(face.quote.text)
            is_full = len(items) >= query.top_k
            if is_full or (query.budget_tokens is not None and spent + face.tokens > query.budget_tokens):
                cut += 1
                continue
            spent += face.tokens
            items.append(_item(one, shown, _signals_of(one.candidate.id, places), faces))
    return tuple(items), cut


def _fits_kinds(face: Face, kinds: frozenset[str]) -> bool:
    return not kinds or CHUNK in kinds or any(statement.kind in kinds for statement in face.statements)


def _signal_places(ranked: Sequence[Ranked]) -> dict[Signal, list[tuple[float, str]]]:
    """What each signal put where: (less its score, id of the chunk), so in the order of the signal."""
    found: dict[Signal, list[tuple[float, str]]] = {signal: [] for signal in Signal}
    semantic, lexical = found[Signal.SEMANTIC], found[Signal.LEXICAL]
    for one in ranked:
        key, scores = one.candidate.id, one.candidate.scores
        if (raw := scores.get("lexical")) is not None:
            lexical.append((-raw, key))
        if (raw := scores.get("semantic")) is not None:
            semantic.append((-(2 * raw - 1), key))
        if one.based and one.based.subject:
            found[Signal.ENTITY].append((-one.based.subject, key))
        if one.step:
            found[Signal.WALK].append((-one.step.score, key))
    for pairs in found.values():
        pairs.sort()
    return found


def _signals_of(key: str, places: Mapping[Signal, Sequence[tuple[float, str]]]) -> dict[Signal, SignalScore]:
    return {
        signal: SignalScore(rank=rank, score=-score)
        for signal, pairs in places.items()
        for rank, (score, named) in enumerate(pairs, start=1)
        if named == key
    }


def _item(
    one: Ranked,
    shown: Shown,
    signals: dict[Signal, SignalScore],
    faces: Mapping[str, Face],
) -> Item:
    path, face = _path(one, faces) if one.step else None, shown.face
    return Item(
        id=face.quote.chunk_id,
        handle=handle("Chunk", face.quote.chunk_id),
        kind=CHUNK,
        text=face.quote.text,
        quote=face.quote,
        score=one.score,
        signals=signals,
        path=path,
        statements=face.statements,
        replaced=shown.replaced,
        because=_because(signals, one, shown),
        tokens=face.tokens,
    )


def _path(one: Ranked, faces: Mapping[str, Face]) -> Path | None:
    """Seed → entity → target, quoting the seed's sentence that names the entity."""
    if one.step is None:
        return None
    link = one.step.link
    seed = faces.get(link.chunk_id)
    first = Hop(
        from_id=link.chunk_id,
        from_text=seed.quote.text if seed else "",
        relation="ABOUT" if link.kind == "backward" else "MENTIONS",
        to_id=link.entity_id,
        to_text=link.entity,
        weight=1.0,
        quote=_sentence(seed, link.start) if seed else None,
    )
    target = faces.get(one.candidate.id)
    second = Hop(
        from_id=link.entity_id,
        from_text=link.entity,
        relation="ABOUT" if link.kind == "forward" else "MENTIONS",
        to_id=one.candidate.id,
        to_text=target.quote.text if target else "",
        weight=link.weight,
        quote=target.quote if target else None,
        is_reversed=True,
    )
    return Path(hops=(first, second), score=min(1.0, one.step.score))


def _sentence(face: Face, start: int) -> Quote:
    """The sentence of the face that character `start` stands in."""
    quote = face.quote
    bounds = (bound for bound in sentences(quote.text) if bound[0] <= start < bound[1])
    return next((quote.cut(*bound) for bound in bounds), quote)


def _because(signals: Mapping[Signal, SignalScore], one: Ranked, shown: Shown) -> str:
    """One sentence in words: what put this item here."""
    parts: list[str] = []
    if found := signals.get(Signal.SEMANTIC):
        parts.append(f"it is close in meaning (cosine {found.score:.2f}, place {found.rank})")
    if found := signals.get(Signal.LEXICAL):
        parts.append(f"it shares words with the question (place {found.rank})")
    if Signal.ENTITY in signals:
        parts.append("it is about something the question names")
    if one.step:
        parts.append(f"a path leads to it through {one.step.link.entity}")
    if one.is_echo:
        parts.append("it asks the same, so answers go before it")
    if one.newer_than:
        parts.append(f"it was said after “{one.newer_than}”")
    if shown.replaced:
        parts.append(f"it replaces “{shown.replaced[0]}”")
    if shown.over:
        parts.append(f"it is history: “{shown.over[0]}” no longer holds")
    text = ", and ".join(parts) or "it stands next to other hits"
    return f"{text[0].upper()}{text[1:]}."
