"""What the words of a sentence say about its part in a decision: nine classes of cues, each a score in 0 to 1."""

import re
from enum import StrEnum
from functools import lru_cache

HIT = 0.55
"""What one hit of full weight is worth; further hits add up as 1 - Π(1 - 0.55 · weight) (why-algorithm.md §3)."""
MOST_HITS = 3


class Cue(StrEnum):
    """What a sentence may do in a discussion."""

    DECISION = "decision"
    REASON = "reason"
    OPTION = "option"
    REJECT = "reject"
    OBJECT = "object"
    SUPERSEDE = "supersede"
    DEPEND = "depend"
    SUPPORT = "support"
    TRIGGER = "trigger"


_TABLE: dict[Cue, tuple[tuple[float, str], ...]] = {
    Cue.DECISION: (
        (
            1.0,
            r"(?:we|they|i|team|committee|board|council)(?:'ve| have| had|)(?: all| just| already|) "
            r"(?:decided?|agreed?|chose|chosen|settled|resolved|voted|opted|picked|approved)|decision (?:is|was)\b|"
            r"(?:decision|resolution|resolved|agreed|outcome) ?:|consensus|agree(?:d)? (?:to|that|on)|"
            r"(?:is|was|were|been) (?:accepted|rejected|approved|adopted|decided|agreed|chosen)|chosen option|"
            r"(?:wir haben|haben) .{0,40}(?:beschlossen|entschieden|vereinbart)|hemos (?:decidido|acordado)|se decidi[oó]|"
            r"(?:on a|nous avons) (?:décidé|convenu|retenu)|decidimos|ficou decidido",
        ),
        (
            0.7,
            r"(?:we|i)(?: will|'ll| should| would|'re going to| are going to)|let's|so we|"
            r"going (?:to|with|for)|(?:will|should|must)(?: now| no longer| not)? (?:be|use|have|move|keep|create|remove|"
            r"replace|become|need)|instead|proposes?|put it in|(?:skip|drop|keep|use|add|switch)(?: to)? (?:it|that|the)|"
            r"please use|in light of this",
        ),
        (0.4, r"(?:okay|right),? so|finally|definitely|only|from now on"),
    ),
    Cue.REASON: (
        (
            1.0,
            r"because|'cause|since|so that|in order to|due to|(?:problem|issue|reason|advantage|benefit|concern|"
            r"downside|upside) (?:is|was|with|for)|as a result|in light of|given that|that's why|therefore|which means|"
            r"this means|causes|(?:allows?|enables?|lets|helps) (?:us|you|them)|avoids?|prevents?|otherwise|"
            r"weil|damit|porque|para que|parce que|afin de",
        ),
        (
            0.6,
            r"advantages?|benefits?|risks?|problems?|too \w+|cheap(?:er)?|expensive|costs?|easier|easily|simpl(?:er|ify|ifies)|"
            r"difficult|complex(?:ity)?|needs?|want|requires?|cannot|can't|doesn't|don't|not|never|better|worse|more|less|"
            r"fewer|reduc(?:e|es|ed)|already|would need|best practice|policy|confusing|breaks?|fails?|lost|useful|useless|"
            r"automatic|flexib\w+",
        ),
    ),
    Cue.OPTION: (
        (
            1.0,
            r"options?|alternatives?|considered|instead of|rather than|either|could|(?:what|how) about|what if|"
            r"another way|suggest\w*|propos\w+|maybe|perhaps|should we|ideas?|alternativen?|opción|opções",
        ),
        (0.5, r"can|might|would|i think|wondering|like|use|or"),
    ),
    Cue.REJECT: (
        (
            1.0,
            r"rejected|ruled out|dismissed|discarded|decided against|against|not (?:good|enough|worth|possible|needed|"
            r"going|resistant)|too \w+|impractical|expensive|turned down|withdrawn|dropped|left out|leaving out|skip|"
            r"no longer|(?:doesn't|don't|does not|do not|didn't) (?:work|fit|solve|scale|need|want|like|think)|can't|"
            r"unfortunately|disadvantages?|silly|bulky|verworfen|descartad\w+|écarté\w*",
        ),
    ),
    Cue.OBJECT: (
        (
            1.0,
            r"disagree|concerns?|objec\w+|against|veto|oppose|don't (?:think|like|see|believe)|not (?:sure|convinced|"
            r"comfortable)|worried|bad idea|irritating|annoying|dangers?|risks?|push back|wouldn't",
        ),
        (0.6, r"but|however|though|too \w+|problem|no|not|don't|can't|never|lost|unless"),
    ),
    Cue.SUPERSEDE: (
        (
            1.0,
            r"supersed\w+|replac\w+|amend\w*|no longer|changed our mind|in the end|previously|formerly|used to|"
            r"originally|currently|initially|at first|moves? from|renamed|withdrawn|deprecated|reverted|earlier|"
            r"last (?:meeting|time)|had decided|split out|working name|abgelöst|ersetzt|sustitu\w+|remplac\w+",
        ),
        (0.4, r"new|now|was|before|until|old|first"),
    ),
    Cue.DEPEND: (
        (
            1.0,
            r"rel(?:y|ies) on|requires?|depends?|needs?|based on|assumes?|builds? on|on top of|given|now that|"
            r"in light of|since|continues? to use|behind|uses|able to|can now|would've|would have",
        ),
        (0.6, r"will|should|if|remov\w+|single|existing"),
    ),
    Cue.SUPPORT: (
        (
            1.0,
            r"agreed?|good idea|\+1|lgtm|i like|exactly|in favou?r|why not|love|makes sense|seconded|"
            r"popular|sounds good|perfect|that's good",
        ),
        (0.5, r"yes|yeah|okay|sure|right"),
    ),
    Cue.TRIGGER: (
        (
            1.0,
            r"currently|at the moment|problems?|issues?|incidents?|outage|fail\w*|broke|warning|becoming|we are "
            r"(?:repeating|seeing)|new|noticed|found|reported|requested|asked|caused?s?|led to|results? in|will have to|"
            r"need to|sometimes|still|happens|changed",
        ),
    ),
}
_PATTERNS = {
    cue: tuple((weight, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for weight, words in groups)
    for cue, groups in _TABLE.items()
}
_YES = re.compile(
    r"(?:(?:um|uh|well|oh|okay|so|no),?\s+)*(?:yeah|yep|yes|okay|ok|sure|agreed|exactly|right|absolutely|definitely|perfect|fine|"
    r"that's (?:fine|good|right|true|it)|sounds good|good idea|i agree|makes sense|\+1|👍|confirmed|great|"
    r"ja|genau|einverstanden|sí|vale|oui|d'accord|sim|certo)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def cues(text: str) -> dict[Cue, float]:
    """By class, how strongly its cues stand in the text; a class without any is absent."""
    plain = text.replace("’", "'")
    return {cue: score for cue in Cue if (score := _score(cue, plain))}


def says_yes(text: str) -> bool:
    """Whether it begins with a yes."""
    return bool(_YES.match(text.lstrip(" .,{}")))


def _score(cue: Cue, text: str) -> float:
    doubt = 1.0
    for weight, pattern in _PATTERNS[cue]:
        for number, _ in enumerate(pattern.finditer(text), start=1):
            doubt *= 1 - HIT * weight
            if number == MOST_HITS:
                break
    return 1 - doubt
