"""Decision records: one main decision, and the sections around it as its arguments."""

import re
from collections.abc import Iterable, Iterator

from graphmem.domain.documents import EpisodeKind
from graphmem.domain.extraction import (
    ExtractedConsequence,
    ExtractedDecision,
    ExtractedOption,
    ExtractedReason,
    Span,
)
from graphmem.domain.statements import Outcome, Stance, Status
from graphmem.remember.extract.arguments import inline_reasons, option, options_beside, reason
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.table import confidence, scale, words_of
from graphmem.remember.extract.topics import subject

_STRONG, _WEAK = ("decided", "goingfor", "recap"), ("collective", "should", "gonnabe", "wejust", "policy")
_NAME_END = re.compile(r"\s+[-–—]\s+|:\s|\s*\(|[.;]\s|, (?:because|since|as)\b| because\b")
_STATUSES = (
    (Status.SUPERSEDED, "supersede replace obsolete deprecat"),
    (Status.RETRACTED, "reject withdraw declin retract abandon"),
    (Status.PROPOSED, "propos draft pending open review rfc discuss provisional deferred"),
)


def is_record(talk: Talk) -> bool:
    """A decision record, by its kind or because it has the sections of one."""
    if talk.episode.kind is EpisodeKind.DECISION_RECORD:
        return True
    sections = {line.section for line in talk.lines}
    return talk.form is Form.PROSE and "decision" in sections and bool(sections & {"context", "consequence", "rejected"})


def record_status(word: str) -> Status:
    """The status a record's own word means; an empty or unknown word is accepted."""
    lowered = word.lower()
    for status, starts in _STATUSES:
        if any(start in lowered for start in starts.split()):
            return status
    return Status.ACCEPTED


def find_record(talk: Talk, cast: Cast) -> list[tuple[Line, ExtractedDecision]]:
    """The main decision, then what else the decision section resolves; empty without any decision sentence."""
    stated = [line for line in talk.lines if not line.has("code", "backchannel", "question", "instruction")]
    candidates = [line for line in stated if line.section == "decision"] or [line for line in stated if line.has(*_STRONG)]
    if not candidates:
        return []
    main = max(candidates, key=lambda line: (_headship(talk, line), -line.number))
    also = [line for line in candidates if line is not main and _resolves(line)][: scale("record").whole("also")]
    return [(main, _main(talk, cast, main, stated)), *((line, _also(talk, cast, line)) for line in also)]


def _headship(talk: Talk, line: Line) -> float:
    """How much the line looks like the document's own decision sentence (why-algorithm.md §2, `dhead`)."""
    numbers = scale("record").numbers
    words = sum(word[0].isalnum() for word in line.words)
    return (
        numbers["decision_cue"] * line.has(*_STRONG)
        + numbers["weak_cue"] * line.has(*_WEAK)
        + numbers["decision_section"] * (line.section == "decision")
        + numbers["first"] * _is_first(talk, line)
        + numbers["colon"] * line.has("colon")
        + numbers["item"] * line.has("item")
        + numbers["if"] * line.has("begins_if", "embedded", "future_example")
        + numbers["short"] * (words < numbers["short_words"])
    )


def _is_first(talk: Talk, line: Line) -> bool:
    return line.number == 0 or talk.lines[line.number - 1].heading != line.heading


def _resolves(line: Line) -> bool:
    return line.has(*_STRONG, *_WEAK) and not line.has("colon", "if", "modal", "begins_if")


def _main(talk: Talk, cast: Cast, main: Line, stated: list[Line]) -> ExtractedDecision:
    by_section: dict[str, list[Line]] = {}
    for line in stated:
        by_section.setdefault(line.section, []).append(line)
    consequences = [line for line in by_section.get("consequence", []) if not line.has("colon")]
    weighed = list(_weighed(talk, consequences))
    numbers = scale("record")
    options = _options(talk, main, by_section.get("rejected", []))
    return ExtractedDecision(
        text=talk.slice(main.span),
        span=main.span,
        confidence=_sure("main_points"),
        status=record_status(talk.episode.status),
        by=_deciders(talk, cast),
        reasons=_unique((*_reasons(talk, main, by_section), *_of_stance(weighed, Stance.FOR)))[: numbers.whole("reasons")],
        triggers=_triggers(talk, main, by_section.get("context", [])),
        objections=_unique(_of_stance(weighed, Stance.AGAINST))[: numbers.whole("reasons")],
        options=options[: numbers.whole("options")],
        consequences=tuple(map(lambda line: _consequence(talk, line), consequences))[: numbers.whole("consequences")],
        about=tuple(dict.fromkeys((*cast.title_names, *cast.named_in(main, main.span)))),
        reverses=main.has("reverses"),
        is_main=True,
    )


def _also(talk: Talk, cast: Cast, line: Line) -> ExtractedDecision:
    return ExtractedDecision(
        text=talk.slice(line.span),
        span=line.span,
        confidence=_sure("also_points"),
        status=record_status(talk.episode.status),
        by=_deciders(talk, cast),
        reasons=inline_reasons(talk, line),
        options=tuple(options_beside(talk, line)),
        about=tuple(dict.fromkeys((*cast.named_in(line, line.span), *cast.title_names))),
    )


def _sure(points: str) -> float:
    return confidence(scale("record").numbers[points], scale("decision").numbers["accepted"])


def _deciders(talk: Talk, cast: Cast) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cast.people.deciders)) or talk.episode.participants


