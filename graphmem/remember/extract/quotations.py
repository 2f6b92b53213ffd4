"""What stands between quotation marks: somebody's words, not the speaker's."""

from collections.abc import Iterator, Sequence

from graphmem.remember.extract.table import scale

_MARKS = frozenset('"“”„«»')


def quotations(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Half-open ranges of words between quotation marks, long enough to be somebody's words and not a name."""
    shortest, opened = scale("read").whole("shortest_quotation_words"), -1
    for at, word in enumerate(words):
        if word not in _MARKS:
            continue
        if opened < 0 and word != "”":
            opened = at
        elif opened >= 0:
            if at - opened > shortest:
                yield opened, at
            opened = -1
    if opened >= 0 and words[opened] == "“":
        yield opened, len(words)
