"""The base of all messages: the version, the identifiers, and buttons."""

from typing import Annotated, Final, TypeAlias

from pydantic import StringConstraints

from bot.ui.custom_id import number36
from bot.ui.parts.base import PartModel

PROTOCOL: Final = 5
"""The version of the protocol; a page with another one reloads itself."""

MatchText: TypeAlias = Annotated[str, StringConstraints(pattern="^[0-9a-z]{1,13}$")]
"""An id of a match or a lobby in base 36, because it does not fit a number of JavaScript."""


class Message(PartModel):
    """A part of the protocol."""


def id_number(text: str) -> int:
    """Read an id; 0, which nothing has, for a number that no database holds."""
    try:
        return number36(text)
    except ValueError:
        return 0
