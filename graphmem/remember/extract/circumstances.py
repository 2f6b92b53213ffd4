"""The circumstances of a sentence that make it more or less of a decision than its words alone."""

from collections import Counter
from collections.abc import Iterator

from graphmem.domain.documents import SpeakerRole
from graphmem.remember.extract.discourse import question_before
from graphmem.remember.extract.lines import Form, Line, Talk, content
from graphmem.remember.extract.names import is_common
from graphmem.remember.extract.table import scale

_BECAUSE_OPENERS = frozenset({"because", "which", "where"})


def flags_of(talk: Talk, line: Line, sizes: Counter[int]) -> set[str]:
    """The flags of a line with those that its place gives it, without cues that mean nothing there.

    `sizes` counts the sentences of each turn.
    """
    flags = {*line.flags, *_added(talk, line, sizes)}
    if line.has("was_rejected"):
        flags.discard("decided")
    if not _is_bare_no(line):
        flags.discard("nox")
    if _is_wish(line):
        flags -= {"collective", "should"}
    if talk.form is Form.AGENT:
        flags -= {"collective", "should", "wejust"}
    return flags


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
    if line.has("nox") and _is_talked_about(talk, line):
        yield "talked_about"
    yield from _of_user(line, sizes) if line.role is SpeakerRole.USER else _of_person(talk, line)


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


def _is_wish(line: Line) -> bool:
    """`It should be simple`: a preference, not a choice."""
    return line.has("mustbe") and not line.classes["quality"].isdisjoint(line.words)


def _names_something(talk: Talk, line: Line) -> bool:
    """`LaunchPanel it is`: the word before is a name, not `there` or `so`."""
    at = line.hits["named"][0][0]
    return talk.episode.chunks[line.chunk].text[line.spans[at][0]].isupper() and not is_common(line.words[at])


def _is_talked_about(talk: Talk, line: Line) -> bool:
    nouns = content(line.text)
    return any(
        nouns & content(other.text) for other in talk.around(line, scale("decision").whole("talked_about_sentences"), 0)
    )
