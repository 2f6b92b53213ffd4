"""The ONNX graph of multilingual-e5-small, made of the packed weights without rounding any of them again (ADR 0012)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import ModelProto, TensorProto, helper, numpy_helper

from graphmem.inference.e5_file import BLOCK, E5File

_OPSET, _IR = 21, 10
_MICROSOFT = "com.microsoft"
_BYTE_ZERO = 128
_INTEGER_PRODUCTS = 4


def build(file: E5File) -> ModelProto:
    """input_ids and attention_mask (texts, tokens) to last_hidden_state (texts, tokens, dimension).

    Weights are the file's, number for number; a matrix product rounds its input to eight bits by blocks of one row,
    so a text's row does not depend on its batch.
    """
    graph = _Graph(file)
    hidden = graph.embeddings()
    for layer in range(file.measures.layers):
        hidden = graph.layer(f"l{layer}", hidden)
    return graph.model(hidden)


class _Graph:
    def __init__(self, file: E5File) -> None:
        self._file = file
        self._size = file.measures
        self._nodes: list[Any] = []
        self._tensors: list[Any] = []

    def embeddings(self) -> str:
        """The tokens' vectors and places added up and normalised."""
        words = self._file.blocks("emb.word", self._size.hidden)
        self._tensors += [_four_bits("words", words.numbers, [self._size.words, self._size.hidden])]
        scales = self._constant("word.scales", words.scales)
        axes: dict[str, Any] = {"block_size": BLOCK, "gather_axis": 0, "quantize_axis": 1}
        token = self._node("GatherBlockQuantized", "words", "input_ids", scales, own=True, **axes)
        places = self._file.values("emb.pos").reshape(-1, self._size.hidden)
        kind = self._file.values("emb.type")[: self._size.hidden]
        zero = self._constant("zero", np.zeros(1, np.int64))
        length = self._node("Shape", "input_ids", start=1, end=2)
        place = self._node("Slice", self._constant("places", places + kind), zero, length, zero)
        self._node("Cast", "attention_mask", out="mask", to=TensorProto.INT32)
        total = self._node("Add", token, place)
        return self._node("LayerNormalization", total, *self._norm("emb.ln"), axis=-1, epsilon=self._size.epsilon)

    def layer(self, name: str, hidden: str) -> str:
        """Attention and the inner layer, each added to its input and normalised."""
        parts = self._product(hidden, [f"{name}.q", f"{name}.k", f"{name}.v"], self._size.hidden)
        names = [f"{name}.{part}" for part in ("query", "key", "value")]
        self._nodes.append(helper.make_node("Split", [parts], names, axis=2, num_outputs=3))
        seen = self._node("MultiHeadAttention", *names, "", "mask", own=True, num_heads=self._size.heads)
        hidden = self._added(hidden, self._product(seen, [f"{name}.ao"], self._size.hidden), f"{name}.aln")
        inner = self._node("Gelu", self._product(hidden, [f"{name}.fi"], self._size.hidden), own=True)
        return self._added(hidden, self._product(inner, [f"{name}.fo"], self._size.inner), f"{name}.oln")

    def model(self, hidden: str) -> ModelProto:
        """The whole, with its ways in and out."""
        self._node("Identity", hidden, out="last_hidden_state")
        ids, mask = (
            helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
            for name in ("input_ids", "attention_mask")
        )
        shape: list[str | int | None] = ["texts", "tokens", self._size.hidden]
        out = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)
        graph = helper.make_graph(self._nodes, "multilingual-e5-small", [ids, mask], [out], self._tensors)
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=_IR)

    def _product(self, left: str, names: Sequence[str], columns: int) -> str:
        """`left` times the matrices of `names` side by side, plus their biases."""
        matrices = [self._file.blocks(f"{name}.w", columns) for name in names]
        numbers = np.concatenate([matrix.numbers for matrix in matrices])
        key = names[0]
        bytes_ = self._constant(f"{key}.w", (numbers.astype(np.int16) + _BYTE_ZERO).astype(np.uint8))
        scales = self._constant(f"{key}.s", np.concatenate([matrix.scales for matrix in matrices]))
        bias = self._constant(f"{key}.b", np.concatenate([self._file.values(f"{name}.b") for name in names]))
        size: dict[str, Any] = {"K": columns, "N": len(numbers), "bits": 8, "block_size": BLOCK}
        return self._node(
            "MatMulNBits", left, bytes_, scales, "", "", bias, own=True, **size, accuracy_level=_INTEGER_PRODUCTS
        )

    def _added(self, left: str, right: str, norm: str) -> str:
        return self._node(
            "SkipLayerNormalization", left, right, *self._norm(norm), own=True, epsilon=self._size.epsilon
        )

    def _norm(self, name: str) -> list[str]:
        return [self._constant(f"{name}.{part}", self._file.values(f"{name}.{part}")) for part in ("w", "b")]

    def _constant(self, name: str, values: Any) -> str:
        self._tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _node(self, kind: str, *inputs: str, out: str = "", own: bool = False, **attributes: Any) -> str:
        """A node of ONNX, or of onnxruntime's own ones; gives the name of its output."""
        name = out or f"n{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], domain=_MICROSOFT if own else "", **attributes))
        return name


def _four_bits(name: str, numbers: Any, shape: list[int]) -> Any:
    """Two numbers a byte, the first one below."""
    low, high = numbers[..., 0::2] & 15, numbers[..., 1::2] & 15
    raw = (low | (high << 4)).astype(np.uint8).tobytes()
    return TensorProto(name=name, data_type=TensorProto.INT4, dims=shape, raw_data=raw)
