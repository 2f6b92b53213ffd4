"""multilingual-e5-small without torch, with its real, pinned weights."""

import importlib.util
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import Side, Vector, normalised
from graphmem.inference import EmbedderChoice, e5, load_embedder
from graphmem.inference.e5 import DIMENSION, E5, PINNED, WEIGHTS, WINDOW
from graphmem.inference.e5_file import E5File, parse
from graphmem.inference.minilm import MiniLm

FACTS = {
    "key": "The spare key of the boat house hangs behind the lifebelts.",
    "bees": "Rosa keeps four bee hives on the roof of the library.",
    "ferry": "The ferry to the island was cancelled because the harbour had frozen.",
    "cake": "Birthday cakes are ordered from the bakery on Mill Street.",
    "server": "The billing server is restarted every Sunday night.",
    "choir": "The choir rehearses in the old chapel on Wednesdays.",
}
ASKED = {
    "de": {
        "key": "Wo ist der Ersatzschlüssel für das Bootshaus?",
        "bees": "Wer hat Bienenstöcke auf dem Dach?",
        "ferry": "Warum fuhr das Schiff zur Insel nicht?",
        "choir": "Wann probt der Chor?",
    },
    "es": {
        "key": "¿Dónde está la llave de repuesto del cobertizo de botes?",
        "bees": "¿Quién cría abejas en el tejado?",
        "ferry": "¿Por qué no salió el transbordador a la isla?",
        "cake": "¿Dónde se encargan las tartas de cumpleaños?",
    },
    "fr": {
        "key": "Où se trouve la clé de rechange du hangar à bateaux ?",
        "bees": "Qui a des ruches sur le toit ?",
        "server": "Quand redémarre-t-on le serveur de facturation ?",
        "choir": "Quel jour la chorale répète-t-elle ?",
    },
    "pt": {
        "ferry": "Por que razão o barco para a ilha foi cancelado?",
        "cake": "Onde se encomendam os bolos de aniversário?",
        "server": "Quando é reiniciado o servidor de faturação?",
        "choir": "Em que dia ensaia o coro?",
    },
    "ja": {
        "key": "ボート小屋の予備の鍵はどこにありますか？",
        "bees": "屋上でミツバチを飼っているのは誰ですか？",
        "ferry": "島へのフェリーはなぜ欠航になったのですか？",
        "cake": "誕生日ケーキはどこに注文しますか？",
    },
}
MIXED = [
    "Why did the ferry not sail?",
    "Rosa keeps four bee hives on the roof of the library, and nobody has been stung since the spring.",
    "屋上でミツバチを飼っている。",
    "Der Chor probt mittwochs in der alten Kapelle; die Noten liegen im Schrank neben der Orgel.",
    "x",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the graph is built, once for this file."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def model(folder: Path) -> E5:
    return E5(built=folder)


@pytest.fixture(scope="module")
def packed() -> E5File:
    return parse(packed_path().read_bytes())


def packed_path() -> Path:
    return e5._weights_folder() / WEIGHTS


def test_a_question_in_five_languages_finds_the_fact_in_english(model: E5) -> None:
    """At least nine of ten, and far more often than the model that knows English only."""
    assert hits(model) >= 0.9 * sum(len(questions) for questions in ASKED.values())
    assert hits(model) >= hits(MiniLm()) + 4


def hits(model: E5 | MiniLm) -> int:
    """How many questions have their fact as the nearest one."""
    names = list(FACTS)
    facts = model.embed(list(FACTS.values()))
    asked = [(name, text) for questions in ASKED.values() for name, text in questions.items()]
    nearest = (model.embed([text for _, text in asked], side=Side.QUERY) @ facts.T).argmax(axis=1)
    return sum(names[found] == name for found, (name, _) in zip(nearest, asked, strict=True))


def test_eight_bit_products_stay_within_a_thousandth_of_full_precision(model: E5, packed: E5File) -> None:
    full = np.stack([in_full(packed, model._model._tokenizer.encode(f"passage: {text}").ids) for text in MIXED])
    cosines = (model.embed(MIXED) * full).sum(axis=1)
    assert cosines.min() >= 0.999


def in_full(file: E5File, ids: list[int]) -> Vector:
    """The model written out in float32: the reference for the graph, row by row."""
    size = file.measures
    words = file.blocks("emb.word", size.hidden)
    rows = (words.numbers[ids] * words.scales[ids][..., None]).reshape(len(ids), -1)
    places = file.values("emb.pos").reshape(-1, size.hidden)[: len(ids)]
    hidden = norm(file, "emb.ln", rows + places + file.values("emb.type")[: size.hidden])
    for layer in (f"l{number}" for number in range(size.layers)):
        query, key, value = (heads(file, linear(file, f"{layer}.{one}", hidden)) for one in "qkv")
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        seen = (shares / shares.sum(axis=-1, keepdims=True)) @ value
        joined = linear(file, f"{layer}.ao", seen.transpose(1, 0, 2).reshape(len(ids), -1))
        hidden = norm(file, f"{layer}.aln", hidden + joined)
        inner = linear(file, f"{layer}.fi", hidden)
        inner = 0.5 * inner * (1 + np.vectorize(math.erf)(inner / math.sqrt(2)))
        hidden = norm(file, f"{layer}.oln", hidden + linear(file, f"{layer}.fo", inner))
    return normalised(hidden.mean(axis=0).astype(np.float32))


def linear(file: E5File, name: str, rows: Vector) -> Vector:
    result: Vector = rows @ file.blocks(f"{name}.w", rows.shape[1]).values.T + file.values(f"{name}.b")
    return result


def heads(file: E5File, rows: Vector) -> Vector:
    return rows.reshape(len(rows), file.measures.heads, -1).transpose(1, 0, 2)


def norm(file: E5File, name: str, rows: Vector) -> Vector:
    centred = rows - rows.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + file.measures.epsilon)
    result: Vector = centred / spread * file.values(f"{name}.w") + file.values(f"{name}.b")
    return result


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Hello world", [0, 35378, 8999, 2]),
        ("  Hello \n\t world  ", [0, 35378, 8999, 2]),
        ("Ｈｅｌｌｏ world", [0, 35378, 8999, 2]),
        ("", [0, 2]),
    ],
)
def test_text_becomes_the_ids_that_xlm_roberta_was_trained_with(model: E5, text: str, ids: list[int]) -> None:
    assert model._model._tokenizer.encode(text).ids == ids


