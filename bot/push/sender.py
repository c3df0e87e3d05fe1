"""Sends messages to browsers, beside everything else; whoever is gone is forgotten."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Final

import aiohttp

from bot.push import endpoints
from bot.push.keys import VapidKey
from bot.push.message import MOST_BYTES, encrypted
from engine.service import PushSubscription, Service, UserId
from engine.store import StoreError

KEY: Final = "vapid"
ANSWER_SECONDS: Final = 10.0
MOST_WAITING: Final = 1000
"""The messages under way at once; more are left out, as the chat tells of turns, too."""
LIFE_S: Final = 24 * 3600
"""How long a push service tries to reach a browser."""
GONE: Final = frozenset((404, 410))
log = logging.getLogger(__name__)


class PushSender:
    """Sends to browsers. ``contact``: the public address of the card table.

    ``connect``: opens the session for requests; ``now``: seconds since 1970.
    """

    def __init__(
        self,
        service: Service,
        contact: str,
        connect: Callable[[], aiohttp.ClientSession] = endpoints.push_session,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._service = service
        self._contact = contact
        self._connect = connect
        self._now = now
        self._http: aiohttp.ClientSession | None = None
        self._key: VapidKey | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Find the key, or make it at the first start."""
        stored = await self._service.push.key(KEY)
        if stored is None:
            stored = await self._service.push.keep_key(KEY, VapidKey.new().stored())
        self._key = VapidKey.read(stored)

    async def stop(self) -> None:
        """Stop; what is under way is left out."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._http is not None:
            await self._http.close()

    @property
    def public_key(self) -> str:
        """The key with which browsers subscribe; empty before the start."""
        return "" if self._key is None else self._key.public

    async def reaches(self, user: UserId) -> bool:
        """Whether somebody has a browser that wants to hear."""
        return bool(await self._service.push.of(user))

    def tell(self, user: UserId, topic: str, message: Mapping[str, str]) -> None:
        """Send a message to all browsers of a person, without waiting for it.

        ``topic``: of at most 32 letters; a later message of it replaces this one.
        """
        if len(self._tasks) >= MOST_WAITING:
            log.warning("too many notifications are under way; one is left out")
            return
        task = asyncio.create_task(self._notify(user, topic, message), name="gin-push")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, user: UserId, topic: str, message: Mapping[str, str]) -> None:
        text = json.dumps(message, ensure_ascii=False).encode()
        if len(text) > MOST_BYTES:
            log.error("a notification is too long")
            return
        try:
            for browser in await self._service.push.of(user):
                await self._sent(user, browser, topic, text)
        except StoreError as error:
            log.warning("a notification is left out (%s)", error.code)

    async def _sent(self, user: UserId, browser: PushSubscription, topic: str, text: bytes) -> None:
        assert self._key is not None
        if self._http is None:
            self._http = self._connect()
        limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        try:
            endpoints.check(browser.endpoint)
            body = encrypted(text, browser)
            proof = self._key.proof(
                endpoints.origin(browser.endpoint), self._contact, int(self._now())
            )
            headers = {
                "Authorization": proof,
                "Content-Encoding": "aes128gcm",
                "TTL": str(LIFE_S),
                "Topic": topic,
                "Urgency": "high",
            }
            async with self._http.post(
                browser.endpoint, data=body, headers=headers, timeout=limit, allow_redirects=False
            ) as answer:
                status = answer.status
        except ValueError:
            status = 410  # Not an address or a key that this version would store.
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("a notification was not sent (%s)", type(error).__name__)
            return
        if status in GONE:
            await self._service.push.unsubscribe(user, browser.endpoint)
        elif status >= 300:
            log.info("a notification was not taken (%d)", status)
