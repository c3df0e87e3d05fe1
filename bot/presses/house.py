"""Presses on the builder of house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.presses.codec import Form, Press
from engine.game.options import OPTIONS


class HouseVerb(StrEnum):
    """The controls of the builder; ``ASK`` opens a form, ``NUMBER`` is its submission."""

    OPEN = "open"
    PAGE = "page"
    PICK = "pick"
    ASK = "ask"
    NUMBER = "num"
    SET = "set"
    NONE = "none"


def _option(text: str) -> str:
    if text not in OPTIONS:
        raise ValueError(text)
    return text


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    HouseVerb.OPEN: (),
    HouseVerb.PAGE: ("page", "name"),
    HouseVerb.PICK: ("name",),
    **dict.fromkeys(
        (HouseVerb.ASK, HouseVerb.NUMBER, HouseVerb.SET, HouseVerb.NONE), ("option", "name")
    ),
}


@dataclass(frozen=True)
class HousePress(Press):
    """A control of the builder: a page of options, an option, and the name of the rules."""

    WORD = "house"
    PARTS = _PARTS

    verb: HouseVerb
    page: int = 0
    option: Annotated[str, Form(_option, str)] = ""
    name: str = ""
