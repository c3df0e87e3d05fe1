"""The casual level: a club player's rules of thumb.

Take a discard for a new meld or a knock, and usually to extend a meld. Discard the highest-valued
card without a combination; hold pairs and neighbours at first, give them up one after the other
later, and do not discard next to a card that the opponent took. Of cards that cost nearly the same
discard any. Knock early; later, do not knock with high deadwood against a player who collects.
"""

from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import Card, CardSet
from engine.game.legal import Verb
from engine.players.position import NEIGHBOURS, Position

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


def draw_action(position: Position) -> RoundAction:
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


def discard_action(position: Position) -> RoundAction:
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
