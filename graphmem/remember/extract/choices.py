"""Which sentences are decisions: points for what was said, how others answered and where it stands."""

from collections import Counter

from graphmem.domain.documents import SpeakerRole
from graphmem.remember.extract.agreements import (
    accepted_request,
    agreed_on,
    conceded,
    confirmed,
    confirmed_question,
    faulted,
    granted,
    pointed_at,
    welcomed,
)
from graphmem.remember.extract.circumstances import flags_of
from graphmem.remember.extract.discourse import before, reply_to
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.picks import picked
from graphmem.remember.extract.table import scale
from graphmem.remember.extract.weighing import NO_REPLY, Choice, weighed

_AMONG_PEOPLE = frozenset({Form.MEETING, Form.CHAT})


def find_choices(talk: Talk) -> list[Choice]:
    """The decisions of a talk or note in order, without repeats and without those that were dropped later."""
    sizes = Counter(line.turn for line in talk.lines)
    found = [choice for line in talk.lines if (choice := _choice(talk, line, sizes))]
    standing = [choice for choice in found if not _is_overturned(talk, choice)]
    return sorted(_thinned(standing, talk), key=lambda choice: choice.line.number)


def _choice(talk: Talk, line: Line, sizes: Counter[int]) -> Choice | None:
    if not scale("decision").words["unsaid"].isdisjoint(line.flags):
        return _asked(talk, line)
    if line.role is SpeakerRole.ASSISTANT:
        return accepted_request(talk, line) or conceded(talk, line)
    if line.has("deictic"):
        pointed = confirmed(talk, line) or picked(talk, line) or pointed_at(talk, line)
        return pointed or (_own(talk, line, sizes) if "after_yes" in flags_of(talk, line, sizes) else None)
    if talk.form in _AMONG_PEOPLE and (allowed := granted(talk, line)):
        return allowed
    own, answer = _own(talk, line, sizes), picked(talk, line)
    if answer and (own is None or "answered" in own.flags):
        own = confirmed(talk, line) or answer
    own = own or confirmed(talk, line) or agreed_on(talk, line)
    return own or (faulted(talk, line) or welcomed(talk, line) if talk.form in _AMONG_PEOPLE else None)


def _asked(talk: Talk, line: Line) -> Choice | None:
    """A question among people that others settle by their answer."""
    hindered = scale("decision").words["unsaid"] - {"question", "wh"}
    if talk.form not in _AMONG_PEOPLE or not line.has("question") or not hindered.isdisjoint(line.flags):
        return None
    return confirmed_question(talk, line) or welcomed(talk, line)


def _own(talk: Talk, line: Line, sizes: Counter[int]) -> Choice | None:
    """A decision in the line's own words."""
    flags = flags_of(talk, line, sizes)
    if line.has("backchannel") or scale("decision").words["core"].isdisjoint(flags):
        return None
    reply = reply_to(talk, line) if line.speaker else NO_REPLY
    return weighed(talk, _meant(talk, line), line, flags, reply)


def _meant(talk: Talk, line: Line) -> Line:
    """`We test on Mondays now. That was settled with Ann.`: what was settled stands in the sentence before."""
    earlier = next(before(talk, line, 0), None) if line.has("pointing_back") else None
    return line if earlier is None or earlier.has("question", "backchannel", "code") else earlier


def _is_overturned(talk: Talk, choice: Choice) -> bool:
    """`Forget about the mirror`, said later about the same thing."""
    later = talk.around(choice.said, 0, scale("decision").whole("overturn_sentences"))
    drops = [line for line in later if line.has("drop") and not line.has("question", "if")]
    return any(content(line.text) & content(talk.slice(choice.span)) for line in drops)


def _thinned(choices: list[Choice], talk: Talk) -> list[Choice]:
    """The best ones: neighbours that share half their words are one, and a meeting has few among many words."""
    numbers = scale("decision")
    room = 1 + sum(len(line.words) for line in talk.lines) // numbers.whole("words_per_decision")
    kept: dict[int, Choice] = {}
    for choice in sorted(choices, key=lambda each: (-each.points, each.line.number)):
        is_sure = choice.points >= numbers.numbers["always_points"] or "headed" in choice.flags
        if (is_sure or room > 0 or talk.form is not Form.MEETING) and not _is_known(talk, choice, kept):
            room -= not is_sure
            kept[choice.line.number] = choice
    return list(kept.values())


def _is_known(talk: Talk, choice: Choice, kept: dict[int, Choice]) -> bool:
    """Whether a kept neighbour says the same: it is on the same line or shares half of the words."""
    numbers, at = scale("decision"), choice.line.number
    reach, words = numbers.whole("neighbours"), content(talk.slice(choice.span))
    for other in (kept[near] for near in range(at - reach, at + reach + 1) if near in kept):
        theirs = content(talk.slice(other.span))
        least = numbers.numbers["same_share"] * max(1, min(len(words), len(theirs)))
        if other.line.number == at or len(words & theirs) >= least:
            return True
    return False
