"""Passages and sayings for tests of why."""

from graphmem.domain.answers import Quote, StatementFace
from graphmem.domain.candidates import Passage
from graphmem.recall.sayings import Saying, read_sayings


def passage(text: str, position: int = 0, **values: object) -> Passage:
    speaker = str(values.pop("speaker", ""))
    episode = str(values.pop("episode_id", "e"))
    defaults: dict[str, object] = {
        "section": "",
        "is_spoken": bool(speaker),
        "is_noise": False,
        "main_decision": "",
        "statements": (),
    }
    quote = Quote(
        text=text, chunk_id=f"{episode}{position}", start=0, end=len(text), speaker=speaker, source=f"file:///{episode}"
    )
    return Passage(quote=quote, episode_id=episode, position=position, **(defaults | values))  # type: ignore[arg-type]


def read(*passages: Passage, asked: tuple[str, ...] = (), **shares: float) -> list[Saying]:
    return read_sayings(passages, shares, asked)


def face(whole: Passage, words: str, kind: str, extractor: str = "rules@1") -> StatementFace:
    start = whole.quote.text.index(words)
    return StatementFace(
        id=words,
        handle="",
        kind=kind,
        text=words,
        standing="",
        confidence=1.0,
        quote=whole.quote.cut(start, start + len(words)),
        extractor=extractor,
    )
