"""graphmem: a memory service on a graph database; the core imports no server, model or web framework."""
