"""Who is a person: speakers, participants, handles, mail names, titles and given names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from graphmem.domain.documents import SpeakerRole
from graphmem.remember.extract.gazetteer import Key, words_of_name
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.names import Run, is_common
from graphmem.remember.extract.reading import is_bot
from graphmem.remember.extract.rolls import listed, roll
from graphmem.remember.extract.table import words_of, words_of_any

_EMAIL = re.compile(r"(?<![\w.+-])[\w+-][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_NAMED_EMAIL = re.compile(r"((?:[A-Z][\w'’-]{0,30}\s){0,3}[A-Z][\w'’-]{0,30})\s*[<(]$")
_HANDLE = re.compile(r"(?<![\w/.@`])@([A-Za-z][\w-]{1,38})(?![\w/(.:@`-]*[/(@`])")
_QUOTED_FROM = re.compile(
    r"^[> ]*(?:From|To|Cc)\s*:\s*(?P<listed>.{1,200})$"
    r"|(?P<one>\b[A-Z][\w'’-]{1,30}(?: [A-Z][\w'’-]{1,30}){0,2})(?: <[^<>\n]{1,80}>)? wrote:",
    re.MULTILINE,
)
_ADDRESS = re.compile(r"<[^<>]{0,80}>")
_BEFORE_NAME = 64
_FULL_NAME_WORDS = 4
_NAME_WORDS = 3


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
        if not key or " ".join(key) in words_of("roles") or key[-1].split("-")[-1] in words_of("no_people"):
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
        if chunk.text.startswith(">"):
            _add_quoted(people, chunk.text)
        elif not chunk.is_noise:
            _add_addressed(people, chunk.text, with_handles=talk.form is not Form.PROSE)
    for line in (*talk.lines, *talk.frame):
        _add_listed(people, line)
    return people


def _add_quoted(people: People, text: str) -> None:
    """Who wrote, and to whom, what a mail quotes."""
    for header in _QUOTED_FROM.finditer(text):
        for name in listed(_ADDRESS.sub("", header["listed"])) if header["listed"] else (header["one"],):
            people.add(name)


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
    if line.has("attending"):
        label, names = roll(line.text, is_frame=True)
        if not words_of_any("decider_labels").isdisjoint(label):
            people.deciders += names
    elif line.section == "people":
        names = tuple(listed(line.text))
    else:
        return
    for name in names:
        people.add(name)


def is_person(run: Run, line: Line, people: People) -> bool:
    """Whether a capitalised run names somebody: known, titled, given such a name, or placed where only people stand."""
    if people.resolve(run.words) or _follows_honorific(run, line):
        return True
    if len(run.words) > _FULL_NAME_WORDS or not all(word.replace("-", "").isalpha() for word in run.words):
        return False
    if _stands_for_somebody(run, line):
        return not _is_thing(run.words)
    if run.words[0] not in words_of("given_names"):
        return False
    if len(run.words) > 1:
        return not _is_thing(run.words[1:])
    return not run.is_weak or _is_addressed_or_acts(run, line)


def relative_of(run: Run, line: Line, people: People) -> int:
    """The number of the last word of `Wilf's neighbour`, when `run` is Wilf and he is known; else 0."""
    after = line.words[run.last + 1 : run.last + 3]
    is_kin = after[:1] == ("'s",) and after[1:] and after[1] in line.classes["kin"]
    return run.last + 2 if is_kin and people.resolve(run.words) else 0


def _stands_for_somebody(run: Run, line: Line) -> bool:
    """In a list of those present, after a greeting, before what only people do, or at the head of a task."""
    before, after = line.words[: run.first], line.words[run.last + 1 :]
    is_greeted = len(before) in (1, 2) and before[0] in line.classes["greetings"] and after[:1] in ((), (",",), ("!",))
    if is_greeted or _is_attending(run, line):
        return True
    if _is_addressed(run, line):
        return True
    if after[:1] and after[0] in line.classes["acts_of_people"] and len(run.words) <= _NAME_WORDS:
        return True
    return line.has("starts_item", "action") and after[:1] == ("to",) and after[1:2] != ("the",)


def _is_addressed(run: Run, line: Line) -> bool:
    """`Told Delphine`, `to ask Ilse`: at the opening or after a pronoun; the name is one word."""
    before, classes = line.words[: run.first], line.classes
    opens = len(before) == 1 or not {*before[-2:-1]}.isdisjoint({"to"} | classes["openers"] | classes["pronoun"])
    return bool(before) and opens and before[-1] in classes["addressing"] - {"with"} and len(run.words) == 1


def _is_attending(run: Run, line: Line) -> bool:
    """Whether names and commas alone stand between the run and words like `present were` or `seconded by`."""
    return any(
        end <= run.first and all(_is_listing(line.words[at]) or at in run_words for at in range(end, run.first))
        for _, end in line.hits.get("attendance", ())
        for run_words in (_capitals(line),)
    )


def _is_listing(word: str) -> bool:
    return word == "and" or not word[0].isalnum()


def _capitals(line: Line) -> frozenset[int]:
    """The numbers of the words that have a capital."""
    return frozenset(at for at, (start, _) in enumerate(line.spans) if line.text[start - line.start].isupper())


def _follows_honorific(run: Run, line: Line) -> bool:
    before = [word for word in line.words[max(0, run.first - 2) : run.first] if word != "."]
    return bool(before) and before[-1] in words_of("honorifics")


def _is_thing(words: Iterable[str]) -> bool:
    return any(word in words_of("common") for word in words)


def _is_addressed_or_acts(run: Run, line: Line) -> bool:
    """Whether a given name that opens a sentence is called, or does something, and is no word of other use."""
    after = line.words[run.last + 1] if run.last + 1 < len(line.words) else ""
    if after in (",", "and", "und", "y", "et", "e") or after in line.classes["acts"]:
        return True
    is_word = run.words[0] in line.classes["imperative"] | line.classes["month"] or is_common(run.words[0])
    return after in line.classes["verbs"] and not is_word
