"""Which embedder to use, and how it is made; nothing heavy is imported before one is asked for."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from graphmem.domain.errors import ModelUnavailable
from graphmem.inference.vector_cache import CachedEmbedder
from graphmem.ports import Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderChoice:
    """A choice of model.

    model     sentence-transformers: a hub name or folder, or what `path` holds; openai: the model's name there
    path      minilm-onnx: a folder with the pinned files; e5-onnx: a hub's model.onnx with its tokenizer.json, or the
              pinned weights; sentence-transformers: a model folder
    built     e5-onnx: where the graph is kept that is built once from the package's weights
    base_url  openai: where `/embeddings` is, as `http://127.0.0.1:11434/v1`
    threads   minilm-onnx, e5-onnx: runs side by side; openai: requests under way; 0 chooses
    cache     a file that keeps vectors by the hash of their text; None, or 0 megabytes, keeps none
    """

    kind: Literal["minilm-onnx", "e5-onnx", "sentence-transformers", "openai"] = "minilm-onnx"
    model: str = ""
    path: Path | None = None
    built: Path | None = None
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    threads: int = 0
    cache: Path | None = None
    cache_mb: int = 0


def load_embedder(choice: EmbedderChoice) -> Embedder:
    """The embedder of `choice`, loaded and ready.

    Raises ModelUnavailable, with a hint, when files, packages or the service are missing or not the right ones.
    """
    embedder = _model(choice)
    if choice.cache is None or not choice.cache_mb:
        return embedder
    return CachedEmbedder(embedder, choice.cache, megabytes=choice.cache_mb)


def _model(choice: EmbedderChoice) -> Embedder:
    match choice.kind:
        case "minilm-onnx":
            from graphmem.inference.minilm import MiniLm  # noqa: PLC0415

            return MiniLm(folder=choice.path, threads=choice.threads)
        case "e5-onnx":
            from graphmem.inference.e5 import E5  # noqa: PLC0415

            return E5(folder=choice.path, built=choice.built, threads=choice.threads)
        case "sentence-transformers":
            from graphmem.inference.sentence_transformer import SentenceTransformerModel  # noqa: PLC0415

            if choice.path:
                return SentenceTransformerModel(choice.path, name=choice.model)
            return SentenceTransformerModel(_required(choice.model, "GRAPHMEM_EMBEDDER_MODEL"))
        case "openai":
            from graphmem.inference.openai_compatible import OpenAiCompatible  # noqa: PLC0415

            return OpenAiCompatible(
                base_url=_required(choice.base_url, "GRAPHMEM_EMBEDDER_BASE_URL"),
                model=_required(choice.model, "GRAPHMEM_EMBEDDER_MODEL"),
                api_key=choice.api_key,
                workers=choice.threads,
            )


def _required(value: str, setting: str) -> str:
    if not value:
        raise ModelUnavailable(f"The embedder needs {setting}, which is not set.", hint=f"Set {setting}.")
    return value
