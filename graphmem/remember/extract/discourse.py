"""Who answers whom: assent, dissent, the proposal an answer points at, the question an answer is for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from graphmem.domain.documents import SpeakerRole
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What others said to a sentence; assistants do not count, they agree with everything."""

    strong: tuple[str, ...]
    weak: tuple[str, ...]
    is_disputed: bool


def reply_to(talk: Talk, line: Line) -> Reply:
    """Assent and dissent in the next turns of others, until the speaker goes on with something new."""
    strong: dict[str, None] = {}
    weak: dict[str, None] = {}
    is_disputed = False
    for other in _answers(talk, line):
        if other.has("dissent") and not other.has("assent"):
            is_disputed = is_disputed or not strong
        elif other.has("question"):
            continue
        elif other.has("assent"):
            strong[other.speaker] = None
        elif other.has("weak_assent"):
            weak[other.speaker] = None
    return Reply(strong=tuple(strong), weak=tuple(name for name in weak if name not in strong), is_disputed=is_disputed)


def _answers(talk: Talk, line: Line) -> Iterator[Line]:
    """The opening sentences of the turns of others that follow `line`."""
    numbers, turns = scale("decision"), list[int]()
    for other in islice(talk.lines, line.number + 1, line.number + 1 + numbers.whole("reach_lines")):
        if other.turn == line.turn:
            continue
        if other.speaker == line.speaker:
            if other.text[0].isupper() and len(other.words) > numbers.whole("assent_ends_words"):
                return
            continue
        turns.append(other.turn)
        if len(set(turns)) > numbers.whole("assent_turns"):
            return
        is_opening = turns.count(other.turn) <= numbers.whole("opening_sentences")
        if other.speaker and other.role is not SpeakerRole.ASSISTANT and is_opening:
            yield other


def before(talk: Talk, line: Line, turns: int) -> Iterator[Line]:
    """Earlier lines, the nearest first, at most `turns` turns back; the line's own turn included."""
    furthest = max(-1, line.number - 1 - scale("decision").whole("reach_lines"))
    for at in range(line.number - 1, furthest, -1):
        earlier = talk.lines[at]
        if line.turn - earlier.turn > turns:
            return
        yield earlier


def question_before(talk: Talk, line: Line) -> Line | None:
    """The question by somebody else that the turn of `line` answers, when it is what was said last."""
    for earlier in before(talk, line, 1):
        if earlier.turn < line.turn:
            return earlier if earlier.has("question") and earlier.speaker != line.speaker else None
    return None


def is_served(talk: Talk, line: Line) -> bool:
    """Whether a user or customer says it to an assistant."""
    is_facing = talk.form is Form.AGENT and line.role is SpeakerRole.PERSON
    return is_facing or line.role is SpeakerRole.USER


def proposal_before(talk: Talk, line: Line) -> Line | None:
    """The latest proposal that `do that` can mean."""
    numbers = scale("decision")
    for earlier in before(talk, line, numbers.whole("proposal_turns")):
        if is_proposal(earlier) and len(earlier.words) >= numbers.whole("proposal_words"):
            return earlier
    return None


def is_proposal(line: Line) -> bool:
    """A suggestion that can be accepted: no fault, no joke, no question but a yes-or-no one."""
    words = scale("decision").words
    hindered = words["unproposed"] - {"wh"} if line.has("suggestion") else words["unproposed"]
    return not words["proposals"].isdisjoint(line.flags) and hindered.isdisjoint(line.flags)
