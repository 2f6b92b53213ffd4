"""The circumstances of a sentence that make it more or less of a decision than its words alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.discourse import before, question_before
from graphmem.remember.extract.families import with_families
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.names import is_common
from graphmem.remember.extract.swaps import is_swapped
from graphmem.remember.extract.table import scale

_SETTLED = ("named", "naming", "decided", "goingfor", "let")
_SHORT_NAMING = 7
_CLAUSE_ENDS = frozenset({",", ";", ".", "!", "—", "–"})
_BECAUSE_OPENERS = frozenset({"because", "which", "where"})


def flags_of(talk: Talk, line: Line, sizes: Counter[int]) -> set[str]:
    """The flags of a line with those that its place gives it, without cues that mean nothing there.

    `sizes` counts the sentences of each turn.
    """
    flags = {*line.flags, *_added(talk, line, sizes)}
    if line.has("was_rejected"):
        flags.discard("decided")
    if talk.form is Form.MEETING:
        flags -= scale("decision").words["only_written"]
    if not flags.isdisjoint({"answered", "fiat", "then_said"}):
        flags.discard("short")
    if not _is_bare_no(line) or _answers_openly(talk, line):
        flags.discard("nox")
    if _is_wish(line):
        flags -= {"collective", "should"}
    if line.has("seal_it") and any(each.has(*_SETTLED) for each in before(talk, line, 0)):
        flags.discard("seal_it")
    if _is_doubted_in_reason_only(line):
        flags.discard("modal")
    if line.has("promise"):
        flags -= {"collective", "should", "will_from", "ruled_from"}
    if talk.form is Form.AGENT:
        flags -= {"collective", "should", "wejust"}
    return with_families(talk, line, flags)


def _is_doubted_in_reason_only(line: Line) -> bool:
    """`Decided against it, because nobody could start`: what could be stands in the reason, not in the choice."""
    reasons = [at for at, _ in line.hits.get("because", ())]
    modals = [at for at, _ in line.hits.get("modal", ())]
    decided = [at for at, _ in line.hits.get("decided", ())]
    return bool(reasons and modals and decided) and min(decided) < min(reasons) < min(modals)


def _added(talk: Talk, line: Line, sizes: Counter[int]) -> Iterator[str]:
    words = [word for word in line.words if word[0].isalnum()]
    if len(words) < scale("decision").whole("short_words") and not line.has("named", "nox"):
        yield "short"
    if line.words[line.opening] in _BECAUSE_OPENERS and not _follows_comma(line):
        yield "begins_because"
    if line.has("gonnabe", "should") and line.has("exclusive"):
        yield "exclusively"
    if talk.form is Form.MEETING and not line.classes["process"].isdisjoint(words):
        yield "process"
    if line.has("named") and _names_something(talk, line):
        yield "naming"
    if _is_headed(talk, line):
        yield "headed"
    yield from _of_note(talk, line)
    if talk.form in (Form.MEETING, Form.CHAT):
        yield from _without_verb(talk, line)
        yield from _concluded(talk, line)
    yield from _in_chat(talk, line) if talk.form is Form.CHAT else ()
    if is_swapped(line):
        yield "swapped"
    if line.has("nox") and _is_talked_about(talk, line):
        yield "talked_about"
    yield from _of_user(line, sizes) if line.role is SpeakerRole.USER else _of_person(talk, line)


def _in_chat(talk: Talk, line: Line) -> Iterator[str]:
    """`Moved it to Friday`, and `I'll take the 20%` after a choice was given."""
    if line.has("bare_past"):
        yield "bare_done"
    if line.has("took") and _was_offered(talk, line):
        yield "chosen_offer"


def _follows_comma(line: Line) -> bool:
    """`Because the disk is full, we decided …`: the choice is the main clause."""
    cores = [at for flag in line.flags & scale("decision").words["core"] for at, _ in line.hits.get(flag, ())]
    return bool(cores) and "," in line.words[: min(cores)]


def _of_user(line: Line, sizes: Counter[int]) -> Iterator[str]:
    """The user of an agent decides by telling it what to do, but a task to be done once is no decision."""
    let = {line.words[end - 1] for _, end in line.hits.get("let", ())}
    is_policy = line.has("policy") or not let.isdisjoint(line.classes["policy"])
    if is_policy and not line.has("fault"):
        yield "policy_by_user"
    verbs = {line.words[line.opening], *let}
    if not verbs.isdisjoint(line.classes["oneoff"]) and not line.has("instead_of"):
        yield "one_off"
    if sizes[line.turn] > scale("decision").whole("long_brief_sentences"):
        yield "brief"


def _of_person(talk: Talk, line: Line) -> Iterator[str]:
    if talk.form is not Form.CHAT or not line.has("imperative", "policy"):
        return
    if line.has("instead_of"):
        yield "policy_instead"
    if question_before(talk, line):
        yield "answer_imperative"
    elif line.has("policy") and line.classes["oneoff"].isdisjoint(line.words[line.opening : line.opening + 1]):
        yield "boss"


def _is_headed(talk: Talk, line: Line) -> bool:
    """An item of a list of decisions: under such a heading, or led in by `we decided:`."""
    if talk.lead_flags(line) & {"decided", "recap"}:
        return True
    is_list = line.has("item") or line.number == 0 or talk.lines[line.number - 1].heading != line.heading
    return line.section == "decision" and is_list and not line.has("colon")


def _is_bare_no(line: Line) -> bool:
    """`Okay, no speech input.`: short, and nothing but a noun."""
    rest = line.words[line.opening :]
    verbs = line.classes["be"] | line.classes["aux"] | line.classes["pronoun"]
    return len(line.words) <= scale("decision").whole("nox_words") and verbs.isdisjoint(rest)


def _answers_openly(talk: Talk, line: Line) -> bool:
    """`No fires.` to `Anything else on fire?`: it tells that there are none."""
    asked = question_before(talk, line)
    return asked is not None and not asked.classes["open_asking"].isdisjoint(asked.words)


def _concluded(talk: Talk, line: Line) -> Iterator[str]:
    """`Okay, we keep the old one`, `Thursday then.`, `ivory` to `ivory or green?`, `it will open at nine from May`."""
    numbers, classes = scale("decision"), line.classes
    opened = set(line.words[: line.opening])
    said = [word for word in line.words if word[0].isalnum()]
    is_led = not opened.isdisjoint(classes["concluding"]) or "then" in (*said[:1], *said[-1:])
    is_close = line.has("ends_then") and 1 < len(said) <= numbers.whole("then_words")
    if (line.has("then_we") and is_led) or (is_close and classes["before_then"].isdisjoint(said)):
        yield "then_said"
    if line.has("we_will", "passive_will") and line.has("from_when"):
        yield "will_from"
    if _is_left_undone(line):
        yield "not_doing"
    asked = question_before(talk, line)
    is_short = len(line.words) <= numbers.whole("answer_words") and not line.has("dissent", "hedge", "idont", "modal")
    if asked and is_short and "or" in asked.words and asked.words[asked.opening] not in numbers.words["factual"]:
        yield from ("answered",) if content(line.text) & content(asked.text) else ()


def _is_left_undone(line: Line) -> bool:
    """`We are not renewing the lease`."""
    words = line.words
    return any(
        words[at] in ("we", "i")
        and words[at + 1] in ("'re", "'m", "are", "am")
        and words[at + 2] == "not"
        and words[at + 3].endswith("ing")
        and words[at + 3] not in line.classes["undoing"]
        for at in range(len(words) - 4)
    )


def _of_note(talk: Talk, line: Line) -> Iterator[str]:
    """What is short for a decision in minutes and notes: `the local firm will be used`, `-> goes to the appendix`."""
    if talk.form is not Form.PROSE or talk.episode.kind is not EpisodeKind.NOTE:
        return
    if line.has("passive_will") and talk.is_minuted:
        yield "passive_minuted"
    if line.has("arrow"):
        yield "arrowed"
    if line.has("terse"):
        yield "tersely"
    if line.has("terse_will") or (line.has("policy") and len(talk.lines) <= scale("decision").whole("remark_lines")):
        yield "tersely_will"
    if line.has("action"):
        return
    if line.has("minuted") and talk.is_minuted:
        yield "minuted_item"
    if line.has("moving_on") and talk.is_minuted:
        yield "moved_on"
    if line.has("we_will", "passive_will") and line.has("from_when"):
        yield "will_from"


def _without_verb(talk: Talk, line: Line) -> Iterator[str]:
    """A conclusion that needs no verb: `Good, so the alcove by bay C from Monday`, `Ivory, unanimous!`."""
    numbers, classes = scale("decision"), line.classes
    rest = line.words[line.opening :]
    end = next((at for at, word in enumerate(rest) if word in _CLAUSE_ENDS), len(rest))
    verbs = classes["be"] | classes["aux"] | classes["pronoun"] | classes["verbs"] | classes["imperative"]
    if not verbs.isdisjoint(rest[:end]) or end > numbers.whole("verbless_longest"):
        return
    is_sized = end > numbers.whole("verbless_words")
    if (
        "lot" not in rest[:end]
        and "so" in line.words[: line.opening]
        and is_sized
        and not classes["settling"].isdisjoint(rest[:end])
    ):
        yield "verbless"
    said = [word for word in rest if word[0].isalnum()]
    is_contrast = any(pair == (",", "not") for pair in pairwise(rest)) and verbs.isdisjoint(rest)
    if is_contrast and len(said) <= numbers.whole("answer_words"):
        yield "contrasted"
    is_short = verbs.isdisjoint(said) and 0 < len(said) <= numbers.whole("pick_words")
    is_conceding = not classes["conceding"].isdisjoint(line.words[: line.opening]) and is_short
    if is_conceding and not line.has("backchannel", "nox") and _is_talked_about(talk, line):
        yield "conceded"
    if end and len(said) <= numbers.whole("verbless_longest") and len(said) > 1 and said[-1] in classes["fiats"]:
        yield "fiat"


def _was_offered(talk: Talk, line: Line) -> bool:
    """Whether somebody else gave a choice a few turns ago."""
    earlier = before(talk, line, scale("decision").whole("offer_turns"))
    return any("or" in each.words and each.speaker != line.speaker for each in earlier)


def _is_wish(line: Line) -> bool:
    """`It should be simple`: a preference, not a choice."""
    return line.has("mustbe") and not line.classes["quality"].isdisjoint(line.words)


def _names_something(talk: Talk, line: Line) -> bool:
    """`LaunchPanel it is`, `Tuesday works`: the words before name something, and nothing else follows."""
    return any(_is_named(talk, line, *hit) for hit in line.hits["named"])


def _is_named(talk: Talk, line: Line, start: int, end: int) -> bool:
    is_picked, classes = line.words[end - 1] == "is", line.classes
    if end < len(line.words) and line.words[end] not in classes["name_ends"]:
        return False
    words = line.words[start : end - (2 if is_picked else 1)]
    if not (classes["pronoun"] | classes["verbs"] | classes["mind"] | classes["unnamed"]).isdisjoint(words):
        return False
    if len(words) > 1 or words[0] in classes["weekday"] | classes["month"] or words[0][0].isdigit():
        return True
    text = talk.episode.chunks[line.chunk].text
    is_name = text[line.spans[start][0]].isupper() and not is_common(words[0])
    return is_name or (is_picked and words[0] not in STOP_WORDS and len(line.words) <= _SHORT_NAMING)


def _is_talked_about(talk: Talk, line: Line) -> bool:
    nouns = content(line.text)
    return any(
        nouns & content(other.text) for other in talk.around(line, scale("decision").whole("talked_about_sentences"), 0)
    )
