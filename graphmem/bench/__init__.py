"""Benchmarks, run through the product's own write and read path on a real Neo4j."""
