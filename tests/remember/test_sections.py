"""The role of a heading."""

import pytest

from graphmem.remember.sections import section_role


@pytest.mark.parametrize(
    ("headings", "role"),
    [
        (("ADR 3", "Decision"), "decision"),
        (("ADR 3", "Context and problem statement"), "context"),
        (("ADR 3", "Considered options"), "rejected"),
        (("ADR 3", "Decision", "Consequences"), "consequence"),
        (("ADR 3", "Decision drivers"), "reason"),
        (("Notes", "Tuesday"), ""),
        ((), ""),
    ],
)
def test_the_nearest_heading_with_a_role_gives_it(headings: tuple[str, ...], role: str) -> None:
    assert section_role(headings) == role
