"""Whether a position is so like another that advice on the one is advice on the other.

Gin has no order of suits: a position with its suits renamed is played the same way. So two
positions are compared under each of the 24 renamings, hand and pile together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from engine.game.cards import SUIT_MASK, SUIT_SIZE, SUITS, Card, CardSet, card_set

MOST_CHANGED: Final = 4
"""So many cards of hand and pile together may differ in positions that are alike."""
LEAST_SHARED: Final = 7
"""The fewest cards in common; fewer are common to unrelated positions by chance."""
LEAST_SHARED_IN_PART: Final = 8
"""The same where one pile is longer, so that only the newest cards of it are compared."""
LEAST_SHARED_RENAMED: Final = 9
"""The same under another name of the suits: 24 renamings are 24 chances."""
HAND_ALONE: Final = 8
"""So many cards of the hand in common are enough, whatever lies in the pile."""
HAND_ALONE_RENAMED: Final = 9
_SUITS: Final = range(len(SUITS))
_RENAMINGS: Final = tuple(permutations(_SUITS))
"""For each suit the one it is renamed to; the first renaming changes nothing."""


@dataclass(frozen=True, slots=True)
class HeldCards:
    """What a player sees of a turn: the own hand, and the pile from its bottom."""

    hand: CardSet
    pile: tuple[Card, ...]


def is_alike(one: HeldCards, other: HeldCards) -> bool:
    """Whether two positions differ in at most :data:`MOST_CHANGED` cards and the suits' names.

    The newest cards of the piles are compared, as many as lie in both, so that leaving out old
    cards or adding some makes no difference. A hand that is nearly the same is enough by itself.
    Hands that are unrelated have hardly ever so much in common.
    """
    compared = min(len(one.pile), len(other.pile))
    hands = _in_common(one.hand, other.hand)
    piles = _in_common(_newest(one.pile, compared), _newest(other.pile, compared))
    most = max(one.hand.bit_count(), other.hand.bit_count()) + compared
    is_whole = len(one.pile) == len(other.pile)
    for renaming in _RENAMINGS:
        is_renamed = renaming is not _RENAMINGS[0]
        hand = sum(hands[suit][renaming[suit]] for suit in _SUITS)
        if hand >= (HAND_ALONE_RENAMED if is_renamed else HAND_ALONE):
            return True
        both = hand + sum(piles[suit][renaming[suit]] for suit in _SUITS)
        whole_or_part = LEAST_SHARED if is_whole else LEAST_SHARED_IN_PART
        if both >= max(most - MOST_CHANGED, LEAST_SHARED_RENAMED if is_renamed else whole_or_part):
            return True
    return False


def _newest(pile: Sequence[Card], count: int) -> CardSet:
    return card_set(pile[len(pile) - count :])


def _in_common(one: CardSet, other: CardSet) -> list[list[int]]:
    """Return for each pair of suits how many ranks both sets have there."""
    return [[(_ranks(one, a) & _ranks(other, b)).bit_count() for b in _SUITS] for a in _SUITS]


def _ranks(cards: CardSet, suit: int) -> int:
    return cards >> suit * SUIT_SIZE & SUIT_MASK
