"""The choice of a connector."""

import pytest
from ingest_given import in_memory

from graphmem.domain.errors import UnknownFormat
from ingest.registry import CONNECTORS, choose, named


def test_every_connector_has_a_name_of_its_own() -> None:
    assert len({connector.name for connector in CONNECTORS}) == len(CONNECTORS)


def test_each_is_found_by_its_name() -> None:
    assert [named(connector.name) for connector in CONNECTORS] == list(CONNECTORS)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Just a line of prose.", "markdown"),
        ('{"torn": ', "json-records"),
        ('{"type": "summary", "summary": "x", "leafUuid": "y"}\n', "claude-code"),
        ("WEBVTT", "webvtt"),
        ("From here on: we walk.\nTo there.\n", "markdown"),
    ],
)
def test_small_and_odd_sources_find_their_reader(text: str, name: str) -> None:
    assert choose(in_memory(text)).name == name


def test_a_source_without_a_word_is_of_no_known_format() -> None:
    with pytest.raises(UnknownFormat) as refused:
        choose(in_memory("!!! ---"))
    assert "--source" in refused.value.hint
