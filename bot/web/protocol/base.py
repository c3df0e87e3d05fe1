"""The base of all messages: the version, the identifiers, and buttons."""

from typing import Annotated, Final, TypeAlias

from pydantic import StringConstraints

from bot.ui.parts.base import PartModel

PROTOCOL: Final = 5
"""The version of the protocol; a page with another one reloads itself."""

MatchText: TypeAlias = Annotated[str, StringConstraints(pattern="^[0-9a-z]{1,13}$")]
"""An id of a match or a lobby in base 36, because it does not fit a number of JavaScript."""
CardText: TypeAlias = str
"""A card in the engine's notation: rank and suit, ``9S``, ``TD``."""
SeatNumber: TypeAlias = int
"""A seat, from 0."""
EpochMs: TypeAlias = int
"""A moment in milliseconds since 1970."""


class Message(PartModel):
    """A part of the protocol."""
