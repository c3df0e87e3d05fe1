"""Health and metrics pages for supervisors, on loopback: `/livez`, `/readyz`, `/metrics`."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.app import GinBot
from bot.ops.listening import listening
from bot.ops.observation import Observation
from engine.service import Service
from engine.store import StoreError

TICK_SECONDS: Final = 0.5
LATE_SECONDS: Final = 0.25
"""The event loop delay from which on a press is noticeably late, and the log warns."""
RECENT: Final = 20
"""The number of measurements for which the longest delay is kept."""
READY_SECONDS: Final = 2.0

log = logging.getLogger(__name__)


class LoopLag:
    """The measurement of the event loop's delay."""

    def __init__(self, report: Callable[[float], None]) -> None:
        self._report = report
        self._recent: list[float] = []

    async def run(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            self.note(max(0.0, loop.time() - due))

    def note(self, lag: float) -> None:
        """Take one measurement, in seconds."""
        self._recent = [*self._recent[-RECENT + 1 :], lag]
        self._report(max(self._recent))
        if lag > LATE_SECONDS:
            log.warning("the event loop was blocked for %.2f s", lag)


class Ops:
    """The responses of the three pages."""

    def __init__(self, bot: GinBot, service: Service) -> None:
        self._bot = bot
        self._service = service
        self._observation = Observation(bot, service)

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application()
        application.add_routes(
            [
                web.get("/livez", self._live),
                web.get("/readyz", self._ready),
                web.get("/metrics", self._metrics),
            ]
        )
        return application

    async def _live(self, request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _ready(self, request: web.Request) -> web.Response:
        reason = await self.not_ready()
        if reason:
            return web.Response(text=f"{reason}\n", status=503)
        await self._observation.look(ready=True)
        return web.Response(text="\n".join(["ready", *self.warnings()]) + "\n")

    def warnings(self) -> list[str]:
        """Return problems that do not prevent play."""
        found = [self._bot.parts.duplicates.warning] if self._bot.parts.duplicates.warning else []
        if self._bot.commands.warning:
            found.append(self._bot.commands.warning)
        if self._service.upkeep.damage:
            damage = self._service.upkeep.damage
            found.append(f"the database is damaged ({damage}): restore a backup")
        if self._bot.parts.messenger.breaker.is_open:
            count = self._bot.parts.messenger.breaker.count
            found.append(f"Discord refused {count} requests within ten minutes: boards wait")
        return [*found, *self._observation.warnings()]

    async def not_ready(self) -> str:
        """Return the reasons why people cannot be served now; empty if there are none."""
        if self._bot.is_leaving:
            return "closing"
        if not self._bot.is_ready():
            return "not connected to Discord"
        try:
            async with asyncio.timeout(READY_SECONDS):
                await self._service.messages.outdated_matches(1)
        except (StoreError, TimeoutError):
            return "the database does not answer"
        return ""

    async def _metrics(self, request: web.Request) -> web.Response:
        await self._observation.look(ready=not await self.not_ready())
        counted = self._bot.parts.messenger.metrics.text()
        return web.Response(
            body=counted + generate_latest(self._observation),
            headers={"Content-Type": CONTENT_TYPE_LATEST},
        )


@contextlib.asynccontextmanager
async def watched(bot: GinBot, service: Service, host: str, port: int) -> AsyncIterator[str]:
    """Serve the pages and measure the loop while the bot runs; yields the address.

    ``port`` 0: no pages are served, and the address is empty.
    """
    lag = asyncio.create_task(
        LoopLag(bot.parts.messenger.metrics.loop_lag.set).run(), name="gin-loop-lag"
    )
    try:
        if not port:
            yield ""
            return
        async with listening(
            Ops(bot, service).application(), host, port, "GIN_OPS_PORT"
        ) as address:
            log.info("health and metrics at %s", address)
            yield address
    finally:
        lag.cancel()
        await asyncio.gather(lag, return_exceptions=True)
