"""A sentence without its manners: greeting, reason and moment of change taken off, what they say of a change kept."""

import re
from dataclasses import dataclass, replace

from graphmem.domain.text import fold
from graphmem.remember.compare_table import compare_table, verb_stem

MOST_WORDS = 40
FEWEST_WORDS = 2

_LEAD = re.compile(
    r"^\s*(?:[-*•>]\s+)?(?P<change>(?:update|correction|corrected|change|changed|change of plans?|changed my mind|"
    r"scratch that|revised|actually)\s*[:,.–—-]+\s*)?"
    r"(?:(?:fyi|note|info|reminder|heads up|by the way|btw|ok(?:ay)?|so|well|yes|no|right|also|and|but|hi|hey|"
    r"fine|great|sure|perfect|cool|thanks|thank you|please|alright|understood|correct|exactly|true|oh|ah|hm+|"
    r"actually no|just so you know|quick note|for the record|as agreed|good news|news|done|"
    r"everyone|all|hello)\s*[:,.!–—-]+\s*)*",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"^(?:(?:we|(?-i:[A-Z]\w+(?: [A-Z]\w+)*))(?:'ve| have| has)? "
    r"(?:decided|agreed|settled on|chose|opted)(?: to| that)?|let'?s|we(?:'ll| will)|"
    r"we(?:'re| are) going to|decision:|agreed:)\s+(?:we(?:'ll| will)?\s+)?",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\s*(?:[;–—(]|,\s*(?:and|but|so|which|because|since|as|not)\b|\b(?:because|due to|so that|so we|which|otherwise)\b"
    r"|\b(?:since|as) (?:the|we|it|our|this|that|they|he|she|i)\b|\band (?:we|i|it|the|that|they)\b|\bbut\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_MOMENT = (
    r"(?:now(?: on)?|today|tomorrow|this \w+|next \w+|last \w+|version \S+|the \w+ (?:release|sprint|semester|term)|"
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTHS}(?: \d{{4}})?|\d{{4}}(?:-\d\d-\d\d)?|"
    rf"{_MONTHS}(?:\s+\d{{1,4}}(?:st|nd|rd|th)?)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"the move|the (?:spring|summer|autumn|winter|new year))"
)
_FROM_WHEN = re.compile(
    r",?\s*\b(?:as of|as from|from|starting(?: from| on| in)?|effective(?: from)?|beginning(?: in| on)?|since|"
    rf"with effect from)\s+{_MOMENT}(?:\s+on(?:wards?)?|\s+onwards?)?\b,?(?!\s+(?:to|until|till)\b)",
    re.IGNORECASE,
)
_THESE_DAYS = re.compile(
    r",?\s*\b(?:these days|nowadays|at present|at the moment|right now|for now|currently now|by now|henceforth|"
    r"going forward|from here on|again)\b,?",
    re.IGNORECASE,
)
_WHEN_SAID = re.compile(
    r",?\s*\b(?:last (?:week|month|year|night|\w+day)|this (?:week|month|year|morning)|today|yesterday|recently|"
    r"(?:just )?the other day|at the weekend|over the weekend)\b,?",
    re.IGNORECASE,
)
_MOVED_ON = re.compile(
    rf"(?<=\w)\s+(?:on|in) (?:\w+day|\d{{1,2}}(?:st|nd|rd|th)? {_MONTHS}|{_MONTHS}(?: \d{{1,2}})?)(?: \d{{4}})?\b",
    re.IGNORECASE,
)
_AND_NOW = re.compile(
    r"\s+(?:was|were|has been|have been|got|is|are) \w+(?:ed|wn|lt|nt) and (?:now )?(?=[a-z]+s?\b)", re.IGNORECASE
)
_BECAME = re.compile(r"\b(?:has become|have become|became|becomes|is becoming|turned into)\b", re.IGNORECASE)
_WISH = re.compile(
    r"\b(?:(?:we|i|they|you)(?:'re| are|'m| am)? plan(?:ning|ned)? (?:to|on)|plan(?:s|ning) to|"
    r"hop(?:e|es|ing) (?:to|for)|want(?:s|ed)? (?:to|an?\b)|thinking (?:about|of)|"
    r"(?:would|'d) (?:like|rather|prefer)|for example|for instance|such as|e\.g\.|going to|(?:our|the|my) (?:goal|aim|"
    r"target|plan|hope|wish|dream) (?:for|is|of)|about to|not sure|used to|"
    r"(?<!from )(?<!starting )(?<!as of )next (?:year|month|week|quarter)|"
    r"years ago|back then|at (?:that|the) time|nobody|in theory|ideally)\b",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"\{\w+\}|(?:^|\s)(?:um|uh|erm|hmm|mm)\b(?!\.)|\b(\w+) \1 |"
    r"\b(?:i mean|you know|kind of|sort of|kinda|sorta|gonna|dunno|gotta|whatever|"
    r"i (?:think|guess|suppose|presume|know)|or something|and stuff|something like)\b|\{",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:also|as well|too(?=\s*(?:[.,!;]|$))|another|additionally|in addition|besides|on top|additional)\b",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(?:no longer|not any ?more|never again)\b", re.IGNORECASE)
