"""The novice level: knows melds and deadwood and makes a beginner's plausible mistakes.

A beginner keeps high pairs too long, discards a middle card instead of a high one, waits with the
knock for a better hand, does not always notice that the discard would fit, and now and then takes
one that only makes a pair.
"""

from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import SET_BASE, SUIT_SIZE, Card, CardSet
from engine.game.legal import Verb
from engine.players.position import Position

SEES_THE_FIT: Final = 0.9
"""Probability of noticing a discard that completes a meld."""
PAIRS_UP: Final = 0.08
"""Probability of taking an early discard that makes no more than a pair."""
EARLY: Final = 3
"""Turns of the opponent that are early."""
DISCARDS_WELL: Final = 0.61
"""Probability of discarding the highest-valued loose card; otherwise any loose card."""
DARES_TO_KNOCK: Final = 0.8
"""Probability of a possible knock within ``CAUTION``."""
CAUTION: Final = 9


def draw_action(position: Position) -> RoundAction:
    """Take the top discard if it completes a meld and that is noticed."""
    legal, memory, play = position.view.legal, position.memory, position.play
    leave = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs:
        return leave
    bit = 1 << memory.top
    before = play.solver.deadwood(memory.hand)
    fits = play.solver.deadwood(memory.hand | bit) < before + play.value[memory.top]
    better = play.solver.best_discard(memory.hand | bit, bit)[1] < before
    if fits and better:
        return Take() if position.chance.unit() < SEES_THE_FIT else leave
    pairs_up = memory.turns <= EARLY and _is_paired(memory.top, memory.hand | bit)
    return Take() if pairs_up and position.chance.unit() < PAIRS_UP else leave


def discard_action(position: Position) -> RoundAction:
    """Knock when it seems safe, or discard one of the loose cards."""
    legal, play = position.view.legal, position.play
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    if Verb.KNOCK in legal.verbs:
        card, left = min(legal.knocks, key=lambda knock: (knock[1], -play.value[knock[0]]))
        if left == 0 or (left <= CAUTION and position.chance.unit() < DARES_TO_KNOCK):
            return Knock(card)
    loose = loose_cards(position, legal.discards)
    if position.chance.unit() < DISCARDS_WELL:
        return Discard(max(loose, key=lambda card: (play.value[card], card)))
    return Discard(loose[position.chance.below(len(loose))])


def loose_cards(position: Position, allowed: CardSet) -> list[Card]:
    """Return the cards that can be discarded without breaking a meld.

    Pairs are kept as long as there are other cards. With every card melded, the cards that cost
    least.
    """
    play, hand = position.play, position.memory.hand
    dead = play.solver.best_layout(hand).deadwood_cards & allowed
    cards = [card for card in range(52) if dead >> card & 1]
    if not cards:
        left = [entry for entry in play.solver.discards(hand) if allowed >> entry[0] & 1]
        least = min(after for _, after in left)
        return [card for card, after in left if after == least]
    single = [card for card in cards if not _is_paired(card, hand)]
    return single or cards


def _is_paired(card: Card, hand: CardSet) -> bool:
    return (hand & SET_BASE << card % SUIT_SIZE).bit_count() > 1
