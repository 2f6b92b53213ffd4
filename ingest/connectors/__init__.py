"""One file a source format."""
