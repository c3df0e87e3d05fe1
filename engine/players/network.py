"""The learned network: from the features of a position to how the round may end.

Three small networks share one shape (hidden layers of 192 and 32): for the position after a
discard, before a draw from the stock, and at a knock. Each gives the probabilities of ``BINS``
groups of results, so that results can be valued at any score. ``scripts/train_master`` makes the
weights.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import prod
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.game.melds import RunWrap
from engine.game.rules import Rules
from engine.players.features import FEATURES, features
from engine.players.hand_context import Baseline, HandContext

HIDDEN: Final = 192
SECOND: Final = 32
BINS: Final = 13
TOGETHER: Final = 8
"""Positions in one product: with many more BLAS starts threads, which cost more than they save."""
WEIGHTS: Final = Path(__file__).parent / "weights"
Numbers = npt.NDArray[np.float32]


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
