"""Cards that could still become a meld together, and cards that belong to nothing."""

from functools import cache
from itertools import combinations
from typing import Final

from engine.game.cards import DECK_SIZE, SUIT_SIZE, CardSet, card_set, cards_of
from engine.game.melds import MeldRules, Solver, solver
from engine.game.melds.shapes import MIN_MELD

_GROUPS: Final = (
    *(tuple(range(first, first + SUIT_SIZE)) for first in range(0, DECK_SIZE, SUIT_SIZE)),
    *(tuple(range(rank, DECK_SIZE, SUIT_SIZE)) for rank in range(SUIT_SIZE)),
)
"""The suits and the ranks: every meld lies in one of them."""


@cache
def thirds(rules: MeldRules) -> tuple[tuple[CardSet, ...], ...]:
    """For two cards, as ``thirds(rules)[one][other]``, the cards that make a meld with both."""
    found = [[0] * DECK_SIZE for _ in range(DECK_SIZE)]
    is_meld = solver(rules).is_meld
    for group in _GROUPS:
        for three in combinations(group, MIN_MELD):
            if is_meld(card_set(three)):
                for one in three:
                    for other in three:
                        if one != other:
                            found[one][other] |= card_set(three) & ~(1 << one | 1 << other)
    return tuple(map(tuple, found))


def loose(play: Solver, hand: CardSet) -> CardSet:
    """The cards without which the hand has less deadwood by all that they count."""
    whole = play.deadwood(hand)
    return card_set(
        card
        for card in cards_of(hand)
        if play.deadwood(hand & ~(1 << card)) == whole - play.value(card)
    )


def alone(play: Solver, hand: CardSet, unseen: CardSet) -> CardSet:
    """The loose cards that no unseen card could make a meld with another loose one."""
    cards, table = loose(play, hand), thirds(play.rules)
    return card_set(
        card
        for card in cards_of(cards)
        if not any(table[card][other] & unseen for other in cards_of(cards))
    )
