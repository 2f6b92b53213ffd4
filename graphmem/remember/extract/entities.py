"""All entities of an episode: one for each name, with every place where it stands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphmem.domain.entities import EntityKind
from graphmem.domain.extraction import ExtractedEntity, Span
from graphmem.domain.text import name_key
from graphmem.remember.extract.artifacts import artifacts
from graphmem.remember.extract.gazetteer import Gazetteer, Key, words_of_name
from graphmem.remember.extract.kinds import kind_of
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.names import Run, runs
from graphmem.remember.extract.people import People, is_person, known_people, relative_of
from graphmem.remember.extract.table import scale
from graphmem.remember.extract.topics import aliases_of, key_phrases, subject

_NAMED_THINGS = frozenset({EntityKind.THING, EntityKind.ORGANIZATION, EntityKind.PLACE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a line names something: characters of its chunk (half-open), and its words (the last included)."""

    name: str
    kind: EntityKind
    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The entities of an episode, and what each line (by number) names."""

    entities: tuple[ExtractedEntity, ...]
    people: People
    places: Mapping[int, tuple[Place, ...]]
    title_names: tuple[str, ...]

    def named_in(self, line: Line, span: Span) -> tuple[str, ...]:
        """The names that stand inside `span`, in order."""
        inside = (place.name for place in self.places.get(line.number, ()) if _overlaps(place, span))
        return tuple(dict.fromkeys(inside))

    def people_in(self, line: Line, span: Span) -> tuple[str, ...]:
        """The people named inside `span`, in order."""
        found = self.places.get(line.number, ())
        return tuple(dict.fromkeys(p.name for p in found if p.kind is EntityKind.PERSON and _overlaps(p, span)))

    def words_named_in(self, line: Line) -> frozenset[int]:
        """The numbers of the words of `line` that are part of a name."""
        places = self.places.get(line.number, ())
        return frozenset(at for place in places for at in range(place.first, place.last + 1))


def _overlaps(place: Place, span: Span) -> bool:
    return place.start < span.end and span.start < place.end


@dataclass(slots=True)
class _Draft:
    name: str
    kind: EntityKind
    detail: str = ""
    aliases: dict[str, None] = field(default_factory=dict)
    handles: list[str] = field(default_factory=list)
    spans: dict[tuple[int, int, int], None] = field(default_factory=dict)
    about: dict[int | None, float] = field(default_factory=dict)

    @property
    def is_of_use(self) -> bool:
        """Named somewhere, or known from the frame; what only ever stands inside longer names is not."""
        return bool(self.spans or self.about) or self.kind is EntityKind.PERSON

    def concerns(self, place: int | None, weight: float) -> None:
        self.about[place] = max(weight, self.about.get(place, 0.0))


class _Drafts:
    """Entities in the making, by name key: the first kind given to a name stays."""

    def __init__(self) -> None:
        self.by_key: dict[str, _Draft] = {}
        self.words: dict[Key, str] = {}

    def add(self, name: str, kind: EntityKind, detail: str = "") -> _Draft | None:
        """The entity called `name`; None for a name without any letter or digit."""
        key = name_key(name)
        if not key:
            return None
        return self.by_key.setdefault(key, _Draft(name=name, kind=kind, detail=detail))

    def known_as(self, name: str, words: Key) -> None:
        """Sentences may name the entity `name` with these words."""
        self.words.setdefault(words, name)

    def of(self, name: str) -> _Draft:
        """The entity of a name given before."""
        return self.by_key[name_key(name)]


def cast(talk: Talk) -> Cast:
    """Everybody and everything the episode names; titles and headings too."""
    drafts, people = _Drafts(), known_people(talk)
    read = (*talk.lines, *talk.frame)
    found = [(line, run) for line in read for run in runs(line, talk.episode.chunks[line.chunk].text)]
    for line, run in sorted(found, key=lambda each: -len(each[1].words)):
        if is_person(run, line, people):
            people.add(run.surface)
    for line, run in found:
        if relative := relative_of(run, line, people):
            people.add(talk.slice(line.part(run.first, relative)))
    _add_people(drafts, people)
    _add_frame(drafts, talk)
    _add_artifacts(drafts, talk)
    _add_things(drafts, found)
    title_names = _names_of_title(drafts, talk)
    places = _mark(drafts, talk)
    _add_key_phrases(drafts, talk)
    entities = tuple(_finished(draft) for draft in drafts.by_key.values() if draft.is_of_use)
    return Cast(entities=entities, people=people, places=places, title_names=title_names)


def _add_people(drafts: _Drafts, people: People) -> None:
    for words, name in people.names.items():
        draft = drafts.add(name, EntityKind.PERSON)
        if draft:
            draft.handles = people.handles.get(name, draft.handles)
            drafts.known_as(name, words)
            if len(words) > 1 and people.resolve(words[:1]) == name:
                drafts.known_as(name, words[:1])


def _add_frame(drafts: _Drafts, talk: Talk) -> None:
    """The title is what the whole episode is about; the nearest heading what its chunk is about."""
    _add_subject(drafts, subject(talk.episode.title), [None])
    by_heading: dict[str, list[int | None]] = {}
    for number, chunk in enumerate(talk.episode.chunks):
        if chunk.heading:
            by_heading.setdefault(chunk.heading[-1], []).append(number)
    title = name_key(talk.episode.title)
    for heading, places in by_heading.items():
        if name_key(heading) != title:
            _add_subject(drafts, subject(heading), places)


def _add_subject(drafts: _Drafts, name: str, places: Iterable[int | None]) -> None:
    numbers = scale("about").numbers
    forms = [(name, numbers["title"]), *((alias, numbers["alias"]) for alias in aliases_of(name))] if name else []
    for form, weight in forms:
        draft = drafts.add(form, EntityKind.TOPIC)
        if draft:
            drafts.known_as(form, words_of_name(form))
            for place in places:
                draft.concerns(place, weight)


def _add_artifacts(drafts: _Drafts, talk: Talk) -> None:
    for number, chunk in enumerate(talk.episode.chunks):
        for named in artifacts(chunk.text):
            draft = drafts.add(named.name, EntityKind.ARTIFACT, named.detail)
            if draft:
                draft.spans[number, named.start, named.end] = None
                drafts.known_as(draft.name, words_of_name(named.name))


def _add_things(drafts: _Drafts, found: list[tuple[Line, Run]]) -> None:
    """Names seen inside a sentence, those whose kind is sure first; a word that only opens one is no name yet."""
    sure = [(line, run) for line, run in found if not (run.is_weak or run.is_noun)]
    named = [(kind_of(run, line), run) for line, run in sure if run.words not in drafts.words]
    for kind, run in sorted(named, key=lambda each: each[0] is EntityKind.THING):
        draft = drafts.add(run.surface, kind)
        if draft:
            drafts.known_as(draft.name, run.words)


def _names_of_title(drafts: _Drafts, talk: Talk) -> tuple[str, ...]:
    """The title's subject and the known names in it: what the episode is about, with less weight for the latter."""
    name = subject(talk.episode.title)
    words = words_of_name(name)
    inside = {known for key, known in drafts.words.items() if key and key != words and _contains(words, key)}
    for known in inside:
        drafts.of(known).concerns(None, scale("about").numbers["named_in_title"])
    return tuple(dict.fromkeys(filter(None, (name, *sorted(inside)))))


