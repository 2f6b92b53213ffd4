"""Embedding models behind one port, loaded on first use."""
