"""A position that the coach is asked about."""

from collections.abc import Iterator
from typing import Final, Literal

from bot.ui.parts.base import CardOut, Named, PagePart, PartModel, PressOut
from bot.ui.press import Press

FIELDS: Final = ("hand", "pile", "taken", "score", "preset")
"""The fields of a page's form."""
ADDRESS: Final = "address"
"""The field with the address of a position, which stands for all others."""


class AskedChoice(PartModel):
    """A choice that the coach values; ``worth`` says its ``points`` and chances. ``card``: the one
    that it discards or takes; ``knocks``: it ends the round.
    """

    label: str
    card: CardOut | None
    knocks: bool
    points: float
    worth: str


class CardChance(PartModel):
    """How likely a card is in the opponent's hand, from 0 to 1."""

    card: CardOut
    chance: float


class AskedAnswer(PartModel):
    """The coach's answer, the best choice first; ``best`` and ``reason`` in Discord's markdown."""

    best: str
    reason: str
    choices: tuple[AskedChoice, ...]
    chances: tuple[CardChance, ...]
    chances_title: str


class AskPart(PagePart):
    """A position to put up, with what was asked last and its answer.

    It is sent as ``press{press, fields}`` with ``hand``, ``pile``, ``taken``, ``score`` and
    ``preset``, or with ``text`` in place of the first four, which slashes separate there; each has
    at most ``length`` letters. ``address``: of the page of the position that was answered.
    """

    type: Literal["ask"] = "ask"
    press: PressOut
    length: int
    example: str
    presets: tuple[Named, ...]
    address: str = ""
    hand: tuple[CardOut, ...] = ()
    pile: tuple[CardOut, ...] = ()
    taken: tuple[CardOut, ...] = ()
    score: str = ""
    preset: str = "standard"
    answer: AskedAnswer | None = None

    @property
    def forms(self) -> Iterator[tuple[Press, int]]:
        yield self.press, self.length
