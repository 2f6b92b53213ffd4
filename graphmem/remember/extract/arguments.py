"""What speaks for and against a decision: reasons, objections, triggers and the options that were not taken."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from graphmem.domain.extraction import ExtractedOption, ExtractedReason, Span
from graphmem.domain.statements import Outcome, Stance
from graphmem.remember.extract import clauses
from graphmem.remember.extract.clauses import Reach
from graphmem.remember.extract.discourse import before, question_before
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.grounds import option, reason
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.reported import (
    is_of_the_one_before,
    objected_to,
    reported_objection,
    reported_options,
)
from graphmem.remember.extract.table import scale
from graphmem.remember.extract.weighing import Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """All that hangs on one decision."""

    reasons: tuple[ExtractedReason, ...]
    objections: tuple[ExtractedReason, ...]
    triggers: tuple[ExtractedReason, ...]
    options: tuple[ExtractedOption, ...]


def arguments_of(talk: Talk, cast: Cast, choice: Choice, territory: range) -> Arguments:
    """Reasons inside the sentence first, then the nearest ones around it; a line serves one purpose only.

    `territory` are the numbers of the lines that are nearer to this decision than to any other.
    """
    nearby = _nearby(talk, choice, territory)
    told = _nearby(talk, choice, territory, ("before", "after"))
    options = _distinct([*_options(talk, choice, nearby), *reported_options(talk, cast, told)], talk.slice(choice.span))
    objections = _objections(talk, cast, choice, told)
    free = [line for line in nearby if not (_is_taken(line, objections) or is_of_the_one_before(line))]
    inline = inline_reasons(talk, choice.line)
    around = _around(talk, choice, [line for line in free if not line.has("trigger") or line.has("because")])
    most = scale("argument").whole("most")
    reasons = (*inline, *(each for each in around if each.span not in {r.span for r in inline}))[:most]
    used = {(each.span.chunk, each.span.start) for each in reasons}
    triggers = _triggers(talk, choice, [line for line in free if (line.chunk, line.start) not in used])
    return Arguments(reasons=reasons, objections=objections, triggers=triggers, options=options)


def _distinct(options: list[ExtractedOption], chosen: str) -> tuple[ExtractedOption, ...]:
    """Each option once; what is open and stands in the decision was chosen."""
    found: dict[frozenset[str], ExtractedOption] = {}
    for each in options:
        is_chosen = each.outcome is Outcome.OPEN and each.by and content(each.text) <= content(chosen)
        found.setdefault(content(each.text), replace(each, outcome=Outcome.CHOSEN) if is_chosen else each)
    return tuple(found.values())


def _is_taken(line: Line, reasons: Iterable[ExtractedReason]) -> bool:
    return any(each.span.chunk == line.chunk and line.start <= each.span.start < line.end for each in reasons)


def inline_reasons(talk: Talk, line: Line) -> tuple[ExtractedReason, ...]:
    """What follows `because`, `so that`, `in order to` or names a purpose in the sentence itself."""
    found: list[ExtractedReason] = []
    end = -1
    for hit in clauses.hits(line, "because", "purpose"):
        is_purpose = hit in line.hits.get("purpose", ())
        if is_purpose and hit[0] and line.words[hit[0] - 1] in line.classes["before_infinitive"]:
            continue
        start = (hit[0], hit[0]) if is_purpose else hit
        reach = Reach.COMMA if clauses.is_opening(line, hit) else Reach.SENTENCE
        span = clauses.after(line, start, reach)
        if span and span.start >= end and span.end - span.start < line.end - line.start:
            end = span.end
            found.append(reason(talk, line, span, "inline_confidence"))
    return tuple(found)


def _nearby(talk: Talk, choice: Choice, territory: range, reach: tuple[str, str] | None = None) -> list[Line]:
    """Statements around the decision that can bear on it: of the same section in prose, within few sentences."""
    numbers = scale("argument")
    if reach is None:
        reach = ("prose_window", "prose_window") if talk.form is Form.PROSE else ("before", "after")
    silent = numbers.words["silent"]
    return [
        line
        for line in talk.around(choice.line, *map(numbers.whole, reach))
        if line.number in territory
        and silent.isdisjoint(line.flags)
        and line.heading == choice.line.heading
        and line.number != choice.said.number
    ]


def _around(talk: Talk, choice: Choice, lines: list[Line]) -> list[ExtractedReason]:
    numbers = scale("argument").numbers
    words = content(choice.line.text) | content(choice.said.text)
    scored: list[tuple[float, int, Line]] = []
    for line in lines:
        distance, shared = abs(line.number - choice.line.number), len(content(line.text) & words)
        cued = sum(numbers[flag] for flag in ("reason", "fault", "value") if line.has(flag))
        if cued and (distance <= numbers["near"] or shared):
            points = cued + numbers["distance"] * distance + numbers["shared"] * min(shared, 2)
            points += numbers["idont"] * line.has("idont") + numbers["if"] * line.has("if", "modal")
            scored.append((points, -line.number, line))
    best = sorted((each for each in scored if each[0] >= numbers["floor"]), reverse=True)
    return [reason(talk, line, _core(line), "nearby_confidence") for _, _, line in best]


def _core(line: Line) -> Span:
    """The reason in the line: what follows a leading `because`, else the whole sentence."""
    hit = next(clauses.hits(line, "because"), None)
    span = clauses.after(line, hit, Reach.SENTENCE) if hit and clauses.is_opening(line, hit) else None
    return span or line.span


def _objections(talk: Talk, cast: Cast, choice: Choice, lines: list[Line]) -> tuple[ExtractedReason, ...]:
    """Where somebody else speaks against it, or is said to: near by and about the same words."""
    words = content(choice.line.text)
    found = (_objection(talk, cast, choice, line, words) for line in lines)
    return tuple(islice(filter(None, found), scale("argument").whole("most")))


def _objection(talk: Talk, cast: Cast, choice: Choice, line: Line, words: frozenset[str]) -> ExtractedReason | None:
    if line.has("objection") and line.speaker not in ("", choice.line.speaker) and content(line.text) & words:
        return reason(talk, line, line.span, "nearby_confidence", Stance.AGAINST)
    told = reported_objection(talk, cast, line)
    is_meant = abs(line.number - choice.line.number) == 1 or objected_to(talk, line) & words
    return told if told and is_meant else None


def _triggers(talk: Talk, choice: Choice, lines: list[Line]) -> tuple[ExtractedReason, ...]:
    """What happened before that led to it."""
    words = content(choice.line.text)
    earlier = [line for line in lines if line.number < choice.line.number]
    found = [
        line for line in earlier if line.has("trigger") and not line.has("if", "modal") and content(line.text) & words
    ]
    most = scale("argument").whole("most_triggers")
    return tuple(reason(talk, line, line.span, "nearby_confidence") for line in found[-most:])


def _options(talk: Talk, choice: Choice, nearby: list[Line]) -> Iterator[ExtractedOption]:
    """What was not taken: named beside the choice, asked and answered with no, or considered near by."""
    beside = ((choice.line, span, outcome) for span, outcome in _beside(choice.line))
    for line, span, outcome in (*beside, *_refused(talk, choice), *_considered(talk, choice, nearby)):
        stems = content(talk.slice(span))
        if stems:
            why_not = _why_not(talk, choice, line, stems, nearby) if outcome is Outcome.REJECTED else ()
            yield option(talk, line, span, outcome, why_not)


def options_beside(talk: Talk, line: Line) -> Iterator[ExtractedOption]:
    """The options the sentence itself names: `X instead of Y`, `ruled out Y`, `Y was rejected because …`."""
    why = inline_reasons(talk, line) if line.has("was_rejected") else ()
    against = tuple(replace(each, stance=Stance.AGAINST) for each in why)
    for span, outcome in _beside(line):
        yield option(talk, line, span, outcome, against)


def _beside(line: Line) -> Iterator[tuple[Span, Outcome]]:
    for hit in clauses.hits(line, "instead_of", *(("over",) if line.has("choosing") else ())):
        chosen, missed = _chosen(line, hit[0]), clauses.after(line, hit, Reach.CLAUSE)
        if chosen:
            yield chosen, Outcome.CHOSEN
        if missed:
            yield missed, Outcome.REJECTED
    yield from ((each, Outcome.REJECTED) for each in _rejected_in(line))


def _rejected_in(line: Line) -> Iterator[Span]:
    """The objects of `ruled out Y` and `no Y`, the subjects of `Y was ruled out`."""
    passive = line.hits.get("was_rejected", [])
    yield from (clauses.before(line, hit) for hit in passive if hit[0])
    nots = [(at, at + 1) for at, _ in line.hits.get("nox", ()) if line.words[at] in ("no", "without")]
    active = (hit for hit in clauses.hits(line, "rejecting") if not any(a < hit[0] < b for a, b in passive))
    for hit in (*active, *nots):
        span = None if not hit[0] and is_of_the_one_before(line) else clauses.after(line, hit, Reach.CLAUSE)
        if span:
            yield span


def _chosen(line: Line, end: int) -> Span | None:
    """The object between the verb of choosing and the word that names what it was preferred to."""
    verbs = line.classes["pick"] | line.classes["choose"]
    first = next((at + 1 for at in range(end - 1, -1, -1) if line.words[at] in verbs), -1)
    is_object = 0 < first < end and end - first <= scale("argument").whole("option_words")
    return line.part(first, end - 1) if is_object else None


def _refused(talk: Talk, choice: Choice) -> Iterator[tuple[Line, Span, Outcome]]:
    """The question that the decision answers with no: `Should we take it apart?` `No. Run the check.`."""
    asked = question_before(talk, choice.said)
    opening = [choice.said, *before(talk, choice.said, 0)][-1]
    if asked and opening.words[0] in ("no", "nope") and asked.has("proposal", "request"):
        yield asked, asked.span, Outcome.REJECTED


def _considered(talk: Talk, choice: Choice, nearby: list[Line]) -> Iterator[tuple[Line, Span, Outcome]]:
    """`We also looked at MySQL`, `a queue of our own was rejected`."""
    chosen = content(talk.slice(choice.span))
    missed = Outcome.REJECTED if choice.is_accepted else Outcome.OPEN
    for line in nearby:
        for span in _rejected_in(line):
            yield line, span, Outcome.REJECTED
        for hit in clauses.hits(line, "considered"):
            named = clauses.after(line, hit, Reach.CLAUSE)
            if named:
                yield line, named, Outcome.CHOSEN if content(talk.slice(named)) <= chosen else missed


def _why_not(
    talk: Talk, choice: Choice, line: Line, stems: frozenset[str], nearby: list[Line]
) -> tuple[ExtractedReason, ...]:
    """What is said against an option: a fault in the same sentence or in one near by that names it."""
    near = {each.number: each for each in (line, *nearby) if each is line or content(each.text) & stems}
    faulty = [each for at, each in near.items() if each.has("fault", "because") and at != choice.line.number]
    most = scale("argument").whole("most_why_not")
    return tuple(reason(talk, each, _core(each), "nearby_confidence", Stance.AGAINST) for each in faulty[:most])
