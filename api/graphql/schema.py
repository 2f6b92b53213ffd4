"""The schema: every type, query and mutation in one place."""

import strawberry
from graphql import GraphQLError
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from api.graphql.limits import ApiLimits, Bounds
from api.mutations.capture import CaptureMutation
from api.mutations.commitments import CommitmentMutation
from api.mutations.correct import Correct
from api.mutations.identities import IdentityMutations
from api.mutations.release import Release
from api.mutations.resolve import Resolve
from api.mutations.write import Mutation as Write
from api.queries.ask import Ask
from api.queries.browse import Browse
from api.queries.identities import Identities
from api.queries.keeping import Keeping
from api.queries.owed import OwedList
from api.queries.quarantine import Quarantine
from api.queries.reads import Reading
from api.types.entities import Artifact, Organization, Place, Thing
from api.types.statements import Commitment, Option, Preference, Procedure, Reason

UNREFERENCED = (Artifact, Commitment, Option, Organization, Place, Preference, Procedure, Reason, Thing)
"""Types that are met behind an interface only."""


@strawberry.type
class Query(Ask, Browse, Identities, Keeping, OwedList, Quarantine, Reading):
    """All that can be asked."""


@strawberry.type
class Mutation(Write, CaptureMutation, CommitmentMutation, Correct, IdentityMutations, Release, Resolve):
    """All that writes."""


class _Schema(strawberry.Schema):
    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Nothing: `errors.told` logs what the reply does not say, the rest is no fault of ours."""


def create_schema(limits: ApiLimits, *, development: bool = False) -> strawberry.Schema:
    """The schema within `limits`; names are neither listed nor suggested unless in development."""
    return _Schema(
        query=Query,
        mutation=Mutation,
        types=UNREFERENCED,
        config=StrawberryConfig(disable_field_suggestions=not development),
        extensions=[lambda: Bounds(limits, introspection=development)],
    )
