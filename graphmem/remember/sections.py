"""The role a heading gives to what stands under it (why-algorithm.md §2)."""

import re
from collections.abc import Sequence

_ROLES = (
    ("rejected", r"reject|alternative|considered option|options? considered|pros and cons|ruled out|not chosen"),
    ("rejected", r"verworfen|descartad|écarté"),
    ("reason", r"rationale|motivation|begründung|justificación|benefit|driver|goals?\b|reason|justification"),
    ("consequence", r"consequence|impact|trade-?off|drawback|risk|implication"),
    ("decision", r"decision|outcome|resolution|proposal|specification|solution|conclusion|approach"),
    ("decision", r"décision|decisi[oó]n|decis[aã]o|beschl[uü]|entscheidung|acuerdo"),
    ("status", r"status"),
    ("people", r"present|présent|asistente|anwesen|teilnehm|attendee|participant|decider|apolog"),
    ("context", r"context|kontext|hintergrund|antecedente|background|problem|abstract|introduction|issue|current"),
)
_PATTERNS = tuple((role, re.compile(rf"\b(?:{words})", re.IGNORECASE)) for role, words in _ROLES)


def section_role(headings: Sequence[str]) -> str:
    """The role of the nearest heading that has one; "" when none has."""
    for heading in reversed(headings):
        for role, pattern in _PATTERNS:
            if pattern.search(heading):
                return role
    return ""
