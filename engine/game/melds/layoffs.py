"""Laying off on the knocker's melds (rulebook 1.7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.game.cards import Card, CardSet, cards_of
from engine.game.melds.layouts import Layout
from engine.game.melds.shapes import Shapes


class LaidOff(NamedTuple):
    """A position a defender can reach: what was laid off, in order, and the melds it made."""

    cards: CardSet
    steps: tuple[tuple[Card, int], ...]
    melds: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Layoff:
    """The defender's best use of the knocker's melds.

    ``steps`` are (card, place of the meld) in a legal order, ``melds`` the knocker's melds
    afterwards, ``layout`` the best of the cards kept, ``deadwood`` their count in points.
    """

    steps: tuple[tuple[Card, int], ...]
    melds: tuple[CardSet, ...]
    layout: Layout
    deadwood: int


def reachable_layoffs(
    shapes: Shapes, melds: tuple[CardSet, ...], hand: CardSet
) -> Iterator[LaidOff]:
    """Every set of cards that can be laid off, once, beginning with none, fewer cards first.

    A card that fits a run and a set is shown on the run; no other set of cards could be laid
    off if it went to the set.
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
    """Add the positions one card further on."""
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
