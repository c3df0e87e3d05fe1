"""Covering arrays: of all combinations, the few that hold every value, and the rest at night."""

import random
from collections import Counter
from collections.abc import Container, Hashable, Sequence
from itertools import product
from typing import Any, Final

import pytest

from tests.seeds import SEED


def covering(*axes: Sequence[Any]) -> list[Any]:
    """Return every combination as a parameter; those that add no value are marked ``night``.

    Another GIN_SEED combines the values in other ways.
    """
    numbered = list(product(*(range(len(axis)) for axis in axes)))
    chosen = few_of(numbered)
    return [
        pytest.param(*one, marks=() if number in chosen else pytest.mark.night)
        for number, one in enumerate(product(*axes))
    ]


def few_of(cells: Sequence[Sequence[Hashable]], times: int = 1) -> frozenset[int]:
    """Return the places of few cells that hold every value of each axis.

    ``times``: in how many cells each value is wanted, as far as there are so many.
    """
    order = list(range(len(cells)))
    random.Random(f"covering {SEED}").shuffle(order)
    values = [list(enumerate(cell)) for cell in cells]
    held = Counter(value for cell in values for value in cell)
    missing = Counter({value: min(times, count) for value, count in held.items()})
    chosen: set[int] = set()
    while any(missing.values()):
        best = max(
            (one for one in order if one not in chosen),
            key=lambda one: sum(missing[value] > 0 for value in values[one]),
        )
        chosen.add(best)
        for value in values[best]:
            missing[value] = max(0, missing[value] - 1)
    return frozenset(chosen)


def in_part(cells: Sequence[Sequence[Hashable]], quick: Container[Hashable]) -> list[Any]:
    """Return the marks of cells that are slow: all of them at night, twice each value in the gate.

    ``quick``: the cells of the quick suite, as tuples.
    """
    chosen = few_of(cells, times=2)
    marks: list[Any] = []
    for number, cell in enumerate(cells):
        if tuple(cell) in quick:
            marks.append(())
        else:
            marks.append(pytest.mark.slow if number in chosen else SELDOM)
    return marks


SELDOM: Final = (pytest.mark.slow, pytest.mark.night)
