"""Which fields of a why answer a question asks for, so that what the record lacks can be named."""

import re

LINKS = "paths"
"""No field of the answer: by what two things hang together."""
FIGURES = "figures"
"""No field of the answer: a number, which must stand in the best evidence."""
_CUES = (
    ("reasons", r"\bwhy\b|\breasons?\b|rationale|what for\b|speaks for|how come"),
    ("people", r"\bwho(?:se|m)?\b|which (?:member|person|team)"),
    ("objections", r"object(?:ed|ion)|against\b|disagree|doubt|reservation|resist|oppos"),
    (
        "alternatives",
        (
            r"(?:what|how) else|rul(?:ed?|ing) out|alternativ|considered|instead of|rejected|why not\b|options?\b"
            r"|other (?:ways?|means|choices?|possib|candidates?)|apart from|discard|dropped|dismiss|passed over"
            r"|turned down|(?:left|leave) out|kept .* out\b|(?:sp[oe]a?ke?n?s?|argue[ds]) against|\bnot\b.*\btaken"
            r"|\bwhy (?:did|do|does|was|were|is|are|has|have|had)\b.*\b(?:not|n't|no|neither|never)\b"
        ),
    ),
    ("triggers", r"led to|prompted|came from|come from|cause[ds]?\b|what made|symptom"),
    (
        "if_reversed",
        r"\bif\b|suppose|go(?:ing)? back|revers|undo(?:ne)?\b|breaks?\b|depends?\b|rests? on|built on|relies on|assume",
    ),
    (
        LINKS,
        r"connect(?:s|ed|ion)?\b|\blink(?:s|ed)?\b|hangs? together|bears? on|related to|in what way\b|have to do with",
    ),
    (FIGURES, r"how (?:much|many)\b|(?:what|which) (?:figure|number|amount|price|share)\b"),
    (
        "superseded_by",
        r"(?:what|which|who) .{0,20}replaced|took over|overturn|(?:what|happened|became) (?:of|to)\b|in its place",
    ),
    (
        "supersedes_chain",
        (
            r"did .* replace|used before|previously|supersede|chang(?:ed?|ing)\b|renamed?\b|in the end\b|away from"
            r"|again\b|instead\b(?! of)|no longer|(?:called|named|used)\b.*\bnow\b"
            r"|(?:plan|stand|idea|decision|choice)\b.*\b(?:end|turn|turned|narrow|become|became)"
        ),
    ),
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


_CHOICE = re.compile(
    r"\bwhy\b|\bcho(?:se|ose|sen|ice)|\bdeci(?:d|s)|\bpicked\b|\bsettled\b|\breasons?\b", re.IGNORECASE
)


def asks_state(text: str) -> bool:
    """Whether it asks how things stood, not for a choice or its reasons."""
    return not _CHOICE.search(text)


_ASKING = frozenset(
    """why what which who whom whose how when where did do does was were is are be been being has have had would should
    could can will may might a an the of to in on for by with from at as that this these those it its and or so then
    team teams reason reasons rationale decided decide decides decision decisions chosen choose chose considered
    consider else rejected ruled out objected object against led replaced replace changed change undone suppose depends
    depend connected connect proposed propose agreed agree before after finally speaks speak gained won argued argue
    kept keep made make makes came come comes became become prompted caused cause grounds ground turned down passed
    over other others way ways recorded record records there what's someone member members participants colleague
    thought want wanted said they them their we our us you not no instead rather than if there any all into onto up
    happened happen bear hang together links link show shows given give gives put set went go along""".split()
)


def focus_of(text: str) -> str:
    """The question without the words that only say what is asked; the whole question when nothing else is left."""
    kept = [word for word in text.split() if word.strip(".,;:!?\"'()").casefold() not in _ASKING]
    return " ".join(kept).rstrip("?") or text
