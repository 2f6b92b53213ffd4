"""Procedures: the fix that followed an error, how something is done, and lessons for the next time."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.extraction import ExtractedProcedure, Span
from graphmem.domain.text import fold
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.table import confidence, scale

_ERROR_LINE = re.compile(
    r"^.*?\b(?:[A-Z]\w*(?:Error|Exception)|error|ERROR|Error|fatal|panic|FAILED|Failed|failed|Traceback|ENOENT|EACCES|"
    r"[Cc]annot find|[Nn]ot found|No such file|[Pp]ermission denied|refused)\b.*$",
    re.MULTILINE,
)
_COMMAND = re.compile(r"`([^`\n]{2,120})`")
_RUN = re.compile(r"\[tool\] (?:bash|shell|exec\w*|run\w*|terminal)\w*: *(.+)", re.IGNORECASE)
_VARIABLE = re.compile(r"0x[0-9a-f]+|[0-9a-f]{7,40}|\d+(?:[.:]\d+)*|(?:[\w.~-]*/)+(?=[\w.-])")
_MARKS = re.compile(r"[^\w\s./#-]+")
_SIGNATURE_WORDS = 12
_LESSON = "lesson"
_CALL = "[tool]"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failure:
    """An error: its text and the number of the chunk where it stands."""

    chunk: int
    text: str


def find_procedures(talk: Talk, taken: Container[int]) -> list[tuple[Line, ExtractedProcedure]]:
    """Procedures in order; none where `taken` is. The same lesson told twice has the same signature."""
    failures = list(_failures(talk))
    found = [*_steps(talk, taken), *_proven(talk, taken, failures)]
    used = {line.number for line, _ in found}
    for line in talk.lines:
        if line.number not in taken and line.number not in used:
            procedure = _told(talk, line, failures)
            if procedure:
                found.append((line, procedure))
    return sorted(_once(found), key=lambda each: each[0].number)


def signature_of(text: str) -> str:
    """An error or command without what differs from run to run: numbers, hashes, folders, quotation marks."""
    evened = _VARIABLE.sub(lambda match: "" if match.group().endswith("/") else "#", fold(text))
    return " ".join(_MARKS.sub(" ", evened).split()[:_SIGNATURE_WORDS])


def _told(talk: Talk, line: Line, failures: Sequence[_Failure]) -> ExtractedProcedure | None:
    """A sentence that tells a fix, a way to do something, or a lesson."""
    numbers = scale("procedure")
    cues = numbers.words["cues"] & line.flags
    if (
        not cues
        or not numbers.words["unsaid"].isdisjoint(line.flags)
        or len(content(line.text)) < numbers.numbers["least"]
    ):
        return None
    failure = _failure_before(line, failures) if "fix" in cues else None
    flags = {*line.flags, *(("after_error",) if failure else ())}
    if line.role is SpeakerRole.ASSISTANT:
        flags |= {"assistant"}
        flags -= {_LESSON, "howto"}
    points = numbers.total(flags)
    if points < numbers.numbers["threshold"]:
        return None
    signature = signature_of(failure.text) if failure else _signature(line.text)
    return _procedure(talk, line, confidence(points, numbers.numbers["threshold"]), signature)


def _signature(text: str) -> str:
    """The command it names, else its stems in order of the alphabet: another order of words is the same lesson."""
    command = _COMMAND.search(text)
    return signature_of(command.group(1)) if command else " ".join(sorted(content(text))[:_SIGNATURE_WORDS])


def _failures(talk: Talk) -> Iterator[_Failure]:
    """Errors that tools print and people report."""
    for number, chunk in enumerate(talk.episode.chunks):
        if chunk.is_noise and not chunk.text.startswith(_CALL) and (match := _ERROR_LINE.search(chunk.text)):
            yield _Failure(chunk=number, text=match.group())
    for line in talk.lines:
        if line.has("failing") and line.role is not SpeakerRole.ASSISTANT:
            yield _Failure(chunk=line.chunk, text=line.text)


def _failure_before(line: Line, failures: Sequence[_Failure]) -> _Failure | None:
    """The nearest error not far before; the line itself may name it."""
    reach = scale("procedure").whole("reach_chunks")
    near = [each for each in failures if 0 <= line.chunk - each.chunk <= reach]
    return max(near, key=lambda each: each.chunk, default=None)


def _proven(
    talk: Talk, taken: Container[int], failures: Sequence[_Failure]
) -> Iterator[tuple[Line, ExtractedProcedure]]:
    """What was changed between a command that failed and the same command that ran: the fix, shown to work."""
    numbers, failed = scale("procedure"), {failure.chunk: failure for failure in failures}
    open_runs: dict[str, _Failure] = {}
    command = ""
    for number, chunk in enumerate(talk.episode.chunks):
        if run := _RUN.match(chunk.text) if chunk.is_noise else None:
            command = signature_of(run.group(1))
        elif chunk.is_noise and command:
            failure = open_runs.pop(command, None)
            if number in failed:
                open_runs[command] = failed[number]
            elif failure and (line := _change_between(talk, taken, failure.chunk, number)):
                sure = confidence(numbers.points["proven"], numbers.numbers["threshold"])
                yield line, _procedure(talk, line, sure, signature_of(failure.text))
            command = ""


def _change_between(talk: Talk, taken: Container[int], first: int, last: int) -> Line | None:
    """The last sentence between two chunks that says what is changed."""
    said = (line for line in talk.lines if first < line.chunk < last and line.number not in taken)
    changes = [line for line in said if line.has("change") and not line.has("question", "code")]
    return changes[-1] if changes else None


def _procedure(talk: Talk, line: Line, sure: float, signature: str) -> ExtractedProcedure:
    return ExtractedProcedure(text=talk.slice(line.span), span=line.span, confidence=sure, signature=signature)


def _steps(talk: Talk, taken: Container[int]) -> Iterator[tuple[Line, ExtractedProcedure]]:
    """Lists of steps under a heading or a sentence like `How to release:`; one procedure for each list in a chunk."""
    least = scale("procedure").whole("least_steps")
    run: list[Line] = []
    for line in (*talk.lines, None):
        if line and run and line.has("item") and line.chunk == run[-1].chunk and line.heading == run[-1].heading:
            run.append(line)
            continue
        if len(run) >= least:
            yield run[0], _of_list(talk, run)
        is_first = line is not None and line.number not in taken and line.has("item") and _is_instruction(talk, line)
        run = [line] if line is not None and is_first else []


def _is_instruction(talk: Talk, line: Line) -> bool:
    heading = fold(line.heading[-1]) if line.heading else ""
    under = any(heading.startswith(words) for words in scale("procedure").lists["headings"])
    is_spoken_for = talk.form is not Form.AGENT or line.role is SpeakerRole.USER
    return is_spoken_for and (under or "steps" in talk.lead_flags(line))


def _of_list(talk: Talk, run: Sequence[Line]) -> ExtractedProcedure:
    span = Span(chunk=run[0].chunk, start=run[0].start, end=run[-1].end)
    numbers = scale("procedure")
    return ExtractedProcedure(
        text=talk.slice(span),
        span=span,
        confidence=confidence(numbers.points["steps"], numbers.numbers["threshold"]),
        signature=" ".join(_signature(line.text) for line in run[:3]),
    )


def _once(found: Sequence[tuple[Line, ExtractedProcedure]]) -> list[tuple[Line, ExtractedProcedure]]:
    """One of each signature, the surest."""
    best: dict[str, tuple[Line, ExtractedProcedure]] = {}
    for line, procedure in found:
        known = best.get(procedure.signature)
        if known is None or procedure.confidence > known[1].confidence:
            best[procedure.signature] = (line, procedure)
    return list(best.values())
