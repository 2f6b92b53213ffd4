"""Who is who: which known entity a name of an episode is, decided from values alone (ADR on entity resolution)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.domain.entities import Entity, EntityKind
from graphmem.domain.identities import KnownEntity, SameAs, Traces
from graphmem.domain.ids import identity
from graphmem.domain.text import fold
from graphmem.remember.names import Form, form_of, is_respelt, is_slip, person_name

ENOUGH = 2
"""A shared rare person or organisation is enough to be one across projects; of other things it takes two."""
_TELLING = frozenset({EntityKind.PERSON, EntityKind.ORGANIZATION})
MOST_PROPOSALS = 3
SAME_NAME, SAME_SPELLING, SHORT_FORM = 0.5, 0.8, 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What an episode says about its own entities.

    principals  ids of people who are the same in every project: whoever talks to an agent of their own
    kinds       kind by name key of what may show that two people are one; speakers are left out
    qualifiers  by person id: folded words that the text puts beside the name (`from audit`, `the designer`)
    """

    tenant: str
    project: str
    people: tuple[Entity, ...]
    principals: frozenset[str] = frozenset()
    kinds: Mapping[str, EntityKind] = field(default_factory=dict)
    qualifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Who a person is: the id, and with whom they may be one."""

    id: str
    proposals: tuple[SameAs, ...] = ()


def in_conversation(scene: Scene, cast: Sequence[KnownEntity]) -> dict[str, tuple[str, Form]]:
    """By the id of a short form: whom it means among the full names of the conversation, when that is one person.

    cast  people that the session named before; a form that two people could bear is left out (a full name and a
          slip of it are no two people: the first one counts)
    """
    full = {one.name_key: (one.id, one.survivor) for one in cast}
    full |= {person.name_key: (person.id, full.get(person.name_key, ("", person.id))[1]) for person in scene.people}
    found: dict[str, tuple[str, Form]] = {}
    for person in scene.people:
        meant = [(key, *ends, form) for key, ends in full.items() if (form := _form(person, key))]
        if meant and all(end == meant[0][2] or is_slip(key, meant[0][0]) for key, _, end, _ in meant):
            found[person.id] = (meant[0][1], meant[0][3])
    return found


def _form(person: Entity, key: str) -> Form | None:
    full = person_name(key)
    forms = (form_of(person_name(name), full) for name in (person.name, *person.handles))
    return next((form for form in forms if form), None)


def namesakes(person: Entity, known: Iterable[KnownEntity]) -> list[KnownEntity]:
    """Known people of the very same name, or with a handle of theirs; each once."""
    handles = _folded(person.handles)
    found = {
        one.id: one
        for one in known
        if one.kind is EntityKind.PERSON
        and (one.id == person.id or one.name_key == person.name_key or handles & _folded(one.handles))
    }
    return sorted(found.values(), key=lambda one: one.id)


def is_plain(person: Entity, scene: Scene, candidates: Sequence[KnownEntity]) -> bool:
    """Whether the names, handles and projects say enough, so that no passage must be read."""
    if not candidates or person.id in scene.principals:
        return True
    near = [one for one in candidates if _is_near(one, scene)]
    return len(candidates) == 1 and len(near) == 1


def choose(person: Entity, scene: Scene, candidates: Sequence[KnownEntity], traces: Mapping[str, Traces]) -> Choice:
    """The namesake that `person` is, or a new person, proposed to be one with those who bear the name.

    In this order: an address of their own, the speaker of their own sessions, words beside the name, the session,
    the project (no project contradicts none), and what both are named with. When unsure: two people.
    """
    possible = [one for one in candidates if not _has_other_address(person, one)]
    for rule in (_by_handle, _by_principal, _by_words, _by_session, _by_project, _by_company):
        chosen = rule(person, scene, possible, traces)
        if chosen:
            return Choice(id=chosen.id)
    if not candidates:
        return Choice(id=person.id)
    mail = next(iter(_addresses(person.handles)), "")
    new = identity(scene.tenant, EntityKind.PERSON, person.name_key, mail or scene.project or "?")
    reason = "same name, another project" if possible else "same name, another address"
    others = [one for one in candidates if one.id != new][:MOST_PROPOSALS]
    return Choice(id=new, proposals=tuple(_same_as(new, one.id, SAME_NAME, reason) for one in others))


def _by_handle(
    person: Entity, scene: Scene, possible: Sequence[KnownEntity], _: Mapping[str, Traces]
) -> KnownEntity | None:
    mine = _folded(person.handles)
    shared = [(one, mine & _folded(one.handles)) for one in possible]
    return next((one for one, same in shared if _addresses(same) or (same and _is_near(one, scene))), None)


def _by_principal(
    person: Entity, scene: Scene, possible: Sequence[KnownEntity], _: Mapping[str, Traces]
) -> KnownEntity | None:
    if person.id not in scene.principals:
        return None
    return next((one for one in possible if one.id == person.id), next(iter(possible), None))


def _by_words(
    person: Entity, scene: Scene, possible: Sequence[KnownEntity], traces: Mapping[str, Traces]
) -> KnownEntity | None:
    words = scene.qualifiers.get(person.id, ())
    told = [
        one
        for one in possible
        if traces.get(one.id, Traces()).words
        or any(word in fold(project) for word in words for project in one.projects)
    ]
    return _only(told)


def _by_session(_: Entity, __: Scene, possible: Sequence[KnownEntity], ___: Mapping[str, Traces]) -> KnownEntity | None:
    here = [one for one in possible if one.in_session]
    return _only(here)


def _by_project(
    _: Entity, scene: Scene, possible: Sequence[KnownEntity], traces: Mapping[str, Traces]
) -> KnownEntity | None:
    near = [one for one in possible if _is_near(one, scene)]
    own = [one for one in near if scene.project and scene.project in one.projects] or near
    return _only(own) or _most_company(own, scene, traces)


def _only(found: Sequence[KnownEntity]) -> KnownEntity | None:
    """The one there is; of several that were merged into one, the one that was seen in the fewest places."""
    if len({one.survivor or one.id for one in found}) != 1:
        return None
    return min(found, key=lambda one: (len(one.projects), one.id))


def _by_company(
    _: Entity, scene: Scene, possible: Sequence[KnownEntity], traces: Mapping[str, Traces]
) -> KnownEntity | None:
    return _most_company(possible, scene, traces)


def _most_company(possible: Sequence[KnownEntity], scene: Scene, traces: Mapping[str, Traces]) -> KnownEntity | None:
    """The one with whom the episode shares most, when that is enough and nobody has as much."""
    points = sorted(((_company(traces.get(one.id), scene), one.id, one) for one in possible), reverse=True)
    if not points or points[0][0] < ENOUGH or (len(points) > 1 and points[1][0] == points[0][0]):
        return None
    return points[0][2]


def _company(traces: Traces | None, scene: Scene) -> int:
    kinds = [scene.kinds[key] for key in (traces.shared if traces else ()) if key in scene.kinds]
    return sum(ENOUGH if kind in _TELLING else 1 for kind in kinds)


def _is_near(one: KnownEntity, scene: Scene) -> bool:
    return one.in_session or not scene.project or not one.projects or scene.project in one.projects


def elsewhere(person: Entity, scene: Scene, alike: Sequence[KnownEntity], *, is_whole: bool) -> tuple[str, Form] | None:
    """Whom a short form means outside its conversation: the project's only full name that it fits, else nobody.

    Only names that readers of the text have read count. Without a project a first name or a surname alone means
    nobody. is_whole: `alike` holds all there are, and not only the best of them.
    """
    if not is_whole:
        return None
    fits = [
        (one, form)
        for one in alike
        if one.is_readable and (form := _form(person, one.name_key)) and _is_at_home(one, scene, form)
    ]
    meant = _only([one for one, _ in fits])
    return next(((one.id, form) for one, form in fits if one is meant), None)


def _is_at_home(one: KnownEntity, scene: Scene, form: Form) -> bool:
    if scene.project:
        return scene.project in one.projects
    return form.is_distinctive and not one.projects


def doubts(entity: Entity, own_id: str, alike: Iterable[KnownEntity], scene: Scene) -> list[SameAs]:
    """Proposals for a new entity: names of its kind one slip or one space away, and short forms in its project."""
    found: dict[str, SameAs] = {}
    for one in alike:
        if one.id != own_id and one.kind is entity.kind and (why := _doubt(entity, one, scene)):
            found.setdefault(one.id, _same_as(own_id, one.id, *why))
    return list(found.values())[:MOST_PROPOSALS]


def _doubt(entity: Entity, one: KnownEntity, scene: Scene) -> tuple[float, str] | None:
    if is_slip(entity.name_key, one.name_key) or is_respelt(entity.name_key, one.name_key):
        return SAME_SPELLING, "spelling"
    if entity.kind is not EntityKind.PERSON or not _is_near(one, scene):
        return None
    short, full = person_name(entity.name_key), person_name(one.name_key)
    form = form_of(short, full) or form_of(full, short)
    return (SHORT_FORM, form.value) if form else None


def _same_as(source: str, target: str, weight: float, reason: str) -> SameAs:
    return SameAs(source_id=source, target_id=target, weight=weight, reason=reason)


def _has_other_address(person: Entity, one: KnownEntity) -> bool:
    mine, theirs = _addresses(person.handles), _addresses(one.handles)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _addresses(handles: Iterable[str]) -> frozenset[str]:
    return frozenset(handle for handle in _folded(handles) if "@" in handle[1:])


def _folded(handles: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, handles))
