"""Answers as a person reads them: what was found, who said it, when, where, and how sure the graph is."""

from calendar import month_name
from collections.abc import Iterable, Iterator

from rich.text import Text

from graphmem.cli.render import (
    DATE,
    HEAD,
    NAME,
    NOTE,
    Branch,
    attribution,
    branch,
    clipped,
    duration,
    flat,
    joined,
    quoted,
    score,
    section,
)
from graphmem.domain.answers import (
    Answer,
    ConnectAnswer,
    DecisionFace,
    Ground,
    Hop,
    Item,
    Party,
    Path,
    Quote,
    Readings,
    StatementFace,
    WhyAnswer,
)
from graphmem.domain.relations import in_words

_GROUNDS = (
    ("reasons", "because"),
    ("triggers", "what led to it"),
    ("objections", "objections"),
    ("alternatives", "other options"),
    ("supersedes_chain", "it replaced"),
    ("superseded_by", "it was replaced by"),
    ("consequences", "what followed"),
    ("if_reversed", "what rests on it"),
)
_FIELD_NAMES = dict(_GROUNDS) | {"decision": "a decision", "people": "who took part", "reasons": "a reason"}


def recalled(answer: Answer, question: str, *, explain: bool) -> Iterator[Branch | None]:
    """The items of a recall, best first; with `explain` what lifted each, and by which path it was reached."""
    took = duration(answer.took_ms / 1000)
    if answer.abstained or not answer.items:
        yield branch(Text.assemble("Nothing in memory is about ", quoted(question), f"  ({took})"))
        return
    more = f", {answer.cut} more left out" if answer.cut else ""
    yield branch(
        Text(f"{_counted(len(answer.items), 'memory', 'memories')}{more}  ({took})", style=DATE),
        *_readings(answer.readings),
        *_degraded(answer.degraded),
    )
    for number, item in enumerate(answer.items, start=1):
        yield _item(item, number, explain=explain)


def reasoned(answer: WhyAnswer, question: str, *, evidence: bool) -> Iterator[Branch | None]:
    """A why answer: in two sentences, then as a tree, then what the record does not say."""
    if answer.abstained:
        yield branch(Text.assemble("Nothing in memory is about ", quoted(question), f"  ({_took(answer.took_ms)})"))
        return
    if answer.summary:
        yield branch(Text(flat(answer.summary), style=HEAD))
    if answer.decision:
        yield _decision(answer.decision, answer)
    else:
        yield branch("The record holds no decision on this; what it says stands in the evidence.")
    if evidence or not answer.decision:
        yield section("evidence", (branch(quoted(quote.text), attribution(quote)) for quote in answer.evidence))
    yield branch(*_footer(answer, evidence=evidence), *_degraded(answer.degraded))


def connected(answer: ConnectAnswer) -> Iterator[Branch | None]:
    """The paths between two names, each hop with the words that show it."""
    took = _took(answer.took_ms)
    for name in answer.missing:
        yield branch(Text.assemble("The record does not know ", quoted(name), "."))
    if not answer.missing and not answer.paths:
        yield branch(f"The record shows no path from {flat(answer.start)} to {flat(answer.end)}  ({took})")
    for number, path in enumerate(answer.paths, start=1):
        yield _path(path, f"{number}. {flat(answer.start)} → {flat(answer.end)}")
    if answer.paths:
        yield branch(Text(f"{_counted(len(answer.paths), 'path', 'paths')}  ({took})", style=DATE))


def _item(item: Item, number: int, *, explain: bool) -> Branch:
    head = joined(Text(f"{number}.", style=HEAD), attribution(item.quote), score(item.score))
    kinds = ", ".join(dict.fromkeys(_kind(face) for face in item.statements))
    lines = [head, quoted(item.text)]
    lines += [Text(f"holds: {kinds}", style=NOTE)] if kinds else []
    lines += [Text.assemble("replaces ", quoted(text), style=NOTE) for text in item.replaced]
    return branch(*lines, below=_explained(item) if explain else ())


def _explained(item: Item) -> Iterator[Branch | None]:
    yield branch(Text(item.because, style=NOTE))
    places = (f"{name.value} #{found.rank} ({found.score:.2f})" for name, found in item.signals.items())
    yield branch(Text(" · ".join(places), style=DATE)) if item.signals else None
    yield section("statements", (_statement(face) for face in item.statements))
    yield _path(item.path, "the path to it") if item.path else None


