"""The write path, in order: split, extract, resolve, record."""
