"""Question sets over conversations and meetings: each conversation is a corpus of its own, each turn a unit."""

import json
import lzma
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from dateutil import parser as dates

from graphmem.bench.retrieval.sets import Asked, Corpus, RetrievalSet, read_rows
from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.errors import UnreadableSource
from ingest.tally import Tally
from ingest.windows import windows

LOCOMO_TUNED = 3
BEAM_TUNED = 6
_TURN = re.compile(r"D\d+:\d+")
_LOCOMO_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
_BEAM_MARK = re.compile(r"\s*->->\s*[\d,]+\s*$")
_SECOND = timedelta(seconds=1)


def locomo(folder: Path, *, is_tuned: bool = False) -> RetrievalSet:
    """LoCoMo: turns as evidence; the adversarial category has none and is left out."""
    rows = read_rows(folder / "locomo10.json.xz")
    chosen = rows[:LOCOMO_TUNED] if is_tuned else rows[LOCOMO_TUNED:]
    corpora = tuple(map(_locomo_dialogue, chosen))
    name = "locomo-tune" if is_tuned else "locomo"
    return RetrievalSet(name=name, unit="turn", depths=(10, 5), is_tuned=is_tuned, corpora=corpora)


def _locomo_dialogue(row: dict[str, Any]) -> Corpus:
    name, talk = row["sample_id"], row["conversation"]
    sessions = [key for key in talk if re.fullmatch(r"session_\d+", key)]
    documents = [
        document
        for key in sessions
        for document in _session(
            name, key, _locomo_parts(talk[key], talk[f"{key}_date_time"]), EpisodeKind.CONVERSATION
        )
    ]
    known = {part.key for document in documents for part in document.parts}
    questions = (
        Asked(id=f"{name}-{number}", text=str(one["question"]), gold=gold & known, kind=_LOCOMO_KINDS[one["category"]])
        for number, one in enumerate(row["qa"])
        if one["category"] in _LOCOMO_KINDS
        and (gold := frozenset(_TURN.findall(" ".join(one.get("evidence") or ()))))
        and gold & known
    )
    return Corpus(name=name, documents=tuple(documents), questions=tuple(questions))


def _locomo_parts(turns: Sequence[dict[str, Any]], said_at: str) -> Iterator[Part]:
    start = dates.parse(said_at.replace(" on ", " ")).replace(tzinfo=UTC)
    for number, turn in enumerate(turns):
        picture = f" [picture: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
        yield Part(
            key=turn["dia_id"],
            text=f"{turn['text']}{picture}",
            speaker=turn["speaker"],
            role=SpeakerRole.PERSON,
            at=start + number * _SECOND,
        )


def beam(folder: Path, *, is_tuned: bool = False) -> RetrievalSet:
    """BEAM: messages of a long chat with an assistant; questions without a source are left out."""
    files = _members(folder / "beam-100k.tar.xz")
    chats = sorted({int(name.split("/")[2]) for name in files})
    chosen = chats[:BEAM_TUNED] if is_tuned else chats[BEAM_TUNED:]
    corpora = tuple(_beam_chat(number, files) for number in chosen)
    name = "beam-tune" if is_tuned else "beam"
    return RetrievalSet(name=name, unit="message", depths=(10,), is_tuned=is_tuned, corpora=corpora)


def _beam_chat(number: int, files: dict[str, bytes]) -> Corpus:
    chat = json.loads(files[f"beam/100K/{number}/chat.json"])
    probes = json.loads(files[f"beam/100K/{number}/probing_questions/probing_questions.json"])
    name = f"beam-{number}"
    documents = [
        document
        for batch in chat
        for document in _session(
            name, f"batch-{batch['batch_number']}", _beam_parts(batch["turns"]), EpisodeKind.CONVERSATION
        )
    ]
    known = {part.key for document in documents for part in document.parts}
    questions = tuple(
        Asked(id=f"{name}-{kind}-{place}", text=probe["question"], gold=gold & known, kind=kind)
        for kind, asked in probes.items()
        for place, probe in enumerate(asked)
        if (gold := frozenset(map(str, _numbers(probe.get("source_chat_ids"))))) & known
    )
    return Corpus(name=name, documents=tuple(documents), questions=questions)


def _beam_parts(turns: Sequence[Sequence[dict[str, Any]]]) -> Iterator[Part]:
    moment: datetime | None = None
    for message in (message for turn in turns for message in turn):
        if anchor := message.get("time_anchor"):
            moment = dates.parse(anchor).replace(tzinfo=UTC)
        role = SpeakerRole.USER if message["role"] == "user" else SpeakerRole.ASSISTANT
        text = _BEAM_MARK.sub("", message["content"])
        yield Part(key=str(message["id"]), text=text, speaker=message["role"], role=role, at=moment)


