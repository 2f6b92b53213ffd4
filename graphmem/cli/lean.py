"""A process that stays holds only what it uses."""

import importlib
import sys
from types import ModuleType

UNUSED = ("pandas", "pyarrow")
"""Where they are installed the Neo4j driver imports them for data frames: 80 MB that no query of ours needs."""


def import_driver() -> None:
    """Import the Neo4j driver without data frames; for processes of our own, where nobody else asks it for one.

    Whoever imports the left-out libraries later gets them. Nothing happens when the driver is there already.
    """
    if "neo4j" in sys.modules:
        return
    hidden = [name for name in UNUSED if name not in sys.modules]
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    modules.update(dict.fromkeys(hidden))  # None makes an import of it fail
    try:
        importlib.import_module("graphmem.store.client")
    finally:
        for name in hidden:
            del sys.modules[name]
