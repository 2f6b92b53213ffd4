"""The command line: thin over the use-cases of graphmem.app."""

from graphmem.cli.app import main

__all__ = ["main"]