def _contains(words: Key, part: Key) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))


def _mark(drafts: _Drafts, talk: Talk) -> dict[int, tuple[Place, ...]]:
    """Adds every mention to its entity, and says what each line names."""
    gazetteer = Gazetteer(drafts.words)
    places: dict[int, tuple[Place, ...]] = {}
    for line in (*talk.lines, *talk.frame):
        named = tuple(_places(line, gazetteer, drafts, talk))
        if named:
            places[line.number] = named
    return places


def _places(line: Line, gazetteer: Gazetteer, drafts: _Drafts, talk: Talk) -> Iterator[Place]:
    for match in gazetteer.scan(line, talk.episode.chunks[line.chunk].text):
        draft, span = drafts.of(match.name), line.part(match.first, match.last)
        draft.spans[line.chunk, span.start, span.end] = None
        surface = talk.slice(span)
        if draft.kind is EntityKind.PERSON and name_key(surface) != name_key(draft.name):
            draft.aliases[surface] = None
        yield Place(
            name=draft.name, kind=draft.kind, start=span.start, end=span.end, first=match.first, last=match.last
        )


def _add_key_phrases(drafts: _Drafts, talk: Talk) -> None:
    frame, people = EntityKind.TOPIC, EntityKind.PERSON
    taken = [draft.name for draft in drafts.by_key.values() if draft.kind in (frame, people)]
    named = [draft.name for draft in drafts.by_key.values() if draft.kind in _NAMED_THINGS]
    for name, uses in key_phrases(talk, taken, named):
        draft = drafts.add(name, EntityKind.TOPIC)
        if draft:
            draft.concerns(None, scale("about").numbers["key_phrase"])
            for use in uses:
                span = use.line.part(use.first, use.last)
                draft.spans[use.line.chunk, span.start, span.end] = None


def _finished(draft: _Draft) -> ExtractedEntity:
    return ExtractedEntity(
        name=draft.name,
        kind=draft.kind,
        spans=tuple(Span(chunk=chunk, start=start, end=end) for chunk, start, end in sorted(draft.spans)),
        aliases=tuple(draft.aliases),
        handles=tuple(draft.handles),
        about=tuple(draft.about.items()),
        detail=draft.detail,
    )
