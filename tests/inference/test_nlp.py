"""spaCy on top of the rules; a small pipeline of the test's own stands for a trained one."""

import builtins
from pathlib import Path
from typing import Any

import pytest
import spacy
from extract_given import episode_of

from graphmem.domain.documents import EpisodeKind, Part, SpeakerRole
from graphmem.domain.errors import ExtractorUnavailable
from graphmem.inference.engines import EngineChoices, load_engine
from graphmem.remember.extract import RuleExtractor

RULES = RuleExtractor()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pipeline: Any = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns(
        [
            {"label": "PERSON", "pattern": "Bo Lind"},
            {"label": "ORG", "pattern": "Harbour"},
            {"label": "GPE", "pattern": "Lyngdal"},
            {"label": "GPE", "pattern": "Ada Sato"},
            {"label": "DATE", "pattern": "Friday"},
        ]
    )
    folder = tmp_path_factory.mktemp("model")
    pipeline.to_disk(folder)
    return folder


def test_named_things_that_no_cue_names_are_found_with_their_places(model: Path) -> None:
    texts = ["Lyngdal is nice. Harbour is closed in winter, until Friday."]
    parts = (Part(key=f"{n}", text=text, speaker="Ada Sato", role=SpeakerRole.PERSON) for n, text in enumerate(texts))
    noise = Part(key="t", text="[tool] Harbour", is_noise=True)
    episode = episode_of(*parts, noise, kind=EpisodeKind.CONVERSATION, participants=("Ada Sato",))
    engine: Any = load_engine("nlp", EngineChoices(nlp_model=str(model)), RULES)
    extraction = engine.extract(episode)
    known = {entity.name for entity in RULES.extract(episode).entities}
    found = {entity.name: entity for entity in extraction.entities}
    assert extraction.extractor == "nlp:en_pipeline@1"
    assert found.keys().isdisjoint(known)
    assert {name: str(entity.kind) for name, entity in found.items()} == {"Lyngdal": "Place", "Harbour": "Organization"}
    assert "Friday" not in found
    assert "Ada Sato" not in found, "the rules know her as a person"
    for entity in extraction.entities:
        assert {episode.chunks[s.chunk].text[s.start : s.end] for s in entity.spans} == {entity.name}


def test_a_model_that_is_not_there_or_names_nothing_is_told_with_a_hint(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")
    for name in ("no_such_model", str(tmp_path / "blank")):
        with pytest.raises(ExtractorUnavailable) as told:
            load_engine("nlp", EngineChoices(nlp_model=name), RULES)
        assert told.value.hint


def test_without_the_extra_the_way_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] in {"spacy", "llama_index"}:
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ExtractorUnavailable) as told:
        load_engine("nlp", EngineChoices(), RULES)
    assert "graphmem[nlp]" in told.value.hint
