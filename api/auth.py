"""Who may knock: the names a request may come under, and the token it must bring."""

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from graphmem.domain.errors import BadInput

OPEN_PATHS = frozenset({"/health", "/ready"})
"""What a supervisor asks without a token; they tell nothing of what is stored."""

_AUTHORITY = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9.-]+))(?::\d{1,5})?")
_BEARER = b"bearer"
Headers = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request is turned away before anything reads it."""

    status: int
    code: str
    message: str
    hint: str = ""


FOREIGN_HOST = Refusal(
    status=403,
    code="foreign_host",
    message="This service does not answer under that host name.",
    hint="Use 127.0.0.1 or localhost; other names need a token (GRAPHMEM_API_TOKEN).",
)
FOREIGN_ORIGIN = Refusal(status=403, code="foreign_origin", message="Pages of another origin may not ask here.")
NO_TOKEN = Refusal(
    status=401,
    code="unauthorized",
    message="The bearer token is missing or wrong.",
    hint="Send the header Authorization: Bearer <GRAPHMEM_API_TOKEN>.",
)


def check_address(host: str, *, token: str) -> None:
    """Raise BadInput for an address that others can reach while no token is set."""
    if not token and not is_loopback(host):
        raise BadInput(
            f"Serving on {host} without a token would let the whole network read this memory.",
            hint="Set GRAPHMEM_API_TOKEN, or serve on 127.0.0.1.",
        )


def refusal(path: str, headers: Headers, *, token: str) -> Refusal | None:
    """Why a request is refused; None lets it in.

    Without a token only loopback names are answered, so that no web page can reach us by rebinding a name of its own.
    With one, any name is, since no page can know the token; a browser's page must then come from that very name.
    """
    hosts, origins = _all(headers, b"host"), _all(headers, b"origin")
    if len(hosts) != 1 or not (token or is_loopback(_name(hosts[0]))):
        return FOREIGN_HOST
    if not all(is_loopback(_name(page := _authority(origin))) or (token and page == hosts[0]) for origin in origins):
        return FOREIGN_ORIGIN
    if token and path not in OPEN_PATHS and not _brings(headers, token):
        return NO_TOKEN
    return None


def is_loopback(name: str) -> bool:
    """Whether a host name or address means this machine and nothing else."""
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def _all(headers: Headers, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip().lower() for key, value in headers if key.lower() == name]


def _authority(origin: str) -> str:
    """Host and port of an origin; "" when it has none, as `null` has not."""
    scheme, _, authority = origin.partition("://")
    return authority if scheme in {"http", "https"} else ""


def _name(authority: str) -> str:
    """The host without port and brackets; "" when it is none."""
    match = _AUTHORITY.fullmatch(authority)
    return (match["address"] or match["name"]) if match else ""


def _brings(headers: Headers, token: str) -> bool:
    given = [value for key, value in headers if key.lower() == b"authorization"]
    scheme, _, secret = (given[0] if len(given) == 1 else b"").partition(b" ")
    return scheme.lower() == _BEARER and hmac.compare_digest(secret.strip(), token.encode())
