"""Which fields of a why answer a question asks for, so that what the record lacks can be named."""

import re

_CUES = (
    ("reasons", r"\bwhy\b|\breasons?\b|rationale|what for\b|speaks for|how come"),
    ("people", r"\bwho(?:se|m)?\b|which (?:member|person|team)"),
    ("objections", r"object(?:ed|ion)|against\b|disagree|doubt|reservation|resist|oppos"),
    ("alternatives", r"what else|rul(?:ed?|ing) out|alternativ|considered|instead of|rejected|why not|options?\b"),
    ("triggers", r"led to|prompted|came from|come from|cause[ds]?\b|what made|symptom"),
    ("if_reversed", r"\bif we\b|go(?:ing)? back|revers|undo|undone|breaks?\b|depends? on|rest(?:s)? on|suppose"),
    ("superseded_by", r"what replaced|took over|overturn|what became of"),
    ("supersedes_chain", r"did .* replace|used before|previously|supersede"),
)
_PATTERNS = tuple((name, re.compile(cue, re.IGNORECASE)) for name, cue in _CUES)


def asked_fields(text: str) -> tuple[str, ...]:
    """The fields asked for, `decision` always first; reasons when nothing else is recognised."""
    found = [name for name, pattern in _PATTERNS if pattern.search(text)]
    return ("decision", *(found or ["reasons"]))
