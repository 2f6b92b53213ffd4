"""What the words of a sentence say about its part in a decision: nine classes of cues, each a score in 0 to 1."""

import re
import tomllib
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

HIT = 0.55
"""What one hit of full weight is worth; further hits add up as 1 - Π(1 - 0.55 · weight) (why-algorithm.md §3)."""
MOST_HITS = 3


class Cue(StrEnum):
    """What a sentence may do in a discussion."""

    DECISION = "decision"
    REASON = "reason"
    OPTION = "option"
    REJECT = "reject"
    OBJECT = "object"
    SUPERSEDE = "supersede"
    DEPEND = "depend"
    SUPPORT = "support"
    TRIGGER = "trigger"


_TABLE = tomllib.loads(files(__package__).joinpath("cues.toml").read_text(encoding="utf-8"))
_PATTERNS = {
    cue: tuple(
        (group["weight"], re.compile(rf"(?<!\w)(?:{'|'.join(group['words'])})(?!\w)", re.IGNORECASE))
        for group in _TABLE[cue]
    )
    for cue in Cue
}
_MARKS = re.compile(r"^(?:\s|[.,]|\{[a-z]+\})+")
_YES = re.compile(
    r"(?:(?:um|uh|well|oh|okay|so|no),?\s+)*(?:yeah|yep|yes|okay|ok|sure|agreed|exactly|right|absolutely|definitely|perfect|fine|"
    r"that's (?:fine|good|right|true|it)|sounds good|good idea|i agree|makes sense|\+1|👍|confirmed|great|"
    r"ja|genau|einverstanden|sí|vale|oui|d'accord|sim|certo)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def cues(text: str) -> dict[Cue, float]:
    """By class, how strongly its cues stand in the text; a class without any is absent."""
    plain = text.replace("’", "'")
    return {cue: score for cue in Cue if (score := _score(cue, plain))}


def says_yes(text: str) -> bool:
    """Whether it begins with a yes."""
    return bool(_YES.match(_MARKS.sub("", text)))


def _score(cue: Cue, text: str) -> float:
    doubt = 1.0
    for weight, pattern in _PATTERNS[cue]:
        for number, _ in enumerate(pattern.finditer(text), start=1):
            doubt *= 1 - HIT * weight
            if number == MOST_HITS:
                break
    return 1 - doubt
