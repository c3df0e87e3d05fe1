"""Presses on matches between servers: challenges, their codes, and the season table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.presses.codec import Press


class ServersVerb(StrEnum):
    """The controls; ``CODE`` and ``ACCEPT`` open forms and are their submission.

    ``LISTED`` lists the server in the season table, ``UNLISTED`` takes it off; ``TAKE_BACK`` is
    the menu of open challenges.
    """

    PAGE = "page"
    CODE = "code"
    ACCEPT = "accept"
    TAKE_BACK = "take-back"
    TABLE = "table"
    LISTED = "listed"
    UNLISTED = "unlisted"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(ServersVerb, ()),
    ServersVerb.TABLE: ("back", "page"),
    ServersVerb.ACCEPT: ("code",),
}


@dataclass(frozen=True)
class ServersPress(Press):
    """A control of matches between servers. ``back``: so many seasons ago."""

    WORD = "servers"
    PARTS = _PARTS

    verb: ServersVerb
    back: int = 0
    page: int = 0
    code: str = ""
