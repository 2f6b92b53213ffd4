"""The forms in which chats are written as text, and the choice of the one that a text is written in."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from ingest.moments import CLOCK, DAY, MONTH, ZONE
from ingest.speakers import ROLE_WORDS


class Trust(IntEnum):
    """How far a form gives itself away: forms of a higher trust are tried first."""

    LABEL = 1
    MARKED = 2
    TIMED = 3
    ROLE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One way to begin a message.

    opening     matches the line that begins a message: groups who, text, and when if it bears a time
    service     matches a line of the harness itself (a join, a notice); None = there are none
    needs_echo  two speakers must come twice before the form is believed
    """

    name: str
    opening: re.Pattern[str]
    trust: Trust
    service: re.Pattern[str] | None = None
    needs_echo: bool = False


_WHEN = rf"(?P<when>(?:{DAY}(?:,|T|\s+at)?\s*)?{CLOCK}{ZONE}?)"
_DATED = rf"(?P<when>{DAY}(?:,|T|\s+at)?\s*{CLOCK}{ZONE}?)"
_WHO = r"(?P<who>[^:\n]{1,60}?)"
_PLAIN_WHO = r"(?P<who>[^\W\d_][^:,*|<>\[\](){}\n]{0,50}?)"
_TEXT = r"(?P<text>.*)$"
_BULLET = r"(?:[-*+]\s+)?"
_NEAR = r"(?:(?:Today|Yesterday) at )?"
_HANDLE = r"[^\W\d_][\w.-]{0,38}"
_POSTED = "(?:commented|replied|answered|wrote|asked|posted|opened|closed|reopened|reviewed|merged|said)(?: this)?"
_AGO = r"\b(?:\d{1,3}|an?) (?:minute|hour|day|week|month|year)s? ago|yesterday|today"
_DAY_OF_YEAR = rf"(?i:\b(?:\d{{1,2}}\.?\s{MONTH}|{MONTH}\s\d{{1,2}})\b)"
_ROLES = "|".join(sorted(ROLE_WORDS))


def _form(name: str, opening: str, trust: Trust, *, service: str = "", needs_echo: bool = False) -> Form:
    return Form(
        name=name,
        opening=re.compile(r"\u200e?" + opening),
        trust=trust,
        service=re.compile(service) if service else None,
        needs_echo=needs_echo,
    )


FORMS: Sequence[Form] = (
    _form("role", rf"(?i:(?P<who>user|human|assistant|system|\[tool\]))(?::|(?<=\])\s)\s*{_TEXT}", Trust.ROLE),
    _form("heading", rf"#{{1,6}}\s+\**(?i:(?P<who>{_ROLES}))\**:?(?:\s+\(?{_WHEN}\)?)?\s*(?P<text>)$", Trust.ROLE),
    _form(
        "bold-role",
        rf"\*\*(?i:(?P<who>{_ROLES}))\*\*\s*(?P<text>)$",
        Trust.ROLE,
        service=r"-{3,}\s*$",
    ),
    _form("matrix", rf"\[{_WHEN}\]\s+@(?P<who>[^:\s]+):[^\s:]+:\s?{_TEXT}", Trust.TIMED),
    _form(
        "nick",
        rf"(?:\[?{_WHEN}\]?\s+)<\s?[@+%~&]?(?P<who>[^\s<>]{{1,40}})>\s{_TEXT}",
        Trust.TIMED,
        service=rf"\[?{CLOCK}\]?\s+(?:-!-|\*|-->|<--|---?)\s",
    ),
    _form("bracket", rf"\[{_WHEN}\]\s+\u200e?{_WHO}:\s?{_TEXT}", Trust.TIMED, service=rf"\u200e?\[(?:{DAY}|{CLOCK})"),
    _form("round", rf"\({_WHEN}\)\s+{_WHO}:\s?{_TEXT}", Trust.TIMED),
    _form("dash", rf"{_DATED}\s+[-–]\s+{_WHO}:\s?{_TEXT}", Trust.TIMED, service=rf"\u200e?{DAY},?\s+{CLOCK}\s+[-–]\s"),
    _form("bold-bracket", rf"{_BULLET}\*\*\[{_WHEN}\]\s*(?P<who>[^*\n]{{1,60}}?):\*\*\s*{_TEXT}", Trust.TIMED),
    _form("bold-paren", rf"{_BULLET}\*\*(?P<who>[^*\n]{{1,60}}?):?\*\*:?\s*\({_WHEN}\):?\s*{_TEXT}", Trust.TIMED),
    _form("bold-dash", rf"{_BULLET}\*\*(?P<who>[^*\n]{{1,60}}?)\*\*\s+{_WHEN}\s+[-–—]\s*{_TEXT}", Trust.TIMED),
    _form("paren", rf"(?P<who>[^\W\d_][^\n:()*]{{0,60}}?)\s+[(\[]{_WHEN}[)\]]:\s?{_TEXT}", Trust.TIMED),
    _form("comma", rf"(?P<who>[^\W\d_][^\n:,*]{{0,60}}?),\s+{_WHEN}:\s?{_TEXT}", Trust.TIMED),
    _form("zoom", rf"{_WHEN}\s+From\s+(?P<who>[^:\n]+?)(?:\s+to\s+[^:\n]+?)?\s*:\s?{_TEXT}", Trust.TIMED),
    _form("stamp", rf"{_WHEN}\s+[-–]?\s*{_PLAIN_WHO}:\s{_TEXT}", Trust.TIMED),
    _form(
        "name-over",
        rf"\[?{_PLAIN_WHO}\]?\s+(?:[-–—]\s+)?{_NEAR}\[?{_WHEN}\]?\s*(?P<text>)$",
        Trust.TIMED,
        needs_echo=True,
    ),
    _form(
        "thread",
        rf"(?:#{{1,6}}\s+|[-*]\s+)?\**@?(?P<who>{_HANDLE})\**(?:\s[(\[][^()\[\]\n]{{1,30}}[)\]])?,?\s+"
        rf"(?:(?:[·•|—–-]|{_POSTED})\s.{{0,20}}?(?:{DAY}|{_DAY_OF_YEAR}|{_AGO})[\w\s,:]{{0,20}}|{_POSTED}:?)(?P<text>)$",
        Trust.TIMED,
    ),
    _form("bare-nick", r"<\s?[@+%~&]?(?P<who>[^\s<>/!?]{1,40})>\s(?P<text>(?!.*</).*)$", Trust.MARKED),
    _form("bold", rf"{_BULLET}\*\*(?P<who>[^*\n:]{{1,60}}?)(?::\*\*|\*\*:)\s*{_TEXT}", Trust.MARKED),
    _form("label", rf"@?{_PLAIN_WHO}(?:\s(?:\([^)\n]{{1,40}}\)|\[[^]\n]{{1,40}}\]))?:\s+(?P<text>\S.*)$", Trust.LABEL),
    _form("transcript", r"(?P<who>[QA])\.\s+(?P<text>\S.*)$", Trust.LABEL, needs_echo=True),
)

