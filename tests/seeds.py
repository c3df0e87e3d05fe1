"""Seeds for tests that play: the same on every machine, others every day in CI.

`.ci/run` sets GIN_SEED and prints it; the same GIN_SEED gives the same games again.
"""

import os
from typing import Final

SEED: Final = int(os.environ.get("GIN_SEED", "0"))


def seeds(count: int) -> range:
    """So many seeds in a row, none of which another GIN_SEED has."""
    return range(SEED * count, (SEED + 1) * count)
