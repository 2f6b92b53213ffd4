"""What an agent learnt, with quotes: checked against the stored text, and kept beside what the rules read."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.domain.engines import CaptureReport, Dropped, Enriched, Reading, engine_name
from graphmem.domain.errors import BadInput, InvalidQuery, NotFound
from graphmem.domain.rereading import Stored, Wanted
from graphmem.domain.scope import Reader
from graphmem.ports import Extractor, RereadingStore
from graphmem.remember.enrich import Enricher
from graphmem.remember.guard import masked
from graphmem.remember.outside.loose_json import parse
from graphmem.remember.outside.quotes import Locator
from graphmem.remember.outside.read import Trust, read
from graphmem.remember.outside.shape import KINDS, VERSION
from graphmem.remember.outside.wording import Wording

CAPTURE_CONFIDENCE = 0.8
MOST_EPISODES = 50
_NAMED = ("people", "topics")


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """What is handed over.

    extraction  JSON text in the shape of `outside.shape.SCHEMA`
    agent       the name of who hands it over
    episode     an id or handle; session, harness: a session as its harness knows it; uri: of a document.
                At least one of them is needed
    """

    extraction: str
    agent: str
    episode: str = ""
    session: str = ""
    harness: str = ""
    uri: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capturing:
    """Takes over extractions of agents."""

    store: RereadingStore
    enricher: Enricher
    rules: Extractor

    async def capture(self, capture: Capture, reader: Reader) -> CaptureReport:
        """What became of each item; the same again changes nothing, and further items add to the earlier ones.

        An item stands in the episode that holds its quote. One whose quote is in none is kept without evidence, in
        the last episode, and counted; secrets in what is handed over are masked. Raises NotFound when the
        conversation is not stored, BadInput when the extraction holds no object of the shape, InvalidQuery when it is
        not said what it was read from.
        """
        value, is_cut = _value(masked(capture.extraction))
        stored = await self._stored(capture, reader)
        trust = Trust(
            extractor=engine_name("capture", capture.agent, VERSION),
            confidence=CAPTURE_CONFIDENCE,
            keeps_unquoted=True,
        )
        dropped = [Dropped(kind="", what="", reason="the JSON breaks off here")] if is_cut else []
        kept, unquoted, enriched, touched = 0, 0, Enriched(), []
        for one, share in zip(stored, shared(value, stored), strict=True):
            if not share:
                continue
            reading = await self._read(one, share, trust)
            enriched += await self.enricher.enrich(one, reading, reader, replaces=False)
            kept += sum(len(getattr(reading.extraction, kind, ())) for kind in KINDS)
            unquoted += reading.unquoted
            dropped += reading.dropped
            touched.append(one.episode.id)
        return CaptureReport(
            episodes=tuple(touched),
            extractor=trust.extractor,
            kept=kept,
            unquoted=unquoted,
            enriched=enriched,
            dropped=tuple(dropped),
        )

    async def _read(self, stored: Stored, share: Mapping[str, Any], trust: Trust) -> Reading:
        known = await asyncio.to_thread(self.rules.extract, stored.episode)
        return read(share, stored.episode, trust, known=known.entities)

    async def _stored(self, capture: Capture, reader: Reader) -> list[Stored]:
        if not (capture.episode or capture.session or capture.uri):
            raise InvalidQuery(
                "It is not said what was read.", hint="Give the episode, the session, or the text it was read from."
            )
        if not capture.agent.strip():
            raise InvalidQuery("It is not said who read it.", hint="Give the agent's name.")
        wanted = Wanted(
            episode=capture.episode,
            session=capture.session,
            harness=capture.harness,
            uri=capture.uri,
            limit=MOST_EPISODES,
        )
        stored = await self.store.fetch_whole(reader, await self.store.find_wanted(reader, wanted))
        stored = [one for one in stored if one.episode.chunks]
        if not stored:
            raise NotFound(
                f"{capture.episode or capture.session or capture.uri} is not stored.",
                hint="Ingest the conversation first, or hand its text over together with what was learnt.",
            )
        return stored


def shared(value: Mapping[str, Any], stored: Sequence[Stored]) -> list[dict[str, Any]]:
    """The lists of `value` by episode: an item goes where its quote stands, or its name; the rest to the last one."""
    shares: list[dict[str, Any]] = [{} for _ in stored]
    locators = [Locator(one.episode) for one in stored]
    wordings = [Wording(one.episode, "") for one in stored]
    for key, given in value.items():
        if key not in KINDS:
            shares[-1][key] = given
            continue
        for item in given if isinstance(given, list) else [given]:
            if key in _NAMED:
                places = [n for n, wording in enumerate(wordings) if wording.name(_word(item, "name"))]
            else:
                quote = _word(item, "quote") or _word(item, "text")
                places = [n for n, locator in enumerate(locators) if locator.find(quote)][-1:]
            for place in places or [-1]:
                shares[place].setdefault(key, []).append(item)
    return shares


def _word(item: Any, key: str) -> str:
    found = item.get(key) if isinstance(item, Mapping) else item
    return found if isinstance(found, str) else ""


def _value(text: str) -> tuple[Mapping[str, Any], bool]:
    loose = parse(text, (*KINDS, "summary"))
    if loose.value is None:
        raise BadInput(
            "The extraction holds no JSON object of the shape.",
            hint=f'Send {{"decisions": [{{"text": "…", "quote": "…"}}], …}} with any of {", ".join(KINDS)}.',
        )
    return loose.value, loose.is_cut
