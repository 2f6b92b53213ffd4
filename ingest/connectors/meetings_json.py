"""Meeting transcripts as JSON, one object with `meeting_transcripts` (QMSum): the talk alone, never its labels."""

import re
from collections.abc import Iterator

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped, SpeakerRole
from ingest.connector import Source
from ingest.frames import frame
from ingest.json_rows import Object, head_objects, objects, text_at, value_of
from ingest.tally import Tally
from ingest.windows import content_key, windows

_TALK = "meeting_transcripts"
_MARK = re.compile(r"\{[^}]*\}|\[[^\]]*\]")


class MeetingsJson:
    """Topics, questions and answers that stand beside the talk are labels of a test set, not memory."""

    name = "qmsum"

    def recognises(self, source: Source) -> float:
        """By the key that holds the talk."""
        return 0.97 if any(_TALK in found for found in head_objects(source)) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The meeting's windows, a part a turn."""
        tally = Tally(source.uri)
        value = value_of(source, tally)
        shared = frame(source, harness=self.name, kind=EpisodeKind.MEETING)
        turns = objects(value.get(_TALK)) if isinstance(value, dict) else []
        yield from windows(shared, ([part] for part in _parts(turns, tally)), tally)
        for label in value if isinstance(value, dict) else ():
            if label != _TALK:
                tally.leave_out(f"{label}: labels, not talk", 0)
        yield from tally.report()


def _parts(turns: list[Object], tally: Tally) -> Iterator[Part]:
    for position, turn in enumerate(turns):
        tally.read += 1
        speaker, text = text_at(turn, "speaker"), text_at(turn, "content").strip()
        if not text:
            tally.leave_out("turn without text", 0)
            continue
        yield Part(
            key=f"{position}-{content_key(speaker, text)}",
            text=text,
            speaker=speaker,
            role=SpeakerRole.PERSON,
            is_noise=not re.search(r"\w", _MARK.sub("", text)),
        )
