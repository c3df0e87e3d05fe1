"""Presses on invitations, on the search for an opponent, and on rules and house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.ui.custom_id import Area
from bot.ui.press import Press, TextForm
from engine.clocks import CLOCKS, ClockRules
from engine.game.options import OPTIONS


class LobbyVerb(StrEnum):
    """The buttons of an invitation."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    DECLINE = "decline"
    CANCEL = "cancel"
    SHUFFLE = "shuffle"
    BLUE = "side0"
    ORANGE = "side1"
    FAIR = "fair"


@dataclass(frozen=True)
class LobbyPress(Press):
    """A button of an invitation; the id is the lobby."""

    AREA = Area.LOBBY

    verb: LobbyVerb
    id: int = 0


class FindVerb(StrEnum):
    """The controls: three menus that narrow the search, the search, and a table to sit down at."""

    PRESET = "preset"
    CLOCK = "clock"
    WINDOW = "window"
    SEEK = "seek"
    JOIN = "join"


def _clock(text: str) -> ClockRules:
    if text not in CLOCKS:
        raise ValueError(text)
    return CLOCKS[text]


@dataclass(frozen=True)
class FindPress(Press):
    """A control of the search, with what is searched for.

    ``window``: the greatest difference of ratings, 0 for any. ``preset``: the ruleset, which may be
    one of the server's own.
    """

    WORD = "find"

    verb: FindVerb
    clock: Annotated[ClockRules, TextForm(_clock, lambda clock: clock.name)]
    window: int
    preset: str


@dataclass(frozen=True)
class OpenPress(Press):
    """Open a table. ``preset``: its rules, empty for any; 0 stands for what is not chosen.

    ``low`` and ``high``: the ratings that may join.
    """

    WORD = "open"

    clock: Annotated[ClockRules, TextForm(_clock, lambda clock: clock.name)]
    players: int
    target: int
    rated: int
    thread: int
    low: int
    high: int
    preset: str


class RulesPart(StrEnum):
    """The parts of the rules: play, scoring, options."""

    PLAY = "play"
    SCORE = "score"
    OPTIONS = "o"


@dataclass(frozen=True, slots=True)
class RulesTab:
    """A page of the rules, written ``play``, ``score``, ``o0``, ``o1`` …; only options have pages.

    ``is_open``: the button of the current page, because no two ids may be equal.
    """

    part: RulesPart
    page: int = 0
    is_open: bool = False

    def __str__(self) -> str:
        page = f"{self.page}" if self.part is RulesPart.OPTIONS else ""
        return f"{self.part}{page}{'.' if self.is_open else ''}"


PLAY: Final = RulesTab(RulesPart.PLAY)
SCORE: Final = RulesTab(RulesPart.SCORE)


def options_tab(page: int) -> RulesTab:
    """Return a page of the options."""
    return RulesTab(RulesPart.OPTIONS, page)


def _tab(text: str) -> RulesTab:
    name = text.removesuffix(".")
    number = name.removeprefix(RulesPart.OPTIONS)
    if number == name:
        return RulesTab(RulesPart(name), is_open=name != text)
    if not (number.isascii() and number.isdecimal()):
        raise ValueError(text)
    return RulesTab(RulesPart.OPTIONS, int(number), is_open=name != text)


@dataclass(frozen=True)
class RulesPress(Press):
    """A page of the rules of a preset; the id is the event that is played by them, or 0."""

    WORD = "rules"

    tab: Annotated[RulesTab, TextForm(_tab, str)]
    preset: str
    id: int = 0


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
    option: Annotated[str, TextForm(_option, str)] = ""
    name: str = ""
