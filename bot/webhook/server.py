"""The HTTP server at which Discord delivers interactions (interactions/receiving-and-responding).

A request is answered with 202 at once; the answer to the person goes out as an interaction
callback, as it does for the gateway. So the handlers are the same for both doors.
"""

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import AsyncIterator
from typing import Any, Final

import discord
from aiohttp import web

from bot.app import GinBot
from bot.settings import Settings, SettingsError
from bot.webhook.signature import Verifier

PATH: Final = "/interactions"
BODY_BYTES: Final = 256 * 1024
"""The most that is read of a request; the largest interactions, with long forms, have a tenth."""
BODY_SECONDS: Final = 5.0
"""The time for a body to arrive; Discord waits three seconds for an answer."""
PONG: Final = {"type": discord.InteractionResponseType.pong.value}

log = logging.getLogger(__name__)


class Webhook:
    """The page that takes interactions for a bot."""

    def __init__(self, bot: GinBot, verifier: Verifier) -> None:
        self._bot = bot
        self._verifier = verifier

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application(client_max_size=BODY_BYTES)
        application.add_routes([web.post(PATH, self._receive)])
        return application

    async def _receive(self, request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        signature = request.headers.get("X-Signature-Ed25519", "")
        if not self._verifier.accepts(timestamp, signature, body):
            return web.Response(status=401, text="invalid request signature")
        return self._taken(_interaction_of(body))

    def _taken(self, interaction: dict[str, Any]) -> web.Response:
        if interaction["type"] == discord.InteractionType.ping.value:
            return web.json_response(PONG)
        if self._bot.is_leaving or not self._bot.is_ready():
            # A load balancer asks another process.
            return web.Response(status=503, text="this process takes no interactions")
        self._bot.receive(interaction)
        return web.Response(status=202)


def _interaction_of(body: bytes) -> dict[str, Any]:
    """Read an interaction; 400 for anything else, although Discord has signed it."""
    try:
        found = json.loads(body)
        if isinstance(found, dict) and isinstance(found["type"], int):
            return found
    except (ValueError, KeyError):
        pass
    raise web.HTTPBadRequest(text="this is no interaction")


@contextlib.asynccontextmanager
async def open_webhook(bot: GinBot, settings: Settings) -> AsyncIterator[str]:
    """Take interactions by HTTP while the bot runs, if the settings ask for it; yield the address.

    Raises SettingsError if the port cannot be used.
    """
    if not settings.webhook_port:
        yield ""
        return
    webhook = Webhook(bot, Verifier(settings.public_key))
    # Requests are not logged: their bodies hold tokens.
    runner = web.AppRunner(webhook.application(), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    host, port = settings.webhook_host, settings.webhook_port
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise SettingsError(
                f"GIN_WEBHOOK_PORT: {host}:{port} cannot be used "
                f"({os.strerror(error.errno or 0)}). Choose another port, or stop what uses it."
            ) from None
        log.info("interactions are taken at http://%s:%d%s", host, port, PATH)
        yield f"http://{host}:{port}{PATH}"
    finally:
        await runner.cleanup()
