"""Facts: subject, verb and object of plain statements, where a name, a number or a unit makes them worth keeping."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.extraction import ExtractedFact, Span
from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import confidence, scale, table

_PAST = re.compile(r"[a-z-]{3,}ed")
_CLAUSE_MARKS = frozenset({",", ";", ":", "—", "–", "(", ")"})
_ARTICLES = frozenset({"the", "a", "an", "our", "my", "its"})
_SHARES = {Form.MEETING: "share_meeting", Form.CHAT: "share_chat", Form.AGENT: "share_agent", Form.PROSE: "share_prose"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """Word ranges of one clause: subject [start, verb), verb [verb, object), object [object, end)."""

    start: int
    verb: int
    object: int
    end: int


def find_facts(talk: Talk, cast: Cast, taken: Container[int]) -> list[tuple[Line, ExtractedFact]]:
    """The best facts in order, at most a share of the sentences that depends on the form; none where `taken` is."""
    numbers = scale("fact")
    threshold = numbers.numbers["threshold_agent" if talk.form is Form.AGENT else "threshold"]
    found: list[tuple[float, Line, ExtractedFact]] = []
    for line in talk.lines:
        if line.number in taken or line.has("question", "backchannel", "colon", "instruction", "code"):
            continue
        best = max(
            ((_points(talk, cast, line, clause), clause) for clause in _clauses(line, cast)),
            default=None,
            key=lambda each: each[0],
        )
        if best and best[0] >= threshold:
            found.append((best[0], line, _fact(talk, cast, line, best[1], confidence(best[0], threshold))))
    most = max(1, int(len(talk.lines) * numbers.numbers[_SHARES[talk.form]]))
    kept = sorted(found, key=lambda each: (-each[0], each[1].number))[:most]
    return [(line, fact) for _, line, fact in sorted(kept, key=lambda each: each[1].number)]


def _clauses(line: Line, cast: Cast) -> Iterator[_Clause]:
    """The clauses of the line that have a noun as subject, a verb and an object."""
    start, named = 0, cast.words_named_in(line)
    for end in (*(at for at, word in enumerate(line.words) if word in _CLAUSE_MARKS), len(line.words)):
        clause = _clause(line, start, end, named)
        if clause:
            yield clause
        start = end + 1


def _clause(line: Line, start: int, end: int, named: frozenset[int]) -> _Clause | None:
    while start < end and line.words[start] in table().classes["clause_starts"]:
        start += 1
    while end > start and not line.words[end - 1][0].isalnum():
        end -= 1
    numbers = scale("fact")
    if start < end and line.words[start] in table().classes["verbs"]:
        return None
    furthest = min(end - 1, start + numbers.whole("subject_words") + 1)
    verb = next((at for at in range(start + 1, furthest) if at not in named and _is_verb(line, start, at)), -1)
    if verb < 0 or not _is_subject(line, start, verb):
        return None
    first = verb + 1
    while first < end and line.words[first] in table().classes["verb_parts"]:
        first += 1
    first += line.words[verb] in table().classes["helpers"] and first < end - 1
    end = min(end, first + numbers.whole("object_words"))
    return _Clause(start=start, verb=verb, object=first, end=end) if first < end else None


def _is_verb(line: Line, start: int, at: int) -> bool:
    """A form of a listed verb, or a word in -ed after a noun."""
    word, before = line.words[at], line.words[at - 1]
    if word in table().classes["verbs"]:
        return not (before in STOP_WORDS and at - start == 1 and before not in table().classes["pronoun"])
    return bool(_PAST.fullmatch(word)) and (before not in STOP_WORDS or before in ("i", "we"))


def _is_subject(line: Line, start: int, verb: int) -> bool:
    words = line.words[start:verb]
    if words[0] in table().classes["questioning"] or len(words) > scale("fact").whole("subject_words"):
        return False
    if words in (("i",), ("we",)):
        return bool(line.speaker)
    if not table().classes["subject_breaks"].isdisjoint(words) or words[-1] in STOP_WORDS:
        return False
    return any(word not in STOP_WORDS and word[0].isalnum() for word in words)


def _points(talk: Talk, cast: Cast, line: Line, clause: _Clause) -> float:
    flags = {*line.flags, *_flags(talk, cast, line, clause)}
    if any(clause.start > end for _, end in line.hits.get("imperative", ())):
        flags.discard("imperative")
    return scale("fact").total(flags)


def _flags(talk: Talk, cast: Cast, line: Line, clause: _Clause) -> Iterator[str]:
    yield from _flags_of_subject(talk, line, clause)
    yield from _flags_of_words(line, clause)
    if cast.named_in(line, line.part(clause.start, clause.end - 1)):
        yield "name"
    if talk.form is Form.CHAT:
        yield "chat"
    if line.role is SpeakerRole.ASSISTANT:
        yield "assistant"


def _flags_of_subject(talk: Talk, line: Line, clause: _Clause) -> Iterator[str]:
    if line.words[clause.start] not in table().classes["pronoun"]:
        yield "noun_subject"
    elif not _is_report(talk, line, clause):
        yield "person"
    if clause.verb - clause.start <= scale("fact").whole("short_subject_words"):
        yield "short_subject"


def _flags_of_words(line: Line, clause: _Clause) -> Iterator[str]:
    said, classes = line.words[clause.start : clause.end], table().classes
    objects = [word for word in line.words[clause.object : clause.end] if word not in STOP_WORDS and word[0].isalnum()]
    if any(word[0].isdigit() or word in classes["numerals"] for word in said):
        yield "number"
    if not classes["units"].isdisjoint(said):
        yield "unit"
    if len(objects) > 1:
        yield "two_objects"
    if line.words[clause.verb] in classes["mind"]:
        yield "mind"
    if not objects or said[-1] in classes["dangling"]:
        yield "dangling"


def _is_report(talk: Talk, line: Line, clause: _Clause) -> bool:
    """`I updated the mapping`: what somebody writes of their own work is a fact."""
    return talk.form is Form.CHAT and line.words[clause.verb].endswith("ed")


def _fact(talk: Talk, cast: Cast, line: Line, clause: _Clause, sure: float) -> ExtractedFact:
    """Its object is an entity when a known name is all of it, else a literal value."""
    subject = line.part(_without_article(line, clause.start, clause.verb), clause.verb - 1)
    rest = line.part(_without_article(line, clause.object, clause.end), clause.end - 1)
    named = [name for name in cast.named_in(line, rest) if name.casefold() == talk.slice(rest).casefold()]
    whole = line.part(clause.start, clause.end - 1)
    said = talk.slice(subject)
    return ExtractedFact(
        text=talk.slice(whole),
        span=_span(line, whole, clause),
        confidence=sure,
        subject=line.speaker if said.lower() in ("i", "we") else said,
        predicate=talk.slice(line.part(clause.verb, clause.object - 1)),
        object=named[0] if named else "",
        value="" if named else talk.slice(rest),
    )


def _span(line: Line, whole: Span, clause: _Clause) -> Span:
    """The whole sentence when the clause is most of it, so that quotes read well."""
    is_most = clause.end - clause.start >= len(line.words) - 2
    return line.span if is_most else whole


def _without_article(line: Line, start: int, end: int) -> int:
    while start < end - 1 and (line.words[start] in _ARTICLES or not line.words[start][0].isalnum()):
        start += 1
    return start
