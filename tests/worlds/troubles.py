"""What befalls requests to the Discord on loopback, for a while."""

import asyncio
import contextlib
import math
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import pytest

from tests.wire.objects import Payload
from tests.wire.rest import ROOT, Broken, route_of
from tests.wire.server import Discord

LASTS_S: Final = 30.0
"""How long the requests fail."""
RECOVERED_S: Final = 60.0
"""How long it takes afterwards at most until everything is as it should be."""
PAGE: Final = "<html><body><h1>Sorry, you have been blocked</h1></body></html>"
OF_A_TURN: Final = (
    "POST /interactions/I/callback",
    "PATCH /webhooks/W/messages/M",
    "POST /webhooks/W",
    "POST /channels/C/messages",
    "PATCH /channels/C/messages/M",
    "DELETE /channels/C/messages/M",
    "POST /users/@me/channels",
)
"""The requests of a turn of two people."""
EVERY: Final = "every"
Answered = tuple[int, Payload | str, dict[str, str]] | Broken | None
FAULTS: Final[dict[str, Callable[[bool], Answered]]] = {
    "reset": lambda is_done: None if is_done else Broken.RESET,
    "reset after it was done": lambda is_done: Broken.RESET if is_done else None,
    "half a body": lambda is_done: Broken.HALF if is_done else None,
    "a page with 429": lambda is_done: None if is_done else (429, PAGE, {}),
    "a page with 403": lambda is_done: None if is_done else (403, PAGE, {}),
    "a page with 502": lambda is_done: None if is_done else (502, PAGE, {}),
    "certificate": lambda is_done: None,
}


@dataclass
class Trouble:
    """What befalls the requests of a route while it lasts."""

    route: str
    fault: str
    until: float = 0.0
    strikes: int = 0
    most: float = math.inf
    """How many requests fail."""

    @contextlib.contextmanager
    def lasting(self) -> Iterator[None]:
        """Fail for some time from now on, at most as long as this context."""
        self.begin()
        yield
        self.until = 0.0

    def begin(self) -> None:
        self.until = asyncio.get_running_loop().time() + LASTS_S

    async def is_over(self) -> None:
        """Wait until the requests succeed again."""
        await asyncio.sleep(max(0.0, self.until - asyncio.get_running_loop().time()))

    def __call__(self, route: str, is_done: bool) -> Answered:
        is_past = asyncio.get_running_loop().time() >= self.until or self.strikes >= self.most
        if is_past or self.route not in (route, EVERY):
            return None
        found = FAULTS[self.fault](is_done)
        self.strikes += found is not None
        return found

    def fails_to_connect(self, method: str, path: str) -> bool:
        route, _ = route_of(method, path.removeprefix(ROOT))
        is_due = asyncio.get_running_loop().time() < self.until and self.fault == "certificate"
        struck = is_due and self.route in (route, EVERY)
        self.strikes += struck
        return struck


@contextlib.contextmanager
def troubled(discord: Discord, route: str, fault: str) -> Iterator[Trouble]:
    """Let requests of a route fail in a way, whenever that lasts."""
    honest = aiohttp.ClientSession._request
    discord.rest.trouble = trouble = Trouble(route, fault)

    async def request(self: aiohttp.ClientSession, method: str, url: Any, **more: Any) -> Any:
        path = str(url).removeprefix(discord.address)
        if path.startswith("/api") and trouble.fails_to_connect(method, path.partition("?")[0]):
            key: Any = type("Key", (), {"host": "discord", "port": 443, "ssl": True})()
            raise aiohttp.ClientConnectorCertificateError(key, ssl.CertificateError("expired"))
        return await honest(self, method, url, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiohttp.ClientSession, "_request", request)
        yield trouble
