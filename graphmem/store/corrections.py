"""Writing a person's corrections: each in one transaction, with its line in the audit."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.corrections import PERSON, Corrected, Standing, Verdict
from graphmem.domain.errors import Conflict, NotFound
from graphmem.domain.scope import Reader
from graphmem.domain.statements import StatementKind
from graphmem.domain.writes import EpisodeWrite
from graphmem.store.audit import note
from graphmem.store.client import Client, Transaction
from graphmem.store.reach import reach
from graphmem.store.writing import BatchTransaction

FETCH_STANDING = cypher.load("statement/fetch_standing")
MERGE_CORRECTION = cypher.load("statement/merge_correction")
DELETE_ENDING = cypher.load("statement/delete_ending")
MERGE_OUTCOMES = cypher.load("statement/merge_outcomes")


class CorrectionStore:
    """Supersede, its undo, and what statements were worth."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def fetch(self, reader: Reader, wanted: str) -> Standing:
        """A statement by id or handle; NotFound when the reader may see none."""
        return await self._client.in_transaction(lambda tx: _standing(tx, reader, wanted))

    async def supersede(
        self, reader: Reader, old: str, new: EpisodeWrite | str, *, reason: str, at: datetime, version: int | None
    ) -> Corrected:
        """Write `new` (or take the statement of that id) and end `old`, all or nothing.

        Raises NotFound, or Conflict when the old one is superseded already or is not at `version` any more.
        """

        async def work(tx: Transaction) -> Corrected:
            now = self._clock()
            before = _correctable(await _standing(tx, reader, old), version)
            if isinstance(new, str):
                after = _correctable(await _standing(tx, reader, new), None)
                _require_apart(before, after)
            else:
                await BatchTransaction(tx, [new], now).run()
                after = await _standing(tx, reader, new.subgraph.statements[0].id)
            done = await tx.run(
                MERGE_CORRECTION,
                tenant=reader.tenant,
                now=now,
                old=before.id,
                new=after.id,
                at=at,
                reason=reason,
                by=reader.principal,
                extractor=PERSON,
                reach=reach(before.audience, live=False),
            )
            await note(tx, reader, "supersede", before.id, _detail(new=after.id, reason=reason), at=now)
            return Corrected(
                old_id=before.id,
                new_id=after.id,
                new_handle=after.handle,
                text=after.text,
                at=at,
                stale=int(done.rows[0]["stale"]),
            )

        return await self._client.in_transaction(work)

    async def unsupersede(self, reader: Reader, old: str) -> Standing:
        """Let a superseded statement hold again.

        Raises NotFound, or Conflict when nothing has superseded it.
        """

        async def work(tx: Transaction) -> Standing:
            now = self._clock()
            before = await _standing(tx, reader, old)
            done = await tx.run(
                DELETE_ENDING,
                tenant=reader.tenant,
                now=now,
                id=before.id,
                extractor=PERSON,
                live_reach=reach(before.audience, live=True),
                dead_reach=reach(before.audience, live=False),
            )
            if not done.rows[0]["undone"]:
                raise Conflict(
                    f"The statement {before.handle} is not superseded.", hint="There is nothing to take back."
                )
            await note(tx, reader, "unsupersede", before.id, _detail(), at=now)
            return await _standing(tx, reader, before.id)

        return await self._client.in_transaction(work)

    async def outcome(self, reader: Reader, ids: Sequence[str], verdict: Verdict, remark: str) -> list[str]:
        """Count a use of these statements as good or bad; the ids of those the reader may see."""

        async def work(tx: Transaction) -> list[str]:
            now, counts = self._clock(), {str(one): int(one is verdict) for one in Verdict}
            audiences = list(reader.audiences)
            found = await tx.run(MERGE_OUTCOMES, tenant=reader.tenant, audiences=audiences, ids=list(ids), **counts)
            done = [row["id"] for row in found.rows]
            for key in done:
                await note(tx, reader, "outcome", key, _detail(verdict=verdict, note=remark), at=now)
            return done

        return await self._client.in_transaction(work)


async def _standing(tx: Transaction, reader: Reader, wanted: str) -> Standing:
    found = await tx.run(FETCH_STANDING, tenant=reader.tenant, audiences=list(reader.audiences), wanted=wanted)
    if not found.rows:
        raise NotFound(f"There is no statement {wanted!r}.", hint="Give the id or handle of a decision, fact …")
    node, current = found.rows[0]["node"], found.rows[0]["current"] or {"handle": "", "text": ""}
    kind = StatementKind(node.pop("kind"))
    given: dict[str, Any] = {name: value if value is not None else "" for name, value in node.items()}
    return Standing(**given, kind=kind, current=(current["handle"], current["text"]))


def _correctable(standing: Standing, version: int | None) -> Standing:
    if not standing.live:
        handle, text = standing.current
        hint = f"Now {handle} holds: “{text}”. Correct that one." if handle else "Nothing holds in its place."
        raise Conflict(f"The statement {standing.handle} does not hold any more.", hint=hint)
    if version is not None and version != standing.version:
        raise Conflict(
            f"The statement {standing.handle} is at version {standing.version}, not {version}.",
            hint="Read it again first.",
        )
    return standing


def _require_apart(old: Standing, new: Standing) -> None:
    if old.id == new.id or old.audience != new.audience or old.kind is not new.kind:
        raise Conflict(
            f"The statement {new.handle} cannot take the place of {old.handle}.",
            hint="It must be another statement of the same kind, scope and visibility.",
        )


def _detail(**what: Any) -> str:
    """What was done, without any text: forgetting a statement must not leave it in the audit."""
    return json.dumps({name: str(value) for name, value in what.items()}, sort_keys=True)
