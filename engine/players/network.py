"""The learned networks: which cards the opponent holds, and how the round may end.

Beliefs: the likelihood of a hand is the product of the odds of its cards and of its deadwood's
odds. Two small networks give both from what everybody saw in this round and from the opponent's
habits. ``scripts/dev train_beliefs`` makes the weights from rounds in which real hands are known.

Results: three small networks share one shape (hidden layers of 192 and 32): for the position after
a discard, before a draw from the stock, and at a knock. Each gives the probabilities of ``BINS``
groups of results, so that results can be valued at any score. ``scripts/dev train_master`` makes
the weights.
"""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import prod
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.game.cards import DECK_SIZE, Card, cards_of
from engine.game.melds import RunWrap
from engine.game.rules import Rules
from engine.players.features import FEATURES, features, opponent_features
from engine.players.hand_context import Baseline, HandContext
from engine.players.memory import Habits

INNER: Final = 16
KNOTS: Final = (0, 3, 6, 10, 11, 16, 22, 30, 42, 60, 100)
"""Deadwood for which the odds are learned; between them they are interpolated."""
MOST_LEFT: Final = 160
"""More deadwood than any hand has."""
DRAWS: Final = (0, 1, 2, 3, 5, 7, 9, 11)
"""Bounds of the groups for the number of the opponent's draws."""
CARD_INPUTS: Final = 35
SEEN_INPUTS: Final = 33
WEIGHTS: Final = Path(__file__).parent / "weights"
BELIEF_SHAPES: Final = (
    (CARD_INPUTS, INNER),
    (INNER,),
    (INNER,),
    (SEEN_INPUTS, INNER),
    (INNER,),
    (len(KNOTS) + 1, INNER),
    (len(KNOTS) + 1,),
)
"""Weights and biases for the cards, then for the deadwood, in the order of the file."""
Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Belief:
    """Log odds of the opponent's hand.

    ``cards``: for each of the 52 cards, relative to the other unseen ones. ``curve``: for each
    number of points of deadwood.
    """

    cards: list[float]
    curve: list[float]


def beliefs_file(*, corner: bool) -> Path:
    """Return the path of the weights: 16-bit floats, little-endian, zlib-compressed."""
    return WEIGHTS / ("corner_beliefs.z" if corner else "plain_beliefs.z")


def belief(context: HandContext, on: Baseline, *, corner: bool) -> Belief:
    """Return what is to be believed of the opponent's hand in this position."""
    card_in, card_bias, card_out, view_for_guild, seen_bias, seen_out, out_bias = _weights(corner)
    unseen = list(cards_of(context.unseen))
    habits = [*_habits(context.habits), *opponent_features(context)]
    rows = np.asarray([[*_card(context, card, on), *habits] for card in unseen], np.float32)
    cards = [0.0] * DECK_SIZE
    if unseen:
        odds = np.maximum(rows @ card_in + card_bias, 0) @ card_out
        for card, one in zip(unseen, odds, strict=True):
            cards[card] = float(one)
    seen = np.asarray([*_seen(context, on), *habits], np.float32)
    knots = seen_out @ np.maximum(seen @ view_for_guild + seen_bias, 0) + out_bias
    return Belief(cards, _curve(knots, context.limit))


def _curve(knots: Numbers, limit: int) -> list[float]:
    points = np.arange(MOST_LEFT)
    place = np.clip(np.searchsorted(KNOTS, points, side="right") - 1, 0, len(KNOTS) - 2)
    low, high = np.asarray(KNOTS)[place], np.asarray(KNOTS)[place + 1]
    part = (points - low) / (high - low)
    curve = knots[:-1][place] * (1 - part) + knots[:-1][place + 1] * part
    curve += np.where(points <= limit, knots[-1], 0)
    return [float(one) for one in curve]


def _habits(habits: Habits) -> list[float]:
    rounds, caught = habits.rounds + 1, habits.caught + 1
    return [
        habits.knocks / rounds,
        habits.gins / rounds,
        habits.waited / rounds,
        habits.left / (habits.knocks + 1) / 10,
        habits.turns / (habits.knocks + habits.gins + 1) / 10,
        habits.rest / caught / 30,
        habits.caught / caught,
    ]


def _card(context: HandContext, card: Card, on: Baseline) -> Iterable[float]:
    """Return the features of an unseen card: its value and what was seen around it."""
    value, around = on.solver.value(card), on.around[card]
    could = context.known | context.unseen
    last = 1 << context.last if context.last >= 0 else 0
    discarded = [on.solver.value(other) for other in cards_of(context.discarded)]
    return (
        value / 10,
        float(value >= 10),
        float(value <= 3),
        *((group & context.discarded).bit_count() for group in around),
        *((group & context.refused).bit_count() for group in around),
        *((group & context.known).bit_count() for group in around),
        (around[0] & could).bit_count() / 3,
        (around[1] & could).bit_count() / 2,
        (around[2] & could).bit_count() / 2,
        (around[0] & last).bit_count(),
        (around[1] & last).bit_count(),
        context.turns / 10,
        float(context.turns == 0),
        context.limit / 10,
        float(any(value > other for other in discarded)),
        float(bool(last) and value > on.solver.value(context.last)),
    )


