"""Clauses that can be facts: a subject, a verb and an object between two marks, or a label and what it stands for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Line
from graphmem.remember.extract.quotations import quotations
from graphmem.remember.extract.table import scale, words_of

_PAST = re.compile(r"[a-z-]{3,}ed")
_MARKS = frozenset({",", ";", ":", "—", "–", "(", ")"})
_EQUALS = (":", "=")
_FINITE = frozenset({"is", "are", "was", "were", "has", "have", "had", "will", "can", "must"})
_SPEAKERS = (("i",), ("we",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Word ranges of a line: subject [start, stop), verb [verb, object), object [object, end).

    Between subject and verb there are adverbs at most. Of a label the verb is its colon.
    """

    start: int
    stop: int
    verb: int
    object: int
    end: int

    def subject_of(self, line: Line) -> tuple[str, ...]:
        """The words of the subject."""
        return line.words[self.start : self.stop]

    def is_label(self, line: Line) -> bool:
        """`Owner: Ada`, `limit = 5`, `set the limit to 5`."""
        return line.words[self.verb] in _EQUALS or (line.words[self.verb] == "to" and self.object == self.verb + 1)


def clauses(line: Line, cast: Cast) -> Iterator[Clause]:
    """The clauses of the line in order; nothing of what stands between quotation marks."""
    named, quoted = cast.words_named_in(line), list(quotations(line.words))
    for stated in (_label(line), _setting(line)):
        if stated:
            yield stated
    start = 0
    for end in (*(at for at, word in enumerate(line.words) if word in _MARKS), len(line.words)):
        clause = _clause(line, start, end, named)
        if clause and not any(left <= clause.start < right for left, right in quoted):
            yield clause
        start = end + 1


def _label(line: Line) -> Clause | None:
    """`Price: 49 Euros`: a few words that name something, a colon, and a few more."""
    numbers = scale("fact")
    at = next((at for at, word in enumerate(line.words[: numbers.whole("label_words") + 1]) if word in _EQUALS), 0)
    end = len(line.words)
    while end > at and not line.words[end - 1][0].isalnum():
        end -= 1
    label = line.words[:at]
    is_name = bool(label) and all(word[0].isalnum() or word == "-" for word in label)
    if not is_name or not 0 < end - at - 1 <= numbers.whole("object_words"):
        return None
    if (
        not (words_of("no_labels") | line.classes["person_said"]).isdisjoint(label)
        or label[0] in line.classes["questioning"]
    ):
        return None
    if not line.classes["subject_breaks"].isdisjoint(label) or not _is_content(label[-1]):
        return None
    return Clause(start=0, stop=at, verb=at, object=at + 1, end=end)


def _setting(line: Line) -> Clause | None:
    """`Set the log level to debug`: what somebody orders a value to be."""
    words, first = line.words, line.opening
    if words[first] not in line.classes["setting"] or "to" not in words[first + 2 : first + 8]:
        return None
    at = words.index("to", first + 2)
    end = next((n for n in range(at + 1, len(words)) if words[n] in _MARKS or not words[n][0].isalnum()), len(words))
    is_value = 0 < end - at - 1 <= scale("fact").whole("setting_words") and _is_content(words[at - 1])
    return Clause(start=first + 1, stop=at, verb=at, object=at + 1, end=end) if is_value else None


def _clause(line: Line, start: int, end: int, named: frozenset[int]) -> Clause | None:
    while start < end and line.words[start] in line.classes["clause_starts"]:
        start += 1
    while end > start and (not line.words[end - 1][0].isalnum() or line.words[end - 1] in line.classes["trailing"]):
        end -= 1
    numbers = scale("fact")
    if start < end and line.words[start] in line.classes["verbs"]:
        return None
    furthest = min(end - 1, start + numbers.whole("subject_words") + 2)
    verb = next((at for at in range(start + 1, furthest) if at not in named and _is_verb(line, start, at)), -1)
    stop = _stop(line, start, verb)
    if verb < 0 or not _is_subject(line, start, stop):
        return None
    first = verb + 1
    while first < end and line.words[first] in line.classes["verb_parts"]:
        first += 1
    first += line.words[verb] in line.classes["helpers"] and first < end - 1
    end = _object_end(line, first, min(end, first + numbers.whole("object_words")))
    return Clause(start=start, stop=stop, verb=verb, object=first, end=end) if first < end else None


def _object_end(line: Line, first: int, end: int) -> int:
    """Where another clause begins: at `because`, at `and she works …`."""
    ends, openers = line.classes["object_ends"], line.classes["pronoun"] | line.classes["verbs"]
    for at in range(first + 1, end):
        word, after = line.words[at], line.words[at + 1] if at + 1 < end else ""
        if word in ends or (word == "and" and after in openers | line.classes["habits"]):
            return at
    return end


def _stop(line: Line, start: int, verb: int) -> int:
    """The end of the subject: adverbs before the verb are none of it."""
    stop = verb
    while stop - 1 > start and line.words[stop - 1] in line.classes["adverbs"]:
        stop -= 1
    return stop


def _is_verb(line: Line, start: int, at: int) -> bool:
    """A form of a listed verb, a word in -ed after a noun, or whatever follows `we`."""
    word, before = line.words[at], line.words[at - 1]
    after = line.words[at + 1] if at + 1 < len(line.words) else ""
    if word in line.classes["adverbs"] or (after in _FINITE and word not in _FINITE):
        return False
    if word == "'s":
        return (
            at - start > 0
            and before not in STOP_WORDS
            and (after in line.classes["after_is"] or bool(_PAST.fullmatch(after)))
        )
    if word in line.classes["verbs"]:
        return not (before in STOP_WORDS and at - start == 1 and before not in line.classes["pronoun"])
    if _PAST.fullmatch(word) and word not in line.classes["numerals"]:
        return before not in STOP_WORDS or line.words[start : _stop(line, start, at)] in _SPEAKERS
    return line.words[start] == "we" and _stop(line, start, at) == start + 1 and _is_content(word)


def _is_content(word: str) -> bool:
    return word not in STOP_WORDS and word[0].isalnum()


def _is_subject(line: Line, start: int, stop: int) -> bool:
    words = line.words[start:stop]
    if not words or len(words) > scale("fact").whole("subject_words"):
        return False
    if words in _SPEAKERS or (len(words) == 1 and words[0] in line.classes["pointing"]):
        return True
    if words[0] in line.classes["questioning"] and words[0] not in line.classes["determining"]:
        return False
    if not line.classes["subject_breaks"].isdisjoint(words) or words[-1] in STOP_WORDS:
        return False
    return any(map(_is_content, words))
