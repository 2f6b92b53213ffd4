"""Embedding models behind one port, loaded on first use."""

from graphmem.inference.embedders import EmbedderChoice, load_embedder

__all__ = ["EmbedderChoice", "load_embedder"]
