"""People's pictures at Discord through our own origin: pages may ask no other."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
from cachetools import TTLCache

from bot.web.visitors import VisitorLimits

CDN: Final = "https://cdn.discordapp.com"
PIXELS: Final = 64
MOST_BYTES: Final = 64 * 1024
"""Of one picture; those of this size have a tenth."""
CACHE_BYTES: Final = 16 * 1024 * 1024
CACHE_S: Final = 24 * 3600.0
MISSING_S: Final = 600.0
ANSWER_SECONDS: Final = 5.0
AT_ONCE: Final = 8
BURST: Final = (60.0, 300.0)
PER_SECOND: Final = (5.0, 50.0)
_USER: Final = re.compile(r"\d{1,20}")
_NAME: Final = re.compile(r"(a_)?[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class AvatarPicture:
    """A picture. ``data``: empty if there is none."""

    mime: str
    data: bytes


class Avatars:
    """The pictures, kept for a day. ``cdn``: where Discord has them."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        cdn: str = CDN,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = http
        self._cdn = cdn
        self._cached: TTLCache[tuple[str, str], AvatarPicture] = TTLCache(
            CACHE_BYTES, CACHE_S, clock, lambda one: len(one.data)
        )
        self._missing: TTLCache[tuple[str, str], None] = TTLCache(10_000, MISSING_S, clock)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._limits = VisitorLimits(BURST, PER_SECOND, clock)

    async def of(self, user: str, name: str, visitor: str) -> AvatarPicture | None:
        """Return a picture by its name at Discord; ``None`` if there is none, or not now."""
        key = (user, name)
        if not (_USER.fullmatch(user) and _NAME.fullmatch(name)) or key in self._missing:
            return None
        found = self._cached.get(key)
        if found is not None or not self._limits.takes(visitor):
            return found
        async with self._room:
            found = self._cached.get(key) or await self._asked(user, name)
        if found is None:
            self._missing[key] = None
        else:
            self._cached[key] = found
        return found

    async def _asked(self, user: str, name: str) -> AvatarPicture | None:
        address = f"{self._cdn}/avatars/{user}/{name}.webp?size={PIXELS}"
        limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        try:
            async with self._http.get(address, timeout=limit, allow_redirects=False) as answer:
                if answer.status != 200 or not answer.content_type.startswith("image/"):
                    return None
                data = await answer.content.read(MOST_BYTES + 1)
                while len(data) <= MOST_BYTES and (more := await answer.content.read(MOST_BYTES)):
                    data += more
        except (aiohttp.ClientError, TimeoutError):
            return None
        if not data or len(data) > MOST_BYTES or answer.content_type == "image/svg+xml":
            return None
        return AvatarPicture(answer.content_type, data)
