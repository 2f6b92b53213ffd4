"""Settings: every variable is written down for people, and nothing else is."""

import re
from pathlib import Path

from graphmem.settings import known_variables

ROOT = Path(__file__).parent.parent.parent


def test_the_example_file_names_every_setting_and_no_other() -> None:
    named = re.findall(r"^#(GRAPHMEM_[A-Z0-9_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(named) == sorted(known_variables())
