"""Facts: subject, verb and object of plain statements, where a name, a number or a unit makes them worth keeping."""

from collections.abc import Container, Iterator

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from graphmem.domain.extraction import ExtractedFact, Span
from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.fact_clauses import Clause, clauses
from graphmem.remember.extract.fact_subjects import subject_of, without_article
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import confidence, scale

_SHARES = {Form.MEETING: "share_meeting", Form.CHAT: "share_chat", Form.AGENT: "share_agent", Form.PROSE: "share_prose"}
_IS = "is"
_DIGITS = frozenset("0123456789")
_DEFINITE = frozenset({"the", "our", "my"})
_FIRST_PERSON = frozenset({"i", "my"})
_NEGATIONS = frozenset({"no", "never"})
_STRANGERS = frozenset({"his", "her", "their"})


def find_facts(talk: Talk, cast: Cast, taken: Container[int]) -> list[tuple[Line, ExtractedFact]]:
    """The best facts in order, at most a share of the sentences that depends on the form; none where `taken` is."""
    numbers = scale("fact")
    threshold = numbers.numbers["threshold_agent" if talk.form is Form.AGENT else "threshold"]
    found: list[tuple[float, Line, ExtractedFact]] = []
    for line in talk.lines:
        if line.number in taken or not numbers.words["unsaid"].isdisjoint(line.flags):
            continue
        weighed = [(_points(talk, cast, line, clause), -clause.start, clause) for clause in clauses(line, cast)]
        weighed.sort(key=lambda each: each[:2], reverse=True)
        for points, _, clause in weighed[: numbers.whole("most_of_sentence")]:
            if points >= threshold:
                found.append((points, line, _fact(talk, cast, line, clause, confidence(points, threshold))))
    most = max(numbers.whole("least"), int(len(talk.lines) * numbers.numbers[_SHARES[talk.form]]))
    kept = sorted(found, key=lambda each: (-each[0], each[1].number))[:most]
    return [(line, fact) for _, line, fact in sorted(kept, key=lambda each: (each[1].number, each[2].span.start))]


def _points(talk: Talk, cast: Cast, line: Line, clause: Clause) -> float:
    flags = {*line.flags, *_flags(talk, cast, line, clause)}
    if any(clause.start > end for _, end in line.hits.get("imperative", ())):
        flags.discard("imperative")
    return scale("fact").total(flags)


def _flags(talk: Talk, cast: Cast, line: Line, clause: Clause) -> Iterator[str]:
    yield from _flags_of_subject(talk, cast, line, clause)
    yield from _flags_of_words(line, clause)
    if cast.named_in(line, line.part(clause.start, clause.end - 1)):
        yield "name"
    if talk.form is Form.CHAT:
        yield "chat"
    elif talk.form is Form.MEETING:
        yield "spoken"
    if line.role is SpeakerRole.ASSISTANT:
        yield "assistant"
    elif line.role is SpeakerRole.USER:
        yield "by_user"


def _flags_of_subject(talk: Talk, cast: Cast, line: Line, clause: Clause) -> Iterator[str]:
    words, classes = clause.subject_of(line), line.classes
    if clause.is_label(line):
        if talk.form is not Form.MEETING:
            yield "label"
        return
    if words == ("we",):
        yield "team" if line.words[clause.verb] in classes["habits"] else "person"
    elif words[0] in classes["pronoun"] | classes["pointing"] and not _is_report(talk, line, clause):
        yield "person" if words == ("i",) or not subject_of(talk, cast, line, clause) else "resolved"
    else:
        yield "noun_subject"
        if talk.episode.kind is EpisodeKind.NOTE and words[0] in _DEFINITE:
            yield "definite"
    if words[0] in _STRANGERS and len(words) > 1:
        yield "stranger"
    if words[0] in _FIRST_PERSON and _is_cited(line, clause):
        yield "cited"
    if any(clause.start <= at < clause.end for at, _ in line.hits.get("personal", ())):
        yield "personal"
    if clause.stop - clause.start <= scale("fact").whole("short_subject_words"):
        yield "short_subject"


def _flags_of_words(line: Line, clause: Clause) -> Iterator[str]:
    said, classes = line.words[clause.start : clause.end], line.classes
    objects = [word for word in line.words[clause.object : clause.end] if word not in STOP_WORDS and word[0].isalnum()]
    if any(word in classes["numerals"] or not _DIGITS.isdisjoint(word) for word in said):
        yield "number"
    elif any(word.removesuffix("s") in classes["weekday"] or word in classes["month"] for word in said):
        yield "dated"
    if not classes["units"].isdisjoint(said):
        yield "unit"
    if len(objects) > 1:
        yield "two_objects"
    if not classes["states"].isdisjoint(objects):
        yield "state"
    if line.words[clause.verb] in classes["mind"]:
        yield "mind"
    if line.words[clause.verb] in classes["person_said"] and line.words[clause.object] in classes["telling"]:
        yield "hearsay"
    if not objects or said[-1] in classes["dangling"]:
        yield "dangling"


def _is_cited(line: Line, clause: Clause) -> bool:
    """`The customer wrote: I am allergic`: the speaker says it of somebody else."""
    earlier = line.words[: clause.start]
    return earlier[-1:] == (":",) or not line.classes["person_said"].isdisjoint(earlier)


def _is_report(talk: Talk, line: Line, clause: Clause) -> bool:
    """`I updated the mapping`: what somebody writes of their own work is a fact."""
    return talk.form is Form.CHAT and line.words[clause.start] == "i" and line.words[clause.verb].endswith("ed")


def _fact(talk: Talk, cast: Cast, line: Line, clause: Clause, sure: float) -> ExtractedFact:
    """Its object is an entity when a known name is all of it, else a literal value."""
    rest = line.part(without_article(line, clause.object, clause.end), clause.end - 1)
    named = [name for name in cast.named_in(line, rest) if name.casefold() == talk.slice(rest).casefold()]
    whole = line.part(clause.start, clause.end - 1)
    return ExtractedFact(
        text=talk.slice(whole),
        span=_span(line, whole, clause),
        confidence=sure,
        subject=subject_of(talk, cast, line, clause),
        predicate=_IS if clause.is_label(line) else _predicate(talk, line, clause),
        object=named[0] if named else "",
        value="" if named else talk.slice(rest),
    )


def _predicate(talk: Talk, line: Line, clause: Clause) -> str:
    """The verb with what belongs to it, and `no longer` before it."""
    is_negated = not _NEGATIONS.isdisjoint(line.words[clause.stop : clause.verb])
    return talk.slice(line.part(clause.stop if is_negated else clause.verb, clause.object - 1))


def _span(line: Line, whole: Span, clause: Clause) -> Span:
    """The whole sentence when the clause is most of it, so that quotes read well."""
    is_most = clause.end - clause.start >= len(line.words) - 2
    return line.span if is_most else whole
