"""Answers that are no reading but the news that there will be none: limits, and accounts that do not let us in."""

import re

from graphmem.domain.errors import BudgetSpent, ExtractorUnavailable, GraphmemError

_LOOKED_AT = 600
_LIMIT = re.compile(
    r"\b(?:(?:usage|weekly|daily|session|rate|token|spending|monthly|5-hour|hourly)[ -]limits?\b"
    r"|(?:hit|reached|exceeded|over)\s+(?:your|the)\s+(?:\w+\s+){0,3}(?:limit|quota)"
    r"|limit\s+(?:reached|exceeded)|quota\s+(?:exceeded|exhausted)|insufficient[_ ]quota|resource[_ ]exhausted"
    r"|too many requests|out of credits?|credit balance is too low)",
    re.IGNORECASE,
)
_LOCKED_OUT = re.compile(
    r"failed to authenticate|not (?:logged|signed) in|please (?:run )?/?log ?in\b|invalid (?:x-)?api[ -_]?key"
    r"|authentication[_ ]error|unauthori[sz]ed|api key not valid",
    re.IGNORECASE,
)


def refusal(text: str, engine: str) -> GraphmemError | None:
    """The error that an answer without a usable object means for the whole run; None when it is only a bad answer."""
    head = text[:_LOOKED_AT]
    if _LIMIT.search(head):
        return BudgetSpent(f"{engine} says that its limit is reached.", hint="What waits is kept; run it again later.")
    if _LOCKED_OUT.search(head):
        return ExtractorUnavailable(f"{engine} does not let us in.", hint="Log in or check its key, then run it again.")
    return None
