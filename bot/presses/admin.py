"""Presses on the administrators' pages."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


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
