"""Covering arrays: of all combinations, the few that hold every value, and the rest at night."""

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from tests.seeds import SEED


def covering(*axes: Sequence[Any]) -> list[Any]:
    """Return every combination as a parameter; those that add no value are marked ``night``.

    Another GIN_SEED combines the values in other ways.
    """
    combinations = list(product(*axes))
    order = list(range(len(combinations)))
    random.Random(f"covering {SEED}").shuffle(order)
    missing = [set(range(len(axis))) for axis in axes]
    numbered = list(product(*(range(len(axis)) for axis in axes)))
    chosen: set[int] = set()
    while any(missing):
        best = max(
            order, key=lambda one: sum(v in m for v, m in zip(numbered[one], missing, strict=True))
        )
        chosen.add(best)
        for value, left in zip(numbered[best], missing, strict=True):
            left.discard(value)
    return [
        pytest.param(*one, marks=() if number in chosen else pytest.mark.night)
        for number, one in enumerate(combinations)
    ]
