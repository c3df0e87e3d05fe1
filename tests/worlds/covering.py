"""Covering arrays: of all combinations, the few that hold every value, and the rest at night."""

import random
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


def few_of(cells: Sequence[Sequence[Hashable]]) -> frozenset[int]:
    """Return the places of few cells that hold every value of each axis."""
    order = list(range(len(cells)))
    random.Random(f"covering {SEED}").shuffle(order)
    values = [list(enumerate(cell)) for cell in cells]
    missing = {value for cell in values for value in cell}
    chosen: set[int] = set()
    while missing:
        best = max(order, key=lambda one: len(missing.intersection(values[one])))
        chosen.add(best)
        missing -= set(values[best])
    return frozenset(chosen)


def in_part(cells: Sequence[Sequence[Hashable]], quick: Container[Hashable]) -> list[Any]:
    """Return the marks of cells that are slow: all of them at night, each value once in the gate.

    ``quick``: the cells of the quick suite, as tuples.
    """
    chosen = few_of(cells)
    marks: list[Any] = []
    for number, cell in enumerate(cells):
        if tuple(cell) in quick:
            marks.append(())
        else:
            marks.append(pytest.mark.slow if number in chosen else SELDOM)
    return marks


SELDOM: Final = (pytest.mark.slow, pytest.mark.night)
