"""Who reads, who writes, and the one key both index and traversal check."""

from dataclasses import dataclass
from enum import StrEnum

DEFAULT_TENANT = "local"


class Role(StrEnum):
    """What a principal may do in a tenant."""

    ADMIN = "admin"
    LEAD = "lead"
    MEMBER = "member"
    READER = "reader"


class Visibility(StrEnum):
    """Who, of those the scope reaches, may see an item."""

    SHARED = "shared"
    PERSONAL = "personal"
    PRIVATE = "private"


PERSONAL_SCOPE = "personal"
COMPANY_SCOPE = "company"
TEAM_PREFIX = "team:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who asks: always from the caller's key, never from the question.

    audiences  every audience this reader may read; an empty tuple reads nothing
    """

    tenant: str
    principal: str
    role: Role
    audiences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where a written item belongs: whose knowledge it is and who may see it."""

    scope: str = PERSONAL_SCOPE
    visibility: Visibility = Visibility.PERSONAL

    @classmethod
    def usual(cls, scope: str) -> "Placement":
        """Where a scope puts an item: what is a team's or the company's is shared with those it belongs to."""
        personal = scope == PERSONAL_SCOPE
        return cls(scope=scope, visibility=Visibility.PERSONAL if personal else Visibility.SHARED)
