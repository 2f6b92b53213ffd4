"""Answers that decide by what they answer: one of the options offered, a yes to `shall I …?`, `okay, 80 then`."""

from collections.abc import Iterator
from dataclasses import replace

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.discourse import before, is_served, reply_to
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.table import scale
from graphmem.remember.extract.weighing import NO_REPLY, Choice, weighed

_ENDS = frozenset({",", ".", ";", ":", "!", "—", "–", "-", "("})
_NEAR_TURNS = 2
_FEW = 3
_SPARE = 2
_BARE_YES = (["yes"], ["sure"], ["yes", "sure"])


def picked(talk: Talk, line: Line) -> Choice | None:
    """The answer with the question it answers as its support; None from assistants and for all that is unsure."""
    numbers = scale("decision")
    if talk.form is Form.PROSE or line.role is SpeakerRole.ASSISTANT or line.has("hedge", "idont", "modal", "if"):
        return None
    head = _head(line)
    longest = numbers.whole("head_words_spoken" if talk.form is Form.MEETING else "head_words")
    asked = _options_before(talk, line, head) if 0 < len(head) <= longest else None
    asked = asked or _permission_before(talk, line) or _fine_before(talk, line)
    if asked is None and talk.form is Form.CHAT and 0 < len(head) <= longest:
        asked = _conceded_before(talk, line, head)
    if talk.form is Form.MEETING and asked and not _is_meant_aloud(talk, line, asked):
        return None
    choice = weighed(talk, line, line, {"picked"}, NO_REPLY) if asked else None
    if choice is None or asked is None:
        return None
    proposed = (asked.speaker,) if asked.speaker not in ("", line.speaker) else ()
    return replace(choice, asked=asked, proposed_by=proposed)


def _is_meant_aloud(talk: Talk, line: Line, asked: Line) -> bool:
    """In speech options are short, and in a long meeting somebody must say that the pick is agreed."""
    numbers = scale("decision")
    if (
        len(asked.words) > numbers.whole("confirm_words")
        or asked.words[0] in asked.classes["either"]
        or asked.words[-1] == "something"
    ):
        return False
    return len(talk.lines) <= numbers.whole("short_talk_lines") or bool(reply_to(talk, line).strong)


def _head(line: Line) -> tuple[str, ...]:
    """The words of the first clause without openers; none where it has a verb of its own or points at nothing."""
    openers = line.classes["answer_openers"]
    at = next((at for at, word in enumerate(line.words) if word not in openers), len(line.words))
    end = next((end for end in range(at, len(line.words)) if line.words[end] in _ENDS), len(line.words))
    words = tuple(word for word in line.words[at:end] if word not in ("please", "then"))
    return () if line.has("backchannel") or not line.classes["answer_verbs"].isdisjoint(words) else words


def _options_before(talk: Talk, line: Line, head: tuple[str, ...]) -> Line | None:
    """What offered the options that `head` takes one of, unless somebody says the same again soon after."""
    is_own = False
    for earlier in before(talk, line, scale("decision").whole("offer_turns")):
        is_own = is_own or earlier.speaker != line.speaker
        if earlier.turn == line.turn or not _offers(talk, earlier) or (earlier.speaker == line.speaker and not is_own):
            continue
        is_near = line.turn - earlier.turn <= _NEAR_TURNS
        if is_near and _takes_one(talk, earlier, head):
            return None if _is_said_again(talk, line, head) else earlier
    return None


def _fine_before(talk: Talk, line: Line) -> Line | None:
    """What was offered before `Tuesday is fine`, `grey will do`: its words say which; not in meetings."""
    if talk.form is Form.MEETING or not line.has("fine_option") or line.has("question", "fault", "dissent"):
        return None
    openers = line.classes["answer_openers"]
    first = next((at for at, word in enumerate(line.words) if word not in openers), 0)
    named = set(line.words[first : min(line.hits["fine_option"])[0]]) - STOP_WORDS
    earlier = [each for each in _of_turn_before(talk, line) if each.speaker != line.speaker]
    if not named or len(named) > _FEW or not line.classes["answer_verbs"].isdisjoint(named):
        return None
    return next((each for each in earlier[:2] if named & set(each.words) and not each.has("factq", "if")), None)


