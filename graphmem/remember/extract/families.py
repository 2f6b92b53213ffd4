"""Families of phrasing that decide in some forms of text only: `every invoice needs two signatures now`, `it's off`."""

from collections.abc import Iterator, Mapping

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.discourse import before, is_served, question_before
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import scale

_ENDS = frozenset({".", ",", ";", "!", ":", "(", "–", "—", "-"})


def with_families(talk: Talk, line: Line, flags: set[str]) -> set[str]:
    """`flags` without the families that mean nothing in this form or beside these words, and with those of its place.

    Who says that a change of mind led to a choice has chosen: the change takes no force out of it.
    """
    numbers = scale("decision")
    found = {*flags, *_of_place(talk, line)}
    kept = found - (numbers.words["families"] - numbers.words[_allowed(talk, line)])
    if not numbers.words["unfamilied"].isdisjoint(line.flags):
        kept -= numbers.words["families"]
    kept -= {*_weakened(talk, line)}
    if not kept.isdisjoint(numbers.words["unshortened"]):
        kept.discard("short")
    if line.has("reverses", "kills") and not kept.isdisjoint({"decided", "goingfor", "kills", "bare_done"}):
        kept.discard("drop")
    return kept


def _of_place(talk: Talk, line: Line) -> Iterator[str]:
    """The families that show in how a line is built or in what stands before it."""
    if _stays(talk, line):
        yield "stays_put"
    if _is_affirmed(talk, line):
        yield "affirmed"
    if _ends_done(line):
        yield "ends_done"
    if _follows_yes(talk, line):
        yield "after_yes"
    if is_served(talk, line) and line.has("instead_of") and line.has("mustbe", "should", "imperative"):
        yield "user_says"
    if talk.form is Form.MEETING and line.has("we_change", "then_we") and not question_before(talk, line):
        yield "spoken_plan"


def _weakened(talk: Talk, line: Line) -> Iterator[str]:
    """The flags that mean nothing beside these words."""
    asked = question_before(talk, line)
    if line.has("others_decided"):
        yield from ("decided", "goingfor", "silent")
    if line.has("deliberated") and not _says_more(line):
        yield "deliberated"
    if talk.form is Form.MEETING and not asked:
        yield "we_change"
    if "not" in line.words or (asked and asked.has("factq")):
        yield "answered"


def _allowed(talk: Talk, line: Line) -> str:
    """The name of the list of families that count here."""
    if line.role is SpeakerRole.USER:
        return "families_of_user"
    if is_served(talk, line):
        return "families_of_customer"
    if talk.form is Form.PROSE:
        is_short = len(talk.lines) <= scale("decision").whole("short_note_lines")
        is_note = talk.episode.kind is EpisodeKind.NOTE and (is_short or talk.is_minuted)
        return "families_of_note" if is_note else "families_of_prose"
    return "families_of_meeting" if talk.form is Form.MEETING else "families_of_chat"


def _stays(talk: Talk, line: Line) -> bool:
    """`Review with Tom: the enum stays`: nothing but a noun and that it stays or goes."""
    if talk.form is Form.MEETING or line.has("pronoun", "third", "reported"):
        return False
    for at, word in enumerate(line.words):
        is_last = at + 1 == len(line.words) or line.words[at + 1] in _ENDS
        if (
            word in ("stays", "stands", "goes")
            and is_last
            and at > 1
            and line.words[at - 1] not in _unnamed(line.classes)
        ):
            return True
    return False


def _ends_done(line: Line) -> bool:
    """`Logo B chosen`, `Item 4: deferred to May`: a noun and what was done with it, without a verb."""
    classes = line.classes
    words = [word for word in line.words if word[0].isalnum()]
    done = classes["undone_by"] | classes["voted_on"] | classes["chosen"]
    if len(words) == 1 or len(words) > scale("decision").whole("verbless_longest"):
        return False
    hindered = classes["pronoun"] | classes["be"] | classes["have"] | {"not", "never", "no", "by"}
    is_end = any(
        word in done and (at + 1 == len(words) or words[at + 1] in ("to", "until", "for", "as"))
        for at, word in enumerate(words)
        if at
    )
    return is_end and hindered.isdisjoint(words)


def _follows_yes(talk: Talk, line: Line) -> bool:
    """`Fine with me. Book the earlier flight.`: an order right after a yes of one's own."""
    is_order = line.has("seal_it", "policy", "deictic") or line.words[line.opening] in line.classes["ordering"]
    if not is_order or line.has("question"):
        return False
    own = next(before(talk, line, 0), None)
    return own is not None and own.has("assent", "goahead", "likes", "prefer")


def _unnamed(classes: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return classes["pronoun"] | classes["unnamed"] | {"who", "one", "everything", "and", "or"}


def _is_affirmed(talk: Talk, line: Line) -> bool:
    """`Yes. I'm running.` to `Are you going to run?`; `Not any more, we stopped it` to `Do you still …?`."""
    if talk.form is not Form.CHAT or not line.has("own_step"):
        return False
    opening = [line, *before(talk, line, 0)][-1]
    asked = question_before(talk, opening)
    return bool(asked and asked.has("your_plan") and opening.words[0] in ("yes", "no", "not"))


def _says_more(line: Line) -> bool:
    """Whether something follows what tells of the thinking."""
    end = max(end for _, end in line.hits["deliberated"])
    return not STOP_WORDS.union(("lot", "long", "hard", "again")).issuperset(
        word for word in line.words[end:] if word[0].isalnum()
    )
