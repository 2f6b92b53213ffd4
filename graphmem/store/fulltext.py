"""Plain words of a question as Lucene queries that cannot fail: nothing a user types is ever syntax."""

from collections.abc import Iterable, Sequence

from graphmem.domain.text import STOP_WORDS, words
from graphmem.store.reach import reach_clause

NOTHING = "reach:xnothing"
CHUNK_FIELDS = ("text", "keywords", "speaker^0.5", "context^0.5")
WINDOW_FIELDS = ("window_text",)
STATEMENT_FIELDS = ("text", "keywords", "semantic_key^0.3")


def search_query(terms: Sequence[str], fields: Iterable[str], audiences: Iterable[str], *, with_dead: bool) -> str:
    """Any of `terms` in any of `fields`, inside the audiences; a query that finds nothing when no term is left."""
    useful = _useful(terms)
    if not useful:
        return NOTHING
    either = " ".join(_field(field, useful) for field in fields)
    return f"{reach_clause(audiences, with_dead=with_dead)} +({either})"


def phrases_query(phrases: Iterable[str], audiences: Iterable[str]) -> str:
    """Texts inside the audiences that hold one of `phrases`, word after word."""
    quoted = [f'"{" ".join(found)}"' for phrase in phrases if (found := words(phrase))]
    return f"{reach_clause(audiences)} +text:({' '.join(quoted)})" if quoted else NOTHING


def name_query(terms: Sequence[str], tenant_word: str) -> str:
    """Entities of the tenant whose name or alias holds one of `terms`."""
    useful = _useful(terms)
    if not useful:
        return NOTHING
    either = " ".join(_field(field, useful) for field in ("name", "aliases"))
    return f"+reach:{tenant_word}^0 +({either})"


def _useful(terms: Sequence[str]) -> list[str]:
    """Words without stop words; all of them when nothing else is left."""
    safe = [word for term in terms for word in words(term)]
    return list(dict.fromkeys([word for word in safe if word not in STOP_WORDS] or safe))


def _field(field: str, terms: Sequence[str]) -> str:
    name, _, boost = field.partition("^")
    clause = f"{name}:({' '.join(_quoted(term) for term in terms)})"
    return f"{clause}^{boost}" if boost else clause


def _quoted(term: str) -> str:
    """Words hold letters, digits and apostrophes only; an apostrophe is the one mark left to quote."""
    return term.replace("’", "'").replace("'", "\\'")
