"""What guards the page: headers of every answer, the origin of requests, a limit on sign-ins."""

import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.ui.pace import TokenBucket
from bot.web.proxy_proof import ProxyProof

SIGN_INS_PER_SECOND: Final = 20.0
SIGN_IN_BURST: Final = 60.0
API: Final = "/api/"
LOOPBACK: Final = frozenset(("127.0.0.1", "localhost", "::1"))
_DISCORD: Final = "https://discord.com https://*.discord.com"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)


class Guard:
    """The checks of every request.

    ``public``: the origin at which people reach the page. ``client_id``: the application, whose
    Activity has an origin of its own; ``None`` until it is known. ``loopback``: only this computer
    may ask. ``proof``: judges what comes through Discord's proxy. ``ready``: whether people can be
    served.
    """

    def __init__(
        self,
        *,
        public: str = "",
        client_id: Callable[[], str | None] = lambda: None,
        loopback: bool = False,
        proof: ProxyProof | None = None,
        ready: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._origins = {_origin(public)} if public else set()
        self._client_id = client_id
        self._loopback = loopback
        self._proof = proof
        self._ready = ready
        self._sign_ins = TokenBucket(SIGN_IN_BURST, SIGN_INS_PER_SECOND, clock)

    @property
    def policy(self) -> str:
        """The Content Security Policy."""
        client_id = self._client_id()
        if client_id is None:
            return _POLICY
        return f"{_POLICY} {_DISCORD} https://{client_id}.discordsays.com"

    def knows(self, request: web.Request) -> bool:
        """Whether a request comes from a page of ours, as the browser says."""
        origin = request.headers.get("Origin", "")
        if not origin:
            return False
        if urlsplit(origin).netloc == request.host and self._is_here(request):
            return True
        client_id = self._client_id()
        activity = f"https://{client_id}.discordsays.com"
        return origin in self._origins or (client_id is not None and origin == activity)

    def _is_here(self, request: web.Request) -> bool:
        """Whether the name of the host is this computer's, where only that may ask.

        A foreign name that leads to this computer would else be the same origin.
        """
        return not self._loopback or urlsplit(f"//{request.host}").hostname in LOOPBACK

    def may_sign_in(self) -> bool:
        """Whether a further sign-in is within the limit of this process; it is counted."""
        return self._sign_ins.takes()

    def middleware(self) -> Middleware:
        """Return the middleware that adds the headers, and refuses requests from elsewhere."""

        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self._is_here(request):
                raise web.HTTPForbidden(text="open the playground by its own address")
            if request.path.startswith(API) and not self._ready():
                raise web.HTTPServiceUnavailable(text="Gin is not connected to Discord yet")
            if self._proof is not None and not self._proof.accepts(request.headers):
                raise web.HTTPUnauthorized(text="invalid request signature")
            if request.method != "GET" and not self.knows(request):
                raise web.HTTPForbidden(text="this is no page of Gin's")
            return await handler(request)

        return guarded

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers of every answer."""
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