_ANY_MORE = re.compile(r"(?<=\w)\s+any ?more\b|\s+any longer\b", re.IGNORECASE)
_STOPPED = re.compile(r"\b(?:have |has |'ve |'s )?(?:stopped|quit|gave up|given up|ceased) (?=\w+ing\b)", re.IGNORECASE)
_OLD = (
    re.compile(r"^instead of\s+(?P<old>[^,.;]+),\s*", re.IGNORECASE),
    re.compile(r",?\s*\b(?:instead of|rather than|in place of|replacing|in lieu of)\s+(?P<old>[^,.;]+)", re.IGNORECASE),
    re.compile(
        r",\s*(?:and )?(?:no longer|not)\s+(?P<old>[^,.;]+?)(?:\s+any ?more|\s+any longer)?(?=[.!]?$)", re.IGNORECASE
    ),
)
_NOT_BUT = re.compile(
    r"\b(?:no longer|not)\s+(?P<old>[^,;.]+?)(?:\s+any ?more)?\s*,?\s+but\s+(?:now\s+|rather\s+)?(?P<new>[^;]+)$",
    re.IGNORECASE,
)
_PHRASES = (
    (re.compile(r"\b(?:is|are|was|'s) (?:now )?(?:responsible for|in charge of)\b", re.IGNORECASE), "owns"),
    (re.compile(r"\b(?:takes?|took|taking) care of\b|\blooks? after\b|\blooked after\b", re.IGNORECASE), "owns"),
    (re.compile(r"\bhands? over\b|\bhanded over\b", re.IGNORECASE), "transferred"),
    (re.compile(r"\bcan(?:no|')?t stand\b", re.IGNORECASE), "hate"),
    (re.compile(r"\bwent (?:up|down)\b|\bgoes (?:up|down)\b", re.IGNORECASE), "went"),
    (re.compile(r"\bnot allowed\b", re.IGNORECASE), "forbidden"),
    (re.compile(r"\b(?:takes?|taking) place\b", re.IGNORECASE), "is"),
    (re.compile(r"(?<=ed) (?:off|up|out)(?= by\b)", re.IGNORECASE), ""),
    (re.compile(r"(?<=\ws) (?:off|up|out)(?= (?:the|our|my)\b)", re.IGNORECASE), ""),
    (re.compile(r"\btill\b", re.IGNORECASE), "until"),
    (re.compile(r"\bnow that\b.*$", re.IGNORECASE), "now"),
    (re.compile(r"\bgot\b(?=.* to\b)", re.IGNORECASE), "brought"),
    (re.compile(r"\b(?:had|have|has) to be\b(?= \w+(?:ed|t|n)\b)", re.IGNORECASE), "was"),
    (re.compile(r"\b(?:doesn't|does not|don't|do not) (\w+) until\b", re.IGNORECASE), r"\1s at"),
    (re.compile(r"\b(?:is|are) (?:now )?going for\b|\bgoes for\b", re.IGNORECASE), "costs"),
    (re.compile(r"\b(took|takes|taken) (?!over\b)(.+?) over\b", re.IGNORECASE), r"\1 over \2"),
    (re.compile(r"(?<=day)s? (?:mornings?|afternoons?|evenings?|nights?)\b", re.IGNORECASE), "s"),
    (re.compile(r"(?<=\w) (?:in the (?:morning|afternoon|evening)|at night)\b(?! shift)", re.IGNORECASE), ""),
    (re.compile(r"\bonly(?= (?:\w+ ){0,2}now\b)", re.IGNORECASE), ""),
)
_HAS_DONE = re.compile(
    r"(?:'ve|'s|\b(?:have|has)) (?:just |now |recently )*(?P<been>been )?(?:just |now )?"
    r"(?=(?:\w+ed|\w+wn|gone|set|put|cut|sent|taken|given|brought|sold|built|held|shut|split|rebuilt|rewritten)\b)",
    re.IGNORECASE,
)
_PARTICLE = re.compile(
    r"\b(?:up|down|back|over|out|forward|across|along|away)\s+(?=(?:to|into|from|until|onto|by)\b)", re.IGNORECASE
)
_AT_MOST = re.compile(
    r"\b(?:at most|no more than|up to|a maximum of|at least|a minimum of|as many as)\b", re.IGNORECASE
)
_SO_IT_IS = re.compile(
    r"^(?P<what>(?:(?:the|our|my|this) )?[\w -]+?)(?: (?:has|have|had|was|were|got|is|are)|'s)\b[^,;:]*"
    r"[,;:–—-]+ (?:and |so )?(?:it|they)(?:'s| is|'re| are) (?P<rest>.+)$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:went|go(?:es|ne)?|mov|switch|rais|lower|cut|put|push|turn|bump|chang|bring|brought|slip|drop|scal|post|extend|"
    r"short|set|got|is|are)\w* (?:[\w'-]+ ){0,6}(?:up|down|back|over|out|forward)\b",
    re.IGNORECASE,
)
_CHANGED_SO = re.compile(
    r"^(?:they|we|i)(?:'ve| have)? (?:changed|moved|updated|switched|raised|lowered|shifted|cut) "
    r"(?P<what>(?:the|our|my) [^,;:]+?)\s*[,;:–—-]+ (?:and |so )?(?:it|they)(?:'s| is|'re| are) (?P<rest>.+)$",
    re.IGNORECASE,
)
_MADE = re.compile(r"^(?:they|we|i)(?:'ve| have)? (?:just )?made (?P<what>[\w' -]+?) (?P<rest>\d.*)$", re.IGNORECASE)
_NEW = re.compile(r"^(?P<whose>the |our |my |)new (?P<what>[\w -]+?)\s*(?::|=|\bis\b) ?(?P<value>.+)$", re.IGNORECASE)
_THEY = re.compile(r"^they(?= |'ve)", re.IGNORECASE)
_TAIL = re.compile(r",\s+(?:\d+|(?:it|they|he|she|you|the \w+|this|that|people|everyone) \w+).*$", re.IGNORECASE)
_THERE = re.compile(
    r"^there(?: are|'s| is|'re) (?P<what>.+?) (?:in|on|at) (?P<where>(?:the|our|my|each|every) .+)$", re.IGNORECASE
)


