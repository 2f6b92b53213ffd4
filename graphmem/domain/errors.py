"""The one tree of errors; every error has a stable `code` and may carry a `hint` that says what to do.

GraphmemError
├── BadInput               what was handed in cannot be used (exit 65)
│   ├── UnknownFormat      no connector recognises the file
│   ├── UnreadableSource   the file cannot be opened or decoded
│   ├── InvalidQuery       a question or argument is out of its limits
│   ├── InvalidCursor      a page cursor was not made by us
│   ├── NotFound           nothing readable has this id
│   └── SecretRefused      the text holds a secret or a personal number that must not be stored
├── Unavailable            something we need is not there right now (exit 69)
│   ├── EngineUnavailable  the private Neo4j cannot be fetched, started or reached
│   ├── DatabaseUnavailable  a configured Neo4j does not answer
│   ├── WrongCredentials   Neo4j refuses the user or password
│   ├── ModelUnavailable   the embedding model cannot be loaded
│   ├── ExtractorUnavailable  a model or command that should read an episode does not answer usefully
│   └── BudgetSpent        today's budget for model calls is used up
└── Conflict               what is asked contradicts what is stored (exit 1)
    ├── EmbedderMismatch   the graph was written with another embedding model
    ├── SchemaMismatch     the graph was written by a newer graphmem, or a migration was edited
    └── EngineConflict     the running engine is of another version
"""

from typing import ClassVar


class GraphmemError(Exception):
    """The root: `str(error)` is one sentence for a person, `hint` says what to do next (may be empty)."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class BadInput(GraphmemError):
    """What was handed in cannot be used as it is."""

    code = "bad_input"
    exit_code = 65


class UnknownFormat(BadInput):
    """No connector recognises the content."""

    code = "unknown_format"


class UnreadableSource(BadInput):
    """A file cannot be opened or decoded."""

    code = "unreadable_source"


class InvalidQuery(BadInput):
    """A question or an argument is empty or out of its limits."""

    code = "invalid_query"


class InvalidCursor(BadInput):
    """A page cursor was not made by this service."""

    code = "invalid_cursor"


class NotFound(BadInput):
    """Nothing that the reader may see has this id."""

    code = "not_found"


class SecretRefused(BadInput):
    """The text holds a secret or a personal number; the message names its kind and place, never the value."""

    code = "secret_refused"


class Unavailable(GraphmemError):
    """Something we need is not there right now; trying again later may help."""

    code = "unavailable"
    exit_code = 69


class EngineUnavailable(Unavailable):
    """The private Neo4j cannot be fetched, started or reached."""

    code = "engine_unavailable"


class DatabaseUnavailable(Unavailable):
    """A configured Neo4j does not answer."""

    code = "database_unavailable"


class WrongCredentials(Unavailable):
    """Neo4j refuses the user name or the password."""

    code = "wrong_credentials"


class ModelUnavailable(Unavailable):
    """The embedding model cannot be loaded or its files are not the pinned ones."""

    code = "model_unavailable"


class ExtractorUnavailable(Unavailable):
    """A model or command that should read an episode is missing, fails, or answers with nothing usable."""

    code = "extractor_unavailable"


class BudgetSpent(Unavailable):
    """Today's budget for model calls is used up; what waits is kept."""

    code = "budget_spent"


class Conflict(GraphmemError):
    """What is asked contradicts what is stored."""

    code = "conflict"


class EmbedderMismatch(Conflict):
    """The graph was written with another embedding model; mixing vectors is refused."""

    code = "embedder_mismatch"


class SchemaMismatch(Conflict):
    """The graph was written by a newer graphmem, or an applied migration has changed."""

    code = "schema_mismatch"


class EngineConflict(Conflict):
    """The running engine was started by another version."""

    code = "engine_conflict"
