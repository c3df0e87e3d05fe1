"""Whether a choice is better than another when the round is played on, by quick players."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from engine.game.actions import Discard, Knock, RoundAction, Take
from engine.players import expert, playouts
from engine.players.expert import discards
from engine.players.playouts import Playout
from engine.players.position import Position

DEALS: Final = 1000
"""The imagined deals on which two choices are played on, at most."""
BATCH: Final = 100
CERTAIN: Final = 1.96
Results = list[float]
SURE: Final = 3.5
"""Standard errors at which it stops early: it looks often, so more than ``CERTAIN``."""


def leads(position: Position, best: RoundAction, other: RoundAction, deals: int = DEALS) -> bool:
    """Return whether a choice leads by 95 % certainty, on the same imagined deals as the other.

    A player who goes on knocks as soon as the rules allow, or waits for gin, whatever is better.
    """
    choices = [_plays(position, one) for one in (best, other)]
    results: list[list[Results]] = [[[] for _ in plays] for plays in choices]
    hands, worth = position.likely_hands(deals), position.score_values.worth
    for number, hand in enumerate(hands, 1):
        stock = expert.stock_for(position, hand)
        for plays, found in zip(choices, results, strict=True):
            for play, points in zip(plays, found, strict=True):
                points.append(worth(play(hand, list(stock))))
        if number % BATCH == 0:
            low, high = _interval(results, SURE)
            if low > 0 or high < 0:
                return low > 0
    return _interval(results, CERTAIN)[0] > 0


def _interval(results: Sequence[Sequence[Results]], errors: float) -> tuple[float, float]:
    """Return both ends of the interval of the lead, each choice gone on with in its better way."""
    best, other = (max(found, key=sum) for found in results)
    gaps = [a - b for a, b in zip(best, other, strict=True)]
    count = len(gaps)
    mean = sum(gaps) / count
    error = sqrt(sum((one - mean) ** 2 for one in gaps) / (count * (count - 1)))
    return mean - errors * error, mean + errors * error


def _plays(position: Position, action: RoundAction) -> list[Playout]:
    return list(_ways(position, action))


def _ways(position: Position, action: RoundAction) -> Iterator[Playout]:
    memory = position.memory
    match action:
        case Discard(card):
            allowed = position.view.legal.discards
            hands = position.likely_hands(expert.HANDS)
            found = discards(position.play, memory, memory.hand, allowed, hands, most=11)
            one = next(each for each in found if each.card == card)
            for at in (10, 0):
                yield playouts.discarding(position, one, 0.0, at).play
        case Knock(card):
            left = dict(position.view.legal.knocks)[card]
            yield playouts.knocking(position, card, left, 0.0).play
        case Take():
            yield playouts.taking(position).play
        case _:
            yield playouts.leaving(position, action).play
