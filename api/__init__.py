"""The network faces of the same use-cases: HTTP and GraphQL."""
