"""The HTTP server at which Discord delivers interactions and events, each signed.

See interactions/overview and events/webhook-events.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any, Final

import discord
from aiohttp import web
from cachetools import TTLCache
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bot.app import GinBot
from bot.ops.listening import listening
from bot.settings import Settings

WINDOW_S: Final = 60
"""The greatest difference between Discord's clock and ours; an older request is a replay."""
SIGNATURE_BYTES: Final = 64


class Verifier:
    """The judge of signatures. ``public_key``: the application's, in hexadecimal digits.

    Raises ValueError if it is none. Requests of the window are remembered: none counts twice.
    """

    def __init__(self, public_key: str, now: Callable[[], float] = time.time) -> None:
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        self._now = now
        # A clock that is ahead may sign for a time that is still to come.
        self._seen: TTLCache[bytes, None] = TTLCache(math.inf, 2 * WINDOW_S + 1, now)

    def accepts(self, timestamp: str, signature: str, body: bytes) -> bool:
        """Whether Discord has signed the request just now, and it is not a repetition."""
        now = self._now()
        if not (timestamp.isdecimal() and timestamp.isascii()):
            return False
        if len(timestamp) > len(str(int(now))) or abs(now - int(timestamp)) > WINDOW_S:
            return False
        signed = timestamp.encode() + body
        return self._is_signed(signed, signature) and self._is_new(signed)

    def _is_signed(self, signed: bytes, signature: str) -> bool:
        try:
            given = bytes.fromhex(signature)
            if len(given) != SIGNATURE_BYTES:
                return False
            self._key.verify(given, signed)
        except (InvalidSignature, ValueError):
            return False
        return True

    def _is_new(self, signed: bytes) -> bool:
        name = hashlib.sha256(signed).digest()
        if name in self._seen:
            return False
        self._seen[name] = None
        return True


PATH: Final = "/interactions"
EVENTS: Final = "/events"
EVENT: Final = 1
"""The type of a request with an event; others only look whether somebody answers."""
BODY_BYTES: Final = 256 * 1024
"""The most that is read of a request; the largest interactions, with long forms, have a tenth."""
BODY_SECONDS: Final = 5.0
"""The time for a body to arrive; Discord waits three seconds for an answer."""
_KINDS: Final = frozenset(kind.value for kind in discord.InteractionType)
_EVENT_KINDS: Final = frozenset((0, EVENT))
"""A look whether somebody answers, and an event."""
PONG: Final = {"type": discord.InteractionResponseType.pong.value}

log = logging.getLogger(__name__)


class Webhook:
    """The page that takes interactions and events for a bot."""

    def __init__(self, bot: GinBot, verifier: Verifier) -> None:
        self._bot = bot
        self._verifier = verifier

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application(client_max_size=BODY_BYTES)
        application.add_routes(
            [web.post(PATH, self._receive), web.post(EVENTS, self._receive_event)]
        )
        return application

    async def _receive(self, request: web.Request) -> web.Response:
        return self._taken(_object_of(await self._signed(request), _KINDS))

    async def _receive_event(self, request: web.Request) -> web.Response:
        """Take an event; Discord sends it again, with growing pauses, until it is taken."""
        found = _object_of(await self._signed(request), _EVENT_KINDS)
        event = found.get("event")
        if found["type"] == EVENT and isinstance(event, dict):
            try:
                self._bot.parts.installs.happened(event)
            except ValueError:
                raise web.HTTPBadRequest(text="this is no event") from None
        return web.Response(status=204, content_type="application/json")

    async def _signed(self, request: web.Request) -> bytes:
        """Return the body of a request that Discord has signed; 401 for any other."""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        signature = request.headers.get("X-Signature-Ed25519", "")
        if not self._verifier.accepts(timestamp, signature, body):
            raise web.HTTPUnauthorized(text="invalid request signature")
        return body

    def _taken(self, interaction: dict[str, Any]) -> web.Response:
        if interaction["type"] == discord.InteractionType.ping.value:
            return web.json_response(PONG)
        if self._bot.is_leaving or not self._bot.is_ready():
            # A load balancer asks another process.
            return web.Response(status=503, text="this process takes no interactions")
        self._bot.receive(interaction)
        return web.Response(status=202)


def _object_of(body: bytes, kinds: Collection[int]) -> dict[str, Any]:
    """Read an object of these types; 400 for anything else, although Discord has signed it."""
    try:
        found = json.loads(body)
        if isinstance(found, dict) and found["type"] in kinds:
            return found
    except (ValueError, KeyError, TypeError):
        pass
    raise web.HTTPBadRequest(text="this is neither an interaction nor an event")


@contextlib.asynccontextmanager
async def open_webhook(bot: GinBot, settings: Settings) -> AsyncIterator[str]:
    """Take interactions by HTTP while the bot runs, if the settings ask for it; yield the address.

    Raises SettingsError if the port cannot be used.
    """
    if not settings.webhook_port:
        yield ""
        return
    webhook = Webhook(bot, Verifier(settings.public_key))
    host, port = settings.webhook_host, settings.webhook_port
    async with listening(webhook.application(), host, port, "GIN_WEBHOOK_PORT") as address:
        log.info("interactions are taken at %s%s", address, PATH)
        yield f"{address}{PATH}"
