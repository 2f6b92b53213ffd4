"""Which sentences are decisions: points for what was said, how others answered and where it stands."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.extraction import Span
from graphmem.remember.extract.circumstances import flags_of
from graphmem.remember.extract.discourse import (
    Reply,
    before,
    is_proposal,
    proposal_before,
    question_before,
    reply_to,
)
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.table import scale

_NO_REPLY = Reply(strong=(), weak=(), is_disputed=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A sentence that says a decision.

    line     where its words stand; `said` is the sentence that made it one (the same, or `okay, let's do that`)
    flags    the cues and circumstances that gave the points
    by       who decided, so far as speakers tell
    """

    line: Line
    said: Line
    span: Span
    flags: frozenset[str]
    points: float
    by: tuple[str, ...]
    proposed_by: tuple[str, ...] = ()

    @property
    def is_accepted(self) -> bool:
        """Enough points to hold; below, it is only a proposal."""
        return self.points >= scale("decision").numbers["accepted"]


def find_choices(talk: Talk) -> list[Choice]:
    """The decisions of a talk or note in order, without repeats and without those that were dropped later."""
    sizes = Counter(line.turn for line in talk.lines)
    found = [choice for line in talk.lines if (choice := _choice(talk, line, sizes))]
    standing = [choice for choice in found if not _is_overturned(talk, choice)]
    return sorted(_thinned(standing, talk), key=lambda choice: choice.line.number)


def _choice(talk: Talk, line: Line, sizes: Counter[int]) -> Choice | None:
    if not scale("decision").words["unsaid"].isdisjoint(line.flags):
        return None
    if line.role is SpeakerRole.ASSISTANT:
        return _accepted_request(talk, line)
    if line.has("deictic"):
        return _confirmed(talk, line) or _pointed_at(talk, line)
    return _own(talk, line, sizes) or _confirmed(talk, line) or _agreed_on(talk, line)


def _own(talk: Talk, line: Line, sizes: Counter[int]) -> Choice | None:
    """A decision in the line's own words."""
    flags = flags_of(talk, line, sizes)
    if line.has("backchannel") or scale("decision").words["core"].isdisjoint(flags):
        return None
    reply = reply_to(talk, line) if line.speaker else _NO_REPLY
    return _weighed(talk, line, line, flags, reply)


def _weighed(talk: Talk, line: Line, said: Line, flags: Iterable[str], reply: Reply) -> Choice | None:
    numbers = scale("decision")
    flags = {*flags, *_of_reply(reply)}
    points = numbers.total(flags)
    is_soft = (flags & numbers.words["core"]) <= numbers.words["soft"]
    if is_soft and not reply.strong and talk.form is not Form.AGENT:
        points = min(points, (numbers.numbers["accepted"] + numbers.numbers["proposed"]) / 2)
    if points < numbers.numbers["proposed"]:
        return None
    by = tuple(dict.fromkeys(filter(None, (said.speaker, *reply.strong))))
    proposed = (line.speaker,) if line.speaker not in ("", *by) else ()
    return Choice(
        line=line, said=said, span=_span(line), flags=frozenset(flags), points=points, by=by, proposed_by=proposed
    )


def _of_reply(reply: Reply) -> Iterator[str]:
    if reply.strong:
        yield "assented"
    if len(reply.weak) > 1:
        yield "weakly_by_two"
    elif reply.weak:
        yield "weakly_by_one"
    if reply.is_disputed:
        yield "dissented"


def _accepted_request(talk: Talk, line: Line) -> Choice | None:
    """The user asks `could we …?` and the assistant says yes and does it: the user's wish, in the agent's words."""
    if not line.has("letme", "goingfor") or line.classes["pick"].isdisjoint(line.words):
        return None
    opening = [line, *before(talk, line, 0)][-1]
    earlier = (each for each in before(talk, line, 1) if each.role is SpeakerRole.USER)
    asked = next((each for each in earlier if each.has("wish") and each.has("question")), None)
    if asked is None or not opening.has("assent", "weak_assent"):
        return None
    choice = _weighed(talk, line, asked, {"accepted_request"}, _NO_REPLY)
    return replace(choice, by=(asked.speaker, line.speaker), proposed_by=()) if choice else None


