"""Decision records: one main decision, and the sections around it as its arguments."""

from collections.abc import Iterable, Iterator

from graphmem.domain.documents import EpisodeKind
from graphmem.domain.extraction import (
    ExtractedConsequence,
    ExtractedDecision,
    ExtractedReason,
)
from graphmem.domain.statements import Stance, Status
from graphmem.remember.extract.arguments import inline_reasons, options_beside
from graphmem.remember.extract.counted_options import counted_options
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.grounds import reason
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.record_options import listed_options, record_status
from graphmem.remember.extract.table import confidence, scale

_STRONG, _WEAK = ("decided", "goingfor", "recap"), ("collective", "should", "gonnabe", "wejust", "policy", "willdo")


def is_record(talk: Talk) -> bool:
    """A decision record, by its kind or because it has the sections of one."""
    if talk.episode.kind is EpisodeKind.DECISION_RECORD:
        return True
    sections = {line.section for line in talk.lines}
    return (
        talk.form is Form.PROSE and "decision" in sections and bool(sections & {"context", "consequence", "rejected"})
    )


def find_record(talk: Talk, cast: Cast) -> list[tuple[Line, ExtractedDecision]]:
    """The main decision, then what else the decision section resolves; empty without any decision sentence."""
    stated = [line for line in talk.lines if not line.has("code", "backchannel", "question", "instruction")]
    candidates = [line for line in stated if line.section == "decision"] or [
        line for line in stated if line.has(*_STRONG)
    ]
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
        max(
            numbers["decided"] * line.has("decided"),
            numbers["strong_cue"] * line.has(*_STRONG),
            numbers["weak_cue"] * line.has(*_WEAK),
            numbers["faint_cue"] * line.has("wedo"),
        )
        + numbers["rejecting"] * line.has("rejecting", "was_rejected")
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
    return line.has(*_STRONG, *_WEAK) and not line.has("colon", "if", "modal", "begins_if", "rejecting", "was_rejected")


def _main(talk: Talk, cast: Cast, main: Line, stated: list[Line]) -> ExtractedDecision:
    by_section: dict[str, list[Line]] = {}
    for line in stated:
        by_section.setdefault(line.section, []).append(line)
    consequences = [line for line in by_section.get("consequence", []) if not line.has("colon")]
    weighed = list(_weighed(talk, consequences))
    numbers = scale("record")
    listed = listed_options(talk, main, by_section.get("rejected", []), by_section.get("decision", [main]))
    is_open = record_status(talk.episode.status) is Status.PROPOSED
    options = listed if by_section.get("rejected") else (*counted_options(talk, main, stated, is_open), *listed)
    against = {each.span for option in options for each in option.why_not}
    return ExtractedDecision(
        text=talk.slice(main.span),
        span=main.span,
        confidence=_sure("main_points"),
        status=record_status(talk.episode.status),
        by=_deciders(talk, cast),
        reasons=_unique(
            each
            for each in (*_reasons(talk, main, by_section), *_of_stance(weighed, Stance.FOR))
            if each.span not in against
        )[: numbers.whole("reasons")],
        triggers=_triggers(talk, main, by_section.get("context", [])),
        objections=_unique(_of_stance(weighed, Stance.AGAINST))[: numbers.whole("reasons")],
        options=options[: numbers.whole("options")],
        consequences=tuple(_consequence(talk, line) for line in consequences[: numbers.whole("consequences")]),
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
    chosen = sorted(
        (line for points, line in best if points >= numbers.numbers["trigger_floor"]), key=lambda line: line.number
    )
    return tuple(reason(talk, line, line.span, "nearby_confidence") for line in chosen)


def _trigger_points(line: Line, words: frozenset[str]) -> float:
    numbers = scale("record").numbers
    shared = len(content(line.text) & words)
    return numbers["trigger"] * line.has("trigger", "reason", "fault") + numbers["shared"] * min(
        shared, numbers["most_shared"]
    )
