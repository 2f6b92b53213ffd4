"""The options of a decision record: listed as alternatives, or named beside the decision."""

import re
from collections.abc import Iterator

from graphmem.domain.extraction import ExtractedOption, Span
from graphmem.domain.statements import Outcome, Stance, Status
from graphmem.remember.extract.arguments import options_beside
from graphmem.remember.extract.counted_options import calls_an_option
from graphmem.remember.extract.grounds import option, reason
from graphmem.remember.extract.lines import Line, Talk, content
from graphmem.remember.extract.table import scale, words_of
from graphmem.remember.extract.topics import subject

_NAME_END = re.compile(r"\s+[-–—]\s+|:\s|\s*\(|[.;]\s|, (?:because|since|as)\b| because\b")
_STATUSES = (Status.SUPERSEDED, Status.RETRACTED, Status.PROPOSED)


def record_status(word: str) -> Status:
    """The status a record's own word means; an empty or unknown word is accepted."""
    lowered = word.lower()
    starts = scale("record").words
    return next((each for each in _STATUSES if any(start in lowered for start in starts[each])), Status.ACCEPTED)


def listed_options(talk: Talk, main: Line, lines: list[Line], decided: list[Line]) -> tuple[ExtractedOption, ...]:
    """The options of the sections that list alternatives, then those named beside the decision.

    main     the decision's own sentence: an option whose words all stand in it, or in the title, was chosen
    decided  the sentences of the decision section
    """
    chosen = content(main.text) | content(talk.episode.title)
    listed = (_option(talk, name, group, chosen) for name, group in _groups(lines))
    beside = (each for line in decided for each in options_beside(talk, line))
    best: dict[frozenset[str], ExtractedOption] = {}
    for each in (*listed, *beside):
        stems = content(each.text)
        if (
            stems
            and not calls_an_option(each.text)
            and (stems not in best or (each.why_not and not best[stems].why_not))
        ):
            best[stems] = each
    return tuple(best.values())


def _groups(lines: list[Line]) -> Iterator[tuple[str, list[Line]]]:
    """The name and the lines of each option: under its own heading, in one list item, or in one paragraph."""
    groups: dict[tuple[str, int], list[Line]] = {}
    item = -1
    for line in lines:
        name = subject(line.heading[-1]) if line.heading else ""
        item = line.number if line.has("starts_item") else item
        if name or not line.has("colon"):
            groups.setdefault((name, 0 if name else item if line.has("item") else -1 - line.turn), []).append(line)
    for (name, _), group in groups.items():
        yield name, group


def _option(talk: Talk, name: str, group: list[Line], chosen: frozenset[str]) -> ExtractedOption:
    """An option by its heading, or by the words of its first line up to a dash or colon."""
    first = group[0]
    span = first.span if name else _name_span(first)
    title = name or talk.slice(span)
    stems = content(title)
    if stems and stems <= chosen:
        return option(talk, first, span, Outcome.CHOSEN, text=title)
    if name:
        said = [line.span for line in group if _finds_fault(line)]
    else:
        said = [*_rest(talk, first, span), *(line.span for line in group[1:] if not _praises(line))]
    against = tuple(reason(talk, first, each, "nearby_confidence", Stance.AGAINST) for each in said)
    outcome = Outcome.OPEN if record_status(talk.episode.status) is Status.PROPOSED else Outcome.REJECTED
    return option(talk, first, span, outcome, against, text=title)


def _name_span(line: Line) -> Span:
    cut = _NAME_END.search(line.text)
    end = line.start + cut.start() if cut and cut.start() else line.end
    return Span(chunk=line.chunk, start=line.start, end=end)


def _rest(talk: Talk, line: Line, name: Span) -> Iterator[Span]:
    """What the line says after the option's name."""
    text = talk.episode.chunks[line.chunk].text
    start = next((at for at in range(name.end, line.end) if text[at].isalnum()), line.end)
    if start < line.end:
        yield Span(chunk=line.chunk, start=start, end=line.end)


def _praises(line: Line) -> bool:
    return line.words[0] in words_of("praise")


def _finds_fault(line: Line) -> bool:
    """Whether a line under an option speaks against it."""
    if _praises(line):
        return False
    return line.words[0] in words_of("blame") or line.has("fault", "cost", "rejected", "because")
