"""The novice: knows the melds and the count, slips like a beginner, is never absurd.

A beginner likes high pairs too long, throws a middling card where a high one should go, waits
with the knock for a better hand, and does not always see that the discard would fit.
"""

from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import SET_BASE, SUIT_SIZE, Card, CardSet
from engine.game.legal import Verb
from engine.players.position import Position

SEES_THE_FIT: Final = 0.9
"""How often a discard that completes a meld is noticed."""
THROWS_WELL: Final = 0.6
"""How often the dearest loose card goes; otherwise any loose card may."""
DARES_TO_KNOCK: Final = 0.8
"""How often a knock within ``CAUTION`` is made when it is possible."""
CAUTION: Final = 9


def draw_action(position: Position) -> RoundAction:
    """Take the top discard if it is seen to complete a meld."""
    legal, memory, play = position.view.legal, position.memory, position.play
    leave = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs:
        return leave
    bit = 1 << memory.top
    before = play.solver.deadwood(memory.hand)
    fits = play.solver.deadwood(memory.hand | bit) < before + play.value[memory.top]
    better = play.solver.best_discard(memory.hand | bit, bit)[1] < before
    if fits and better and position.chance.unit() < SEES_THE_FIT:
        return Take()
    return leave


def discard_action(position: Position) -> RoundAction:
    """Knock when it feels safe; else throw one of the loose cards."""
    legal, play = position.view.legal, position.play
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    if Verb.KNOCK in legal.verbs:
        card, left = min(legal.knocks, key=lambda knock: (knock[1], -play.value[knock[0]]))
        if left == 0 or (left <= CAUTION and position.chance.unit() < DARES_TO_KNOCK):
            return Knock(card)
    loose = loose_cards(position, legal.discards)
    if position.chance.unit() < THROWS_WELL:
        return Discard(max(loose, key=lambda card: (play.value[card], card)))
    return Discard(loose[position.chance.below(len(loose))])


def loose_cards(position: Position, allowed: CardSet) -> list[Card]:
    """The cards that may go without breaking a meld; pairs are kept while something else is
    there. With every card melded, the cards whose loss costs least.
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