_NO_NAMES = frozenset(
    """note notes action actions action items decision decisions agenda present update updates reminder status question
    questions answer result results from to cc bcc subject date time sent reply-to attendees participants goal goals
    purpose topic topics summary next steps warning error info debug tip example examples usage todo fixme important
    caution hint name title version author authors description type id key value url http https source license email
    phone address age category tags price total step case default return input output see also background context
    problem solution conclusion ingredients instructions where when why what how file path location deadline due owner
    priority references link links pros cons options option risk risks wrote trace fatal critical""".split()
)
_NO_NAME_PHRASES = frozenset({"action items", "next steps", "see also", "open questions", "follow up", "key points"})
_MOST_WORDS = 5
_SPOKEN = re.compile(
    r"[.?!…]['\"”)]?\s*$|\b(?:i|i'm|i'll|you|we|we'll|me|it's|that's|hi|hey|hello|thanks|yes|no|ok|okay|lol)\b",
    re.IGNORECASE,
)
_ENOUGH = 2
_ECHOES = 4
_HALF = 0.5


def opening_of(form: Form, line: str) -> re.Match[str] | None:
    """How `line` begins a message in this form, None when it does not."""
    found = form.opening.match(line)
    return found if found and (form.trust is Trust.ROLE or is_name(name_in(found))) else None


def name_in(opening: re.Match[str]) -> str:
    """The speaker's name without icons and marks around it."""
    return re.sub(r"^[^\w+@\[]+|[^\w.)\]]+$", "", opening["who"].strip().strip("*_~ ")).removeprefix("@")


def is_name(label: str) -> bool:
    """Whether a label may be a speaker's: short, and none of the words that head a line of notes."""
    words = label.lower().split()
    if not words or len(words) > _MOST_WORDS or label.lower() in _NO_NAME_PHRASES:
        return False
    return words[0] not in _NO_NAMES or not (len(words) == 1 or words[1].isdigit())


def choose_form(lines: Sequence[str]) -> Form | None:
    """The form that most lines are written in, None when no form is believed.

    Forms of the highest trust that is believed win over any of a lower one.
    """
    filled = [line for line in lines if line.strip()]
    for trust in sorted(Trust, reverse=True):
        counted = [(form, _openings(form, filled)) for form in FORMS if form.trust is trust]
        form, found = max(counted, key=lambda pair: len(pair[1]))
        if _is_believed(form, found, len(filled)):
            return form
    return None


def likeliest_form(lines: Sequence[str]) -> Form | None:
    """The form that most lines are written in, however few they are; None when no line begins a message."""
    counted = [(len(_openings(form, lines)), form.trust, form) for form in FORMS]
    count, _, form = max(counted, key=lambda one: one[:2])
    return form if count else None


def _openings(form: Form, lines: Sequence[str]) -> list[re.Match[str]]:
    return [found for line in lines if (found := opening_of(form, line))]


def _is_believed(form: Form, found: Sequence[re.Match[str]], filled: int) -> bool:
    names = Counter(name_in(opening) for opening in found)
    echoes = [count for count in names.values() if count > 1]
    is_talk_of_two = len(echoes) >= _ENOUGH and sum(echoes) >= _ECHOES
    covers_half = len(found) >= filled * _HALF
    if len(found) < _ENOUGH:
        return False
    if form.trust is Trust.ROLE:
        return len(names) >= _ENOUGH
    if form.trust is Trust.TIMED:
        return is_talk_of_two if form.needs_echo else covers_half or bool(echoes)
    if is_talk_of_two or (covers_half and echoes):
        return True
    spoken = sum(bool(_SPOKEN.search(opening["text"])) for opening in found)
    headed = sum(map(_is_headline, names))
    is_round = len(names) >= _ENOUGH and headed < len(names) * _HALF
    return covers_half and is_round and spoken >= len(found) * _HALF


def _is_headline(name: str) -> bool:
    """A capital first and a small letter last, as `Close calendar`: no name."""
    return name[:1].isupper() and name.rsplit(maxsplit=1)[-1][:1].islower()
