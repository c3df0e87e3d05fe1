"""What tests leave to chance: the same on every machine and every day, unless GIN_SEED is set.

With a GIN_SEED tests play other games, deal other cards and try other examples. The same GIN_SEED
plays the same games again. The workflow sets one every night; for a change it sets none, so that a
failure is the change's.

With GIN_THOROUGH=N whatever tests repeat to be sure is repeated N times as often. For a change the
suite plays just enough to notice a defect; the workflow's night plays more.
"""

import os
import random
from typing import Final

SEED: Final = int(os.environ.get("GIN_SEED", "0"))
THOROUGH: Final = int(os.environ.get("GIN_THOROUGH", "1"))


def seeds(count: int) -> range:
    """So many seeds in a row, none of which another GIN_SEED has."""
    return range(SEED * count, (SEED + 1) * count)


def times(count: int) -> int:
    """How often something is repeated that is repeated `count` times for a change."""
    return count * THOROUGH


def lots(name: str) -> random.Random:
    """The random numbers of a test."""
    return random.Random(f"{SEED} {name}")


class EntropyByName:
    """Secrets that follow from a name, for a process of a test's own. Implements ``Entropy``."""

    def __init__(self, name: str) -> None:
        self._lots = lots(name)

    def token(self, count: int) -> bytes:
        """Return the next ``count`` bytes."""
        return self._lots.randbytes(count)
