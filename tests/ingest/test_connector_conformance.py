"""What every connector promises, whatever it reads."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_given import in_memory, read

from graphmem.domain.documents import Document
from graphmem.domain.errors import GraphmemError
from ingest.connector import Connector
from ingest.registry import CONNECTORS, choose, named


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A small source of one connector, in records of one part each.

    lead   parts that the opening gives
    slack  complete records that a cut behind them may still change: in prose the next line may go on the last
    """

    connector: str
    records: tuple[str, ...]
    opening: str = ""
    closing: str = ""
    lead: int = 0
    slack: int = 0

    @property
    def text(self) -> str:
        return self.opening + "".join(self.records) + self.closing

    def whole_records(self, cut: int) -> int:
        """How many records stand completely in the first `cut` bytes."""
        end = len(self.opening.encode())
        count = 0
        for record in self.records:
            end += len(record.encode())
            count += end <= cut
        return count


def _lines(*rows: dict[str, object]) -> tuple[str, ...]:
    return tuple(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _claude(number: int, text: str) -> dict[str, object]:
    kind = "assistant" if number % 2 else "user"
    return {
        "type": kind,
        "uuid": f"u{number}",
        "sessionId": "s1",
        "cwd": "/srv/新聞",
        "timestamp": f"2025-05-01T10:0{number}:00Z",
        "message": {"id": f"m{number}", "role": kind, "content": [{"type": "text", "text": text}]},
    }


_SAID = ("Wir nehmen den Bus, weil er fährt.", "Why not the tram? 🚋", "Too slow for “us”.", "Okay, the bus it is.")

SAMPLES = (
    Sample(connector="claude-code", records=_lines(*(_claude(n, text) for n, text in enumerate(_SAID)))),
    Sample(
        connector="codex",
        opening='{"type": "session_meta", "payload": {"id": "c1", "cwd": "/srv"}}\n',
        records=_lines(
            *(
                {
                    "type": "response_item",
                    "timestamp": f"2025-05-01T10:0{n}:00Z",
                    "payload": {"type": "message", "id": f"i{n}", "role": "user", "content": [{"text": text}]},
                }
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="agent-run",
        opening='{"type": "session", "id": "p1", "cwd": "/srv", "timestamp": "2025-05-01T10:00:00Z"}\n',
        records=_lines(
            *(
                {
                    "type": "message",
                    "id": f"i{n}",
                    "message": {"role": "user", "content": [{"type": "text", "text": text}]},
                }
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="chatgpt",
        opening="[",
        records=tuple(
            json.dumps(
                {
                    "id": f"conversation-{n}",
                    "title": "Buses",
                    "mapping": {
                        "a": {
                            "id": f"node-{n}",
                            "parent": None,
                            "children": [],
                            "message": {"author": {"role": "user"}, "content": {"parts": [text]}},
                        }
                    },
                }
            )
            + ("," if n < len(_SAID) - 1 else "")
            for n, text in enumerate(_SAID)
        ),
        closing="]",
    ),
    Sample(
        connector="qmsum",
        opening='{"topic_list": [], "meeting_transcripts": [\n',
        records=tuple(
            json.dumps({"speaker": "Marketing", "content": text}) + (",\n" if n < len(_SAID) - 1 else "\n")
            for n, text in enumerate(_SAID)
        ),
        closing="]}",
    ),
    Sample(
        connector="json-turns",
        records=_lines(
            *({"thread_id": "t", "name": "Ada", "content": text, "id": n} for n, text in enumerate(_SAID, 1))
        ),
    ),
    Sample(
        connector="json-records",
        opening='[{"sku": "A-0"},\n',
        records=tuple(
            json.dumps({"about": text}) + (",\n" if n < len(_SAID) - 1 else "\n") for n, text in enumerate(_SAID)
        ),
        closing="]",
        lead=1,
    ),
    Sample(
        connector="webvtt",
        opening="WEBVTT\n\n",
        records=tuple(
            f"00:00:{n}0.000 --> 00:00:{n}5.000\n<v {'Ada' if n % 2 else 'Björn'}>{text}</v>\n\n"
            for n, text in enumerate(_SAID)
        ),
    ),
    Sample(
        connector="mail",
        opening="From: Ada Lind <ada@example.org>\nTo: bo@example.org\nSubject: The bus\n"
        "Content-Type: text/plain; charset=utf-8\n\n",
        records=tuple(f"{text}\n\n" for text in _SAID),
        lead=1,
        slack=1,
    ),
    Sample(
        connector="plain-chat",
        records=tuple(
            f"[15/03/24, 18:3{n}:00] {'Ada Lind' if n % 2 else 'Björn'}: {text}\n" for n, text in enumerate(_SAID)
        ),
        slack=1,
    ),
    Sample(
        connector="adr",
        opening="# 7. Take the bus\n\n",
        records=(
            "## Status\n\nAccepted\n\n",
            f"## Context\n\n{_SAID[1]}\n\n",
            f"## Decision\n\n{_SAID[0]}\n\n",
            f"## Consequences\n\n- {_SAID[2]}\n",
        ),
        slack=1,
    ),
    Sample(
        connector="markdown",
        opening="# Buses\n\n",
        records=(f"{_SAID[0]}\n\n", f"- {_SAID[1]}\n", f"- {_SAID[2]}\n\n", f"{_SAID[3]}\n\n"),
        slack=1,
    ),
    Sample(
        connector="bodies",
        records=_lines(
            *(
                {"id": f"b{n}", "frontmatter": {"date": "2025-05-01"}, "body": f"# Note\n\n{text}"}
                for n, text in enumerate(_SAID)
            )
        ),
    ),
)
BY_NAME = {sample.connector: sample for sample in SAMPLES}


def _parts(connector: Connector, content: bytes) -> list[tuple[str, str]]:
    return [(part.key, part.text) for part in read(connector, content).parts]


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.connector)
def sample(request: pytest.FixtureRequest) -> Sample:
    found: Sample = request.param
    return found


def test_every_connector_has_a_sample() -> None:
    assert {connector.name for connector in CONNECTORS} == set(BY_NAME)


def test_a_source_is_recognised_by_its_content_under_a_wrong_name(sample: Sample) -> None:
    assert choose(in_memory(sample.text, "holiday.png")).name == sample.connector


def test_every_record_gives_its_part(sample: Sample) -> None:
    texts = [text for _, text in _parts(named(sample.connector), sample.text.encode())]
    assert len(texts) == sample.lead + len(sample.records)


def test_reading_again_gives_the_same_documents(sample: Sample) -> None:
    connector = named(sample.connector)
    assert read(connector, sample.text).documents == read(connector, sample.text).documents


def test_no_two_parts_of_a_session_share_a_key_however_often_it_repeats_itself(sample: Sample) -> None:
    twice = sample.opening + "".join(sample.records) * 2 + sample.closing
    for document in read(named(sample.connector), twice).documents:
        keys = [part.key for part in document.parts]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_the_encoding_changes_no_part(sample: Sample, encoding: str) -> None:
    connector = named(sample.connector)
    assert _parts(connector, sample.text.encode(encoding)) == _parts(connector, sample.text.encode())
    assert choose(in_memory(sample.text.encode(encoding))) is connector


def test_windows_line_ends_change_no_part(sample: Sample) -> None:
    connector = named(sample.connector)
    windows = sample.text.replace("\n", "\r\n").encode()
    assert _parts(connector, windows) == _parts(connector, sample.text.encode())


def test_an_empty_source_gives_nothing_and_raises_nothing(sample: Sample) -> None:
    assert read(named(sample.connector), b"").documents == []


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cut_anywhere_loses_the_cut_record_only(sample: Sample, data: st.DataObject) -> None:
    connector = named(sample.connector)
    content = sample.text.encode()
    cut = data.draw(st.integers(0, len(content)), label="cut")
    whole, kept = _parts(connector, content), _parts(connector, content[:cut])
    safe = max(0, sample.whole_records(cut) - sample.slack)
    safe += sample.lead if safe else 0
    assert kept[:safe] == whole[:safe]
    assert len(kept) <= len(whole)


@given(
    content=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode(errors="replace")))
)
@settings(max_examples=80, deadline=None)
def test_no_content_at_all_makes_a_connector_raise_anything_but_its_own_errors(content: bytes) -> None:
    source = in_memory(content)
    for connector in CONNECTORS:
        assert 0.0 <= connector.recognises(source) <= 1.0
        try:
            found = [item for item in connector.pull(source) if isinstance(item, Document)]
        except GraphmemError:
            continue
        assert all(document.parts for document in found)


@given(mixed=st.lists(st.sampled_from([line for sample in SAMPLES for line in sample.text.splitlines()]), max_size=12))
@settings(max_examples=80, deadline=None)
def test_lines_of_all_formats_mixed_never_raise(mixed: list[str]) -> None:
    source = in_memory("\n".join(mixed))
    for connector in CONNECTORS:
        try:
            list(connector.pull(source))
        except GraphmemError:
            continue