def test_a_wave_between_numbers_is_no_tilde(model: E5) -> None:
    assert model._model._tokenizer.encode("10～20").tokens != model._model._tokenizer.encode("10~20").tokens


def test_rows_are_alike_alone_or_in_company(model: E5) -> None:
    together = model.embed(MIXED)
    alone = np.concatenate([model.embed([text]) for text in MIXED])
    assert together.shape == (len(MIXED), DIMENSION)
    assert np.allclose(together, alone, atol=1e-3)


def test_a_question_and_a_passage_are_embedded_with_their_own_prefixes(model: E5) -> None:
    question, passage = (model.embed(["the boat house"], side=side)[0] for side in (Side.QUERY, Side.PASSAGE))
    assert float(question @ passage) < 0.99


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud83d", "\udc00 alone", "🙂" * 300, "x" * 100_000])
def test_blank_and_broken_text_has_a_defined_vector(model: E5, text: str) -> None:
    vector = model.embed([text, "an ordinary neighbour"])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_rel_09_no_part_of_a_long_text_exceeds_the_window(model: E5) -> None:
    pieces = list(model._model._batcher._pieces(["harbour " * 3 * WINDOW], "passage: "))
    assert len(pieces) > 1
    assert all(piece.size <= WINDOW for piece in pieces)


def test_the_graph_is_built_once_and_a_damaged_one_is_built_again(model: E5, folder: Path) -> None:
    (graph,) = folder.iterdir()
    written = graph.stat().st_mtime_ns
    assert np.array_equal(E5(built=folder).embed(["here"]), model.embed(["here"]))
    assert graph.stat().st_mtime_ns == written
    content = bytearray(graph.read_bytes())
    content[len(content) // 2] ^= 255
    graph.write_bytes(content)
    assert np.array_equal(E5(built=folder).embed(["here"]), model.embed(["here"]))


def test_a_hubs_onnx_file_with_its_tokenizer_is_a_model_of_its_own(model: E5, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").symlink_to(next(folder.iterdir()))
    model._model._tokenizer.save(str(tmp_path / "tokenizer.json"))
    hub = load_embedder(EmbedderChoice(kind="e5-onnx", path=tmp_path))
    assert np.allclose(hub.embed(MIXED), model.embed(MIXED), atol=1e-5)
    assert hub.identity.fingerprint != PINNED


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / WEIGHTS).write_bytes(packed_path().read_bytes()[:-1])
    with pytest.raises(ModelUnavailable, match="not the pinned") as refusal:
        E5(folder=tmp_path, built=tmp_path)
    assert "graphmem[e5]" in refusal.value.hint


def test_a_folder_without_a_model_is_refused_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be read") as refusal:
        E5(folder=tmp_path, built=tmp_path)
    assert "model.onnx" in refusal.value.hint


def test_a_missing_package_never_falls_back_in_silence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == e5.WEIGHTS_PACKAGE else 1 / 0)
    with pytest.raises(ModelUnavailable, match="not installed") as refusal:
        E5(built=tmp_path)
    assert "graphmem[e5]" in refusal.value.hint


def test_a_graph_that_is_built_needs_no_builder_and_embedding_prints_nothing(model: E5, folder: Path) -> None:
    assert model.identity.fingerprint == PINNED
    script = (
        "import sys, pathlib, graphmem.inference as i\n"
        f"folder = pathlib.Path({str(folder)!r})\n"
        "i.load_embedder(i.EmbedderChoice(kind='e5-onnx', built=folder)).embed(['quiet'])\n"
        "assert not {'onnx', 'torch'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
