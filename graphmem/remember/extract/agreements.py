"""Decisions made by an answer: a yes to a proposal, a question that others confirm, two who find the same fault."""

from dataclasses import replace

from graphmem.domain.documents import SpeakerRole
from graphmem.remember.extract.discourse import (
    before,
    is_proposal,
    proposal_before,
    question_before,
    reply_to,
)
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.table import scale
from graphmem.remember.extract.weighing import NO_REPLY, Choice, weighed


def accepted_request(talk: Talk, line: Line) -> Choice | None:
    """The user asks `could we …?` and the assistant says yes and does it: the user's wish, in the agent's words."""
    if chosen := _picked_option(talk, line):
        return chosen
    if not line.has("letme", "goingfor") or line.classes["pick"].isdisjoint(line.words):
        return None
    opening = [line, *before(talk, line, 0)][-1]
    earlier = (each for each in before(talk, line, 1) if each.role is SpeakerRole.USER)
    asked = next((each for each in earlier if each.has("wish") and each.has("question")), None)
    if asked is None or not opening.has("assent", "weak_assent"):
        return None
    choice = weighed(talk, line, asked, {"accepted_request"}, NO_REPLY)
    return replace(choice, by=(asked.speaker, line.speaker), proposed_by=()) if choice else None


def conceded(talk: Talk, line: Line) -> Choice | None:
    """`We're waiving the fee`, by a person at the desk and not by a program: theirs to decide."""
    numbers = scale("decision")
    is_desk = not numbers.words["desk_speakers"].isdisjoint(line.speaker.lower().split())
    flags = line.flags & numbers.words["desk_decides"]
    if not (is_desk and flags) or line.has("if", "modal", "offer", "hedge", "drop"):
        return None
    return weighed(talk, line, line, flags, NO_REPLY)


def _picked_option(talk: Talk, line: Line) -> Choice | None:
    """The assistant offers a choice, the user picks in a few words, the assistant says what that means."""
    numbers = scale("decision")
    is_act = line.has("promise", "goingfor") or (line.words[line.opening].endswith("ing") and not line.has("question"))
    last = next(before(talk, line, 0), None)
    pick = next((each for each in before(talk, line, 1) if each.turn < line.turn), None)
    if not is_act or last is not None or pick is None or pick.role is not SpeakerRole.USER:
        return None
    is_pick = len(pick.words) <= numbers.whole("pick_words") and not pick.has(
        "question", "backchannel", "dissent", "drop"
    )
    offered = (
        each for each in before(talk, pick, numbers.whole("confirmed_turns")) if each.role is SpeakerRole.ASSISTANT
    )
    is_offered = any("or" in each.words or (each.has("wh") and each.has("question")) for each in offered)
    if not (is_pick and is_offered and content(line.text) & content(pick.text)):
        return None
    choice = weighed(talk, line, pick, {"accepted_request"}, NO_REPLY)
    return replace(choice, by=(pick.speaker,), proposed_by=(line.speaker,)) if choice else None


def confirmed(talk: Talk, line: Line) -> Choice | None:
    """The user says yes to what the assistant proposed: only that makes it a decision."""
    if line.role is not SpeakerRole.USER or not line.has("goahead", "assent", "weak_assent"):
        return None
    earlier = before(talk, line, scale("decision").whole("confirmed_turns"))
    said = [each for each in earlier if each.role is SpeakerRole.ASSISTANT]
    if not said:
        return None
    turn = [each for each in said if each.turn == said[0].turn]
    planned = next((each for each in turn if each.has("goingfor") and not each.has("question", "if")), None)
    if line.has("goahead") or said[0].has("question"):
        offered = _offered(turn) or planned
    else:
        offered = planned if line.has("assent") else None
    return weighed(talk, offered, line, {"confirmed"}, NO_REPLY) if offered else None


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


def pointed_at(talk: Talk, line: Line) -> Choice | None:
    """`Okay, let's take that one` decides for what was proposed before, by anybody but an assistant."""
    proposed = proposal_before(talk, line)
    if proposed is None or proposed.role is SpeakerRole.ASSISTANT:
        return None
    return weighed(talk, proposed, line, line.flags & scale("decision").words["core"], reply_to(talk, line))


def granted(talk: Talk, line: Line) -> Choice | None:
    """`Can I order it?`, `Approved.`; `We can refund it.`, `Yes please.`: who allows or takes it decides."""
    if not line.has("granting") or len(line.words) > scale("decision").whole("granted_words") or line.has("question"):
        return None
    asked = question_before(talk, line)
    if asked is None or not asked.has("may"):
        asked = _offer_before(talk, line)
    if asked is None or asked.has("sarcasm", "code", "agreeq"):
        return None
    choice = weighed(talk, line, line, {"granted"}, NO_REPLY)
    return replace(choice, asked=asked, by=(line.speaker,), proposed_by=(asked.speaker,)) if choice else None


