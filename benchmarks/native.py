"""The players and the learning in C, compiled here with `cc` and called from Python."""

import ctypes
import subprocess
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Final

import numpy as np

from engine.players.hand_context import HandContext
from engine.players.network import BINS, SIZE, NetworkKind, Numbers, beliefs_file

SELFPLAY: Final = Path(__file__).with_name("selfplay.c")
PLAYERS: Final = Path(__file__).with_name("beliefs.c")
"""Includes `arena.c` and `selfplay.c`."""
NAMES: Final = (
    "master",
    "former",
    "novice",
    "casual",
    "expert",
    "openspiel",
    "marjj",
    "early",
    "tonic",
    "sampler",
    "gold",
    "searcher",
)
"""The players, in the order of the enumeration in C."""
FAST: Final = ("-O3", "-march=native", "-ffast-math", "-mprefer-vector-width=512")
NUMBERS: Final = len(NetworkKind) * SIZE


def compiled(*flags: str, source: Path = SELFPLAY) -> ctypes.CDLL:
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
    found.train.argtypes = [ctypes.c_int, *[ctypes.c_float] * 3]
    found.train.restype = ctypes.c_double
    found.measure.argtypes = [ctypes.c_int] * 4 + [ctypes.c_float] * 2
    found.measure.argtypes += [ctypes.c_int, ctypes.c_float]
    found.measure.restype = ctypes.c_double
    found.weights.restype = found.means.restype = ctypes.c_void_p
    found.discarded.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p]
    found.knock_of.argtypes = [ctypes.c_uint64] * 2 + [ctypes.c_int] * 3
    return found


def players(*flags: str, source: Path = PLAYERS) -> ctypes.CDLL:
    """Return the players of `arena.c` and the beliefs as a library, not yet started.

    ``source``: what includes them. Raises FileNotFoundError without a compiler.
    """
    found = compiled(*flags, source=source)
    found.beliefs.restype = ctypes.c_void_p
    found.rounds_of_all.argtypes = [ctypes.c_int, ctypes.c_float, *[ctypes.c_void_p] * 2]
    found.games.argtypes = [ctypes.c_int] * 3 + [ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p]
    found.set_search.argtypes = [ctypes.c_int, *[ctypes.c_float] * 2, *[ctypes.c_int] * 2]
    found.may_throw.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 2, *[ctypes.c_uint64] * 2]
    found.may_throw.restype = ctypes.c_uint64
    found.worth_of.argtypes = [ctypes.c_void_p] * 2 + [ctypes.c_uint64] + [ctypes.c_int] * 3
    found.worth_of.argtypes += [ctypes.c_void_p] * 2
    found.worth_of.restype = ctypes.c_float
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


def restore(play: ctypes.CDLL, file: bytes) -> None:
    """Give the players in C what a file of beliefs holds."""
    numbers = np.frombuffer(zlib.decompress(file), "<f2").astype(np.float32)
    assert len(numbers) == play.belief_size()
    ctypes.memmove(play.beliefs(), numbers.tobytes(), 4 * len(numbers))


def believe(play: ctypes.CDLL, *, corner: bool) -> None:
    """Let experts and those like them imagine hands by the stored beliefs."""
    restore(play, beliefs_file(corner=corner).read_bytes())
    play.use_beliefs(1)


def in_c(context: HandContext) -> tuple[ctypes.Array[ctypes.c_uint64], ctypes.Array[ctypes.c_int]]:
    """Return the sets of cards and the numbers of a position, as the functions in C take them."""
    hand, top, known, unseen, discarded, refused, shown, *numbers, steps, rises, habits = astuple(
        context
    )
    masks = (ctypes.c_uint64 * 6)(hand, known, unseen, discarded, refused, shown)
    counts = *(int(number) for number in numbers), top, steps, rises, *habits
    return masks, (ctypes.c_int * len(counts))(*counts)
