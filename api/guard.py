"""The outermost layer: every request is let in or refused here, and every reply leaves with its security headers."""

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.auth import Refusal, refusal

POLICY_VIOLATION = 1008
SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """ASGI middleware; web sockets are refused whatever they bring, since nothing here speaks over one."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: D102 - the protocol's own
        match scope["type"]:
            case "websocket":
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            case "http":
                refused = refusal(scope["path"], scope["headers"], token=self._token)
                await (refusing(refused) if refused else self._app)(scope, receive, _secured(send))
            case _:
                await self._app(scope, receive, send)


def refusing(refused: Refusal) -> JSONResponse:
    """A refusal in the shape of every other error."""
    error = {"message": refused.message, "extensions": {"code": refused.code, "hint": refused.hint}}
    headers = {"WWW-Authenticate": "Bearer"} if refused.status == 401 else {}  # noqa: PLR2004 - the status' own name
    return JSONResponse({"errors": [error]}, status_code=refused.status, headers=headers)


def _secured(send: Send) -> Send:
    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return secured
