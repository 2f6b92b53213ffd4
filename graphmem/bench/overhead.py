"""What GraphQL adds to a recall: the whole request inside this process, less the use-case inside that request."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import httpx

from api.graphql.limits import ApiLimits
from api.http import create_api
from api.ports import Ingested
from graphmem.app import App
from graphmem.domain.answers import Answer, RecallQuery
from graphmem.domain.errors import InvalidQuery, Unavailable
from graphmem.domain.scope import Reader
from graphmem.recall.service import Recall

_ASKED = """query($question: String!, $topK: Int!) {
  recall(question: $question, topK: $topK) {
    items { id kind text score because quote { text speaker happenedAt source } }
  }
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Timed(Recall):
    """A Recall that notes how long each answer took."""

    took: list[float] = field(default_factory=list)

    async def recall(self, query: RecallQuery, reader: Reader) -> Answer:
        started = time.perf_counter()
        try:
            return await Recall.recall(self, query, reader)
        finally:
            self.took.append(time.perf_counter() - started)


async def graphql_overhead(app: App, reader: Reader, questions: Sequence[str], *, top_k: int) -> list[float]:
    """Seconds of each request beyond its recall, without a socket; raises Unavailable for an error in a reply."""
    inner = {one.name: getattr(app.recalling, one.name) for one in fields(app.recalling)}
    timed = _Timed(**inner)
    api = create_api(replace(app, recalling=timed), limits=ApiLimits(), reader=reader, ingest_text=_refused)
    whole = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(api), base_url="http://127.0.0.1") as client:
        for question in questions:
            body = {"query": _ASKED, "variables": {"question": question, "topK": top_k}}
            started = time.perf_counter()
            reply = await client.post("/graphql", json=body)
            whole.append(time.perf_counter() - started)
            if "errors" in reply.json():
                raise Unavailable("GraphQL did not answer a recall.", hint="Run `graphmem doctor`.")
    return [total - inside for total, inside in zip(whole, timed.took, strict=True)]


async def _refused(text: str, **_: object) -> Ingested:
    raise InvalidQuery(f"{text[:40]!r} is not read: this face only answers.", hint="Use graphmem serve.")
