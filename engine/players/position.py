"""A decision to make: the view, the memory, and the value of points."""

from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from engine.game.cards import SUIT_SIZE, Card, CardSet, cards_of
from engine.game.melds import RunWrap, Solver
from engine.game.view import SeatView
from engine.players.hand_context import HandContext, baseline
from engine.players.memory import Chance, Habits, Memory, habits_of, recall
from engine.players.network import MOST_LEFT, Belief, belief, is_learned
from engine.players.score_value import ScoreValues, score_values_of
from engine.players.simulation import Simulation, simulation

DISCARDED: Final = (-0.7, -0.6, -0.25)
"""Change of a card's log odds per discard: same rank, next in suit, next but one."""
REFUSED: Final = (-0.45, -0.4, -0.2)
"""The same per refused card."""
TAKEN: Final = (0.9, 0.8, 0.5)
"""The same per card taken and kept."""
BURN_IN: Final = 300
"""Swaps before the first hand is used."""
THINNING: Final = 20
"""Swaps between hands that are used."""


def step_to(rank: int, step: int, wrap: RunWrap) -> int | None:
    """Return the rank ``step`` steps further in a run, if a run may go there (rulebook 1.2)."""
    to = rank + step
    if 0 <= to < SUIT_SIZE or wrap is RunWrap.AROUND_CORNER:
        return to % SUIT_SIZE
    if wrap is RunWrap.HIGH_LOW and (to == SUIT_SIZE or (rank == 0 and step < 0)):
        return to % SUIT_SIZE
    return None


def neighbours(card: Card, wrap: RunWrap = RunWrap.NONE) -> tuple[CardSet, CardSet, CardSet]:
    """Return the cards of the same rank, next to ``card`` in its suit, and next but one."""
    rank = card % SUIT_SIZE
    same = sum(1 << other for other in range(rank, 52, SUIT_SIZE) if other != card)
    near, far = (
        sum(
            1 << card - rank + to for step in steps if (to := step_to(rank, step, wrap)) is not None
        )
        for steps in ((-1, 1), (-2, 2))
    )
    return same, near, far


@cache
def neighbourhood(wrap: RunWrap) -> tuple[tuple[CardSet, CardSet, CardSet], ...]:
    """Return the neighbours of every card under this use of the ace."""
    return tuple(neighbours(card, wrap) for card in range(52))


NEIGHBOURS: Final = neighbourhood(RunWrap.NONE)


def card_weights(memory: Memory, wrap: RunWrap = RunWrap.NONE) -> list[float]:
    """Return each card's log odds of being in the opponent's hand, relative to unseen cards."""
    around = neighbourhood(wrap)
    weights = [0.0] * 52
    for cards, change in (
        (memory.discarded, DISCARDED),
        (memory.refused, REFUSED),
        (tuple(card for card in memory.taken if memory.known >> card & 1), TAKEN),
    ):
        for card in cards:
            for group, amount in zip(around[card], change, strict=True):
                for other in cards_of(group & memory.unseen):
                    weights[other] += amount
    return weights


def tightness(turns: int) -> float:
    """Return how strongly deadwood lowers a hand's likelihood after this many draws."""
    return min(0.02 + 0.015 * turns, 0.12) if turns else 0.0


def unlearned(memory: Memory, wrap: RunWrap = RunWrap.NONE) -> Belief:
    """Return the belief by constants, for rules that nobody has learned."""
    rate = tightness(memory.turns)
    return Belief(card_weights(memory, wrap), [-rate * left for left in range(MOST_LEFT)])


def sample_hands(
    memory: Memory, count: int, chance: Chance, engine: Solver, belief: Belief | None = None
) -> list[CardSet]:
    """Return ``count`` hands that the opponent may hold, known cards included.

    ``belief``: the odds of the hands; without them they are those by constants.
    """
    unseen = list(cards_of(memory.unseen))
    size = min(memory.hidden, len(unseen))
    if size in (0, len(unseen)):
        whole = memory.known | (memory.unseen if size else 0)
        return [whole] * count
    belief = belief or unlearned(memory, engine.rules.run_wrap)
    weights, curve = belief.cards, belief.curve
    chance.shuffle(unseen)
    hand = memory.known
    for card in unseen[:size]:
        hand |= 1 << card
    deadwood = engine.deadwood
    left = deadwood(hand)
    others = len(unseen) - size
    found: list[CardSet] = []
    swaps = BURN_IN
    while True:
        for _ in range(swaps):
            out_at = chance.below(size)
            in_at = size + chance.below(others)
            leaving, coming = unseen[out_at], unseen[in_at]
            swapped = hand ^ 1 << leaving ^ 1 << coming
            after = deadwood(swapped)
            gain = weights[coming] - weights[leaving] + curve[after] - curve[left]
            if gain >= 0 or chance.unit() < exp(gain):
                unseen[out_at], unseen[in_at] = coming, leaving
                hand, left = swapped, after
        found.append(hand)
        if len(found) == count:
            return found
        swaps = THINNING


@dataclass(frozen=True, slots=True)
class Position:
    """The input of a level, made from one view and one seed only."""

    view: SeatView
    memory: Memory
    score_values: ScoreValues
    play: Simulation
    chance: Chance
    habits: Habits

    @classmethod
    def of(cls, view: SeatView, seed: int, habits: Habits | None = None) -> "Position":
        """Return the position of this view, with its own random generator.

        ``habits``: the opponent's; without them, those that the rounds of the match have shown.
        """
        play, chance = simulation(view.public.rules), Chance(seed)
        seen = habits_of(view) if habits is None else habits
        return cls(view, recall(view), score_values_of(view), play, chance, seen)

    @property
    def ends_stock(self) -> bool:
        """Whether the next discard ends the round, because the stock has run out (1.9)."""
        drew = self.view.drawn is not None
        return drew and self.memory.stock_size <= self.view.public.rules.wall_size

    def likely_hands(self, count: int) -> list[CardSet]:
        """Return hands that the opponent may hold."""
        return sample_hands(self.memory, count, self.chance, self.play.solver, self._belief())

    def _belief(self) -> Belief | None:
        rules = self.view.public.rules
        if not is_learned(rules):
            return None
        context = HandContext.of(self.memory, rules, self.memory.hand, habits=self.habits)
        return belief(context, baseline(rules), corner=rules.run_wrap is RunWrap.AROUND_CORNER)
