"""What a serving process leaves out."""

import subprocess
import sys

SCRIPT = """
import sys, types
for name in ("pandas", "pyarrow"):
    sys.modules.pop(name, None)
from graphmem.cli.lean import import_driver
import_driver()
from neo4j import _optional_deps as found
assert found.pd is None and found.pa is None, found
assert "pandas" not in sys.modules and "pyarrow" not in sys.modules
"""


def test_the_driver_of_a_serving_process_comes_without_data_frames_which_others_may_still_import() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)
