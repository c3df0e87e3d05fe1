"""Presses on an invitation."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press
from bot.ui.custom_id import Area


class LobbyVerb(StrEnum):
    """The buttons of an invitation."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    DECLINE = "decline"
    CANCEL = "cancel"
    SHUFFLE = "shuffle"
    BLUE = "side0"
    ORANGE = "side1"


@dataclass(frozen=True)
class LobbyPress(Press):
    """A button of an invitation; the id is the lobby."""

    AREA = Area.LOBBY

    verb: LobbyVerb
    id: int = 0
