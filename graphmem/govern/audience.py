"""Audience: the single string that says who may read a node (graph-model.md §4)."""

from graphmem.domain.errors import InvalidQuery
from graphmem.domain.scope import (
    COMPANY_SCOPE,
    PERSONAL_SCOPE,
    TEAM_PREFIX,
    Placement,
    Reader,
    Role,
    Visibility,
)


def audience_of(tenant: str, placement: Placement, *, owner: str) -> str:
    """The audience of an item placed by `owner`.

    Raises InvalidQuery for a scope that is none of `personal`, `company` and `team:<id>`.
    """
    scope, visibility = placement.scope, placement.visibility
    if scope == COMPANY_SCOPE or (scope == PERSONAL_SCOPE and visibility is Visibility.SHARED):
        return f"{tenant}/company"
    if scope.startswith(TEAM_PREFIX) and len(scope) > len(TEAM_PREFIX):
        return f"{tenant}/{scope}"
    if scope != PERSONAL_SCOPE:
        raise InvalidQuery(f"Unknown scope {scope!r}.", hint="Use personal, company or team:<id>.")
    if visibility is Visibility.PRIVATE:
        return f"{tenant}/private:{owner}"
    return f"{tenant}/personal:{owner}"


def held(audience: str) -> str:
    """The audience of what waits for a keeper: nobody reads it, and the one it is meant for can be told from it."""
    return f"held:{audience}"


def reader_of(tenant: str, principal: str, *, role: Role = Role.ADMIN, teams: tuple[str, ...] = ()) -> Reader:
    """The reader a principal is: the company, their teams, their own and their private items."""
    audiences = (
        f"{tenant}/company",
        *(f"{tenant}/{TEAM_PREFIX}{team}" for team in teams),
        f"{tenant}/personal:{principal}",
        f"{tenant}/private:{principal}",
    )
    return Reader(tenant=tenant, principal=principal, role=role, audiences=audiences)
