"""Rulesets to choose."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import Named, PagePart, PressOut
from bot.ui.press import Press


class PresetChoice(Named):
    """A ruleset. ``sentence``: what is special about it. ``length``: of a match, in words.

    ``players``: how many may sit. ``is_common``: it is offered at once, the others behind *More
    rules*.
    """

    sentence: str
    length: str
    players: tuple[int, ...]
    is_common: bool


class RulesetsPart(PagePart):
    """Rulesets whose rules can be read; in chat a command names the ruleset.

    ``presses``: show them, one by one. ``chosen``: the name of the one that is shown.
    """

    type: Literal["rulesets"] = "rulesets"
    choices: tuple[PresetChoice, ...]
    presses: tuple[PressOut, ...]
    chosen: str

    @property
    def offered(self) -> Iterator[Press]:
        return iter(self.presses)
