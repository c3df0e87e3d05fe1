"""Keys of what is done once: Discord's interactions, the bot's own work, and what a page names.

Keys of the three kinds differ: Discord's are smaller than those of pages, the bot's are negative.
"""

import hashlib
import secrets
import time
from typing import Final

from engine.service.people import InteractionId, UserId

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
DAY_MS: Final = 86_400_000
FIRST_PAGE_KEY: Final = 1 << 62
"""The first key of a page. Discord's ids are smaller until 2049."""
_CHANCE_BITS: Final = 22
_NAME_BITS: Final = 48
_DAYS: Final = 1 << 14


def own_key() -> InteractionId:
    """Return a key for the bot's own work, whose answer must survive a COMMIT in doubt."""
    chance = secrets.randbits(_CHANCE_BITS)
    return InteractionId(-(first_discord_id(time.time_ns() // 1_000_000) | chance))


def day_of(at_ms: int) -> int:
    """Return the number of a moment's day, as keys of pages hold it."""
    return max(0, at_ms - DISCORD_EPOCH_MS) // DAY_MS


def page_key(user: UserId, day: int, name: str) -> InteractionId:
    """Return the key for what a person has done on a page, by the name that the page gave it.

    Keys of different people differ. A later day has larger keys. ValueError for no such day.
    """
    if not 0 <= day < _DAYS:
        raise ValueError(day)
    digest = hashlib.sha256(f"{user}:{day}:{name}".encode()).digest()
    return InteractionId(first_page_key(day) + int.from_bytes(digest[: _NAME_BITS // 8]))


def first_page_key(day: int) -> int:
    """Return the smallest key of a page's day, that of the first day for an earlier one."""
    return FIRST_PAGE_KEY + (max(0, day) << _NAME_BITS)


def first_discord_id(at_ms: int) -> int:
    """Return the smallest id that Discord assigns at a moment."""
    return max(0, at_ms - DISCORD_EPOCH_MS) << _CHANCE_BITS
