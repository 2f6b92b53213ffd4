"""Questions: recall, why and connect."""

from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import Annotated

import strawberry

from api.graphql.context import AsOfInput, Info, look_at, utc
from api.graphql.fields import documented
from api.queries.lookup import id_of
from api.types.answers import ConnectAnswer, RecallAnswer, WhyAnswer
from api.types.enums import Signal
from graphmem.domain import answers
from graphmem.domain.answers import ALL_SIGNALS, RecallQuery, WhyQuery
from graphmem.recall.connect import ConnectQuery

RECALL, WHY, CONNECT = RecallQuery(text=""), WhyQuery(), ConnectQuery(start="", end="")
"""The core's defaults."""


@strawberry.enum(description="What recall may give.")
class RecallKind(Enum):
    """The values are the core's own words."""

    CHUNK = "chunk"
    DECISION = "Decision"
    OPTION = "Option"
    REASON = "Reason"
    FACT = "Fact"
    PREFERENCE = "Preference"
    COMMITMENT = "Commitment"
    PROCEDURE = "Procedure"


@strawberry.type
class Ask:
    """The root fields that answer a question."""

    @documented(RecallAnswer | None)
    async def recall(
        self,
        info: Info,
        *,
        question: str,
        top_k: int = RECALL.top_k,
        budget_tokens: int | None = None,
        kinds: list[RecallKind] | None = None,
        project: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: AsOfInput | None = None,
        include_history: bool = False,
        signals: list[Signal] | None = None,
        explain: bool = True,
    ) -> answers.Answer:
        """The best items on a question, dated and quoted.

        Without `explain` they carry no signals, no path and no sentence.
        """
        query = RecallQuery(
            text=question,
            top_k=top_k,
            budget_tokens=budget_tokens,
            kinds=frozenset(kind.value for kind in kinds or ()),
            project=project,
            since=utc(since),
            until=utc(until),
            as_of=look_at(info, as_of, with_history=include_history),
            include_history=include_history,
            signals=ALL_SIGNALS if signals is None else frozenset(signals),
        )
        answer = await info.context.memory.recall(query, info.context.reader)
        return answer if explain else replace(answer, items=tuple(_plain(item) for item in answer.items))

    @documented(WhyAnswer | None)
    async def why(
        self,
        info: Info,
        *,
        question: str = "",
        decision_id: Annotated[strawberry.ID | None, strawberry.argument(name="id")] = None,
        depth: int = WHY.depth,
        top_k: int = WHY.top_k,
        budget_tokens: int = WHY.budget_tokens,
        project: str = "",
        as_of: AsOfInput | None = None,
    ) -> answers.WhyAnswer:
        """Why something was decided, each part with a quoted path.

        By a question, or by a decision's id or handle.
        """
        query = WhyQuery(
            text=question,
            decision_id=await id_of(info, decision_id) if decision_id else "",
            depth=depth,
            top_k=top_k,
            budget_tokens=budget_tokens,
            project=project,
            as_of=look_at(info, as_of),
        )
        return await info.context.memory.why(query, info.context.reader)

    @documented(ConnectAnswer | None)
    async def connect(
        self,
        info: Info,
        *,
        start: str,
        end: str,
        top_k: int = CONNECT.top_k,
        depth: int = CONNECT.depth,
        project: str = "",
        as_of: AsOfInput | None = None,
    ) -> answers.ConnectAnswer:
        """How two things hang together: the best paths from a name, handle or id to another."""
        query = ConnectQuery(
            start=start, end=end, top_k=top_k, depth=depth, project=project, as_of=look_at(info, as_of)
        )
        return await info.context.memory.connect(query, info.context.reader)


def _plain(item: answers.Item) -> answers.Item:
    return replace(item, signals={}, path=None, because="")
