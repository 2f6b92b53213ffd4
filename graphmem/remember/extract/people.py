"""Who is a person: speakers, participants, handles, mail names, titles and given names."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.text import fold
from graphmem.remember.extract.gazetteer import Key, words_of_name
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.names import Run
from graphmem.remember.extract.reading import is_bot
from graphmem.remember.extract.table import words_of, words_of_any

_EMAIL = re.compile(r"(?<![\w.+-])[\w+-][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_NAMED_EMAIL = re.compile(r"((?:[A-Z][\w'’-]{0,30}\s){0,3}[A-Z][\w'’-]{0,30})\s*[<(]$")
_HANDLE = re.compile(r"(?<![\w/.@`])@([A-Za-z][\w-]{1,38})(?![\w/(.:@`-]*[/(@`])")
_LABELLED = re.compile(r"\s*[*_]*([^\W\d_][\w-]+(?: makers?)?)[*_]*\s*[:：][*_]*\s*(.+)", re.DOTALL)
_LIST = re.compile(r"\s*(?:[,;&\n]|\b(?:and|und|y|et|e)\b)\s*")
_LISTED_NAME = re.compile(
    r"@?([^\W\d_a-z][\w.'’-]{0,30}(?: (?:de |da |von |van |del )?[^\W\d_a-z][\w.'’-]{0,30}){0,3})(?:\s*[(<].{0,80})?"
)
_BEFORE_NAME = 64
_FULL_NAME_WORDS = 4


@dataclass(slots=True)
class People:
    """Known people of an episode by the folded words of their names."""

    names: dict[Key, str] = field(default_factory=dict)
    first_names: dict[str, set[str]] = field(default_factory=dict)
    handles: dict[str, list[str]] = field(default_factory=dict)
    deciders: list[str] = field(default_factory=list)

    def add(self, name: str, handle: str = "") -> None:
        """A person; a single word that is the first name of exactly one known person is that person."""
        key = words_of_name(name)
        if not key or " ".join(key) in words_of("roles"):
            return
        known = self.names.setdefault(key, self.resolve(key) or name)
        if len(key) > 1:
            self.first_names.setdefault(key[0], set()).add(known)
        if handle and handle not in self.handles.setdefault(known, []):
            self.handles[known].append(handle)

    def resolve(self, key: Key) -> str:
        """The display name of the person whose name or first name is `key`; "" when nobody or several are."""
        if key in self.names:
            return self.names[key]
        full = self.first_names.get(key[0], set()) if len(key) == 1 else set()
        return next(iter(full)) if len(full) == 1 else ""


def known_people(talk: Talk) -> People:
    """Speakers, participants and those whom handles, mail addresses and lists of people name."""
    people = People()
    for name in talk.episode.participants:
        people.add(name)
    for chunk in talk.episode.chunks:
        if chunk.role is not SpeakerRole.ASSISTANT and not is_bot(chunk.speaker):
            people.add(chunk.speaker)
        if not chunk.is_noise:
            _add_addressed(people, chunk.text, with_handles=talk.form is not Form.PROSE)
    for line in talk.lines:
        _add_listed(people, line)
    return people


def _add_addressed(people: People, text: str, *, with_handles: bool) -> None:
    if "@" not in text:
        return
    for mail in _EMAIL.finditer(text):
        named = _NAMED_EMAIL.search(text[max(0, mail.start() - _BEFORE_NAME) : mail.start()])
        people.add(named.group(1) if named else mail.group(), mail.group())
    for handle in _HANDLE.finditer(text) if with_handles else ():
        people.add(handle.group(1), handle.group())


def _add_listed(people: People, line: Line) -> None:
    """`Present: Ada Miller, Tom` and the items of a section that lists people."""
    labelled = _LABELLED.fullmatch(line.text) if ":" in line.text[:40] else None
    label = fold(labelled.group(1)) if labelled else ""
    if labelled and label in words_of_any("people_labels"):
        names = list(_listed(labelled.group(2)))
        if label in words_of_any("decider_labels"):
            people.deciders += names
    elif line.section == "people":
        names = list(_listed(line.text))
    else:
        return
    for name in names:
        people.add(name)


def _listed(text: str) -> Iterator[str]:
    for part in _LIST.split(text.strip(" .")):
        name = _LISTED_NAME.fullmatch(part)
        if name and name.group(1)[0].isupper():
            yield name.group(1)


def is_person(run: Run, line: Line, people: People) -> bool:
    """Whether a capitalised run names somebody."""
    if people.resolve(run.words):
        return True
    if _follows_honorific(run, line):
        return True
    if run.words[0] not in words_of("given_names") or not all(word.isalpha() for word in run.words):
        return False
    if len(run.words) > 1:
        return len(run.words) <= _FULL_NAME_WORDS and not _is_thing(run.words[1:])
    return not run.is_weak or _is_addressed_or_acts(run, line)


def _follows_honorific(run: Run, line: Line) -> bool:
    before = [word for word in line.words[max(0, run.first - 2) : run.first] if word != "."]
    return bool(before) and before[-1] in words_of("honorifics")


def _is_thing(words: Iterable[str]) -> bool:
    return any(word in words_of("common") for word in words)


def _is_addressed_or_acts(run: Run, line: Line) -> bool:
    after = line.words[run.last + 1] if run.last + 1 < len(line.words) else ""
    return after in (",", "and", "und", "y", "et", "e") or after in line.classes["acts"]
