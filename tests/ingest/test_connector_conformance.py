"""What every connector promises, whatever it reads."""

import pytest
from connector_samples import BY_NAME, SAMPLES, Sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_given import in_memory, read

from graphmem.domain.documents import Document
from graphmem.domain.errors import GraphmemError
from ingest.connector import Connector
from ingest.registry import CONNECTORS, choose, named


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
