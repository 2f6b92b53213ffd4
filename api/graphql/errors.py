"""How an error is told: a caller's mistake in full, a fault of ours by a number that the log explains."""

import logging
import traceback
from typing import Any
from uuid import uuid4

from graphql import GraphQLError
from strawberry.exceptions import StrawberryInputCoercionError

from graphmem.domain.errors import BadInput, Conflict, GraphmemError, InvalidQuery, Unavailable
from graphmem.remember.guard import masked as without_secrets

LOG = logging.getLogger("graphmem.api")
FAULT = "fault"

Told = dict[str, Any]


def told(error: GraphQLError) -> Told:
    """One entry of `errors`: message, place, `extensions.code` and `extensions.hint`.

    What the caller sent and the core refused is told in its own words. The words of all other errors may name hosts,
    paths and queries, so they go to the log only, under the id that the hint names.
    """
    match error.original_error:
        case None | StrawberryInputCoercionError():
            entry = as_entry(InvalidQuery(error.message))
        case BadInput() as mistake:
            entry = as_entry(mistake)
        case original:
            entry = masked(original)
    if error.locations:
        entry["locations"] = [place.formatted for place in error.locations]
    if error.path:
        entry["path"] = error.path
    return entry


def as_entry(error: GraphmemError) -> Told:
    """An error whose words may be shown."""
    return entry(error.code, str(error), error.hint)


def entry(code: str, message: str, hint: str) -> Told:
    """The shape of every error that leaves this service."""
    return {"message": message, "extensions": {"code": code, "hint": hint}}


def masked(error: Exception) -> Told:
    """An error whose words stay in the log."""
    error_id = uuid4().hex[:12]
    trace = without_secrets("".join(traceback.format_exception(error)))
    LOG.error("error %s: %s\n%s", error_id, type(error).__name__, trace)
    match error:
        case Unavailable():
            return entry(error.code, "Something this memory needs is not there right now.", _later(error_id))
        case Conflict():
            return entry(error.code, "What is asked contradicts what is stored.", _look(error_id))
        case _:
            return entry(FAULT, "Something went wrong here.", _look(error_id))


def _later(error_id: str) -> str:
    return f"Try again in a moment. {_look(error_id)}"


def _look(error_id: str) -> str:
    return f"The service's log has the details under {error_id}."
