"""How much of what must be found lies in the evidence pack of an answer, by wording."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from graphmem.bench.why_set import Gold, LabelledQuestion
from graphmem.domain.answers import Quote

FIRST_DOCUMENTS = 3
HALF = 0.5
_MARK = re.compile(r"\{[a-z]+\}")
_QUOTATION = str.maketrans("’‘“”", "''\"\"")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One wording of a question with what came back, by the pack's budget in tokens."""

    question: LabelledQuestion
    wording: int
    packs: Mapping[int, Sequence[Quote]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackFigures:
    """Shares in 0 to 1 over the questions that have an answer.

    wording          0 = all
    found            of the gold quotes, by the pack's budget in tokens: at least half of the quote in one passage
    any_document     of the questions: one of the right documents is among the first three of the largest pack
    all_documents    of the right documents: those among the first three, of three at most
    """

    wording: int
    questions: int
    quotes: int
    found: dict[int, float]
    any_document: float
    all_documents: float


def pack_figures(asked: Sequence[Asked], name_of: Callable[[str], str]) -> tuple[PackFigures, ...]:
    """One row a wording, then one over all; questions without gold are left out."""
    told = [one for one in asked if one.question.gold]
    wordings = sorted({one.wording for one in told})
    rows = [_row(number, [one for one in told if one.wording == number], name_of) for number in wordings]
    return (*rows, _row(0, told, name_of))


def _row(wording: int, asked: Sequence[Asked], name_of: Callable[[str], str]) -> PackFigures:
    golds = sum(len(one.question.gold) for one in asked)
    budgets = sorted({budget for one in asked for budget in one.packs})
    found = {budget: sum(_found(one.question.gold, one.packs[budget]) for one in asked) for budget in budgets}
    hits = [_documents(one, name_of) for one in asked]
    wanted = sum(min(FIRST_DOCUMENTS, len(one.question.documents)) for one in asked)
    return PackFigures(
        wording=wording,
        questions=len(asked),
        quotes=golds,
        found={budget: _share(count, golds) for budget, count in found.items()},
        any_document=_share(sum(hit > 0 for hit in hits), len(hits)),
        all_documents=_share(sum(hits), wanted),
    )


def _found(golds: Sequence[Gold], pack: Sequence[Quote]) -> int:
    texts = [even(quote.text) for quote in pack]
    return sum(any(holds(text, even(gold.quote)) for text in texts) for gold in golds)


def holds(text: str, quote: str) -> bool:
    """Whether at least half of `quote` stands in `text` in one piece."""
    if quote in text:
        return True
    matcher = SequenceMatcher(None, text, quote, autojunk=False)
    return matcher.find_longest_match().size >= HALF * len(quote)


def even(text: str) -> str:
    """Without transcript marks, case, and the differences of white space and quotation marks."""
    return " ".join(_MARK.sub(" ", text.lower()).translate(_QUOTATION).split())


def _documents(one: Asked, name_of: Callable[[str], str]) -> int:
    """How many of the right documents are among the first of the largest pack."""
    pack = one.packs[max(one.packs)]
    first = list(dict.fromkeys(name_of(quote.source) for quote in pack))[:FIRST_DOCUMENTS]
    return len(set(first) & set(one.question.documents))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
