"""The two lower levels: the novice's plausible mistakes, the casual player's rules of thumb.

A novice knows melds and deadwood, keeps high pairs too long, discards a middle card instead of a
high one, waits with the knock for a better hand, does not always notice that the discard would fit,
and now and then takes one that only makes a pair.

A casual player takes a discard for a new meld or a knock, and usually to extend a meld. It discards
the highest-valued card without a combination; holds pairs and neighbours at first, gives them up
one after the other later, and does not discard next to a card that the opponent took. Of cards that
cost nearly the same it discards any. It knocks early; later, it does not knock with high deadwood
against a player who collects.
"""

from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import SET_BASE, SUIT_SIZE, Card, CardSet
from engine.game.legal import Verb
from engine.players.position import NEIGHBOURS, Position

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


def novice_draw(position: Position) -> RoundAction:
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


def novice_discard(position: Position) -> RoundAction:
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


PATIENCE: Final = ((1, 11), (6, 6))
"""Up to which turn a pair or two neighbours are worth how many points of deadwood."""
ALIKE: Final = 1.0
"""Points up to which two discards cost nearly the same."""
EXTENDS: Final = 0.95
"""Probability of taking a discard that only extends a meld, without allowing a knock."""
FED: Final = 4
"""Penalty in points for discarding a card next to one that the opponent took."""
LATE: Final = 9
"""Turns after which a knock with more than ``LATE_KNOCK`` waits against a collector."""
LATE_KNOCK: Final = 6


def casual_draw(position: Position) -> RoundAction:
    """Take the top discard only for a meld or a knock."""
    legal, memory, play = position.view.legal, position.memory, position.play
    leave = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs:
        return leave
    bit = 1 << memory.top
    before = play.solver.deadwood(memory.hand)
    left = play.solver.best_discard(memory.hand | bit, bit)[1]
    if left <= memory.limit and left < before:
        return Take()
    melds = play.solver.deadwood(memory.hand | bit) < before + play.value[memory.top]
    if not melds or left >= before:
        return leave
    extends = play.solver.layoff_targets(play.solver.best_layout(memory.hand).melds, memory.top)
    return leave if extends and position.chance.unit() >= EXTENDS else Take()


def casual_discard(position: Position) -> RoundAction:
    """Knock, or discard the card with the lowest cost, by the rules of thumb."""
    legal, memory, play = position.view.legal, position.memory, position.play
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    if Verb.KNOCK in legal.verbs:
        card, left = min(legal.knocks, key=lambda knock: (knock[1], -play.value[knock[0]]))
        collector = memory.known.bit_count() > 3 and memory.turns > LATE
        if left <= LATE_KNOCK or not collector:
            return Knock(card)
    allowed = [
        entry for entry in play.solver.discards(memory.hand) if legal.discards >> entry[0] & 1
    ]
    costs = [(_cost(position, *entry), entry[0]) for entry in allowed]
    least = min(costs)[0]
    alike = [card for cost, card in costs if cost <= least + ALIKE]
    return Discard(alike[position.chance.below(len(alike))])


def _cost(position: Position, card: Card, left: int) -> float:
    """Return the deadwood left plus the penalties for discarding ``card``."""
    memory = position.memory
    same, near, _ = NEIGHBOURS[card]
    early = next((worth for turn, worth in PATIENCE if memory.turns <= turn), 0)
    remaining: CardSet = memory.hand & ~(1 << card)
    cost = float(left)
    if remaining & (same | near):
        cost += early
    if memory.known & (same | near):
        cost += FED
    return cost
