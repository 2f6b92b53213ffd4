"""Extraction by rules: what an episode says, each item with its span."""
