"""Preferences: how a speaker, or a person named, wants things."""

from collections.abc import Container, Iterator

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.extraction import ExtractedPreference
from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.table import ENGLISH, confidence, scale


def find_preferences(talk: Talk, cast: Cast, taken: Container[int]) -> Iterator[tuple[Line, ExtractedPreference]]:
    """Preferences in order; never an assistant's, never a line whose number is in `taken`."""
    threshold = scale("preference").numbers["threshold"]
    for line in talk.lines:
        if line.number in taken or line.role is SpeakerRole.ASSISTANT or line.has("backchannel", "code"):
            continue
        points, holder = max(_readings(cast, line, line.speaker or talk.author), default=(0.0, ""))
        if points >= threshold:
            yield (
                line,
                ExtractedPreference(
                    text=talk.slice(line.span),
                    span=line.span,
                    confidence=confidence(points, threshold),
                    holder=holder,
                ),
            )


def _readings(cast: Cast, line: Line, speaker: str) -> Iterator[tuple[float, str]]:
    """Points and holder of each cue in the line; what weakens a cue counts in its own clause only."""
    numbers = scale("preference")
    for flag in numbers.words["cues"] & line.flags:
        for hit in line.hits[flag]:
            holder, cue = _holder(cast, line, flag, hit, speaker)
            is_known = holder or (cue in numbers.words["of_writer"] and not line.speaker)
            if is_known and _is_meant(line, flag, hit):
                weakened = numbers.total(line.flags_by(hit) & numbers.words["weakened_by"])
                yield numbers.points[cue] + weakened, holder


def _holder(cast: Cast, line: Line, flag: str, hit: Hit, speaker: str) -> tuple[str, str]:
    """Whose preference the cue tells, and the name of its points; ("", …) when it is nobody's we know.

    Who writes a note in the first person holds it even when nobody knows the name.
    """
    if flag != "prefer":
        return speaker, flag
    first_person = line.classes["first_person"]
    if not first_person.isdisjoint(line.words[hit[0] : hit[1]]) or _nearest_pronoun(line, hit[0]) in first_person:
        return speaker, "prefer_first"
    named = cast.people_in(line, line.part(0, hit[0] - 1)) if hit[0] else ()
    return (named[-1] if named else ""), "prefer_named"


def _nearest_pronoun(line: Line, verb: int) -> str:
    """The nearest pronoun before the verb; "" when a name or, in English, a noun stands closer."""
    for word in reversed(line.words[:verb]):
        if word in line.classes["pronoun"]:
            return word
        if (
            line.language == ENGLISH
            and word not in STOP_WORDS
            and word not in line.classes["adverbs"]
            and word[0].isalpha()
        ):
            return ""
    return ""


def _is_meant(line: Line, flag: str, hit: Hit) -> bool:
    """`should` needs a quality after it, `likes` no `looks like`."""
    match flag:
        case "mustbe":
            reach = scale("preference").whole("quality_reach")
            return not line.classes["quality"].isdisjoint(line.words[hit[1] : hit[1] + reach])
        case "likes":
            return not line.has("notlike")
        case _:
            return True
