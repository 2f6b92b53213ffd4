"""Reading a question: its words, the names it may hold, its time cues; no model."""

import calendar
import re
from dataclasses import dataclass

from graphmem.domain.errors import InvalidQuery
from graphmem.domain.text import clean, fold, name_key, record_key, stems, words
from graphmem.recall.when_words import HISTORY

SPAN_WORDS = 8
MAX_CHARS = 4_000
MAX_WORDS = 64

_FIRST_PERSON = frozenset({"i", "me", "my", "mine", "we", "our", "us"})
_HISTORY = re.compile(
    r"\b(originally|initially|previously|formerly|at first|used to|back then|earlier|before we|history of|"
    r"changed? (?:from|over)|superseded|replaced)\b",
    re.IGNORECASE,
)
_HISTORY_ELSEWHERE = re.compile(rf"\b(?:{HISTORY})")
_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})\b(?:\s+(\d{{4}}))?", re.IGNORECASE)
_RECORD = re.compile(r"\b(?:adr|record|decision|rfc|pep)[\s#_-]*0*(\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as the signals see it.

    stems       distinct, in order; the words the second hop has to cover
    keys        name keys of all spans of up to 8 words, and record numbers
    month, year the date cue; 0 when there is none
    """

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    keys: tuple[str, ...]
    month: int
    year: int
    is_first_person: bool
    asks_history: bool


def read_question(text: str) -> Question:
    """What can be read from `text`; raises InvalidQuery when it is blank or longer than 4,000 characters."""
    cleaned = clean(text).strip()
    if not cleaned:
        raise InvalidQuery("The question is empty.", hint="Ask in words, like: why did we choose Postgres?")
    if len(cleaned) > MAX_CHARS:
        raise InvalidQuery(
            f"The question has {len(cleaned)} characters, at most {MAX_CHARS} are read.", hint="Ask shorter."
        )
    found = words(cleaned)[:MAX_WORDS]
    month = _MONTH.search(cleaned)
    is_verb = month is not None and month.group(1) in {"may", "march"} and not month.group(2)
    return Question(
        text=cleaned,
        words=tuple(found),
        stems=tuple(dict.fromkeys(stems(cleaned)))[:MAX_WORDS],
        keys=tuple(dict.fromkeys((*_spans(cleaned), *_records(cleaned)))),
        month=_MONTHS[month.group(1).lower()] if month and not is_verb else 0,
        year=int(month.group(2) or 0) if month else 0,
        is_first_person=bool(_FIRST_PERSON & set(found)),
        asks_history=bool(_HISTORY.search(cleaned) or _HISTORY_ELSEWHERE.search(fold(cleaned))),
    )


def _spans(text: str) -> list[str]:
    tokens = [token.strip(".,;:!?\"'“”‘’()[]") for token in text.split()][:MAX_WORDS]
    tokens = [token for token in tokens if token]
    spans = {
        name_key(" ".join(tokens[start : start + size]))
        for start in range(len(tokens))
        for size in range(1, min(SPAN_WORDS, len(tokens) - start) + 1)
    }
    return sorted(span for span in spans if span)


def _records(text: str) -> list[str]:
    return [record_key(number) for number in _RECORD.findall(text)]
