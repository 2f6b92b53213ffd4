"""What waits is seen over HTTP: counts in status, degraded in health, no content in either."""

from pathlib import Path

from api_given import Service
from outbox_given import Deliveries, filled, text_job

from graphmem.domain.errors import BadInput
from ingest.outbox.drain import drain

ASKED = "{ status { outbox { queued claimed dead oldestS } } }"


async def test_status_counts_what_waits_and_is_null_where_nothing_queues(fresh: Service, tmp_path: Path) -> None:
    assert (await fresh.data(ASKED))["status"]["outbox"] is None
    spool = filled(tmp_path, text_job("a secret plan"))
    told = (await fresh.data(ASKED, outbox=spool.state))["status"]["outbox"]
    assert (told["queued"], told["claimed"], told["dead"], told["oldestS"] >= 0) == (1, 0, 0, True)


async def test_rel_01_health_is_degraded_when_something_will_not_be_stored_without_help(
    fresh: Service, tmp_path: Path
) -> None:
    """REL-01: green health while every write was dropped."""
    spool = filled(tmp_path, text_job("bad"))
    async with fresh.client(outbox=spool.state) as client:
        assert (await client.get("/health")).json() == {"status": "ok"}
        await drain(spool, Deliveries(bad=BadInput("refused")))
        assert (await client.get("/health")).json() == {"status": "degraded", "dead_jobs": 1}
