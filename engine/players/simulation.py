"""Fast playouts of gin rounds: bit masks and a loop, without an object per move.

The players of a playout are *quick*: they take a discard that melds or lets them knock,
discard the highest-valued deadwood and knock as soon as they may. That play is crude, but it is
the same for every choice compared, and a round costs about a tenth of a millisecond.
"""

from functools import cache
from typing import Final

from engine.game.cards import Card, CardSet
from engine.game.melds import solver
from engine.game.rules import Rules, WallRule
from engine.players.memory import NO_CARD

LONGEST: Final = 80
"""Turns after which a playout counts as drawn."""
CACHED: Final = 200_000
"""Cached knocking hands; the cache is cleared when it is full."""


class Simulation:
    """Playouts under one set of rules. Points are for side 0, before any multiplier."""

    __slots__ = (
        "_deadwood",
        "_discard",
        "_down",
        "_returns",
        "_wall",
        "gin",
        "rules",
        "solver",
        "tie_undercuts",
        "undercut",
        "value",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.solver = solver(rules.meld_rules)
        self._deadwood = self.solver.deadwood
        self._discard = self.solver.best_discard
        self.value = tuple(self.solver.value(card) for card in range(52))
        self.gin = rules.gin_bonus
        self.undercut = rules.undercut_bonus
        self.tie_undercuts = rules.undercut_on_tie
        self._wall = rules.wall_size
        self._returns = rules.may_return_taken_discard
        self._down: dict[CardSet, tuple[tuple[CardSet, ...], CardSet]] = {}

    def defence(self, knocker: CardSet, defender: CardSet) -> int:
        """Return the defender's deadwood after the best layoffs on the knocker's best layout."""
        melds, fits = self._laid_down(knocker)
        if fits & defender:
            return self.solver.deadwood_after_layoffs(melds, defender)
        return self._deadwood(defender)

    def knock_points(self, knocker: CardSet, left: int, defender: CardSet) -> int:
        """Return the knocker's points (negative: an undercut) for a knock that leaves ``left``."""
        if left == 0 and not self.rules.layoff_on_gin:
            return self.gin + self._deadwood(defender)
        return self.settle(left, self.defence(knocker, defender), defender)

    def settle(self, left: int, answered: int, defender: CardSet) -> int:
        """Return the knocker's points: ``left`` against ``answered``, the defender's after layoffs.

        ``defender``: the whole hand, which counts against a gin that allows no layoffs.
        """
        if left == 0:
            if not self.rules.layoff_on_gin:
                return self.gin + self._deadwood(defender)
            return self.gin + answered if answered else 0
        if answered > left:
            return answered - left
        if answered == left and not self.tie_undercuts:
            return 0
        return -self.undercut - (left - answered)

    def _laid_down(self, knocker: CardSet) -> tuple[tuple[CardSet, ...], CardSet]:
        """Return the melds of a knocking hand and the cards that fit on them at once."""
        found = self._down.get(knocker)
        if found is None:
            if len(self._down) >= CACHED:
                self._down.clear()
            melds = self.solver.best_layout(knocker).melds
            fits = 0
            for card in range(52):
                if not knocker >> card & 1 and self.solver.layoff_targets(melds, card):
                    fits |= 1 << card
            found = self._down[knocker] = melds, fits
        return found

    def playout(
        self,
        first: CardSet,
        second: CardSet,
        turn: int,
        top: Card,
        stock: list[Card],
        *,
        limit: int,
        mine_at: int = 10,
        theirs_at: int = 10,
    ) -> int:
        """Play a round from the beginning of a turn and return the points of side 0.

        ``first``/``second``: the hands of sides 0 and 1. ``turn``: the side to move.
        ``stock``: the next card is the last of the list, which is consumed. ``top``: the
        available discard or ``NO_CARD``. ``mine_at``/``theirs_at``: the deadwood with which
        side 0 and side 1 knock, if the limit allows it.
        """
        deadwood, discard, value = self._deadwood, self._discard, self.value
        mine, theirs = (first, second) if turn == 0 else (second, first)
        mine_left, theirs_left = deadwood(mine), deadwood(theirs)
        wall = self._wall
        at, next_at = min(limit, mine_at), min(limit, theirs_at)
        if turn:
            at, next_at = next_at, at
        for _ in range(LONGEST):
            took, card, left, hand = False, NO_CARD, 0, 0
            if top >= 0:
                bit = 1 << top
                hand = mine | bit
                if deadwood(hand) < mine_left + value[top]:
                    card, left = discard(hand, bit)
                    took = left < mine_left or left <= at
                elif value[top] < 10 and mine_left - 10 + value[top] <= at:
                    card, left = discard(hand, bit)
                    took = left <= at
            if not took:
                hand = mine | 1 << stock.pop()
                card, left = discard(hand)
            mine = hand & ~(1 << card)
            if left <= at:
                points = self.knock_points(mine, left, theirs)
                return points if turn == 0 else -points
            if not took and len(stock) <= wall:
                points = self.wall(mine, theirs, card, limit)
                return points if turn == 0 else -points
            top = card
            mine_left = left
            mine, theirs = theirs, mine
            mine_left, theirs_left = theirs_left, mine_left
            at, next_at = next_at, at
            turn ^= 1
        return 0

    def wall(self, thrower: CardSet, other: CardSet, last: Card, limit: int) -> int:
        """Return the points of the player who discards at the wall: 0, or the other's last knock.

        Under ``last_discard`` the other player may take the card and knock at once (1.9).
        """
        if self.rules.wall_rule is WallRule.VOID:
            return 0
        bit = 1 << last
        card, left = self._discard(other | bit, bit)
        if left > limit:
            return 0
        rest = (other | bit) & ~(1 << card)
        return min(0, -self.knock_points(rest, left, thrower))

    def offer(
        self,
        first: CardSet,
        second: CardSet,
        upcard: Card,
        stock: list[Card],
        *,
        limit: int,
    ) -> int:
        """Play a round after side 0 refused the upcard and side 1 may take it."""
        bit = 1 << upcard
        left = self._deadwood(second)
        if self._deadwood(second | bit) < left + self.value[upcard]:
            card, after = self._discard(second | bit, bit)
            if after < left:
                rest = (second | bit) & ~(1 << card)
                if after <= limit:
                    return -self.knock_points(rest, after, first)
                return self.playout(first, rest, 0, card, stock, limit=limit)
        return self.playout(first, second, 0, NO_CARD, stock, limit=limit)


@cache
def simulation(rules: Rules) -> Simulation:
    """Return the simulation of these rules."""
    return Simulation(rules)
