"""The role a heading gives to what stands under it (why-algorithm.md §2)."""

import re
from collections.abc import Sequence

_ROLES = (
    ("rejected", r"reject|alternative|considered option|options? considered|pros and cons|ruled out|not chosen"),
    ("reason", r"rationale|motivation|benefit|driver|goals?\b|reason|justification"),
    ("consequence", r"consequence|impact|trade-?off|drawback|risk|implication"),
    ("decision", r"decision|outcome|resolution|proposal|specification|solution|conclusion|approach"),
    ("status", r"status"),
    ("people", r"present|attendee|participant|decider|apolog"),
    ("context", r"context|background|problem|abstract|introduction|issue|current"),
)
_PATTERNS = tuple((role, re.compile(rf"\b(?:{words})", re.IGNORECASE)) for role, words in _ROLES)


def section_role(headings: Sequence[str]) -> str:
    """The role of the nearest heading that has one; "" when none has."""
    for heading in reversed(headings):
        for role, pattern in _PATTERNS:
            if pattern.search(heading):
                return role
    return ""