def _offer_before(talk: Talk, line: Line) -> Line | None:
    """What somebody else offered in the turn before, in writing."""
    if talk.form is not Form.CHAT:
        return None
    earlier = (each for each in before(talk, line, 1) if each.turn < line.turn and each.speaker != line.speaker)
    return next((each for each in earlier if each.has("offer")), None)


def agreed_on(talk: Talk, line: Line) -> Choice | None:
    """The answer to a question for agreement: `Do we agree on the battery?` `Kinetic.`."""
    asked = question_before(talk, line)
    if asked is None or not asked.has("agreeq") or line.has("dissent"):
        return None
    reply = reply_to(talk, line)
    if not (reply.strong or reply.weak or line.has("assent", "weak_assent")):
        return None
    about = _question_in_words(talk, asked) if line.has("backchannel", "assent", "weak_assent") else line
    choice = weighed(talk, about, line, {"agreed_on"}, reply)
    everybody = (asked.speaker, line.speaker, *reply.strong, *reply.weak)
    return replace(choice, by=tuple(dict.fromkeys(filter(None, everybody))), proposed_by=()) if choice else None


def _question_in_words(talk: Talk, asked: Line) -> Line:
    """`Blue labels, then. Agreed?`: what is agreed on stands in the sentence before."""
    earlier = next(before(talk, asked, 0), None)
    is_bare = sum(word[0].isalnum() for word in asked.words) <= scale("decision").whole("short_words")
    return earlier if is_bare and earlier and earlier.turn == asked.turn else asked


def confirmed_question(talk: Talk, line: Line) -> Choice | None:
    """`So just the blue one then?`, a statement but for its mark, that somebody else says yes to."""
    numbers = scale("decision")
    is_put = "question" not in line.hits and len(line.words) <= numbers.whole("confirm_words") and _is_led(line)
    if not is_put or not numbers.words["unconfirmed"].isdisjoint((*line.words, *line.flags)):
        return None
    is_thin = len(content(line.text)) < numbers.whole("confirm_content")
    if is_thin and line.classes["restricting"].isdisjoint(line.words):
        return None
    reply = reply_to(talk, line)
    if reply.is_disputed or not (reply.strong or reply.weak):
        return None
    return weighed(talk, line, line, {"confirmq"}, reply)


def _is_led(line: Line) -> bool:
    """Whether it is put as a conclusion: `So …?`, `… then?`."""
    said = [word for word in line.words if word[0].isalnum()]
    return bool(said) and (said[0] in line.classes["leading"] or said[-1] == "then")


def welcomed(talk: Talk, line: Line) -> Choice | None:
    """`How about a queue of our own?`, `Good idea!`: proposed until somebody says that it is agreed."""
    numbers = scale("decision")
    is_meant = line.has("suggestion") and is_proposal(line) and numbers.words["unwelcomed"].isdisjoint(line.flags)
    if not is_meant or len(line.words) < numbers.whole("proposal_words"):
        return None
    reply, answer = reply_to(talk, line), _next_by_another(talk, line)
    doubts = sum(each.has("fault") for each in talk.around(line, 0, numbers.whole("adjacent_lines")))
    if answer is None or reply.is_disputed or doubts >= numbers.whole("adjacent_faults"):
        return None
    if not answer.has("assent"):
        is_enough = answer.has("weak_assent") and talk.form is Form.CHAT and not line.has("modal")
        return weighed(talk, line, line, {"welcomed_weakly"}, NO_REPLY) if is_enough else None
    is_sealed = not answer.classes["agreeing"].isdisjoint(answer.words)
    return weighed(talk, line, line, {"adjacent"}, reply if is_sealed else NO_REPLY)


def _next_by_another(talk: Talk, line: Line) -> Line | None:
    """The first sentence of the next turn of somebody else, when it comes at once."""
    later = talk.around(line, 0, scale("decision").whole("adjacent_lines"))
    return next((each for each in later if each.turn > line.turn and each.speaker != line.speaker), None)


def faulted(talk: Talk, line: Line) -> Choice | None:
    """Two people find fault with the same thing: it is out."""
    if not line.has("fault") or line.has("question", "if", "backchannel", "sarcasm", "modal"):
        return None
    words = _faulty(line)
    for earlier in before(talk, line, scale("decision").whole("fault_turns")):
        is_fault = earlier.has("fault") and not earlier.has("question", "if", "sarcasm")
        if is_fault and earlier.speaker not in ("", line.speaker) and len(words & _faulty(earlier)) > 1:
            choice = weighed(talk, line, line, {"faulted"}, NO_REPLY)
            return replace(choice, by=(earlier.speaker, line.speaker)) if choice else None
    return None


def _faulty(line: Line) -> frozenset[str]:
    """What a sentence finds fault with: its content without the fault."""
    faults = {at for start, end in line.hits["fault"] for at in range(start, end)}
    return content(" ".join(word for at, word in enumerate(line.words) if at not in faults))
