"""The bounded reads on Neo4j: subjects, what is said of them, changes, neighbours, and what a pack is made of."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import cypher
from graphmem.domain.answers import StatementFace
from graphmem.domain.nodes import Moment, PageKey
from graphmem.domain.reads import (
    Change,
    ChangesQuery,
    EpisodeFace,
    Group,
    Held,
    NeighbourEdge,
    Sighting,
    Subject,
    TopicFace,
    Turn,
)
from graphmem.domain.relations import Relation
from graphmem.domain.scope import Reader
from graphmem.domain.text import fold, name_key, words
from graphmem.domain.time import EARLIEST
from graphmem.store.client import Client
from graphmem.store.fulltext import name_query
from graphmem.store.quotes import from_milliseconds, moment, passage, statement_face
from graphmem.store.reach import audience_word

FIND_SUBJECTS = cypher.load("entity/find_subjects")
FIND_ABOUT = cypher.load("statement/find_about")
FIND_CHANGES = cypher.load("statement/find_changes")
FETCH_SIGHTING = cypher.load("entity/fetch_sighting")
EXPAND_NODES = cypher.load("node/expand")
FIND_PROJECT = cypher.load("session/find_project")
FIND_LAST = cypher.load("episode/find_last")

SUBJECTS = 12
NAMES, EPISODES, TOPICS = 12, 5, 8
LATEST = datetime(9999, 12, 31, tzinfo=UTC)
SAID_OF = tuple(
    one.value
    for one in (
        Relation.ABOUT,
        Relation.SUBJECT,
        Relation.OBJECT,
        Relation.DECIDED_BY,
        Relation.PROPOSED_BY,
        Relation.OBJECTED_BY,
        Relation.HELD_BY,
        Relation.OWED_BY,
        Relation.OWED_TO,
    )
)
TOUCHING = (*(one.value for one in Relation), "MENTIONS", "SAID_BY", "EVIDENCED_BY", "PART_OF", "TOUCHED", "CLOSES")
"""The relationships a walk from neighbour to neighbour may take."""


class Neo4jReadsStore:
    """The ReadsStore port on Neo4j."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find_subjects(self, reader: Reader, name: str, recorded: datetime | None) -> list[Subject]:
        """What an id, handle or name may mean, the best fit first."""
        rows = await self._read(
            FIND_SUBJECTS,
            reader,
            wanted=name.strip(),
            key=name_key(name),
            alias=name.strip().lower(),
            name_query=name_query(words(fold(name)), audience_word(reader.tenant)),
            most=SUBJECTS,
            recorded=recorded,
        )
        return [Subject(**{**row, "members": tuple(row["members"])}) for row in rows]

    async def find_about(
        self, reader: Reader, members: Sequence[str], groups: Sequence[Group], *, at: Moment, first: int, after: PageKey
    ) -> dict[str, list[Held]]:
        """What is said of a subject by group, newest first; an empty group is absent."""
        rows = await self._read(
            FIND_ABOUT,
            reader,
            members=list(members),
            groups=[_group(one) for one in groups],
            valid=at.valid,
            recorded=at.recorded,
            after_at=_milliseconds(after.at),
            after_id=after.id,
            first=first,
        )
        found: dict[str, list[Held]] = defaultdict(list)
        for row in rows:
            held = Held(statement=_face(row), relations=tuple(sorted(row["relations"])), until=moment(row["until"]))
            found[row["grouped"]].append(held)
        return dict(found)

    async def find_changes(self, reader: Reader, members: Sequence[str], query: ChangesQuery) -> list[Change]:
        """A page of changes, in the order of time."""
        rows = await self._read(
            FIND_CHANGES,
            reader,
            members=list(members),
            relations=list(SAID_OF),
            kinds=[kind.value for kind in query.kinds],
            project=query.project,
            since=query.since or EARLIEST,
            until=query.until or LATEST,
            net=query.net,
            recorded=query.recorded,
            after_at=_milliseconds(query.after.at),
            after_turn=query.after.name,
            after_id=query.after.id,
            first=query.first,
        )
        return [_change(row) for row in rows]

    async def fetch_sighting(self, reader: Reader, members: Sequence[str], *, at: Moment) -> Sighting:
        """Where a subject was met."""
        [row] = await self._read(
            FETCH_SIGHTING,
            reader,
            members=list(members),
            recorded=at.recorded,
            valid=at.valid,
            names=NAMES,
            episodes=EPISODES,
            topics=TOPICS,
        )
        return Sighting(
            names=tuple(name for name in row["names"] if name), episodes=_episodes(row), topics=_topics(row)
        )

    async def expand(
        self, reader: Reader, nodes: Mapping[str, Sequence[str]], *, at: Moment, per_node: int
    ) -> list[NeighbourEdge]:
        """What these nodes touch, strongest first."""
        rows = await self._read(
            EXPAND_NODES,
            reader,
            nodes=[{"id": key, "members": list(members)} for key, members in nodes.items()],
            relations=list(TOUCHING),
            per_node=per_node,
            per_member=4 * per_node,
            valid=at.valid,
            recorded=at.recorded,
        )
        return [NeighbourEdge(**{**row, "members": tuple(row["members"])}) for row in rows]

    async def find_project(self, reader: Reader, session: str) -> str | None:
        """The project of a session; None when the reader may read nothing of it."""
        rows = await self._read(FIND_PROJECT, reader, wanted=session)
        return str(rows[0]["project"] or "") if rows else None

    async def find_last(self, reader: Reader, project: str, *, episodes: int, topics: int) -> Sighting:
        """The last episodes of a project and the topics they speak of most."""
        rows = await self._read(FIND_LAST, reader, project=project, episodes=episodes, topics=topics)
        return Sighting(episodes=_episodes(rows[0]), topics=_topics(rows[0])) if rows else Sighting()

    async def _read(self, query: cypher.Query, reader: Reader, **params: Any) -> list[dict[str, Any]]:
        return await self._client.read(query, tenant=reader.tenant, audiences=list(reader.audiences), **params)


def _group(group: Group) -> dict[str, Any]:
    return {
        "name": group.name,
        "relations": list(group.relations),
        "kinds": [kind.value for kind in group.kinds],
        "open": group.only_open,
    }


def _change(row: Mapping[str, Any]) -> Change:
    later = row["next"]
    return Change(
        at=from_milliseconds(row["at"]),
        turn=Turn(row["turn"]),
        statement=_face(row),
        by=statement_face(later, None) if later else None,
    )


def _face(row: Mapping[str, Any]) -> StatementFace:
    """With its quote; without one when no passage of it is readable (a captured statement has none)."""
    return statement_face(row["statement"], passage(row["chunk"], row["episode"]) if row["chunk"] else None)


def _episodes(row: Mapping[str, Any]) -> tuple[EpisodeFace, ...]:
    return tuple(
        EpisodeFace(
            id=one["id"],
            kind=one["kind"],
            title=one["title"] or "",
            source=one["uri"] or "",
            project=one["project"] or "",
            happened_at=moment(one["happened_at"]),
        )
        for one in row["episodes"]
    )


def _topics(row: Mapping[str, Any]) -> tuple[TopicFace, ...]:
    return tuple(
        TopicFace(id=one["id"], handle=one["handle"], name=one["name"], last_at=moment(one["at"]))
        for one in row["topics"]
    )


def _milliseconds(at: datetime | None) -> int:
    """As the graph counts them: whole ones, from below."""
    return ((at or EARLIEST) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
