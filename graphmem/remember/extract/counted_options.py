"""Options a record lists in its running text, and later calls by number: `Option 2 was discounted, as …`."""

import re
from collections.abc import Iterator, Sequence

from graphmem.domain.extraction import ExtractedOption
from graphmem.domain.statements import Outcome, Stance
from graphmem.remember.extract.grounds import option, reason
from graphmem.remember.extract.lines import Line, Talk, content
from graphmem.remember.extract.table import words_of

_KIND = "option|alternative|approach|way|method|choice|possibility|solution|proposal|idea"
_KINDS = "options|alternatives|approaches|ways|methods|choices|possibilities|solutions|proposals|ideas"
_LEADS = re.compile(rf"\b(?:{_KINDS})\b(?!.*\b(?:decided|chose|chosen)\b)", re.IGNORECASE)
_COUNTS = ("first", "second", "third", "fourth", "fifth")
_CALLED = re.compile(
    rf"\b(?:{_KIND}) #?(?P<mark>[1-9a-e])\b"
    rf"|\b(?P<count>{'|'.join(_COUNTS)}|last|final) (?:{_KIND}|one)\b",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:chosen|chose|decided|selected|picked|preferred|recommended|went with|going with|go with|opted|accepted)\b",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"\b(?:decided|chose|opted|voted)\s+(?:against|not)\b|\bnot (?:chosen|selected|accepted)\b", re.IGNORECASE
)
_AGAINST = ("fault", "cost", "rejected", "was_rejected", "rejecting", "because", "reason")
MOST_SHARED = 0.6
"""An option with more of its words in the decision's own sentence was taken."""


def calls_an_option(text: str) -> bool:
    """Whether these words only call an option by its number."""
    return bool(_CALLED.fullmatch(re.sub(r"^(?:the|our) ", "", text.strip(" .,:"), flags=re.IGNORECASE)))


def counted_options(talk: Talk, main: Line, lines: Sequence[Line], unsettled: bool) -> Iterator[ExtractedOption]:
    """The items of the first list led in as options, each with what is later said of it by its number.

    main       the decision's own sentence
    lines      the sentences of the record in their order
    unsettled  the record is only proposed: what was not taken is still open
    """
    items = _items(talk, lines)
    told = _told(lines, items)
    for number, item in enumerate(items):
        said = told.get(number, [])
        if _was_taken(item, said, main):
            yield option(talk, item, item.span, Outcome.CHOSEN)
            continue
        against = tuple(
            reason(talk, item, line.span, "nearby_confidence", Stance.AGAINST)
            for line in said
            if line.has(*_AGAINST) and line.words[0] not in words_of("praise") and not line.has("question", "colon")
        )
        yield option(talk, item, item.span, Outcome.OPEN if unsettled else Outcome.REJECTED, against)


def _items(talk: Talk, lines: Sequence[Line]) -> list[Line]:
    """The first sentences of the items of the first list of two or more whose lead-in speaks of options."""
    for lead in (line for line in lines if line.has("colon") and _LEADS.search(line.text)):
        items = [line for line in talk.lines if line.lead == lead.number and line.has("starts_item", "item")]
        firsts = [line for at, line in enumerate(items) if line.has("starts_item") or not at]
        if len(firsts) > 1:
            return firsts
    return []


def _told(lines: Sequence[Line], items: Sequence[Line]) -> dict[int, list[Line]]:
    """By the number of the item, the sentences about it: the one that calls it, and the rest of that paragraph."""
    told: dict[int, list[Line]] = {}
    called, turn = -1, -1
    for line in lines:
        if not items or line.number <= items[-1].number:
            continue
        found = _number(line.text, len(items))
        called = found if found >= 0 else called if line.turn == turn else -1
        turn = line.turn
        if 0 <= called < len(items):
            told.setdefault(called, []).append(line)
    return told


def _number(text: str, size: int) -> int:
    match = _CALLED.search(text)
    if match is None:
        return -1
    if mark := match["mark"]:
        return int(mark) - 1 if mark.isdigit() else ord(mark.casefold()) - ord("a")
    word = match["count"].casefold()
    return _COUNTS.index(word) if word in _COUNTS else size - 1


def _was_taken(item: Line, said: Sequence[Line], main: Line) -> bool:
    if any(_DROPPED.search(line.text) for line in said):
        return False
    own, decided = content(item.text), content(main.text)
    shared = len(own & decided) / len(own) if own else 0.0
    return shared > MOST_SHARED or any(line is main or _TAKEN.search(line.text) for line in said)
