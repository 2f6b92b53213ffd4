"""What a person decides about who is who: merge, unmerge, keep apart; each change is written down."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.domain.errors import InvalidQuery, NotFound
from graphmem.domain.identities import EntityFace, Merged, Proposal, SameAsStatus
from graphmem.domain.scope import Reader, Role
from graphmem.ports import Audit, EntityStore, MergeStore

FIRST_LIMIT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Entities are named by id or handle; what the reader may not see does not exist."""

    entities: EntityStore
    merges: MergeStore
    audit: Audit

    async def merge(self, ids: Sequence[str], into: str, reader: Reader) -> Merged:
        """Make `into` of all of `ids`; `into` may be among them, and what is merged already changes nothing.

        Raises NotFound, InvalidQuery (no id, different kinds, a mere reader) or Conflict (one of them is part of
        another entity, or `into` is part of one).
        """
        if not ids or not into:
            raise InvalidQuery("A merge needs entities and the one they become.", hint="Give ids or handles.")
        found = await self._visible([*ids, into], reader)
        merged = await self.merges.merge(
            reader.tenant, [found[one].id for one in ids], found[into].id, reader.principal
        )
        if merged.changed:
            await self.audit.record(reader, "merge", merged.id, ",".join(merged.changed))
        return merged

    async def unmerge(self, identifier: str, reader: Reader) -> Merged:
        """Set a merged entity free again, with all that was its own and all that was since written in its name.

        One that is not merged stays as it is. Raises NotFound, or InvalidQuery for a mere reader.
        """
        found = await self._visible([identifier], reader)
        freed = await self.merges.unmerge(reader.tenant, found[identifier].id, reader.principal)
        if freed.changed:
            await self.audit.record(reader, "unmerge", freed.id, ",".join(freed.changed))
        return freed

    async def dismiss(self, source: str, target: str, reader: Reader) -> None:
        """Keep two entities apart for ever: the pair is never proposed again. Raises NotFound or InvalidQuery."""
        found = await self._visible([source, target], reader)
        one, other = found[source].id, found[target].id
        if one == other:
            raise InvalidQuery("An entity cannot be kept apart from itself.", hint="Name two entities.")
        await self.entities.dismiss(reader, one, other)
        await self.audit.record(reader, "dismiss_same_as", one, other)

    async def proposals(
        self,
        reader: Reader,
        *,
        status: SameAsStatus = SameAsStatus.PROPOSED,
        first: int = 50,
        after: str = "",
    ) -> list[Proposal]:
        """Pairs that may be one, both readable, in the order of their keys."""
        if not 0 < first <= FIRST_LIMIT:
            raise InvalidQuery(f"{first} is no size of a page.", hint=f"From 1 to {FIRST_LIMIT}.")
        return await self.entities.find_same_as(reader, status, first=first, after=after)

    async def _visible(self, ids: Sequence[str], reader: Reader) -> dict[str, EntityFace]:
        if reader.role is Role.READER:
            raise InvalidQuery(f"{reader.principal} may read, not change.", hint="Ask a member of this tenant.")
        found = await self.entities.find_visible(reader, list(dict.fromkeys(ids)))
        if missing := [one for one in ids if one not in found]:
            raise NotFound(f"There is no entity with the id {missing[0]!r}.", hint="people and topics give ids.")
        return found
