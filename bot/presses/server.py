"""Presses on the pages of a server's administrators."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ui.press import Press


class ServerSetting(StrEnum):
    """A setting of a server."""

    CHANNELS = "channels"
    LANGUAGE = "language"
    THREADS = "threads"
    RATED = "rated"
    PINGS = "pings"
    ACROSS = "across"
    MEMBERS = "members"
    TV = "tv"
    REPORTS = "reports"
    SEASON = "season"
    ORGANISERS = "organisers"


@dataclass(frozen=True)
class ConfigPress(Press):
    """A switch, or a menu with the new value."""

    WORD = "config"

    setting: ServerSetting


class SetupVerb(StrEnum):
    """The steps and the summary, and ``SET``, a menu or a switch of a step."""

    PLACE = "place"
    LANGUAGE = "language"
    NEWS = "news"
    DONE = "done"
    SET = "set"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(SetupVerb, ()),
    SetupVerb.SET: ("setting",),
}


@dataclass(frozen=True)
class SetupPress(Press):
    """A control of the set-up."""

    WORD = "setup"
    PARTS = _PARTS

    verb: SetupVerb
    setting: ServerSetting | None = None


class AdminVerb(StrEnum):
    """The pages, and the menus on them: ``REMOVE`` of house rules, ``UNBAN`` of a person,
    ``CLEAR`` of a pair.
    """

    HOUSES = "houses"
    REMOVE = "remove"
    BANS = "bans"
    UNBAN = "unban"
    REPORTS = "reports"
    LOG = "log"
    UNRATED = "unrated"
    DEALS = "deals"
    FAIR_PLAY = "fair"
    CLEAR = "clear"


@dataclass(frozen=True)
class AdminPress(Press):
    """A button or menu for administrators."""

    WORD = "admin"

    verb: AdminVerb


class LogVerb(StrEnum):
    """The direction; it only distinguishes two buttons."""

    NEWER = "newer"
    OLDER = "older"


@dataclass(frozen=True)
class LogPress(Press):
    """A page of the log; the id is its number."""

    WORD = "log"

    verb: LogVerb
    id: int = 0


class ReportsVerb(StrEnum):
    """Opening a report from the list, and closing it."""

    OPEN = "open"
    CLOSE = "close"


@dataclass(frozen=True)
class ReportsPress(Press):
    """A control of the reports; the id is the report to close."""

    WORD = "reports"

    verb: ReportsVerb
    id: int = 0
