"""Learn the master's networks by self-play and write `engine/players/weights`.

Self-play and learning run in C (`selfplay.c`, compiled here with `cc`), some 8000 rounds a second
on one core. The recipe is in docs/OPPONENTS.md.
"""

import argparse
import ctypes
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from engine.players.network import BINS, SIZE, Moment, Numbers, weights_file

SOURCE: Final = Path(__file__).with_name("selfplay.c")
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
FAST: Final = ("-O3", "-march=native", "-ffast-math", "-mprefer-vector-width=512")
NUMBERS: Final = len(Moment) * SIZE


def compiled(*flags: str, source: Path = SOURCE) -> ctypes.CDLL:
    """Return `selfplay.c`, or what includes it, as a library.

    Raises FileNotFoundError without a compiler.
    """
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "selfplay.so"
        command = ["cc", *(flags or FAST)]
        command += ["-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
        subprocess.run(command, check=True)
        found = ctypes.CDLL(str(library))
    found.start.argtypes = [ctypes.c_uint64, ctypes.c_int]
    found.train.argtypes = [ctypes.c_int, *[ctypes.c_float] * 3, ctypes.c_int]
    found.train.restype = ctypes.c_double
    found.measure.argtypes = [ctypes.c_int] * 4 + [ctypes.c_float] * 2
    found.measure.argtypes += [ctypes.c_int, ctypes.c_float]
    found.measure.restype = ctypes.c_double
    found.weights.restype = found.means.restype = ctypes.c_void_p
    found.knock_of.argtypes = [ctypes.c_uint64] * 2 + [ctypes.c_int] * 3
    return found


def load(setter: Callable[[bytes, bytes], object], packed: bytes) -> Numbers:
    """Give a player in C the weights and mean points of a weight file; return all of them."""
    numbers = np.frombuffer(zlib.decompress(packed), "<f2").astype(np.float32)
    setter(numbers[:NUMBERS].tobytes(), numbers[NUMBERS:].tobytes())
    return numbers


def packed(play: ctypes.CDLL) -> bytes:
    """Return the weights and the mean points of the groups, in the format of the weight file."""
    raw = ctypes.string_at(play.weights(), 4 * NUMBERS) + ctypes.string_at(play.means(), 4 * BINS)
    return zlib.compress(np.frombuffer(raw, np.float32).astype("<f2").tobytes(), 9)


def pace(share: float, *, onward: bool) -> tuple[float, float, float]:
    """Return rate, lambda and noise after this share of the rounds."""
    first = ONWARD_RATE if onward else FIRST_RATE
    rate = first * (LAST_RATE / first) ** share
    if onward:
        return rate, 0.75, LAST_NOISE + (1 - share)
    trace = 1.0 if share < 0.05 else 0.85 if share < 0.3 else 0.75
    return rate, trace, FIRST_NOISE + (LAST_NOISE - FIRST_NOISE) * share


def learn(play: ctypes.CDLL, rounds: int, *, onward: bool, against: bool) -> None:
    """Play this many rounds and learn; print the strength of the networks now and then.

    ``onward``: they have learned before. ``against``: all rounds are against the stored networks.
    """
    begin = time.perf_counter()
    for done in range(0, rounds, BATCH):
        won = play.train(BATCH, *pace(done / rounds, onward=onward), int(against))
        if done // BATCH % 20 == 0:
            quick = play.measure(6000, SESSION, 1, 10, 0.0, 0.0, 0, 0.0)
            hopeful = play.measure(6000, SESSION, 2, 10, 1.6, 0.4, 1, 0.0)
            seconds = time.perf_counter() - begin
            text = f"{won:+.2f}; against quick {quick:+.2f}, hopeful {hopeful:+.2f} points a round"
            print(f"{done + BATCH} rounds, {seconds:.0f} s: {text}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/train_master", description=__doc__)
    parser.add_argument("melds", choices=("plain", "corner"), help="runs around the corner or not")
    parser.add_argument("--rounds", type=int, default=6_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--onward", action="store_true", help="begin with the stored networks")
    parser.add_argument(
        "--against", action="store_true", help="learn a best response to the stored networks"
    )
    parser.add_argument("--file", type=Path, help="where to write, instead of the stored weights")
    asked = parser.parse_args(arguments)
    corner = asked.melds == "corner"
    play = compiled()
    play.start(asked.seed, int(corner))
    stored = weights_file(corner=corner)
    if stored.exists():
        load(play.set_fixed, stored.read_bytes())
    if asked.onward:
        load(play.set_weights, stored.read_bytes())
    learn(play, asked.rounds, onward=asked.onward, against=asked.against)
    file = asked.file or stored
    file.write_bytes(packed(play))
    print(f"{file.name}: {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
