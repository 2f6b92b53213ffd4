"""What resolution asks of the graph: by key, by likeness, by company; each read bounded whatever the graph's size."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import cypher
from graphmem.domain.entities import EntityKind
from graphmem.domain.identities import Alike, AlikeWanted, KnownEntity, Lookup, Traces
from graphmem.domain.text import words as words_of
from graphmem.store.client import Client
from graphmem.store.fulltext import NOTHING
from graphmem.store.reach import audience_word
from graphmem.store.rows import KEY_LIMIT, as_list

FIND_BY_KEYS = cypher.load("entity/find_by_keys")
FIND_ALIKE = cypher.load("entity/find_alike")
FIND_TRACES = cypher.load("entity/find_traces")

PER_KEY = 8
BY_WORDS = 50
NEAR = 5
SAMPLE = 50
RARE = 25
"""A name in at most so many units may show that two people are one."""
_LEAST_FUZZY = 4
_MOST_WORDS = 8
_LONGEST_WORD = 64


class Neo4jIdentityStore:
    """The IdentityStore port on Neo4j."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find_by_keys(self, lookup: Lookup) -> list[KnownEntity]:
        """Entities with one of the ids, people with one of the keys, and the people the sessions have named."""
        found = await self._client.read(
            FIND_BY_KEYS,
            tenant=lookup.tenant,
            sessions=list(lookup.sessions),
            ids=list(lookup.ids),
            people=[key[:KEY_LIMIT] for key in lookup.people],
            per_key=PER_KEY,
        )
        return [_known(row, sessions=row["in_sessions"]) for row in found]

    async def find_alike(
        self, tenant: str, audiences: Sequence[str], wanted: Sequence[AlikeWanted], *, per_name: int
    ) -> dict[str, Alike]:
        """Entities of each wanted name's kind that share a word with it or lie near its vector, by its key."""
        found = await self._client.read(
            FIND_ALIKE,
            tenant=tenant,
            audiences=list(audiences),
            rows=[_wanted_row(one, audience_word(tenant)) for one in wanted],
            depth=BY_WORDS,
            near=NEAR,
            sample=SAMPLE,
            per_name=per_name,
        )
        grouped: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for row in found:
            grouped[row["key"]].append(row)
        return {
            key: Alike(
                entities=tuple(_known(row, is_readable=row["is_readable"]) for row in group),
                is_whole=group[0]["is_whole"] and len(group) < per_name,
            )
            for key, group in grouped.items()
        }

    async def find_traces(
        self, tenant: str, audiences: Sequence[str], ids: Sequence[str], *, keys: Sequence[str], words: Sequence[str]
    ) -> dict[str, Traces]:
        """Which of the rare `keys` and of the `words` stand in a few readable passages that name each of `ids`."""
        found = await self._client.read(
            FIND_TRACES,
            tenant=tenant,
            audiences=list(audiences),
            ids=list(ids),
            keys=list(keys),
            words=list(words),
            sample=SAMPLE,
            rare=RARE,
        )
        return {row["id"]: Traces(shared=tuple(row["shared"]), words=tuple(row["words"])) for row in found}


def _wanted_row(one: AlikeWanted, tenant_word: str) -> dict[str, Any]:
    return {
        "key": one.key,
        "kind": one.kind.value,
        "query": _name_query(one.words, tenant_word),
        "vector": [] if one.vector is None else as_list(one.vector),
    }


def _name_query(names: Sequence[str], tenant_word: str) -> str:
    """Names and aliases with one of the words, or one a letter away; nothing a text holds is ever syntax."""
    safe = [word for name in names for word in words_of(name) if word.isalnum() and len(word) <= _LONGEST_WORD][
        :_MOST_WORDS
    ]
    if not safe:
        return NOTHING
    terms = " ".join(f"{word} {word}~1^0.5" if len(word) >= _LEAST_FUZZY else word for word in dict.fromkeys(safe))
    return f"+reach:{tenant_word}^0 +(name:({terms}) aliases:({terms}))"


def _known(row: Mapping[str, Any], *, sessions: Sequence[str] = (), is_readable: bool = True) -> KnownEntity:
    entity = row["entity"]
    return KnownEntity(
        id=entity["id"],
        kind=EntityKind(entity["kind"]),
        name=entity["name"],
        name_key=entity["name_key"],
        aliases=tuple(entity["aliases"]),
        handles=tuple(entity["handles"]),
        projects=tuple(entity["projects"] or ()),
        survivor=row["survivor"],
        sessions=tuple(sessions),
        is_readable=is_readable,
    )
