"""What a sentence claims: of which slot (the limit, who owns billing) it gives which value."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphmem.remember.compare_table import compare_table
from graphmem.remember.figures import DATE, DAY, Token
from graphmem.remember.phrases import is_common

ANY = "*"
"""The relation of a change (`moved to 7`): it fits whatever the slot's own verb is."""
WHOLE = "whole"
"""The relation of a yes or no: all words are the slot."""


class Hold(StrEnum):
    """How many values a slot has at a time.

    ONE   another value ends it
    TOLD  another value ends it when the sentence announces a change
    MANY  another value ends it when the sentence names the old one
    """

    ONE = "one"
    TOLD = "told"
    MANY = "many"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A slot with its value, as one sentence gives it.

    subject   stems of what it is about, a verb that matters among them; a first person as `@speaker`
    scope     stems of where, when and for whom it holds: never the same as a claim of another scope
    relation  the stem of the verb; `*` for a change, "" where it adds nothing (is, has, costs)
    sorts     of each value: time, size, date, word …
    values    in a form that equal values share
    measure   stems of what is counted
    old       stems of the value that is said to be over
    is_said   the sentence announces a change: now, no longer, moved to …
    adds      it names one more, so it ends nothing
    is_aside  it is a reason or a consequence: sentences that share nothing else do not say the same
    shown     the value as it is written; "" where the claim is a yes or no
    pairs     (head, modifier) of the sentence: the rye loaf and the spelt loaf are two
    """

    subject: frozenset[str]
    scope: frozenset[str] = frozenset()
    relation: str = ""
    sorts: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    measure: frozenset[str] = frozenset()
    old: frozenset[str] = frozenset()
    hold: Hold = Hold.ONE
    is_positive: bool = True
    is_said: bool = False
    is_hedged: bool = False
    adds: bool = False
    is_aside: bool = False
    shown: str = ""
    pairs: frozenset[tuple[str, str]] = frozenset()

    @property
    def slot(self) -> frozenset[str]:
        """All words that say what the value is of."""
        return self.subject | self.scope

    @property
    def key(self) -> str:
        """The semantic key: equal for claims of one slot, whatever the words' order; a verb where nothing else is."""
        bare = all(word.startswith("@") for word in self.slot)
        verb = [self.relation] if bare and self.relation not in ("", ANY, WHOLE) else []
        return ".".join(("slot", *sorted(self.slot), *verb))

    @property
    def words(self) -> frozenset[str]:
        """The stems of a value in words."""
        return frozenset(word for value in self.values for word in value.split())

    @property
    def is_told(self) -> bool:
        """Whether it says of what: by words, by a verb, or as a change from one named thing to another."""
        if not self.shown and self.sorts == ("word",):
            return False
        if self.slot and all(word.startswith("#") for word in self.slot):
            return False
        return (bool(self.slot) or self.relation not in ("", ANY) or self.sorts == ("word",)) and "@?" not in self.slot


def valued(
    subject: frozenset[str],
    values: Sequence[Token],
    *,
    scope: frozenset[str] = frozenset(),
    relation: str = "",
    measure: Sequence[Token] = (),
    hold: Hold = Hold.ONE,
) -> Claim:
    """A claim of typed values; money needs no word for price, a date none for deadline."""
    sorts = tuple(token.kind for token in values)
    implied = _implied(sorts)
    return Claim(
        subject=subject - implied or subject,
        scope=scope - implied,
        relation="" if relation and set(sorts) <= {DATE} and relation != ANY else relation,
        sorts=sorts,
        values=tuple(token.value for token in values),
        measure=frozenset(t.value for t in measure if is_common(t)) - implied,
        hold=hold,
        shown=" ".join(token.shown for token in (*values, *measure)),
    )


def _implied(sorts: Iterable[str]) -> frozenset[str]:
    found = set(sorts)
    if {"eur", "usd", "gbp"} & found:
        return compare_table().stemmed["prices"]
    return compare_table().stemmed["dates"] if {DATE, DAY} & found else frozenset()


def worded(
    subject: frozenset[str],
    words: Sequence[Token],
    *,
    scope: frozenset[str] = frozenset(),
    relation: str = "",
    hold: Hold = Hold.ONE,
) -> Claim:
    """A claim of a value in words."""
    kept = [token for token in words if token.is_value or is_common(token)]
    return Claim(
        subject=subject,
        scope=scope,
        relation=relation,
        sorts=("word",),
        values=(" ".join(sorted({token.value for token in kept})),),
        hold=hold,
        shown=" ".join(token.shown for token in kept),
    )
