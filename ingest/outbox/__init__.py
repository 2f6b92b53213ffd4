"""What was accepted and waits to be stored: one file a job, light enough to be called from a hook."""

from ingest.outbox.job import CorruptJob, Job, JobKind
from ingest.outbox.spool import Spool

__all__ = ["CorruptJob", "Job", "JobKind", "Spool"]
