"""A job: what is to be stored, and all that storing it later needs."""

import json
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from graphmem.domain.ids import text_hash
from graphmem.domain.scope import DEFAULT_TENANT, PERSONAL_SCOPE, Visibility

ID_LENGTH = 16


class JobKind(StrEnum):
    """path: a file or folder, read when the job is done; text: the text itself is in the job."""

    PATH = "path"
    TEXT = "text"


class CorruptJob(ValueError):
    """A file of the spool that holds no job; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What was accepted.

    payload      an absolute path, or the text
    source       the connector's name; "" = sniffed
    session      jobs of one session are done in the order they were accepted; "" = no order
    happened_at  ISO 8601, of a text: the moment it was said, so that a second delivery is the same document
    is_again     read a file though its cursor says that nothing changed
    created_at   ISO 8601
    attempts     how often it was tried and failed; last_error says how
    """

    kind: JobKind
    payload: str
    tenant: str = DEFAULT_TENANT
    principal: str
    scope: str = PERSONAL_SCOPE
    visibility: Visibility = Visibility.PERSONAL
    project: str = ""
    source: str = ""
    title: str = ""
    session: str = ""
    happened_at: str = ""
    is_again: bool = False
    created_at: str
    attempts: int = 0
    last_error: str = ""

    @property
    def id(self) -> str:
        """The same for the same work, whenever and however often it is accepted."""
        return text_hash(*(str(getattr(self, name)) for name in _IDENTITY))[:ID_LENGTH]

    @property
    def session_key(self) -> str:
        """The session as file names bear it; zeros for none."""
        return text_hash(self.tenant, self.session)[:ID_LENGTH] if self.session else NO_SESSION

    def as_json(self) -> bytes:
        """The job as its file holds it: ASCII, so that a lone surrogate of a file name survives."""
        return json.dumps({"id": self.id, **asdict(self)}, indent=1).encode("ascii")


NO_SESSION = "0" * ID_LENGTH
_IDENTITY = (
    "kind",
    "payload",
    "tenant",
    "principal",
    "scope",
    "visibility",
    "project",
    "source",
    "title",
    "session",
    "happened_at",
    "is_again",
)


def read_job(raw: bytes) -> Job:
    """The job in a file of the spool. Raises CorruptJob when it holds none, or when its id is not that of its content.

    Fields that a later version may add are passed over.
    """
    try:
        values: dict[str, Any] = json.loads(raw)
        known = {field.name: values[field.name] for field in fields(Job) if field.name in values}
        job = Job(**known | {"kind": JobKind(values["kind"]), "visibility": Visibility(values["visibility"])})
        written = values["id"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CorruptJob(f"holds no job: {error}") from error
    wrong = next((f.name for f in fields(Job) if not isinstance(getattr(job, f.name), _type_of(f.name))), "")
    if wrong:
        raise CorruptJob(f"{wrong} has a wrong type")
    if written != job.id:
        raise CorruptJob("its content is not what was accepted")
    return job


def _type_of(name: str) -> type:
    return {"attempts": int, "is_again": bool}.get(name, str)
