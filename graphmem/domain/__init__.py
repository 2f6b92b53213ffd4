"""The nouns of memory and the pure functions on them: no I/O, no vendor."""