def _seen(context: HandContext, on: Baseline) -> Iterable[float]:
    """Return the features of the round: how late it is, and what the opponent took and threw."""
    discarded = [on.solver.value(card) for card in cards_of(context.discarded)]
    return (
        context.turns / 10,
        context.stock / 30,
        *(float(context.turns > draws) for draws in DRAWS),
        context.known.bit_count() / 5,
        on.solver.deadwood(context.known) / 20,
        context.hidden / 10,
        float(context.took),
        context.limit / 10,
        float(context.limit == 0),
        context.gin / 25,
        sum(discarded) / (len(discarded) + 1) / 10,
        sum(value < 6 for value in discarded) / 5,
        0.0 if context.last < 0 else on.solver.value(context.last) / 10,
    )


@cache
def _weights(corner: bool) -> tuple[Numbers, ...]:
    packed = beliefs_file(corner=corner).read_bytes()
    numbers = np.frombuffer(zlib.decompress(packed), "<f2").astype(np.float32)
    parts = np.split(numbers, np.cumsum([prod(shape) for shape in BELIEF_SHAPES])[:-1])
    return tuple(part.reshape(shape) for part, shape in zip(parts, BELIEF_SHAPES, strict=True))


HIDDEN: Final = 192
SECOND: Final = 32
BINS: Final = 13
TOGETHER: Final = 8
"""Positions in one product: with many more BLAS starts threads, which cost more than they save."""


class NetworkKind(IntEnum):
    """The three networks."""

    DISCARDED = 0
    DRAWING = 1
    KNOCKED = 2


SHAPES: Final = (
    (FEATURES, HIDDEN),
    (HIDDEN,),
    (SECOND, HIDDEN),
    (SECOND,),
    (BINS, SECOND),
    (BINS,),
)
"""Weights and biases of the three layers, in the order of the file."""
SIZE: Final = sum(prod(shape) for shape in SHAPES)
"""The number of parameters of one network."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights of one network, in the shapes of ``SHAPES``."""

    first: Numbers
    first_bias: Numbers
    second: Numbers
    second_bias: Numbers
    third: Numbers
    third_bias: Numbers

    def chances(self, rows: Sequence[Sequence[float]]) -> Numbers:
        """Return the probabilities of every group of results, one row per position."""
        whole = np.asarray(rows, np.float32)
        parts = [self._chances(whole[at : at + TOGETHER]) for at in range(0, len(whole), TOGETHER)]
        return np.concatenate(parts)

    def _chances(self, rows: Numbers) -> Numbers:
        inner = np.maximum(rows @ self.first + self.first_bias, 0)
        inner = np.maximum(inner @ self.second.T + self.second_bias, 0)
        outer = inner @ self.third.T + self.third_bias
        outer = np.exp(outer - outer.max(axis=1, keepdims=True))
        found: Numbers = outer / outer.sum(axis=1, keepdims=True)
        return found


@dataclass(frozen=True, slots=True)
class Networks:
    """The three networks, and the mean points of every group of results."""

    nets: tuple[Network, ...]
    points: tuple[float, ...]

    def chances(
        self, moment: NetworkKind, contexts: Sequence[HandContext], on: Baseline
    ) -> Numbers:
        """Return the probabilities of every group of results, one row per position."""
        return self.nets[moment].chances([features(context, on) for context in contexts])

    def valued(
        self,
        moment: NetworkKind,
        contexts: Sequence[HandContext],
        on: Baseline,
        *worths: Callable[[float], float],
    ) -> list[tuple[float, ...]]:
        """Return each position's values, one for each way to value points."""
        if not contexts:
            return []
        prices = np.array([[worth(points) for worth in worths] for points in self.points])
        return [tuple(map(float, row)) for row in self.chances(moment, contexts, on) @ prices]


def weights_file(*, corner: bool) -> Path:
    """Return the path of the weights: 16-bit floats, little-endian, zlib-compressed."""
    return WEIGHTS / ("corner.z" if corner else "plain.z")


def networks(rules: Rules) -> Networks:
    """Return the networks for these rules, for which ``is_learned`` must hold."""
    return _networks(rules.run_wrap is RunWrap.AROUND_CORNER)


@cache
def _networks(corner: bool) -> Networks:
    packed = weights_file(corner=corner).read_bytes()
    numbers = np.frombuffer(zlib.decompress(packed), "<f2").astype(np.float32)
    nets = tuple(_network(numbers[number * SIZE : (number + 1) * SIZE]) for number in NetworkKind)
    return Networks(nets, tuple(float(points) for points in numbers[len(NetworkKind) * SIZE :]))


def _network(numbers: Numbers) -> Network:
    parts = np.split(numbers, np.cumsum([prod(shape) for shape in SHAPES])[:-1])
    return Network(*(part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True)))


def is_learned(rules: Rules) -> bool:
    """Whether the networks cover these rules: melds as trained, ten cards, usual bonuses."""
    plain = rules.run_wrap is RunWrap.NONE and rules.ace_deadwood == 1
    corner = rules.run_wrap is RunWrap.AROUND_CORNER and rules.ace_deadwood == 15
    bonuses = 15 <= rules.gin_bonus <= 30 and 5 <= rules.undercut_bonus <= 30
    return (plain or corner) and bonuses and rules.hand_size == 10
