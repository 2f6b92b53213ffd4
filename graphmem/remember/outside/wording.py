"""How far an engine's own words and names may be believed: as far as they are in the text."""

import re

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.episodes import Episode
from graphmem.domain.text import fold, stems, words
from graphmem.remember.extract.gazetteer import words_of_name
from graphmem.remember.extract.people import People
from graphmem.remember.extract.reading import is_bot
from graphmem.remember.outside.quotes import readable

_DIGITS = re.compile(r"\d+")
KNOWN_SHARE = 0.6
"""At least this share of an engine's words must be the text's own (as stems); else the quote stands for the item."""


class Wording:
    """What the text of one episode can vouch for. shown: the text as the engine saw it, dates and times included."""

    def __init__(self, episode: Episode, shown: str) -> None:
        chunks = [chunk for _, chunk in readable(episode)]
        said = "\n".join((episode.title, shown, *(f"{chunk.speaker} {chunk.text}" for chunk in chunks)))
        self._stems = frozenset(stems(said))
        self._words = frozenset(words(said))
        self._numbers = frozenset(_DIGITS.findall(fold(said)))
        self._people = People()
        speakers = (c.speaker for c in chunks if c.role is not SpeakerRole.ASSISTANT and not is_bot(c.speaker))
        for name in (*episode.participants, *dict.fromkeys(speakers)):
            if name:
                self._people.add(name)

    def number(self, value: str) -> str:
        """`value` when every number in it is in the source, else ""."""
        return value if self._numbers.issuperset(_DIGITS.findall(fold(value))) else ""

    def vouches_for(self, text: str) -> bool:
        """Every number of `text` is in the source, and most of its words are."""
        if not self.number(text):
            return False
        own = set(stems(text))
        return bool(own) and len(own & self._stems) >= KNOWN_SHARE * len(own)

    def name(self, name: str) -> str:
        """`name` as the text has it, a first name made whole where one speaker bears it; "" when nobody says it."""
        folded = words(name)
        if not folded or not self._words.issuperset(folded):
            return ""
        return self._people.resolve(words_of_name(name)) or name
