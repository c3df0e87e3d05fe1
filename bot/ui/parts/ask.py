"""A position that the coach is asked about."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import CardOut, Named, PagePart, PartModel, PressOut
from bot.ui.press import Press


class AskedChoice(PartModel):
    """A choice that the coach values: ``points`` with the ``margin`` on each side; ``worth`` says
    both. ``card``: the one that it discards or takes; ``knocks``: it ends the round.
    """

    label: str
    card: CardOut | None
    knocks: bool
    points: float
    margin: float
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

    It is sent as ``press{press, fields: {text}}``: hand, discard pile, taken cards, score and the
    name of the rules, separated by slashes, in at most ``length`` letters.
    """

    type: Literal["ask"] = "ask"
    press: PressOut
    length: int
    example: str
    presets: tuple[Named, ...]
    hand: tuple[CardOut, ...] = ()
    pile: tuple[CardOut, ...] = ()
    taken: tuple[CardOut, ...] = ()
    score: str = ""
    preset: str = "standard"
    answer: AskedAnswer | None = None

    @property
    def forms(self) -> Iterator[tuple[Press, int]]:
        yield self.press, self.length
