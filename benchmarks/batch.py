"""Thousands of games in C: our levels and yardsticks, every deal twice with the seats swapped.

`scripts/dev arena batch` plays standard gin to 100. The players are those of `arena.c`; ``master``
is the stored networks alone, ``searcher`` searches too, as the bot's master does, and ``former``
plays with the networks of `--former`.
"""

import argparse
import ctypes
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.arena import interval
from benchmarks.native import NAMES, believe, load, players
from engine.players.network import BINS, weights_file
from engine.players.score_value import Race

TARGET: Final = 100
FIGURES: Final = 5
"""Numbers of a pair of games: games won, decided rounds won and lost, rounds, points."""


def seat(play: ctypes.CDLL, master: bytes, former: bytes) -> None:
    """Give the two players with networks their weight files, and points their worth."""
    play.start(1, 0)
    for whose, (setter, packed) in enumerate(
        ((play.set_weights, master), (play.set_fixed, former))
    ):
        points = load(setter, packed)[-BINS:]
        play.set_prices(whose, _prices([float(one) for one in points]))
    believe(play, corner=False)


def search(
    play: ctypes.CDLL,
    hands: int = 24,
    margin: float = 1.5,
    weight: float = 0.25,
    draws: int = 2,
    when: int = 1,
) -> None:
    """Say how the searcher searches: the settings of `search.h`."""
    play.set_search(hands, margin, weight, draws, when)


def _prices(points: Sequence[float]) -> bytes:
    """Return the worth of every group of results at every score."""
    table = [
        [Race(TARGET, own, other).worth(round(one)) for one in points]
        for own in range(TARGET)
        for other in range(TARGET)
    ]
    return np.array(table, np.float32).tobytes()


def played(
    play: ctypes.CDLL, names: tuple[str, str], pairs: int, seed: int, target: int = TARGET
) -> np.ndarray:
    """Return the ``FIGURES`` of every pair of games to 100, or of single rounds without target."""
    found = np.zeros((pairs, FIGURES), np.float32)
    first, second = (NAMES.index(name) for name in names)
    play.games(first, second, pairs, seed, target, found.ctypes.data)
    return found


def summary(found: np.ndarray) -> str:
    """Return a summary in which each pair of games counts as one observation."""
    won, off = interval([float(one) for one in found[:, 0]])
    points, points_off = interval([float(one) for one in found[:, 4] / found[:, 3]])
    return (
        f"{2 * len(found)} games, {int(found[:, 3].sum())} rounds: "
        f"games {100 * won:.1f} ± {100 * off:.1f} %, "
        f"points a round {points:+.2f} ± {points_off:.2f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/dev arena batch", description=__doc__)
    parser.add_argument("first", choices=NAMES)
    parser.add_argument("second", choices=NAMES, nargs="+")
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=512, help="hands that the sampler imagines")
    parser.add_argument("--rounds", action="store_true", help="single rounds in place of games")
    parser.add_argument(
        "--search",
        nargs=5,
        type=float,
        default=(24, 1.5, 0.25, 2, 1),
        metavar=("HANDS", "MARGIN", "WEIGHT", "DRAWS", "WHEN"),
        help="how the searcher searches (search.h)",
    )
    parser.add_argument("--master", type=Path, help="networks other than the stored ones")
    parser.add_argument("--former", type=Path, help="the networks of the former master")
    asked = parser.parse_args(arguments)
    play, stored = players(), weights_file(corner=False)
    seat(play, (asked.master or stored).read_bytes(), (asked.former or stored).read_bytes())
    play.set_samples(asked.samples)
    hands, margin, weight, draws, when = asked.search
    search(play, int(hands), margin, weight, int(draws), int(when))
    target = 0 if asked.rounds else TARGET
    for second in asked.second:
        begin = time.process_time()
        text = summary(played(play, (asked.first, second), asked.pairs, asked.seed, target))
        seconds = time.process_time() - begin
        print(f"{asked.first} against {second}: {text} ({seconds:.0f} s of CPU)", flush=True)
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
