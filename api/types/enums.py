"""The core's closed sets under the names they have in the schema."""

import strawberry

from graphmem.domain.answers import Signal
from graphmem.domain.documents import EpisodeKind
from graphmem.domain.scope import Visibility
from graphmem.domain.statements import Outcome, Stance, Status

strawberry.enum(Signal, description="The independent ranked lists of recall.")
strawberry.enum(EpisodeKind, description="What sort of thing arrived.")
strawberry.enum(Visibility, description="Who, of those the scope reaches, may see it.")
strawberry.enum(Status, name="DecisionStatus")
strawberry.enum(Outcome, name="OptionOutcome")
strawberry.enum(Stance, name="ReasonStance", description="Which way a reason pulls.")

__all__ = ["EpisodeKind", "Outcome", "Signal", "Stance", "Status", "Visibility"]
