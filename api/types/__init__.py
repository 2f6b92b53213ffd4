"""The nouns of the schema, a file per family."""
