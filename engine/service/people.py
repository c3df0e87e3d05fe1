"""Ids of their own types, and who sits in a seat."""

from dataclasses import dataclass
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
"""Stands for no server at all."""
NAME_LENGTH: Final = 80


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, by the name shown now."""

    user_id: UserId
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a person (``user_id``) or a computer (``level``)."""

    seat: Seat
    user_id: UserId | None
    level: str | None
    name: str

    @property
    def is_computer(self) -> bool:
        return self.level is not None
