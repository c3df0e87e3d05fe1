"""The casual level: a club player's rules of thumb.

Take a discard only for a meld or a knock. Discard the highest-valued card without a combination,
keep pairs and neighbours for the first turns only, and do not discard next to a card that the
opponent took. Knock early; later, do not knock with high deadwood against a player who collects.
"""

from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import Card, CardSet
from engine.game.legal import Verb
from engine.players.inference import NEIGHBOURS
from engine.players.position import Position

EARLY: Final = 7
"""Turns in which combinations are worth keeping."""
PAIR: Final = 6
"""Points of deadwood that a pair or two neighbours may cost in the early turns."""
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
    return Take() if melds and left < before else leave


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
    return Discard(min(allowed, key=lambda entry: (_cost(position, *entry), entry[0]))[0])


def _cost(position: Position, card: Card, left: int) -> float:
    """Return the deadwood left plus the penalties for discarding ``card``."""
    memory = position.memory
    same, near, _ = NEIGHBOURS[card]
    early = PAIR if memory.turns < EARLY else 0
    kept: CardSet = memory.hand & ~(1 << card)
    cost = float(left)
    if kept & (same | near):
        cost += early
    if memory.known & (same | near):
        cost += FED
    return cost
