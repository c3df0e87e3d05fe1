"""Learn the master's networks by self-play and write `engine/players/weights`.

Self-play and learning run in C (`selfplay.c`). The recipe is in docs/research/opponents.md.
"""

import argparse
import ctypes
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.native import NAMES, believe, load, packed, players
from engine.players.network import weights_file

BATCH: Final = 10_000
"""Rounds between two changes of the learning rate."""
FIRST_RATE: Final = 0.001
ONWARD_RATE: Final = 0.00015
"""The first rate of networks that have learned before."""
LAST_RATE: Final = 0.00001
FIRST_NOISE: Final = 3.3
LAST_NOISE: Final = 0.3
"""The final width in points of the noise with which a learner explores other moves."""
SESSION: Final = 7
"""Rounds against one opponent while the strength is measured, about as many as in a game."""


def pace(share: float, first: float, *, onward: bool) -> tuple[float, float, float]:
    """Return rate, lambda and noise after this share of the rounds."""
    rate = first * (LAST_RATE / first) ** share
    if onward:
        return rate, 0.75, LAST_NOISE + (1 - share)
    trace = 1.0 if share < 0.05 else 0.85 if share < 0.3 else 0.75
    return rate, trace, FIRST_NOISE + (LAST_NOISE - FIRST_NOISE) * share


def learn(play: ctypes.CDLL, rounds: int, rate: float, *, onward: bool) -> None:
    """Play this many rounds and learn; print the strength of the networks now and then.

    ``rate``: the first one. ``onward``: they have learned before.
    """
    begin = time.perf_counter()
    for done in range(0, rounds, BATCH):
        won = play.train(BATCH, *pace(done / rounds, rate, onward=onward))
        if done // BATCH % 20 == 0:
            quick = play.measure(6000, SESSION, 1, 10, 0.0, 0.0, 0, 0.0)
            hopeful = play.measure(6000, SESSION, 2, 10, 1.6, 0.4, 1, 0.0)
            seconds = time.perf_counter() - begin
            text = f"{won:+.2f}; against quick {quick:+.2f}, hopeful {hopeful:+.2f} points a round"
            print(f"{done + BATCH} rounds, {seconds:.0f} s: {text}", flush=True)


def mean(files: Sequence[Path]) -> bytes:
    """Return a weight file with the mean of these: of networks that began alike, a better one."""
    numbers = [np.frombuffer(zlib.decompress(file.read_bytes()), "<f2") for file in files]
    middle = np.mean([one.astype(np.float32) for one in numbers], axis=0)
    return zlib.compress(middle.astype("<f2").tobytes(), 9)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev train_master", description=__doc__)
    parser.add_argument("melds", choices=("plain", "corner"), help="runs around the corner or not")
    parser.add_argument("--rounds", type=int, default=6_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--onward", action="store_true", help="begin with the stored networks")
    parser.add_argument("--rate", type=float, help="the first one, which falls to 0.00001")
    parser.add_argument(
        "--against",
        choices=NAMES[1:],
        help="learn a best response: meet nobody else; former is the stored networks",
    )
    parser.add_argument("--file", type=Path, help="where to write, instead of the stored weights")
    parser.add_argument(
        "--mean", type=Path, nargs="+", help="learn nothing: write the mean of these files"
    )
    asked = parser.parse_args(arguments)
    corner = asked.melds == "corner"
    stored = weights_file(corner=corner)
    file = asked.file or stored
    if asked.mean:
        file.write_bytes(mean(asked.mean))
        return 0
    play = players()
    play.start(asked.seed, int(corner))
    believe(play, corner=corner)
    if stored.exists():
        load(play.set_fixed, stored.read_bytes())
    if asked.onward:
        load(play.set_weights, stored.read_bytes())
    if asked.against:
        play.meet_only(NAMES.index(asked.against))
    first = asked.rate or (ONWARD_RATE if asked.onward else FIRST_RATE)
    learn(play, asked.rounds, first, onward=asked.onward)
    file.write_bytes(packed(play))
    print(f"{file.name}: {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
