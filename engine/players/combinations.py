"""Cards that could still become a meld together, and cards without a combination."""

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
"""The suits and the ranks: every meld is within one of them."""


@cache
def thirds(rules: MeldRules) -> tuple[tuple[CardSet, ...], ...]:
    """Return the table ``[one][other]`` of the cards that make a meld with two cards."""
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
    """Return the cards whose removal lowers the deadwood by their full value."""
    whole = play.deadwood(hand)
    return card_set(
        card
        for card in cards_of(hand)
        if play.deadwood(hand & ~(1 << card)) == whole - play.value(card)
    )


def alone(play: Solver, hand: CardSet, unseen: CardSet) -> CardSet:
    """Return the loose cards that no unseen card melds with another loose card."""
    cards, table = loose(play, hand), thirds(play.rules)
    return card_set(
        card
        for card in cards_of(cards)
        if not any(table[card][other] & unseen for other in cards_of(cards))
    )
