"""Typed ids, and the player of a seat."""

import hashlib
import secrets
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NewType

from engine.game.seats import Seat

MatchId = NewType("MatchId", int)
LobbyId = NewType("LobbyId", int)
UserId = NewType("UserId", int)
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
InteractionId = NewType("InteractionId", int)

DIRECT_MESSAGES: Final = GuildId(0)
"""The id that stands for no server."""
NAME_LENGTH: Final = 80


class Place(StrEnum):
    """The kind of chat that a table is in, which decides how its message can be changed."""

    SERVER = "server"
    """A server that the bot is a member of."""
    DIRECT = "direct"
    """Direct messages with the bot."""
    PRIVATE = "private"
    """A group, or direct messages between two people: the bot is no member."""
    ELSEWHERE = "elsewhere"
    """A server that the bot is no member of, where somebody has added it to their account."""
    APART = "apart"
    """No chat: the players were found across servers, and see the match in their panels only."""

    @property
    def is_outside(self) -> bool:
        """Whether the bot can write no message there, but for answers to interactions."""
        return self in (Place.PRIVATE, Place.ELSEWHERE, Place.APART)


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user, by their current display name.

    ``world``: the name of the account, which no server has given; empty where it is unknown.
    """

    user_id: UserId
    name: str
    world: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """The player in a seat: a person (``user_id``) or a computer (``level``).

    ``world``: the name for everybody outside the player's server: that of the account. In matches
    found across servers it is empty for a player who is not on the leaderboard of all servers.
    ``None`` where it is not known.
    """

    seat: Seat
    user_id: UserId | None
    level: str | None
    name: str
    world: str | None = None

    @property
    def is_computer(self) -> bool:
        return self.level is not None

    @property
    def outside(self) -> "Player":
        """The player as they are seen outside their server: without a name if none is known."""
        return self if self.user_id is None else replace(self, name=self.world or "")


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