def _confirmed(talk: Talk, line: Line) -> Choice | None:
    """The user says yes to what the assistant proposed: only that makes it a decision."""
    if line.role is not SpeakerRole.USER or not line.has("goahead", "assent", "weak_assent"):
        return None
    earlier = before(talk, line, scale("decision").whole("confirmed_turns"))
    said = [each for each in earlier if each.role is SpeakerRole.ASSISTANT]
    if not said or not (line.has("goahead") or said[0].has("question")):
        return None
    offered = _offered([each for each in said if each.turn == said[0].turn])
    return _weighed(talk, offered, line, {"confirmed"}, _NO_REPLY) if offered else None


def _offered(turn: list[Line]) -> Line | None:
    """Which of an assistant's sentences, the latest first, a yes is for.

    The one that its closing question is about, else the one it recommends, else the latest proposal.
    """
    verbs = turn[0].classes["pick"] | turn[0].classes["picking"]
    proposed = [line for line in turn if is_proposal(line) and not verbs.isdisjoint(line.words)]
    if turn[0].has("question"):
        asked = content(turn[0].text)
        proposed.sort(key=lambda line: (line.has("question"), -len(content(line.text) & asked)))
        proposed = [line for line in proposed if content(line.text) & asked]
    else:
        proposed.sort(key=lambda line: not line.has("recommend"))
    return proposed[0] if proposed else None


def _pointed_at(talk: Talk, line: Line) -> Choice | None:
    """`Okay, let's take that one` decides for what was proposed before, by anybody but an assistant."""
    proposed = proposal_before(talk, line)
    if proposed is None or proposed.role is SpeakerRole.ASSISTANT:
        return None
    return _weighed(talk, proposed, line, line.flags & scale("decision").words["core"], reply_to(talk, line))


def _agreed_on(talk: Talk, line: Line) -> Choice | None:
    """The answer to a question for agreement: `Do we agree on the battery?` `Kinetic.`."""
    asked = question_before(talk, line)
    if asked is None or not asked.has("agreeq") or line.has("dissent"):
        return None
    reply = reply_to(talk, line)
    if not (reply.strong or reply.weak or line.has("assent", "weak_assent")):
        return None
    about = _question_in_words(talk, asked) if line.has("backchannel", "assent", "weak_assent") else line
    choice = _weighed(talk, about, line, {"agreed_on"}, reply)
    everybody = (asked.speaker, line.speaker, *reply.strong, *reply.weak)
    return replace(choice, by=tuple(dict.fromkeys(filter(None, everybody))), proposed_by=()) if choice else None


def _question_in_words(talk: Talk, asked: Line) -> Line:
    """`Blue labels, then. Agreed?`: what is agreed on stands in the sentence before."""
    earlier = next(before(talk, asked, 0), None)
    is_bare = len(asked.words) <= scale("decision").whole("short_words")
    return earlier if is_bare and earlier and earlier.turn == asked.turn else asked


def _span(line: Line) -> Span:
    """The sentence; of a long one the comma parts around the first core cue, as far as the table's limits."""
    numbers = scale("decision")
    core = [hit for flag, hits in line.hits.items() if flag in numbers.words["core"] for hit in hits]
    if len(line.words) <= numbers.whole("longest_span") or not core or line.has("recap"):
        return line.span
    first, last = min(core)[0], max(min(core)[1], min(core)[0] + numbers.whole("shortest_span"))
    commas = [at for at, word in enumerate(line.words) if word in (",", ";", ":", "—")]
    start = max((at + 1 for at in commas if at < first), default=0)
    end = min((at for at in commas if at >= last), default=len(line.words))
    return line.part(start, min(end, len(line.words)) - 1)


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