def _consequence(talk: Talk, line: Line) -> ExtractedConsequence:
    return ExtractedConsequence(text=talk.slice(line.span), span=line.span, confidence=_sure("context_points"))


def _reasons(talk: Talk, main: Line, by_section: dict[str, list[Line]]) -> Iterator[ExtractedReason]:
    """Inside the decision sentence, beside it, in the sections that give reasons, and led in by `because:`."""
    yield from inline_reasons(talk, main)
    for line in by_section.get("reason", []):
        if not line.has("colon"):
            yield reason(talk, line, line.span, "inline_confidence")
    for line in by_section.get("decision", []):
        led = talk.lead_flags(line) & {"because", "gain", "reason"}
        if line is not main and not line.has("colon") and (line.has("because", "purpose") or led):
            yield reason(talk, line, line.span, "nearby_confidence")


def _weighed(talk: Talk, lines: Iterable[Line]) -> Iterator[ExtractedReason]:
    """Consequences that are plainly a gain or plainly a cost."""
    for line in lines:
        flags = line.flags | talk.lead_flags(line)
        if ("gain" in flags) != ("cost" in flags):
            yield reason(talk, line, line.span, "nearby_confidence", Stance.FOR if "gain" in flags else Stance.AGAINST)


def _of_stance(reasons: Iterable[ExtractedReason], stance: Stance) -> tuple[ExtractedReason, ...]:
    return tuple(each for each in reasons if each.stance is stance)


def _unique(reasons: Iterable[ExtractedReason]) -> tuple[ExtractedReason, ...]:
    return tuple({each.span: each for each in reasons}.values())


def _triggers(talk: Talk, main: Line, lines: list[Line]) -> tuple[ExtractedReason, ...]:
    """The sentences of the context that say most about why something had to be decided, in their order."""
    numbers = scale("record")
    words = content(main.text) | content(talk.episode.title)
    scored = [(_trigger_points(line, words), line) for line in lines if not line.has("colon")]
    best = sorted(scored, key=lambda each: (-each[0], each[1].number))[: numbers.whole("triggers")]
    chosen = sorted((line for points, line in best if points >= numbers.numbers["trigger_floor"]), key=lambda line: line.number)
    return tuple(reason(talk, line, line.span, "nearby_confidence") for line in chosen)


def _trigger_points(line: Line, words: frozenset[str]) -> float:
    numbers = scale("record").numbers
    shared = len(content(line.text) & words)
    return numbers["trigger"] * line.has("trigger", "reason", "fault") + numbers["shared"] * min(shared, numbers["most_shared"])


def _options(talk: Talk, main: Line, lines: list[Line]) -> tuple[ExtractedOption, ...]:
    """The options of the sections that list alternatives, then those named beside the decision."""
    chosen = content(main.text) | content(talk.episode.title)
    listed = [_option(talk, name, group, chosen) for name, group in _groups(lines)]
    seen: dict[frozenset[str], ExtractedOption] = {}
    for each in (*listed, *options_beside(talk, main)):
        known = seen.setdefault(content(each.text), each)
        if each.why_not and not known.why_not:
            seen[content(each.text)] = each
    return tuple(each for stems, each in seen.items() if stems)


def _groups(lines: list[Line]) -> Iterator[tuple[str, list[Line]]]:
    """The lines of each option: those under its own heading, a list item, or a paragraph."""
    groups: dict[tuple[str, int], list[Line]] = {}
    for line in lines:
        name = subject(line.heading[-1]) if line.heading else ""
        key = (name, -1) if name else ("", line.number if line.has("item") else -2 - line.turn)
        if not (line.has("colon") and not name):
            groups.setdefault(key, []).append(line)
    for (name, _), group in groups.items():
        yield name, group


def _option(talk: Talk, name: str, group: list[Line], chosen: frozenset[str]) -> ExtractedOption:
    """An option by its heading, or by the words of its first line up to a dash or colon."""
    first = group[0]
    span = first.span if name else _name_span(first)
    title = name or talk.slice(span)
    stems = content(title)
    outcome = Outcome.CHOSEN if stems and stems <= chosen else Outcome.REJECTED
    against = tuple(_against(talk, group, span, name)) if outcome is Outcome.REJECTED else ()
    made = option(talk, first, span, outcome, against)
    return made if not name else ExtractedOption(text=title, span=span, confidence=made.confidence, outcome=outcome, why_not=against)


def _name_span(line: Line) -> Span:
    cut = _NAME_END.search(line.text)
    end = line.start + cut.start() if cut and cut.start() else line.end
    return Span(chunk=line.chunk, start=line.start, end=end)


def _against(talk: Talk, group: list[Line], name: Span, heading: str) -> Iterator[ExtractedReason]:
    """What the record holds against the option: the rest of its line, and its other lines that find a fault."""
    for line in group:
        rest = Span(chunk=line.chunk, start=name.end, end=line.end) if line is group[0] and not heading else line.span
        start = next((at for at in range(rest.start, rest.end) if talk.episode.chunks[rest.chunk].text[at].isalnum()), rest.end)
        rest = Span(chunk=rest.chunk, start=start, end=rest.end)
        is_good = line.words[0] in words_of("praise")
        if rest.start < rest.end and not is_good and (line is group[0] or line.has("fault", "cost", "rejected", "because") or line.words[0] in words_of("blame")):
            yield reason(talk, line, rest, "nearby_confidence", Stance.AGAINST)
