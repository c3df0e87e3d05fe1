"""Presses on the administrators' pages."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class AdminVerb(StrEnum):
    """The pages, and the menus on them: ``REMOVE`` of house rules, ``UNBAN`` of a person."""

    HOUSES = "houses"
    REMOVE = "remove"
    BANS = "bans"
    UNBAN = "unban"
    REPORTS = "reports"
    LOG = "log"
    UNRATED = "unrated"
    DEALS = "deals"


@dataclass(frozen=True)
class AdminPress(Press):
    """A button or menu for administrators."""

    WORD = "admin"

    verb: AdminVerb
