"""Small answers for tests of the command line."""

from datetime import UTC, datetime

from graphmem.domain.answers import (
    DecisionFace,
    Ground,
    Hop,
    Item,
    Party,
    Path,
    Quote,
    Signal,
    SignalScore,
    StatementFace,
    WhyAnswer,
)


def quote(
    text: str, *, speaker: str = "", day: int = 3, source: str = "file:///talks/review.vtt", title: str = ""
) -> Quote:
    return Quote(
        text=text,
        chunk_id="c1",
        start=0,
        end=len(text),
        speaker=speaker,
        happened_at=datetime(2026, 3, day, tzinfo=UTC),
        source=source,
        title=title,
    )


def face(
    text: str, *, kind: str = "Reason", standing: str = "", speaker: str = "", quoted: bool = True
) -> StatementFace:
    return StatementFace(
        id=text,
        handle="r-1",
        kind=kind,
        text=text,
        standing=standing,
        confidence=0.75,
        quote=quote(text, speaker=speaker) if quoted else None,
    )


def hop(from_text: str, relation: str, to_text: str, *, said: Quote | None = None, is_reversed: bool = False) -> Hop:
    return Hop(
        from_id=from_text,
        from_text=from_text,
        relation=relation,
        to_id=to_text,
        to_text=to_text,
        weight=1.0,
        quote=said,
        is_reversed=is_reversed,
    )


def ground(text: str, *, kind: str = "Reason", standing: str = "", speaker: str = "", why_not: str = "") -> Ground:
    return Ground(
        statement=face(text, kind=kind, standing=standing, speaker=speaker),
        path=Path(hops=(hop("decision", "BECAUSE", text),), score=0.43),
        why_not=(face(why_not),) if why_not else (),
    )


def item(text: str, *, speaker: str = "", statements: tuple[StatementFace, ...] = (), path: Path | None = None) -> Item:
    return Item(
        id="c1",
        handle="c-1",
        kind="chunk",
        text=text,
        quote=quote(text, speaker=speaker),
        score=1.5,
        signals={Signal.SEMANTIC: SignalScore(rank=2, score=0.61)},
        path=path,
        statements=statements,
        replaced=(),
        because="It is close in meaning.",
        tokens=10,
    )


def why_answer(**fields: object) -> WhyAnswer:
    decision = DecisionFace(
        statement=face("We decided to use Kafka.", kind="Decision", standing="accepted", speaker="Ada"),
        decided_at=datetime(2026, 3, 3, tzinfo=UTC),
        by=(),
        source="file:///talks/review.vtt",
        title="",
    )
    values: dict[str, object] = {
        "decision": decision,
        "summary": "On 2026-03-03 Ada decided.",
        "reasons": (),
        "triggers": (),
        "objections": (),
        "alternatives": (),
        "supersedes_chain": (),
        "superseded_by": (),
        "if_reversed": (),
        "consequences": (),
        "people": (
            Party(id="p1", name="Ada", role="decided", quote=None),
            Party(id="p1", name="Ada", role="proposed", quote=None),
        ),
        "evidence": (quote("We decided to use Kafka.", speaker="Ada"),),
        "missing": (),
        "confidence": 0.75,
        "degraded": (),
        "abstained": False,
        "took_ms": 38.2,
    }
    return WhyAnswer(**(values | fields))  # type: ignore[arg-type]
