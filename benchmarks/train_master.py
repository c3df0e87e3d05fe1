"""Learns the tables in `engine/players/weights` from rounds of quick players.

The recipe is in docs/OPPONENTS.md.

Every round is dealt at random and played out by the fast simulation. Each turn's cell remembers
what the round brought the player to move. A cell seen too rarely borrows from its neighbours.
"""

import argparse
import random
import sys
import time
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.players.horizon import (
    CELLS,
    DEADWOOD_CELLS,
    OUTCOMES,
    STOCK_CELLS,
    table_file,
)
from engine.players.simulation import simulation
from engine.rules import PRESETS

ENOUGH = 300
"""Rounds that a cell needs before it speaks for itself."""
MOST_POINTS = 130


def histogram(limit: int, rounds: int, rng: random.Random) -> npt.NDArray[np.int32]:
    """How often each cell saw each number of points: ``[cell, points + MOST_POINTS]``."""
    play = simulation(PRESETS["standard"])
    seen = np.zeros((CELLS, 2 * MOST_POINTS + 1), np.int32)
    deck = list(range(52))
    for _ in range(rounds):
        rng.shuffle(deck)
        first = sum(1 << card for card in deck[:10])
        second = sum(1 << card for card in deck[10:20])
        trace: list[tuple[int, int]] = []
        points = play.playout(first, second, 0, deck[20], deck[21:], limit=limit, trace=trace)
        points = max(-MOST_POINTS, min(MOST_POINTS, points))
        for where, turn in trace:
            seen[where, MOST_POINTS + (points if turn == 0 else -points)] += 1
    return seen


def spread(seen: npt.NDArray[np.int32]) -> npt.NDArray[np.int16]:
    """For each cell ``OUTCOMES`` outcomes, the means of equal parts of what it saw."""
    shape = (STOCK_CELLS, DEADWOOD_CELLS, DEADWOOD_CELLS, seen.shape[1])
    cube = seen.reshape(shape).astype(np.float64)
    table = np.zeros((*shape[:3], OUTCOMES), np.int16)
    points = np.arange(seen.shape[1]) - MOST_POINTS
    for late, own, other in np.ndindex(*shape[:3]):
        table[late, own, other] = _parts(_counts(cube, late, own, other), points)
    return table.reshape(CELLS, OUTCOMES)


def _counts(
    cube: npt.NDArray[np.float64], late: int, own: int, other: int
) -> npt.NDArray[np.float64]:
    counts: npt.NDArray[np.float64] = cube[late, own, other]
    for reach in range(1, DEADWOOD_CELLS):
        if counts.sum() >= ENOUGH:
            break
        near = cube[
            max(0, late - reach // 3) : late + reach // 3 + 1,
            max(0, own - reach) : own + reach + 1,
            max(0, other - reach) : other + reach + 1,
        ]
        counts = near.sum(axis=(0, 1, 2))
    return counts


def _parts(counts: npt.NDArray[np.float64], points: npt.NDArray[np.int_]) -> list[int]:
    """The mean of each of ``OUTCOMES`` equal parts of a distribution."""
    total = counts.sum()
    if not total:
        return [0] * OUTCOMES
    edges = np.concatenate(([0.0], np.cumsum(counts))) / total * OUTCOMES
    means = []
    for part in range(OUTCOMES):
        share = np.clip(edges[1:], part, part + 1) - np.clip(edges[:-1], part, part + 1)
        means.append(round(float((share * points).sum() / share.sum())))
    return means


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/train_master", description=__doc__)
    parser.add_argument("--rounds", type=int, default=150_000, help="rounds a knock limit")
    parser.add_argument("--limits", type=int, nargs="+", default=[10])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    for limit in asked.limits:
        begin = time.perf_counter()
        rng = random.Random(f"{asked.seed}/{limit}")
        table = spread(histogram(limit, asked.rounds, rng)).astype("<i2").tobytes()
        file = table_file(limit)
        file.write_bytes(zlib.compress(table, 9))
        seconds = time.perf_counter() - begin
        print(f"{file.name}: {file.stat().st_size} bytes in {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
