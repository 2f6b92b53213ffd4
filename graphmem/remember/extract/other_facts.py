"""Facts of the languages beside English: a noun, a listed verb and what follows, worth keeping for a name or number."""

from collections.abc import Container, Iterator
from dataclasses import dataclass

from graphmem.domain.extraction import ExtractedFact
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import ENGLISH, confidence, scale

_MARKS = frozenset({",", ";", ":", "—", "–", "(", ")"})
_UNSAID = frozenset({"question", "backchannel", "colon", "instruction", "code"})
_SHARES = {Form.MEETING: "share_meeting", Form.CHAT: "share_chat", Form.AGENT: "share_agent", Form.PROSE: "share_prose"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """Word ranges: subject [start, verb), verb with its particles [verb, object), object [object, end)."""

    start: int
    verb: int
    object: int
    end: int


def find_other_facts(talk: Talk, cast: Cast, taken: Container[int]) -> list[tuple[Line, ExtractedFact]]:
    """The best facts of lines that are not English, in order, at most a share of them; none where `taken` is."""
    numbers = scale("fact").numbers
    threshold = numbers["threshold_agent" if talk.form is Form.AGENT else "threshold"]
    lines = [line for line in talk.lines if line.language != ENGLISH]
    found: list[tuple[float, Line, ExtractedFact]] = []
    for line in lines:
        if line.number in taken or not _UNSAID.isdisjoint(line.flags):
            continue
        scored = ((_points(talk, cast, line, clause), clause) for clause in _clauses(line, cast))
        points, clause = max(scored, default=(0.0, None), key=lambda each: each[0])
        if clause and points >= threshold:
            found.append((points, line, _fact(talk, cast, line, clause, confidence(points, threshold))))
    most = max(1, int(len(lines) * numbers[_SHARES[talk.form]])) if lines else 0
    kept = sorted(found, key=lambda each: (-each[0], each[1].number))[:most]
    return [(line, fact) for _, line, fact in sorted(kept, key=lambda each: each[1].number)]


def _clauses(line: Line, cast: Cast) -> Iterator[_Clause]:
    named, start = cast.words_named_in(line), 0
    for end in (*(at for at, word in enumerate(line.words) if word in _MARKS), len(line.words)):
        clause = _clause(line, start, end, named)
        if clause:
            yield clause
        start = end + 1


def _clause(line: Line, start: int, end: int, named: frozenset[int]) -> _Clause | None:
    classes, numbers = line.classes, scale("fact")
    while start < end and (line.words[start] in classes["clause_starts"] or not line.words[start][0].isalnum()):
        start += 1
    while end > start and not line.words[end - 1][0].isalnum():
        end -= 1
    furthest = min(end - 1, start + numbers.whole("subject_words") + 1)
    verbs = (at for at in range(start, furthest) if at not in named and line.words[at] in classes["verbs"])
    verb = next(verbs, -1)
    if verb <= start or not _is_subject(line, start, verb):
        return None
    first = verb + 1
    while first < end - 1 and line.words[first] in classes["verb_parts"]:
        first += 1
    return _Clause(start=start, verb=verb, object=first, end=min(end, first + numbers.whole("object_words")))


def _is_subject(line: Line, start: int, verb: int) -> bool:
    """A few words with a noun or number among them, and no pronoun or word that opens another clause."""
    words = line.words[start:verb]
    if words[0] in line.classes["questioning"] or not line.classes["subject_breaks"].isdisjoint(words):
        return False
    return any(not line.is_stop(word) and word[0].isalnum() for word in words)


def _points(talk: Talk, cast: Cast, line: Line, clause: _Clause) -> float:
    weakened = line.flags_by((clause.verb, clause.verb + 1)) | (line.flags & {"reported", "sarcasm", "promise"})
    return scale("fact").total({*weakened, *_flags(talk, cast, line, clause)})


def _flags(talk: Talk, cast: Cast, line: Line, clause: _Clause) -> Iterator[str]:
    classes, said = line.classes, line.words[clause.start : clause.end]
    objects = [word for word in line.words[clause.object : clause.end] if not line.is_stop(word) and word[0].isalnum()]
    yield "noun_subject"
    if clause.verb - clause.start <= scale("fact").whole("short_subject_words"):
        yield "short_subject"
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
    if cast.named_in(line, line.part(clause.start, clause.end - 1)):
        yield "name"
    if talk.form is Form.CHAT:
        yield "chat"


def _fact(talk: Talk, cast: Cast, line: Line, clause: _Clause, sure: float) -> ExtractedFact:
    """Its object is an entity when a known name is all of it, else a literal value."""
    rest = line.part(_after_article(line, clause.object, clause.end), clause.end - 1)
    named = [name for name in cast.named_in(line, rest) if name.casefold() == talk.slice(rest).casefold()]
    whole = line.part(clause.start, clause.end - 1)
    is_most = clause.end - clause.start >= len(line.words) - 2
    return ExtractedFact(
        text=talk.slice(whole),
        span=line.span if is_most else whole,
        confidence=sure,
        subject=talk.slice(line.part(_after_article(line, clause.start, clause.verb), clause.verb - 1)),
        predicate=talk.slice(line.part(clause.verb, clause.object - 1)),
        object=named[0] if named else "",
        value="" if named else talk.slice(rest),
    )


def _after_article(line: Line, start: int, end: int) -> int:
    while start < end - 1 and line.words[start] in line.classes["determiners"]:
        start += 1
    return start
