"""What an episode itself says about who its people are: their speakers, their company, the words beside their names."""

import re
from collections.abc import Iterator

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.entities import Entity, EntityKind
from graphmem.domain.text import STOP_WORDS, fold, name_key
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.identity import Scene
from graphmem.remember.names import form_of, person_name

_AFTER = re.compile(
    r"[\]*_\"”'’)>]*\s*(?:,\s*(?:the|our|der|die|el|la|le|o|a)|\(|,?\s*(?:from|of|in|at|aus|vom|von|de|del|du|da|do))\s+"
    r"(?:(?:the|der|dem|la|el|our)\s+)?([^\W\d_][\w-]+)|\s*\(([^\W\d_][\w-]+)\)",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"([^\W\d_][\w-]+)(?:['’]s)?\s+[\[*_\"“(]*$")
_NEAR = 40
_SHORTEST = 4
MOST_KEYS = 64


def scene_of(write: EpisodeWrite) -> Scene:
    """The scene of one episode."""
    subgraph = write.subgraph
    people = tuple(entity for entity in subgraph.entities if entity.kind is EntityKind.PERSON)
    said = {name_key(chunk.speaker) for chunk in subgraph.episode.chunks if chunk.speaker}
    telling = [one for one in subgraph.entities if one.name_key not in said and one.detail != "record"]
    return Scene(
        tenant=write.tenant,
        project=subgraph.episode.session.project,
        people=people,
        principals=frozenset(person.id for person in people if _is_principal(person, write)),
        kinds={one.name_key: one.kind for one in telling[:MOST_KEYS]},
        qualifiers={person.id: tuple(dict.fromkeys(_qualifiers(person, write))) for person in people},
    )


def _is_principal(person: Entity, write: EpisodeWrite) -> bool:
    """The writer by name, or whoever talks with an agent: the user, or the only human speaker beside one."""
    owner, own = person_name(write.owner), person_name(person.name)
    if owner.words and (owner.words == own.words or form_of(owner, own)):
        return True
    chunks = write.subgraph.episode.chunks
    users = {name_key(chunk.speaker) for chunk in chunks if chunk.role is SpeakerRole.USER}
    humans = {name_key(chunk.speaker) for chunk in chunks if chunk.speaker and chunk.role is SpeakerRole.PERSON}
    has_agent = any(chunk.role is SpeakerRole.ASSISTANT for chunk in chunks)
    return person.name_key in users or (has_agent and humans == {person.name_key})


def _qualifiers(person: Entity, write: EpisodeWrite) -> Iterator[str]:
    """`Alex Kim from audit`, `Alex Kim, the auditor`, `Alex Kim (audit)`, `our auditor Alex Kim`: folded words."""
    texts = {chunk.id: chunk.text for chunk in write.subgraph.episode.chunks}
    for mention in write.subgraph.mentions:
        if mention.entity_id != person.id:
            continue
        text = texts[mention.chunk_id]
        after = _AFTER.match(text, mention.end)
        before = _BEFORE.search(text[max(0, mention.start - _NEAR) : mention.start])
        for word in (*(after.groups() if after else ()), before.group(1) if before else None):
            if word and len(word) >= _SHORTEST and fold(word) not in STOP_WORDS:
                yield fold(word)
