"""The context pack: what an agent is told when it starts, as whole lines inside a budget of characters."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from graphmem.domain.commitments import Owed, OwedQuery
from graphmem.domain.reads import EpisodeFace, Pack, PackLine, PackQuery, TopicFace
from graphmem.domain.scope import Reader
from graphmem.domain.text import flat, shortened
from graphmem.ports import ReadsStore

COMMITMENTS, EPISODES, TOPICS = 5, 5, 3
LONGEST = 240
"""Characters of one line; a longer text is cut at a word."""


class Commitments(Protocol):
    """Where open commitments are listed."""

    async def find_owed(self, reader: Reader, query: OwedQuery) -> list[Owed]:
        """What is owed: overdue first, then by due, then the undated, newest first."""
        ...


async def packed(store: ReadsStore, commitments: Commitments, query: PackQuery, reader: Reader, now: datetime) -> Pack:
    """Open commitments (≤ 5), the last episodes (≤ 5) and topics with their age (≤ 3), most pressing first."""
    known = await store.find_project(reader, query.session) if query.session and not query.project else None
    project = query.project or known or ""
    owed, seen = await asyncio.gather(
        commitments.find_owed(reader, OwedQuery(project=project, first=COMMITMENTS)),
        store.find_last(reader, project, episodes=EPISODES, topics=TOPICS),
    )
    parts = {
        "Open": [_owed_line(one) for one in owed],
        "Last": [_episode_line(one, now) for one in seen.episodes],
        "Topics": [_topic_line(one, now) for one in seen.topics],
    }
    return _within(project, parts, query.budget_chars)


def _within(project: str, parts: dict[str, list[PackLine]], budget: int) -> Pack:
    """As many whole lines as fit, in order; a heading stands only above a line."""
    kept: dict[str, list[PackLine]] = {title: [] for title in parts}
    text = ""
    for title, lines in parts.items():
        for line in lines:
            head = "" if kept[title] else f"{title}:\n"
            longer = f"{text}{head}- {line.text}\n"
            if len(longer) <= budget:
                text, kept[title] = longer, [*kept[title], line]
    return Pack(
        project=project,
        commitments=tuple(kept["Open"]),
        episodes=tuple(kept["Last"]),
        topics=tuple(kept["Topics"]),
        text=text,
        cut=sum(len(lines) for lines in parts.values()) - sum(len(lines) for lines in kept.values()),
    )


def _owed_line(one: Owed) -> PackLine:
    return PackLine(id=one.id, at=one.due_at or one.said_at, text=_joined(_owed_words(one)))


def _owed_words(one: Owed) -> Iterator[str]:
    yield f"{one.handle}:"
    if one.owed_by:
        yield f"{', '.join(one.owed_by)}:"
    yield flat(one.text)
    if one.due_at:
        yield f"(due {one.due_at:%Y-%m-%d}{', overdue' if one.is_overdue else ''})"
    elif one.due:
        yield f"(due {flat(one.due)})"


def _episode_line(one: EpisodeFace, now: datetime) -> PackLine:
    title = flat(one.title) or one.source.rsplit("/", 1)[-1] or one.kind.replace("_", " ")
    words = [f"{one.happened_at:%Y-%m-%d}" if one.happened_at else "", title, f"({_age(one.happened_at, now)})"]
    return PackLine(id=one.id, at=one.happened_at, text=_joined(words))


def _topic_line(one: TopicFace, now: datetime) -> PackLine:
    return PackLine(id=one.id, at=one.last_at, text=_joined([flat(one.name), f"(last {_age(one.last_at, now)})"]))


def _age(at: datetime | None, now: datetime) -> str:
    if at is None:
        return "undated"
    days = (now - at).days
    return "today" if days < 1 else "yesterday" if days == 1 else f"{days} days ago"


def _joined(words: "Sequence[str] | Iterator[str]") -> str:
    return shortened(" ".join(word for word in words if word), LONGEST)
