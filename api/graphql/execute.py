"""One GraphQL request from its parts to its reply: bounded in time, never raising."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import strawberry
from strawberry.exceptions import MissingQueryError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from api.graphql.context import Context
from api.graphql.errors import as_entry, entry, masked, told
from graphmem.domain.errors import InvalidQuery

Reply = dict[str, Any]

TIMEOUT = "timeout"
_ALLOWED = frozenset({OperationType.QUERY, OperationType.MUTATION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked; `operation` names one of several in the document."""

    query: str
    variables: Mapping[str, Any]
    operation: str | None = None


async def execute(schema: strawberry.Schema, request: Request, context: Context, *, timeout_s: float) -> Reply:
    """`data` and `errors`, as the response format of GraphQL has them. Whatever fails is told inside."""
    try:
        async with asyncio.timeout(timeout_s):
            result = await _result(schema, request, context)
    except TimeoutError:
        return {"data": None, "errors": [entry(TIMEOUT, f"This took longer than {timeout_s:g} s.", "Ask for less.")]}
    except (MissingQueryError, CannotGetOperationTypeError, InvalidOperationTypeError):
        mistake = InvalidQuery("There is no operation to run.", hint="Send a query, and name one when it has several.")
        return {"data": None, "errors": [as_entry(mistake)]}
    except Exception as error:  # noqa: BLE001 - the outermost edge of GraphQL: nothing may leave unmasked
        return {"data": None, "errors": [masked(error)]}
    errors = [told(error) for error in result.errors or ()]
    return {"data": result.data} | ({"errors": errors} if errors else {})


async def _result(schema: strawberry.Schema, request: Request, context: Context) -> ExecutionResult:
    return await schema.execute(
        request.query,
        variable_values=dict(request.variables),
        context_value=context,
        operation_name=request.operation,
        allowed_operation_types=_ALLOWED,
    )