def _numbers(value: object) -> Iterator[object]:
    """All leaves of nested lists and maps."""
    match value:
        case dict():
            yield from _numbers(list(value.values()))
        case list():
            for one in value:
                yield from _numbers(one)
        case None:
            return
        case _:
            yield value


def qmsum(folder: Path, *, is_tuned: bool = False) -> RetrievalSet:
    """QMSum, specific queries: the turns inside the gold spans of a meeting."""
    rows = read_rows(folder / "qmsum-test.jsonl.xz")
    corpora = tuple(_meeting(f"qmsum-{number}", row) for number, row in enumerate(rows))
    return RetrievalSet(name="qmsum", unit="turn in span", depths=(20,), is_tuned=is_tuned, corpora=corpora)


def _meeting(name: str, row: dict[str, Any]) -> Corpus:
    parts = (
        Part(key=str(number), text=turn["content"], speaker=turn["speaker"], role=SpeakerRole.PERSON)
        for number, turn in enumerate(row["meeting_transcripts"])
        if turn["content"].strip()
    )
    documents = tuple(_session(name, "meeting", parts, EpisodeKind.MEETING))
    known = {part.key for document in documents for part in document.parts}
    questions = (
        Asked(id=f"{name}-{number}", text=one["query"], gold=gold)
        for number, one in enumerate(row["specific_query_list"])
        if (gold := frozenset(_spanned(one["relevant_text_span"])) & known)
    )
    return Corpus(name=name, documents=documents, questions=tuple(questions))


def _spanned(spans: Sequence[Sequence[str]]) -> Iterator[str]:
    for start, end in spans:
        yield from map(str, range(int(start), int(end) + 1))


def longmemeval(path: Path) -> RetrievalSet:
    """LongMemEval: turns marked `has_answer`, each question over its own history; abstention questions are left out."""
    corpora = tuple(_history(row) for row in read_rows(path) if not str(row["question_id"]).endswith("_abs"))
    return RetrievalSet(name="longmemeval", unit="session", depths=(5,), is_tuned=False, corpora=corpora)


def _history(row: dict[str, Any]) -> Corpus:
    """Sessions under opaque keys: the file's own ids tell which ones hold the answer."""
    keys = {session: f"s{number}" for number, session in enumerate(row["haystack_session_ids"])}
    dated = zip(row["haystack_session_ids"], row["haystack_dates"], row["haystack_sessions"], strict=True)
    name = f"longmemeval-{row['question_id']}"
    documents = tuple(
        document
        for session, date, turns in dated
        for document in _session(name, keys[session], _turns(keys[session], date, turns), EpisodeKind.CONVERSATION)
    )
    gold = frozenset(keys[session] for session in row["answer_session_ids"])
    asked = Asked(id=row["question_id"], text=row["question"], gold=gold, kind=row["question_type"])
    return Corpus(name=name, documents=documents, questions=(asked,))


def _turns(key: str, date: str, turns: Sequence[dict[str, Any]]) -> Iterator[Part]:
    start = dates.parse(re.sub(r"\(\w+\)", "", date)).replace(tzinfo=UTC)
    for number, turn in enumerate(turns):
        role = SpeakerRole.USER if turn["role"] == "user" else SpeakerRole.ASSISTANT
        yield Part(key=f"{key}#{number}", text=turn["content"], speaker=turn["role"], role=role, at=start)


def _session(name: str, session: str, parts: Iterable[Part], kind: EpisodeKind) -> Iterator[Document]:
    frame = Document(
        harness="bench",
        external_id=f"{name}/{session}",
        kind=kind,
        uri=f"bench:{name}/{session}",
        title="",
        parts=(),
    )
    return windows(frame, ([part] for part in parts), Tally(frame.uri))


def _members(path: Path) -> dict[str, bytes]:
    try:
        with tarfile.open(fileobj=BytesIO(lzma.decompress(path.read_bytes()))) as archive:
            return {
                member.name: file.read()
                for member in archive
                if member.name.endswith(".json") and (file := archive.extractfile(member))
            }
    except (OSError, lzma.LZMAError, tarfile.TarError) as error:
        raise UnreadableSource(
            f"{path} cannot be read: {error}", hint="Name the folder with the benchmark files: --data DIR."
        ) from error