def _statement(face: StatementFace) -> Branch:
    return branch(joined(score(face.confidence), Text(_kind(face), style=NAME), quoted(face.text)))


def _kind(face: StatementFace) -> str:
    return f"{face.kind.lower()} ({face.standing})" if face.standing else face.kind.lower()


def _readings(readings: Readings) -> Iterator[Text]:
    parts = [f"about {', '.join(flat(name) for name in readings.entities)}"] if readings.entities else []
    parts += [readings.when] if readings.when else []
    parts += [f"in {_month(readings.month)}"] if readings.month and not readings.when else []
    parts += ["history included"] if readings.history else []
    if parts:
        yield Text(f"read as: {'; '.join(parts)}", style=NOTE)


def _month(reading: str) -> str:
    """`2026-05` or `05` in words."""
    year, _, number = reading.rpartition("-")
    return f"{month_name[int(number)]} {year}".strip()


def _degraded(signals: Iterable[str]) -> Iterator[Text]:
    names = ", ".join(signals)
    if names:
        yield Text(f"Without {names}, which failed.", style="yellow")


def _decision(decision: DecisionFace, answer: WhyAnswer) -> Branch:
    face = decision.statement
    head = joined(score(face.confidence), Text(_kind(face), style=NAME), quoted(face.text, style=HEAD))
    groups = (
        section(title, (_ground(ground, face.quote) for ground in getattr(answer, name))) for name, title in _GROUNDS
    )
    return branch(head, *_said(face.quote), below=(*groups, section("people", _parties(answer.people))))


def _ground(ground: Ground, above: Quote | None) -> Branch:
    face = ground.statement
    standing = Text(face.standing, style=NAME) if face.kind in {"Option", "Decision"} and face.standing else ""
    head = joined(score(ground.path.score), standing, quoted(face.text))
    via = ground.path.hops[:-1]
    below = [
        branch(joined(Text("why not", style=NAME), quoted(one.text)), *_said(one.quote, face.quote))
        for one in ground.why_not
    ]
    return branch(head, *_said(face.quote, above), *(_step(hop) for hop in via), below=below)


def _said(quote: Quote | None, above: Quote | None = None) -> tuple[Text, ...]:
    return (attribution(quote, above=above) if quote else Text("no words for it in the record", style=NOTE),)


def _step(hop: Hop) -> Text:
    return Text(f"by way of “{clipped(hop.to_text)}”", style=NOTE)


def _parties(people: Iterable[Party]) -> Iterator[Branch]:
    roles: dict[str, list[str]] = {}
    for party in people:
        roles.setdefault(flat(party.name), []).append(party.role)
    for name, played in roles.items():
        yield branch(joined(Text(name, style=NAME), ", ".join(dict.fromkeys(played))))


def _footer(answer: WhyAnswer, *, evidence: bool) -> Iterator[Text]:
    if answer.missing:
        missing = ", ".join(_FIELD_NAMES.get(name, name) for name in answer.missing)
        yield Text(f"Not in the record: {missing}.", style="yellow")
    hidden = answer.decision and answer.evidence and not evidence
    pack = f"; {_counted(len(answer.evidence), 'passage', 'passages')} of evidence with --evidence" if hidden else ""
    sure = f"Figures: confidence of the decision, score of each path{pack}  " if answer.decision else ""
    yield Text(f"{sure}({_took(answer.took_ms)})", style=DATE)


def _path(path: Path, title: str) -> Branch:
    head = joined(Text(title, style=HEAD), score(path.score))
    quotes = [None, *(hop.quote for hop in path.hops)]
    start = branch(flat(path.hops[0].from_text) or Text("another memory", style=NOTE)) if path.hops else None
    return branch(head, below=[start, *(_hop(hop, above) for hop, above in zip(path.hops, quotes, strict=False))])


def _hop(hop: Hop, above: Quote | None) -> Branch:
    """A step to the next node, with the words that show it unless they were shown just before."""
    quote = hop.quote
    is_statement = quote is not None and flat(quote.text) == flat(hop.to_text)
    words = in_words(hop.relation, is_reversed=hop.is_reversed)
    step = joined(Text(f"—{words}→", style=NAME), quoted(hop.to_text) if is_statement else flat(hop.to_text))
    if quote is None or quote == above:
        return branch(step, *(() if quote else _said(None)))
    return branch(step, *(() if is_statement else (quoted(quote.text),)), attribution(quote))


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _took(milliseconds: float) -> str:
    return duration(milliseconds / 1000)
