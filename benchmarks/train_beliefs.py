"""Learn which cards opponents hold, and compare imagined hands with real ones.

Rounds of all kinds of players are played in C (`beliefs.c`); the networks of `engine/players/
beliefs.py` are learned from the real hands. Without `--rounds` the stored ones are only measured:
the mean deadwood of real hands, of those imagined by constants and of those by the networks, and
how often a card was held that was believed to be.
"""

import argparse
import ctypes
import os
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.belief_plot import draw
from benchmarks.native import load, players, restore
from engine.players.network import beliefs_file, weights_file

GROUPS: Final = ("novice", "casual", "expert", "master", "anybody")
TURNS: Final = 16
TENTHS: Final = 20
"""Groups for the number of the opponent's draws, and for the chance that it holds a card."""
HANDS: Final = 160
"""Hands imagined in each position that is measured (`beliefs.c`)."""
BATCH: Final = 500
FIRST_RATE: Final = 0.008
LAST_RATE: Final = 0.0003
RARE: Final = 100
"""Fewer positions or cards than this are not shown."""
Table = npt.NDArray[np.float64]


def begin(play: ctypes.CDLL, seed: int, *, corner: bool) -> None:
    """Prepare the players with the stored networks."""
    stored = weights_file(corner=corner).read_bytes()
    play.start(seed, int(corner))
    load(play.set_fixed, stored)
    load(play.set_weights, stored)


def learn(play: ctypes.CDLL, rounds: int) -> None:
    """Learn from this many rounds, from nothing."""
    play.begin_beliefs()
    for done in range(0, rounds, BATCH):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (done / rounds)
        play.rounds_of_all(BATCH, rate, None, None)


def packed(play: ctypes.CDLL) -> bytes:
    """Return what was learned, in the format of the weight file."""
    raw = ctypes.string_at(play.beliefs(), 4 * play.belief_size())
    return zlib.compress(np.frombuffer(raw, np.float32).astype("<f2").tobytes(), 9)


def measured(play: ctypes.CDLL, rounds: int) -> tuple[Table, Table]:
    """Return sums by kind of opponent and draws, and by kind, way of imagining and chance.

    The first: positions, deadwood of real hands, of hands by constants, of hands by the networks.
    The second: cards, how many of ``HANDS`` imagined hands held them, and how often they were held.
    """
    left = np.zeros((len(GROUPS), TURNS, 4))
    held = np.zeros((2, len(GROUPS), TENTHS, 3), np.int32)
    play.rounds_of_all(rounds, 0.0, left.ctypes.data, held.ctypes.data)
    return left, held.astype(np.float64)


def report(left: Table, held: Table) -> None:
    """Print mean deadwood by draws, and said against real chances."""
    for name, rows in zip((*GROUPS, "all"), (*left, left.sum(axis=0)), strict=True):
        print(f"{name}: draws, real deadwood, imagined by constants, by the networks")
        for turn, row in enumerate(rows):
            if row[0] >= RARE:
                real, before, now = row[1:] / row[0]
                print(f"   {turn:2} {real:5.1f} {before:5.1f} {now:5.1f}  ({int(row[0])})")
    for name, cards in zip(("constants", "networks"), held.sum(axis=1), strict=True):
        pairs = ", ".join(
            f"{100 * said / HANDS / number:.0f} % was {100 * real / number:.0f} %"
            for number, said, real in cards
            if number >= RARE
        )
        print(f"cards by {name}: {pairs}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev train_beliefs", description=__doc__)
    parser.add_argument("melds", choices=("plain", "corner"), help="runs around the corner or not")
    parser.add_argument("--rounds", type=int, default=0, help="learn from so many (80000 is usual)")
    parser.add_argument("--measure", type=int, default=4000, help="rounds to measure with")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--plot", type=Path, help="where to draw the measurement")
    asked = parser.parse_args(arguments)
    corner = asked.melds == "corner"
    play, file = players(), beliefs_file(corner=corner)
    begin(play, asked.seed, corner=corner)
    if asked.rounds:
        learn(play, asked.rounds)
        file.write_bytes(packed(play))
    restore(play, file.read_bytes())
    left, held = measured(play, asked.measure)
    report(left, held)
    if asked.plot:
        draw(asked.plot, GROUPS, left, held, HANDS)
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
