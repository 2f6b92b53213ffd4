"""The command line: thin over the use-cases of graphmem.app."""
