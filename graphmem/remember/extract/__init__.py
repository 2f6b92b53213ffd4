"""Extraction by rules: what an episode says, each item with its span."""

from graphmem.remember.extract.extractor import RuleExtractor

__all__ = ["RuleExtractor"]
