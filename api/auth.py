"""Who may knock: the names a request may come under, and the token it must bring."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from graphmem.domain.errors import BadInput

OPEN_PATHS = frozenset({"/health", "/ready"})
"""What a supervisor asks without a token; they tell nothing of what is stored."""

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
    if len(hosts) != 1 or not (token or is_loopback(_name(f"//{hosts[0]}"))):
        return FOREIGN_HOST
    if not all(is_loopback(_name(origin)) or (token and urlsplit(origin).netloc == hosts[0]) for origin in origins):
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


def _name(url: str) -> str:
    """The host of an URL without port and brackets; "" when it has none (`null`, or no URL at all)."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _brings(headers: Headers, token: str) -> bool:
    given = [value for key, value in headers if key.lower() == b"authorization"]
    scheme, _, secret = (given[0] if len(given) == 1 else b"").partition(b" ")
    return scheme.lower() == _BEARER and hmac.compare_digest(secret.strip(), token.encode())
