"""Whom a fact is about: the person or thing named, also where the sentence has only a pronoun."""

from collections.abc import Iterator

from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.discourse import before
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.fact_clauses import Clause, clauses
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.table import scale

_ARTICLES = frozenset({"the", "a", "an", "our", "its"})
_DETERMINERS = _ARTICLES | {"my", "your", "this", "that"}
_LINKS = frozenset({",", ";", "—", "–", "-"})
_MANY = frozenset({"they", "these"})
_PERSONAL = frozenset({"he", "she"})
_OWNED = {"his": "he", "her": "she", "their": "they"}


def subject_of(talk: Talk, cast: Cast, line: Line, clause: Clause) -> str:
    """The name of the subject: a speaker for `I`, `Ada's sister` for `my sister`, the person named in `my friend Jack`.

    `we` stays, whoever speaks: it is the team. "" for a pronoun that could mean several or nobody.
    """
    words = clause.subject_of(line)
    if words == ("i",):
        return line.speaker or talk.author or "I"
    if words == ("we",):
        return "we"
    if len(words) == 1 and words[0] in line.classes["pointing"]:
        return antecedent(talk, cast, line, words[0])
    named = cast.people_in(line, line.part(clause.start, clause.stop - 1))
    if len(named) == 1 and _ends_in_name(cast, line, clause):
        return named[0]
    return _owned(talk, cast, line, clause)


def _ends_in_name(cast: Cast, line: Line, clause: Clause) -> bool:
    """`My friend Jack`: the last word of the subject is part of a name."""
    return clause.stop - 1 in cast.words_named_in(line) and not line.has("colon")


def _owned(talk: Talk, cast: Cast, line: Line, clause: Clause) -> str:
    """The subject as said, its article left off and its owner named where he is known."""
    first, words = without_article(line, clause.start, clause.stop), clause.subject_of(line)
    said = talk.slice(line.part(first, clause.stop - 1))
    if len(words) == 1 or words[0] not in ("my", *_OWNED):
        return said
    owner = line.speaker if words[0] == "my" else antecedent(talk, cast, line, _OWNED[words[0]])
    rest = talk.slice(line.part(clause.start + 1, clause.stop - 1))
    return f"{owner}'s {rest}" if owner else said


def antecedent(talk: Talk, cast: Cast, line: Line, pronoun: str) -> str:
    """What a pronoun of `line` means by the sentences before it in the same turn; "" when that is not certain."""
    if pronoun in _PERSONAL and len(named := cast.people_in(line, line.span)) == 1 and named[0] != line.speaker:
        return named[0]
    if pronoun not in _PERSONAL and (thing := _in_same_line(talk, line, pronoun)):
        return thing
    for earlier in _said_before(talk, line):
        if pronoun in _PERSONAL:
            people = [name for name in cast.people_in(earlier, earlier.span) if name != line.speaker]
            if people:
                return people[0] if len(people) == 1 else ""
        elif subject := _thing_before(talk, cast, earlier):
            is_many = subject.split()[-1].lower().endswith("s") and not subject.lower().endswith("ss")
            return subject if is_many == (pronoun in _MANY) else ""
        else:
            return ""
    return ""


def _in_same_line(talk: Talk, line: Line, pronoun: str) -> str:
    """`Who owns the certificate, it expires soon`: the noun right before the comma that the pronoun follows."""
    at = next((at for at, word in enumerate(line.words) if word == pronoun and at and line.words[at - 1] in _LINKS), 0)
    first = next((n for n in range(at - 2, max(0, at - 5), -1) if line.words[n] in _DETERMINERS), -1)
    between = line.words[first + 1 : at - 1]
    if first < 0 or not between or not all(word[0].isalnum() and word not in STOP_WORDS for word in between):
        return ""
    is_many = between[-1].endswith("s") and not between[-1].endswith("ss")
    return talk.slice(line.part(first + 1, at - 2)) if is_many == (pronoun in _MANY) else ""


def _said_before(talk: Talk, line: Line) -> Iterator[Line]:
    for number, earlier in enumerate(before(talk, line, 0)):
        if number >= scale("fact").whole("antecedent_sentences") or earlier.heading != line.heading:
            return
        if earlier.language != line.language:
            return
        yield earlier


def _thing_before(talk: Talk, cast: Cast, earlier: Line) -> str:
    """The subject of the sentence before, when it is a thing; "" when its object names another thing."""
    clause = next((each for each in clauses(earlier, cast) if not each.is_label(earlier)), None)
    if clause is None or clause.subject_of(earlier)[0] in earlier.classes["pronoun"] | earlier.classes["pointing"]:
        return ""
    subject = earlier.part(clause.start, clause.stop - 1)
    rivals = cast.named_in(earlier, earlier.part(clause.object, clause.end - 1))
    if cast.people_in(earlier, subject) or any(name not in cast.named_in(earlier, subject) for name in rivals):
        return ""
    return talk.slice(earlier.part(without_article(earlier, clause.start, clause.stop), clause.stop - 1))


def without_article(line: Line, start: int, end: int) -> int:
    """The first word of a range that is neither article nor mark; a currency is part of the sum."""
    units = line.classes["units"]
    while start < end - 1 and (
        line.words[start] in _ARTICLES or not (line.words[start][0].isalnum() or line.words[start] in units)
    ):
        start += 1
    return start
