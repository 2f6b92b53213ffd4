"""Masks: what was found in a text is replaced by its kind, every other character stays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote

from graphmem.domain.findings import Finding, FindingKind
from graphmem.remember.guard import assigned, personal
from graphmem.remember.guard.disguise import lines_before, replaced
from graphmem.remember.guard.personal import find_personal
from graphmem.remember.guard.secrets import find_secrets

_REPEATED_LENGTH = 6
_BEGUN_LENGTH = 5
"""So much of a known value at the end of a text is that value, cut off."""
_CLIPPED_LENGTH = 400
"""No text that a connector clips is longer."""
_TELLING_LENGTH = 8
"""From so many letters on even a word's beginning can only be that value's."""

Spot = tuple[int, int, str, FindingKind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A text that may be stored.

    findings   what stood in it; places inside the text only
    values     the masked characters with their labels: for this run's eyes, never to be stored or shown
    is_open    a private key began in it and did not end
    """

    text: str
    findings: tuple[Finding, ...] = ()
    values: Mapping[str, tuple[str, FindingKind]] | None = None
    is_open: bool = False


def mask(text: str, *, is_open: bool = False) -> Masked:
    """`text` with every secret as `[secret:aws-key]` and every checked personal number as `[personal:iban]`.

    is_open  the text before it ended inside a private key
    """
    secrets = find_secrets(text, is_open=is_open)
    spots: list[Spot] = [(start, end, label, FindingKind.SECRET) for start, end, label in secrets.found]
    numbers = find_personal(text)
    spots += [(start, end, label, FindingKind.PERSONAL) for start, end, label in numbers if _is_free(spots, start, end)]
    if not spots:
        return Masked(text=text, is_open=secrets.is_open)
    return _masked(text, sorted(spots), is_open=secrets.is_open)


def mask_after(context: str, text: str, *, is_open: bool = False) -> Masked:
    """`mask`, where `context` stood before the text in its source: a speaker that is a key, a heading, a question."""
    word = assigned.announced(context) or personal.announced(context)
    if not word:
        return mask(text, is_open=is_open)
    lead = f"{word}: "
    done = mask(lead + text, is_open=is_open)
    return replace(done, text=done.text[len(lead) :]) if done.text.startswith(lead) else mask(text, is_open=is_open)


def masked(text: str) -> str:
    """`text` as a log, an error or a report may show it."""
    return mask(text).text


def masked_source(name: str) -> str:
    """A path or an address as a report may show it; its escapes are read, and stay when nothing was found."""
    shown = unquote(name)
    done = mask(shown)
    return done.text if done.findings else masked(name)


def mask_known(text: str, known: Mapping[str, tuple[str, FindingKind]]) -> Masked:
    """`text` without the values that were found elsewhere: a password said once with its name and then without."""
    spots: list[Spot] = []
    for value, (label, kind) in sorted(known.items(), key=lambda item: -len(item[0])):
        start = text.find(value)
        while start >= 0:
            end = start + len(value)
            if _is_free(spots, start, end):
                spots.append((start, end, label, kind))
            start = text.find(value, end)
        spots += [(start, end, label, kind) for start, end in _begun(text, value) if _is_free(spots, start, end)]
    return _masked(text, sorted(spots)) if spots else Masked(text=text)


def worth_knowing(value: str) -> bool:
    """Whether other places that say the same can only mean it: no word, and not short."""
    return len(value) >= _REPEATED_LENGTH and not value.isalpha() and "\n" not in value


def _begun(text: str, value: str) -> Iterable[tuple[int, int]]:
    """The beginning of a value where a text was cut off."""
    shown = text.rstrip("…. ")
    for length in range(min(len(value) - 1, len(shown), _CLIPPED_LENGTH), _BEGUN_LENGTH - 1, -1):
        if shown.endswith(value[:length]) and (length >= _TELLING_LENGTH or not value[:length].isalpha()):
            return [(len(shown) - length, len(shown))]
    return []


def _is_free(spots: Iterable[Spot], start: int, end: int) -> bool:
    return all(end <= left or start >= right for left, right, _, _ in spots)


def _masked(text: str, spots: list[Spot], *, is_open: bool = False) -> Masked:
    return Masked(
        text=replaced(text, ((start, end, f"[{kind.value}:{label}]") for start, end, label, kind in spots)),
        findings=tuple(
            Finding(kind=kind, label=label, line=lines_before(text, start)) for start, _, label, kind in spots
        ),
        values={text[start:end]: (label, kind) for start, end, label, kind in spots},
        is_open=is_open,
    )
