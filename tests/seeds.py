"""What tests leave to chance: the same on every machine and every day, unless GIN_SEED is set.

With a GIN_SEED tests play other games, deal other cards and try other examples. The same GIN_SEED
plays the same games again. The workflow sets one every night; for a change it sets none, so that a
failure is the change's.
"""

import os
import random
from typing import Final

SEED: Final = int(os.environ.get("GIN_SEED", "0"))


def seeds(count: int) -> range:
    """So many seeds in a row, none of which another GIN_SEED has."""
    return range(SEED * count, (SEED + 1) * count)


def lots(name: str) -> random.Random:
    """The random numbers of a test."""
    return random.Random(f"{SEED} {name}")
