"""The expert level: a full memory, inferred opponent hands, safe discards and valued knocks.

It knocks when knocking is worth more points than playing on.
"""

from collections.abc import Sequence
from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import Card, CardSet, cards_of
from engine.game.legal import Verb
from engine.players.position import Position
from engine.players.valuation import Weights, discards, expected_left, stock_odds, weights_for

HANDS: Final = 40
"""Opponent hands sampled for one decision."""
KNOCK_HANDS: Final = 50
"""Opponent hands sampled when a knock is possible."""

PLAY_ON_MARGIN: Final = 3.0
"""Points by which playing on must be better than knocking: the better of two estimates is biased
upwards, and the opponent in playouts is weak."""


def draw_action(position: Position, weights: Weights | None = None) -> RoundAction:
    """Take the top discard, or draw, or pass."""
    legal = position.view.legal
    leave = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs:
        return leave
    chosen = weights or weights_for(position.play.rules, position.memory.limit)
    return Take() if wants(position, chosen) else leave


def wants(position: Position, weights: Weights) -> bool:
    """Whether the top discard is better than the expected card from the stock."""
    play, memory = position.play, position.memory
    hand, top = memory.hand, memory.top
    bit = 1 << top
    before = play.solver.deadwood(hand)
    left = play.solver.best_discard(hand | bit, bit)[1]
    if left == 0:
        return True
    melds = play.solver.deadwood(hand | bit) < before + play.value[top]
    if not melds:
        return left <= memory.limit and left < before
    if left <= memory.limit < before:
        return True
    odds = stock_odds(memory, ())
    return left < before and left <= expected_left(play, hand, odds) + weights.margin


def discard_action(position: Position, weights: Weights | None = None) -> RoundAction:
    """Discard, or knock, or declare big gin."""
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    memory, play = position.memory, position.play
    knocking = Verb.KNOCK in legal.verbs
    hands = position.likely_hands(KNOCK_HANDS if knocking else HANDS)
    found = discards(play, memory, memory.hand, legal.discards, hands[:HANDS], weights=weights)
    best = found[0]
    if not knocking:
        return Discard(best.card)
    return knock_or_play_on(position, hands, best.card)


def knock_or_play_on(position: Position, hands: Sequence[CardSet], discarded: Card) -> RoundAction:
    """Compare the points of the best knock with those of playing on after ``thrown``."""
    card, left = best_knock(position)
    rest = position.memory.hand & ~(1 << card)
    if left == 0:
        return Knock(card)
    now = knock_worth(position, rest, left, hands)
    later = max(
        playing_on_worth(position, discarded, hands, at) for at in (position.memory.limit, 0)
    )
    margin = 0.0 if position.ends_stock else PLAY_ON_MARGIN
    return Knock(card) if now >= later - margin else Discard(discarded)


def best_knock(position: Position) -> tuple[Card, int]:
    """Return the knock that leaves least deadwood; a tie goes to the highest-valued discard."""
    value = position.play.value
    return min(position.view.legal.knocks, key=lambda knock: (knock[1], -value[knock[0]], knock[0]))


def knock_worth(position: Position, rest: CardSet, left: int, hands: Sequence[CardSet]) -> float:
    """Return the mean points of a knock with ``rest`` over the opponent's likely hands."""
    points, worth = position.play.knock_points, position.score_values.worth
    return sum(worth(points(rest, left, hand)) for hand in hands) / len(hands)


def playing_on_worth(
    position: Position, discarded: Card, hands: Sequence[CardSet], at: int
) -> float:
    """Return the mean points of discarding ``thrown`` and knocking later with ``at`` or less."""
    memory, play, worth = position.memory, position.play, position.score_values.worth
    rest = memory.hand & ~(1 << discarded)
    total = 0.0
    for hand in hands:
        if position.ends_stock:
            total += worth(play.wall(rest, hand, discarded, memory.limit))
            continue
        stock = stock_for(position, hand)
        points = play.playout(rest, hand, 1, discarded, stock, limit=memory.limit, mine_at=at)
        total += worth(points)
    return total / len(hands)


def stock_for(position: Position, hand: CardSet, draws: int = 52) -> list[Card]:
    """Return a random stock, last card on top, if the opponent holds ``hand``.

    ``draws``: the number of cards that may be drawn; only those are in random order.
    """
    cards = list(cards_of(position.memory.unseen & ~hand))
    position.chance.shuffle(cards, draws)
    return cards