def _asks_openly(talk: Talk, line: Line) -> bool:
    """`Which database?`: what to choose, without saying among what; only from an assistant when put in brief."""
    is_open = line.has("asks_choice") or (line.role is SpeakerRole.ASSISTANT and line.has("asks_briefly"))
    is_fact = line.has("factq", "sarcasm", "if") or not line.classes["either"].isdisjoint(line.words)
    return talk.form is not Form.MEETING and is_open and line.has("question") and not is_fact


def _offers(talk: Talk, line: Line) -> bool:
    """Whether options stand in it: `A or B`, `1) … 2) …`; a question about facts offers none."""
    classes = line.classes
    if _asks_openly(talk, line):
        return True
    if line.has("factq", "sarcasm", "if", "drop") or line.words[line.opening] in scale("decision").words["factual"]:
        return False
    if not line.has("question") and len(line.words) > scale("decision").whole("confirm_words"):
        return False
    is_listed = sum(word in classes["labels"] for word in line.words) > 1 and line.has("listing")
    return not classes["either"].isdisjoint(line.words) or "/" in line.words or is_listed


def _takes_one(talk: Talk, asked: Line, head: tuple[str, ...]) -> bool:
    if _asks_openly(talk, asked):
        return bool(content(" ".join(head)))
    turn = [each for each in talk.lines if each.turn == asked.turn]
    offered = {word for each in turn for word in each.words}
    rest = [word for word in head if word not in STOP_WORDS and word not in asked.classes["option_nouns"]]
    if len(head) <= _FEW and any(word in asked.classes["ordinals"] for word in head):
        return True
    labels = [word for word in head if word in asked.classes["labels"] and word in offered]
    if labels and len(head) - len(labels) <= _SPARE:
        return True
    known = content(" ".join(offered))
    shared = [word for word in rest if word in offered or content(word) & known]
    is_whole = len(shared) == len(offered - STOP_WORDS)
    return bool(shared) and 2 * len(shared) >= len(rest) and not is_whole and asked.classes["either"].isdisjoint(head)


def _is_said_again(talk: Talk, line: Line, head: tuple[str, ...]) -> bool:
    """Votes are many, and the last who says it decides."""
    later = talk.around(line, 0, scale("decision").whole("vote_lines"))
    return any(each.speaker != line.speaker and _head(each) == head and not each.has("question") for each in later)


def _permission_before(talk: Talk, line: Line) -> Line | None:
    """`Shall I …?` in the turn before, when `line` says yes and little else."""
    if line is not _opening(talk, line) or line.has("deferral", "holding_back"):
        return None
    words = [word for word in line.words if word[0].isalnum()]
    is_user = is_served(talk, line)
    is_yes = (
        line.has("granting")
        or (is_user and words[:1] == ["yes"])
        or words in _BARE_YES
        or (is_user and line.has("goahead"))
    )
    if not is_yes or len(words) > scale("decision").whole("granted_words"):
        return None
    if talk.form is Form.MEETING and not (line.has("ruled_from") and _head(line)):
        return None
    if talk.form is Form.AGENT and not is_user:
        return None
    last = [each for each in _of_turn_before(talk, line) if each.speaker != line.speaker]
    return next((each for each in last[:2] if each.has("asks_leave") and not each.has("sarcasm", "agreeq")), None)


def _opening(talk: Talk, line: Line) -> Line:
    return [line, *before(talk, line, 0)][-1]


def _of_turn_before(talk: Talk, line: Line) -> Iterator[Line]:
    return (each for each in before(talk, line, 1) if each.turn < line.turn)


def _conceded_before(talk: Talk, line: Line, head: tuple[str, ...]) -> Line | None:
    """A question a few turns ago, when `okay, 80` says a number or name that came up since."""
    opened = set(line.words[: len(line.words) - 1]) & line.classes["conceding"]
    if not opened or line.words[0] not in line.classes["conceding"]:
        return None
    earlier = [each for each in before(talk, line, scale("decision").whole("offer_turns")) if each.turn < line.turn]
    came_up = {word for each in earlier for word in each.words} - STOP_WORDS
    rest = [word for word in head if word not in STOP_WORDS]
    if not rest or not came_up.issuperset(rest):
        return None
    return next((each for each in earlier if each.has("question") and not each.has("factq")), None)
