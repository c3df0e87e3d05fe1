"""Presses that play: an action in the engine's notation."""

from dataclasses import dataclass
from typing import Annotated

from bot.presses.codec import Form, Press
from bot.ui.custom_id import Area
from engine.game.actions import SeatAction, SystemAction
from engine.game.errors import RecordError
from engine.game.notation import action_text, parse_action


def read_action(text: str) -> SeatAction:
    """Read an action; ValueError for any other text, and for actions not open to people."""
    try:
        action = parse_action(text)
    except RecordError as error:
        raise ValueError(text) from error
    if isinstance(action, SystemAction):
        raise ValueError(text)
    return action


@dataclass(frozen=True)
class PlayPress(Press):
    """An action; the id is the match, the revision the state the button was drawn for."""

    AREA = Area.PLAY

    action: Annotated[SeatAction, Form(read_action, action_text)]
    id: int = 0
    revision: int = 0
