"""Which fields of a why answer a question asks for, so that what the record lacks can be named."""

import re

FIGURES = "figures"
"""No field of the answer: a number, which must stand in the best evidence."""
_CUES = (
    ("reasons", r"\bwhy\b|\breasons?\b|rationale|what for\b|speaks for|how come"),
    ("people", r"\bwho(?:se|m)?\b|which (?:member|person|team)"),
    ("objections", r"object(?:ed|ion)|against\b|disagree|doubt|reservation|resist|oppos"),
    ("alternatives", r"what else|rul(?:ed?|ing) out|alternativ|considered|instead of|rejected|why not|options?\b"),
    ("triggers", r"led to|prompted|came from|come from|cause[ds]?\b|what made|symptom"),
    (
        "if_reversed",
        r"\bif\b|suppose|go(?:ing)? back|revers|undo(?:ne)?\b|breaks?\b|depends?\b|rests? on|built on|relies on|assume",
    ),
    (FIGURES, r"how (?:much|many)\b|(?:what|which) (?:figure|number|amount|price|share)\b"),
    ("superseded_by", r"what replaced|took over|overturn|what became of"),
    ("supersedes_chain", r"did .* replace|used before|previously|supersede"),
)
_FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half)\b",
    re.IGNORECASE,
)
_PATTERNS = tuple((name, re.compile(cue, re.IGNORECASE)) for name, cue in _CUES)


def asked_fields(text: str) -> tuple[str, ...]:
    """The fields asked for, `decision` always first; reasons when nothing else is recognised."""
    found = [name for name, pattern in _PATTERNS if pattern.search(text)]
    return ("decision", *(found or ["reasons"]))


def holds_a_figure(text: str) -> bool:
    """Whether a digit or a number word stands in it: the least that answers a question for a number."""
    return bool(_FIGURE.search(text))