_TURNED_IT = re.compile(
    r"^(?:(?:we|i|they|he|she)(?:'ve| have| has)? )?(?:just |now )?(?:turned?|switch(?:ed)?|put|painted|set) "
    r"(?P<what>(?:the|our|all|my) .+?) (?P<state>on|off|(?:red|green|blue|yellow|white|black|grey|orange|pink)\b)"
    r"(?P<where>(?: (?:for|in) .+)?)$",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"^(?:(?:we|i|they)(?:'ve| have)? (?:just |now )?)?(?:(?:turn|switch)(?:ed)? (?=on|off))?"
    r"(?P<state>on|off|enabled?|disabled?|allowed|banned|forbade|locked|unlocked|opened|closed|paused|archived) "
    r"(?P<what>(?:the|our|all|this) .+|[a-z]*[_A-Z]\S*.*)$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """The sentence as it is parsed.

    old   the words of the value it says is over
    adds  it names one more, so it replaces nothing: also, another, as well
    is_perfect  what it says has been done: `has been ported to`
    """

    text: str
    old: str = ""
    is_said: bool = False
    is_positive: bool = True
    adds: bool = False
    is_perfect: bool = False


def may_claim(sentence: str) -> bool:
    """Whether it tells: no question, wish, condition or quotation, and short enough to give a value."""
    text = sentence.strip()
    if (
        "?" in text
        or text.endswith(":")
        or text[:1] in "\"“'{"
        or not FEWEST_WORDS - ("=" in text) <= len(text.split()) <= MOST_WORDS
    ):
        return False
    return not (_WISH.search(text) or _BROKEN.search(text))


def plain_of(sentence: str, *, is_decision: bool) -> Plain | None:
    """The plain sentence; None where it only tells what is meant to be."""
    text = " ".join(sentence.replace("’", "'").split())
    lead = _LEAD.match(text)
    is_said = bool(lead and lead.group("change"))
    text = text[lead.end() :] if lead else text
    decided = _DECIDED.match(text)
    if decided and not is_decision:
        return None
    text = f"we {text[decided.end() :]}" if decided else text
    found = _with_old(Plain(text=text, is_said=is_said, adds=bool(_ADDS.search(sentence))))
    return _without_moment(_without_reason(_without_end(_reworded(found))))


def _reworded(plain: Plain) -> Plain:
    text, is_said = plain.text.rstrip(" .!"), plain.is_said
    if done := _TURNED.match(text) or _TURNED_IT.match(text):
        where = done.groupdict().get("where", "")
        text, is_said = f"{done.group('what')} is {done.group('state')}{where}", True
    for pattern, word in _PHRASES:
        text = pattern.sub(word, text)
    if there := _THERE.match(text.rstrip(".!")):
        text = f"{there.group('where')} has {there.group('what')}"
    if then := _SO_IT_IS.match(text) or _CHANGED_SO.match(text) or _MADE.match(text):
        text, is_said = f"{then.group('what')} is {then.group('rest')}", True
    if new := _NEW.match(text):
        text, is_said = f"{new.group('whose')}{new.group('what')} is {new.group('value')}", True
    is_perfect = bool(_HAS_DONE.search(text))
    text = _HAS_DONE.sub(lambda done: " was " if done.group("been") else " ", _THEY.sub("we", text))
    is_change = is_perfect or bool(_CHANGED.search(text))
    text = _PARTICLE.sub("", text) if is_change else _AT_MOST.sub("", text)
    text = _AT_MOST.sub("", text)
    if _BECAME.search(text):
        text, is_said = _MOVED_ON.sub("", _BECAME.sub("is", text)), True
    if renewed := _AND_NOW.search(text):
        text, is_said = f"{text[: renewed.start()]} {text[renewed.end() :]}", True
    text = " ".join(_TAIL.sub("", text).split())
    return replace(plain, text=text, is_said=is_said or is_perfect, is_perfect=is_perfect)


def _with_old(plain: Plain) -> Plain:
    """`X instead of Y`, `X, not Y`, `no longer Y but X`: X is claimed, Y is over."""
    if swap := _NOT_BUT.search(plain.text):
        before, old = plain.text[: swap.start()], swap.group("old")
        first, _, rest = old.partition(" ")
        is_verb = rest and not _ends_in_verb(before)
        text = f"{before}{first} {swap.group('new')}" if is_verb else f"{before}{swap.group('new')}"
        return replace(plain, text=text, old=rest if is_verb else old, is_said=True)
    for pattern in _OLD:
        if named := pattern.search(plain.text):
            text = plain.text[: named.start()] + plain.text[named.end() :]
            return replace(plain, text=text, old=named.group("old"), is_said=True)
    return plain


def _ends_in_verb(text: str) -> bool:
    last = fold(text).split()[-1:]
    return bool(last) and (last[0] in COPULAS or last[0].endswith("n't"))


def _without_end(plain: Plain) -> Plain:
    """`no longer`, `not … any more`, `stopped …ing` turn what is claimed round."""
    text = plain.text
    if over := _OVER.search(text):
        return replace(plain, text=text[: over.start()] + text[over.end() :], is_said=True, is_positive=False)
    if _ANY_MORE.search(text):  # its `not` is read with the words
        return replace(plain, text=_ANY_MORE.sub("", text), is_said=True)
    if stopped := _STOPPED.search(text):
        return replace(plain, text=text[: stopped.start()] + text[stopped.end() :], is_said=True, is_positive=False)
    return plain


def _without_reason(plain: Plain) -> Plain:
    cut = _REASON.sub("", plain.text)
    return replace(plain, text=cut) if len(cut.split()) > 1 else plain


def _without_moment(plain: Plain) -> Plain:
    text, is_said = plain.text, plain.is_said
    for pattern in (_FROM_WHEN, _THESE_DAYS):
        if pattern.search(text):
            is_said, text = True, pattern.sub("", text, count=1)
    text = _WHEN_SAID.sub("", text)
    is_change = any(compare_table().relations.get(verb_stem(word)) == "change" for word in fold(text).split())
    if is_change and re.search(r"\b(?:to|into)\b", text):
        text = _MOVED_ON.sub("", text)
    return replace(plain, text=text.strip(" ,.!"), is_said=is_said)


COPULAS = frozenset({"is", "are", "am", "'s", "'re", "'m", "be", "was", "were"})
