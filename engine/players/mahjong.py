"""Play of Mahjong gin: what a quick player would do, and what imagined deals say against it.

There is one player (rulebook 2.9). The levels differ in how many deals they imagine and how often
they slip; the coach tries choices in the same way on more deals.
"""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.game.actions import Draw, LayMeld, LayOff, RoundAction, Take
from engine.game.cards import DECK_SIZE
from engine.game.mahjong import MahjongRound
from engine.game.seats import Side
from engine.game.view import SeatView
from engine.players.mahjong_position import Deals, MahjongPosition

FIRST: Final = 8
"""Imagined deals on which every choice is tried."""
PROMISING: Final = 4
"""Choices that are tried on further deals."""


class Budget(NamedTuple):
    """What a level gives to a decision.

    ``deals``: the deals that it imagines. ``slips``: the share of careless decisions. ``reach``:
    the most cards of the pile that it takes.
    """

    deals: int = 0
    slips: float = 0.0
    reach: int = DECK_SIZE


BUDGETS: Final = {
    "novice": Budget(slips=0.25, reach=1),
    "casual": Budget(slips=0.1),
    "expert": Budget(16),
    "master": Budget(64),
}


def choose(view: SeatView, level: str, seed: int) -> RoundAction:
    """Return the action of a player of this level in Mahjong gin."""
    position, budget = MahjongPosition.of(view, seed), BUDGETS[level]
    actions, usual = list(view.legal.actions()), position.play.action(position.state)
    if usual not in actions:
        usual = actions[0]
    if len(actions) == 1 or isinstance(usual, LayMeld | LayOff):
        return usual
    too_deep = isinstance(usual, Take) and usual.count > budget.reach
    if too_deep or position.chance.unit() < budget.slips:
        careless = [action for action in actions if not isinstance(action, Take)]
        return careless[position.chance.below(len(careless))]
    return _reconsidered(position, usual, actions, budget.deals) if budget.deals else usual


def _reconsidered(
    position: MahjongPosition, usual: RoundAction, actions: list[RoundAction], count: int
) -> RoundAction:
    """Return what is better than ``usual`` by more than its standard error, or ``usual``."""
    if len(actions) > PROMISING:
        actions = best_first(position, actions, position.deals(FIRST))[:PROMISING]
    deals = position.deals(count)
    expected, best, most = results(position, usual, deals), usual, 0.0
    for action in actions:
        found = results(position, action, deals)
        gains = [one - other for one, other in zip(found, expected, strict=True)]
        mean = sum(gains) / count
        error = math.sqrt(sum((one - mean) ** 2 for one in gains) / (count - 1) / count)
        if mean - error > most:
            best, most = action, mean - error
    return best


def best_first(
    position: MahjongPosition, actions: Iterable[RoundAction], deals: Deals
) -> list[RoundAction]:
    """Return the actions in the order of the points that they bring on these deals."""
    points = {action: sum(results(position, action, deals)) for action in actions}
    return sorted(points, key=lambda action: -points[action])


def results(position: MahjongPosition, action: RoundAction, deals: Deals) -> list[int]:
    """Return the player's points after an action on each deal."""
    if isinstance(action, Draw):
        return played_out(position, position.state, deals, bound=True)
    return played_out(position, position.after(action), deals)


def played_out(
    position: MahjongPosition, state: MahjongRound, deals: Deals, *, bound: bool = False
) -> list[int]:
    """Return the player's points on each deal when quick players go on from ``state``."""
    side, playout = position.side, position.play.playout
    mine, found = state.hands[side], []
    for theirs, stock in deals:
        hands = (mine, theirs) if side is Side.NON_DEALER else (theirs, mine)
        points = playout(state, hands, list(stock), bound=bound)
        found.append(points if side is Side.NON_DEALER else -points)
    return found
