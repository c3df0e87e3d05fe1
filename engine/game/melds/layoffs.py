"""Laying off on the knocker's melds (rulebook 1.7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.game.cards import Card, CardSet, cards_of
from engine.game.melds.layouts import Layout
from engine.game.melds.shapes import Shapes


class LaidOff(NamedTuple):
    """A position a defender can reach: the layoffs, in order, and the resulting melds."""

    cards: CardSet
    steps: tuple[tuple[Card, int], ...]
    melds: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Layoff:
    """The defender's best layoffs.

    ``steps``: (card, index of the meld) in a legal order. ``melds``: the knocker's melds after
    them. ``layout``: the best layout of the cards kept. ``deadwood``: its points.
    """

    steps: tuple[tuple[Card, int], ...]
    melds: tuple[CardSet, ...]
    layout: Layout
    deadwood: int


def reachable_layoffs(
    shapes: Shapes, melds: tuple[CardSet, ...], hand: CardSet
) -> Iterator[LaidOff]:
    """Return every set of cards that can be laid off, once, fewest cards first, from none.

    A card that fits a run and a set goes on the run; laying it off on the set would not make any
    other set of cards possible.
    """
    wave = [LaidOff(0, (), melds)]
    while wave:
        yield from wave
        following: dict[CardSet, LaidOff] = {}
        for state in wave:
            _extend(shapes, state, hand, following)
        wave = list(following.values())


def _extend(
    shapes: Shapes, state: LaidOff, hand: CardSet, following: dict[CardSet, LaidOff]
) -> None:
    """Add the positions with one more layoff."""
    fitting = 0
    for meld in state.melds:
        fitting |= shapes.takes[meld]
    for card in cards_of(fitting & hand & ~state.cards):
        cards = state.cards | 1 << card
        target = shapes.preferred_target(state.melds, card)
        if target is None or cards in following:
            continue
        melds = list(state.melds)
        melds[target] |= 1 << card
        following[cards] = LaidOff(cards, (*state.steps, (card, target)), tuple(melds))
