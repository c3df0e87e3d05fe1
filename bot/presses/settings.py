"""Presses on a person's own settings."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class Setting(StrEnum):
    """A setting, by the name it is stored under."""

    TEXT_MODE = "text_mode"
    ONE_TAP = "one_tap"
    TABLE_TALK = "table_talk"
    WORLD_BOARD = "world_board"
    OPEN_HANDS = "open_hands"
    PUZZLES = "puzzles"
    ACROSS = "across"
    THEME = "theme"
    FELT = "felt"
    BACK = "back"
    HAND_ORDER = "hand_order"
    NOTIFY = "notify"
    QUIET_HOURS = "quiet_hours"
    PROFILE = "profile"
    LOCALE = "locale"


@dataclass(frozen=True)
class SettingsPress(Press):
    """A switch, or a menu with the new value."""

    WORD = "set"

    setting: Setting
