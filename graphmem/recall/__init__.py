"""The read path: signals, fusion, the walk, why and connect."""
