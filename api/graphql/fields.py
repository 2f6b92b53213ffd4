"""Fields whose description in the schema is the docstring of their resolver, so that it is written once."""

import inspect
from collections.abc import Callable

import strawberry
from strawberry.types.field import StrawberryField


def documented(graphql_type: object = None) -> Callable[[Callable[..., object]], StrawberryField]:
    """Decorates a resolver; `graphql_type` is its type in the schema where it returns a value of the core."""

    def decorate(resolver: Callable[..., object]) -> StrawberryField:
        return strawberry.field(resolver, description=inspect.getdoc(resolver), graphql_type=graphql_type)

    return decorate
