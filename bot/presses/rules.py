"""Presses on the pages of the rules of a preset or of an event."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.presses.codec import Form, Press


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

    tab: Annotated[RulesTab, Form(_tab, str)]
    preset: str
    id: int = 0
