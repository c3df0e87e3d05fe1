"""Presses on the settings of a server."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class ServerSetting(StrEnum):
    """A setting of a server."""

    CHANNELS = "channels"
    LANGUAGE = "language"
    THREADS = "threads"
    RATED = "rated"
    PINGS = "pings"
    ACROSS = "across"
    TV = "tv"
    REPORTS = "reports"
    SEASON = "season"
    ORGANISERS = "organisers"


@dataclass(frozen=True)
class ConfigPress(Press):
    """A switch, or a menu with the new value."""

    WORD = "config"

    setting: ServerSetting
