"""Lists of people: `Present: Ada Miller (chair), Tom` and whatever else a text calls those who were there."""

import re
from collections.abc import Iterator

from graphmem.domain.text import fold
from graphmem.remember.extract.names import is_common
from graphmem.remember.extract.plain import plain
from graphmem.remember.extract.table import words_of, words_of_any

_LABELLED = re.compile(r"\s*[*_]*([^\W\d_](?:[^\W\d_]|[ -]){1,30}?)[*_]*\s*[:：][*_]*\s*(.+)", re.DOTALL)
_INNER_LABEL = re.compile(r"^[^\W\d_](?:[^\W\d_A-Z]|[ -]){1,30}:\s*")
_LABEL_REACH = 40
_REMARK = re.compile(r"\([^()]{0,80}\)")
_LIST = re.compile(r"\s*(?:[,;&\n]|\b(?:and|und|y|et|e)\b)\s*")
_LISTED_NAME = re.compile(
    r"@?([^\W\d_a-z][\w.'’-]{0,30}(?: (?:de |da |von |van |del )?[^\W\d_a-z][\w.'’-]{0,30}){0,3})(?:\s*[(<].{0,80})?"
)
_MOST_LABEL_WORDS = 4


def roll(text: str, *, is_frame: bool = False) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of the label and the names after it; nothing for a line that lists no people.

    is_frame  the line stands at the head of the text: any label will do there, when its list holds a known given name
    """
    labelled = _LABELLED.fullmatch(text) if ":" in text[:_LABEL_REACH] else None
    label = frozenset(fold(labelled.group(1)).split()) if labelled else frozenset[str]()
    if labelled is None or len(label) > _MOST_LABEL_WORDS:
        return frozenset(), ()
    if not words_of_any("people_labels").isdisjoint(label):
        return label, tuple(listed(labelled.group(2)))
    parts = [part for part in _LIST.split(_REMARK.sub("", labelled.group(2)).strip(" .")) if part]
    names = tuple(listed(labelled.group(2)))
    is_roll = is_frame and len(parts) > 1 and len(names) == len(parts) and words_of("no_labels").isdisjoint(label)
    return (label, names) if is_roll and any(map(_is_given, names)) else (frozenset(), ())


def listed(text: str) -> Iterator[str]:
    """The names in a list, without what brackets say of them."""
    for part in _LIST.split(_REMARK.sub("", text).strip(" .")):
        name = _LISTED_NAME.fullmatch(_INNER_LABEL.sub("", part.strip()))
        if name and name.group(1)[0].isupper() and not all(map(is_common, _words(name.group(1)))):
            yield name.group(1)


def _is_given(name: str) -> bool:
    words = _words(name)
    return words[0] in words_of("given_names") or words[0] in words_of("honorifics")


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for word in plain(name, 0, len(name), is_spoken=False).words if word[0].isalnum()) or (name,)
