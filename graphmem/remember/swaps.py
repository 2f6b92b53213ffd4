"""Sentences in which one thing takes another one's place, in whatever words."""

import re
from dataclasses import dataclass

MOST_IN_NAME = 6
_PRONOUN = re.compile(
    r"\b(?:i|you|he|she|it|we|they|them|him|her|this|that|these|those|one|something)\b", re.IGNORECASE
)
_WHO = r"(?:(?:we|i|they|the team|\w+)(?:'ve| have| has)? )?(?:just )?"
_PUT = r"(?:replaced?|swap(?:ped)?(?: out)?|exchanged?|substituted?|traded?(?: in)?|ditched|dropped|abandoned)"
_BEEN = r"(?:was|were|has been|have been|is|are|been|got) (?:replaced|superseded|succeeded|swapped out)"
_PLACED = r"(?:has |have )?(?:replace[sd]?|supersede[sd]?|succeed(?:s|ed)|displace[sd]?)"
_STEPPED = r"(?:takes|took|taken|steps in|stepped in) (?:over )?(?:for|from)"
_SWAPS = tuple(
    re.compile(f"^{pattern}$", re.IGNORECASE)
    for pattern in (
        rf"{_WHO}{_PUT} (?P<old>.+?) (?:with|by|for|in favou?r of) (?P<new>.+)",
        rf"(?P<old>.+?) {_BEEN} (?:with|by|for) (?P<new>.+)",
        rf"(?P<new>.+?) {_PLACED} (?P<old>.+)",
        r"(?P<old>.+?) (?:gave|made|gives|makes) way (?:to|for) (?P<new>.+)",
        rf"(?P<new>.+?) {_STEPPED} (?P<old>.+)",
        r"(?P<new>.+?) (?:takes|took) the place of (?P<old>.+)",
    )
)
_ABOUT = re.compile(r"\s+(?:as|for|in|on|to (?:build|run|host|store|send|serve|manage)) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """`new` takes the place of `old`; `about`: as what, where, for what."""

    new: str
    old: str
    about: str


def swap_of(text: str) -> Swap | None:
    """The swap a plain sentence tells of; None where it tells of none, or of things it only points at."""
    for pattern in _SWAPS:
        if match := pattern.match(text):
            (new, *of_new), (old, *of_old) = (_ABOUT.split(match.group(name)) for name in ("new", "old"))
            is_long = max(len(new.split()), len(old.split())) > MOST_IN_NAME
            if is_long or _PRONOUN.search(f"{new} {old}"):
                return None
            return Swap(new=new, old=old, about=" ".join((*of_new, *of_old)))
    return None
