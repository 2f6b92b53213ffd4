"""Looking around: nodes, pages of nodes, and the state of the whole."""

from typing import Annotated, Any

import strawberry

from api.graphql.context import AsOfInput, Info, look_at, moment_of
from api.graphql.fields import documented
from api.graphql.paging import After, Connection, First, page
from api.queries.lookup import id_of
from api.types.answers import Status
from api.types.entities import Person, Topic
from api.types.enums import EpisodeKind
from api.types.episodes import Episode
from api.types.nodes import Node, as_node
from api.types.statements import Decision, Fact
from graphmem.domain import answers

PAGE = 20


@strawberry.type
class Browse:
    """The root fields that list and show: null where one failed, so that it takes no other with it."""

    @documented()
    async def node(
        self,
        info: Info,
        *,
        wanted: Annotated[strawberry.ID, strawberry.argument(name="id")],
        as_of: AsOfInput | None = None,
        include_history: bool = False,
    ) -> Node | None:
        """One thing by id or handle, whatever its state; null when there is nothing that the reader may see."""
        look_at(info, as_of, with_history=include_history)
        found = await info.context.loaders.node.load(wanted)
        return as_node(found) if found else None

    @documented()
    async def episodes(
        self,
        info: Info,
        *,
        first: First = PAGE,
        after: After = None,
        project: str = "",
        kind: EpisodeKind | None = None,
    ) -> Connection[Episode] | None:
        """What arrived, newest first; what has no date comes last."""
        context = info.context
        return await page(
            "Episode",
            first,
            after,
            lambda size, key: context.memory.nodes.find_episodes(
                context.reader, first=size, after=key, project=project, kind=kind.value if kind else ""
            ),
        )

    @documented()
    async def topics(self, info: Info, *, first: First = PAGE, after: After = None) -> Connection[Topic] | None:
        """Subjects, projects, components and themes, by name."""
        return await _entities(info, "Topic", first, after)

    @documented()
    async def people(self, info: Info, *, first: First = PAGE, after: After = None) -> Connection[Person] | None:
        """People, by name."""
        return await _entities(info, "Person", first, after)

    @documented()
    async def decisions(
        self,
        info: Info,
        *,
        first: First = PAGE,
        after: After = None,
        project: str = "",
        about: strawberry.ID | None = None,
        as_of: AsOfInput | None = None,
        include_history: bool = False,
    ) -> Connection[Decision] | None:
        """Decisions, newest first; `about` is an entity's id or handle. Superseded ones come with history only."""
        look_at(info, as_of, with_history=include_history)
        return await _statements(info, "Decision", first, after, project=project, subject=about)

    @documented()
    async def facts(
        self,
        info: Info,
        *,
        first: First = PAGE,
        after: After = None,
        project: str = "",
        subject: strawberry.ID | None = None,
        as_of: AsOfInput | None = None,
        include_history: bool = False,
    ) -> Connection[Fact] | None:
        """Facts, newest first; `subject` is an entity's id or handle."""
        look_at(info, as_of, with_history=include_history)
        return await _statements(info, "Fact", first, after, project=project, subject=subject)

    @documented(Status | None)
    async def status(self, info: Info) -> answers.Status:
        """What the memory holds and what it runs on."""
        return await info.context.memory.status(info.context.reader)


async def _entities(info: Info, kind: str, first: int, after: str | None) -> Connection[Any]:
    context = info.context
    return await page(
        kind,
        first,
        after,
        lambda size, key: context.memory.nodes.find_entities(context.reader, kind, first=size, after=key),
    )


async def _statements(
    info: Info, kind: str, first: int, after: str | None, *, project: str, subject: str | None
) -> Connection[Any]:
    context, at = info.context, moment_of(info)
    about = await id_of(info, subject) if subject else ""
    return await page(
        kind,
        first,
        after,
        lambda size, key: context.memory.nodes.find_statements(
            context.reader, kind, first=size, after=key, project=project, subject=about, at=at
        ),
    )
