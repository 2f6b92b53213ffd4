"""A small invented team and its story, shipped to be asked about: see `data/`."""
