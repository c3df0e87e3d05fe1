"""Presses on the set-up of a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.presses.codec import Press
from bot.presses.config import ServerSetting


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
