"""Bounded reads as a person reads them: changes, profiles, neighbours, contradictions and the audit."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from graphmem.cli.render import (
    DATE,
    HEAD,
    NAME,
    NOTE,
    SCORE,
    Branch,
    attribution,
    branch,
    clipped,
    flat,
    joined,
    place,
    quoted,
    section,
)
from graphmem.domain.answers import StatementFace
from graphmem.domain.nodes import Node
from graphmem.domain.reads import Change, Contradiction, EpisodeFace, Held, Neighbour, Neighbours, Opposed, Profile
from graphmem.domain.relations import in_words

LONGEST = 120


def changed(found: Sequence[Change]) -> Iterator[Branch]:
    """Each change with its quote, and with what took its place."""
    for one in found:
        head = joined(Text(f"{one.at:%Y-%m-%d}", style=DATE), Text(one.turn.value, style=HEAD), _kind(one.statement))
        after = [joined("now:", Text(one.by.handle, style=HEAD), quoted(one.by.text))] if one.by else []
        yield branch(joined(head, quoted(one.statement.text)), *_said(one.statement), *after)
    if not found:
        yield branch(Text("Nothing changed.", style=NOTE))


def held(found: Sequence[Held]) -> Iterator[Branch]:
    """Each statement with its quote."""
    for one in found:
        yield _held(one)
    if not found:
        yield branch(Text("Nothing is said of it.", style=NOTE))


def profiled(found: Profile) -> Iterator[Branch | None]:
    """A person by parts; empty parts are left out."""
    subject = found.subject
    also = Text(f"also {', '.join(flat(name) for name in found.names)}", style=NOTE) if found.names else ""
    yield branch(joined(Text(flat(subject.name), style=HEAD), Text(f"{subject.kind.lower()}, {subject.handle}"), also))
    for name, entries in found.parts.items():
        yield section(name.replace("_", " "), (_held(one) for one in entries))
    yield section("met last", (_episode(one) for one in found.episodes))
    yield section("spoken of there", (branch(flat(one.name)) for one in found.topics))


def around(found: Neighbours) -> Iterator[Branch]:
    """Each neighbour with the edge that led to it, indented by hops."""
    yield branch(Text(clipped(found.start.text, LONGEST), style=HEAD))
    for one in found.found:
        yield branch(_neighbour(one))
    left = found.total - len(found.found)
    yield branch(Text(f"{found.total} found{f', {left} on other pages' if left else ''}", style=NOTE))


def opposed(found: Sequence[Contradiction]) -> Iterator[Branch]:
    """Each pair with both quotes."""
    for one in found:
        yield branch(
            joined(Text(one.key, style=DATE), Text(one.status, style=HEAD), Text(flat(one.reason), style=NOTE)),
            below=(_side("newer", one.newer), _side("older", one.older)),
        )
    if not found:
        yield branch(Text("Nothing contradicts.", style=NOTE))


def audited(found: Sequence[Node]) -> Iterator[Branch]:
    """A line for each entry."""
    for one in found:
        held = one.values
        moment = Text(f"{held['at']:%Y-%m-%d %H:%M:%S}", style=DATE)
        who, action = Text(flat(held["principal"]), style=NAME), Text(flat(held["action"]), style=HEAD)
        yield branch(joined(moment, who, action, flat(held["target"]), Text(flat(held["detail"]), style=NOTE)))
    if not found:
        yield branch(Text("Nothing was changed.", style=NOTE))


def _held(one: Held) -> Branch:
    since = f"{one.statement.valid_at:%Y-%m-%d}" if one.statement.valid_at else "undated"
    until = f" until {one.until:%Y-%m-%d}" if one.until else ""
    head = joined(Text(one.statement.handle, style=HEAD), Text(f"{since}{until}", style=DATE), _kind(one.statement))
    return branch(joined(head, quoted(one.statement.text)), *_said(one.statement))


def _kind(face: StatementFace) -> Text:
    return Text(f"{face.kind.lower()} ({face.standing})" if face.standing else face.kind.lower(), style=NAME)


def _said(face: StatementFace) -> Iterator[Text]:
    if face.quote:
        yield attribution(face.quote)


def _episode(one: EpisodeFace) -> Branch:
    date = Text(f"{one.happened_at:%Y-%m-%d}" if one.happened_at else "undated", style=DATE)
    return branch(joined(date, place(one.title, one.source)))


def _neighbour(one: Neighbour) -> Text:
    words = in_words(one.relation, is_reversed=one.is_reversed)
    return joined(
        "  " * one.hop,
        Text(clipped(one.from_text, LONGEST // 3), style=NOTE),
        Text(words, style=HEAD),
        Text(one.kind.lower(), style=NAME),
        clipped(one.text, LONGEST),
        Text(f"{one.score:.2f}", style=SCORE),
    )


def _side(which: str, side: Opposed) -> Branch:
    lines = [attribution(side.quote)] if side.quote else []
    return branch(joined(Text(which, style=NOTE), Text(side.handle, style=HEAD), quoted(side.text)), *lines)
