"""Matchings against all possibilities."""

import random
from collections.abc import Mapping
from itertools import combinations

import pytest

from engine.events.pairing import Cost, cheapest


def best(numbers: tuple[int, ...], costs: Mapping[tuple[int, int], Cost]) -> tuple[int, Cost]:
    """How many stay alone, and the least cost of so many pairs, by trying everything."""
    if not numbers:
        return 0, (0, 0, 0)
    one, rest = numbers[0], numbers[1:]
    alone, cost = best(rest, costs)
    found = (alone + 1, cost)
    for other in rest:
        if (one, other) in costs:
            alone, cost = best(tuple(each for each in rest if each != other), costs)
            added = tuple(a + b for a, b in zip(costs[one, other], cost, strict=True))
            found = min(found, (alone, added))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_as_many_pairs_as_possible_cost_as_little_as_possible(seed: int) -> None:
    chance = random.Random(seed)
    count = 2 + seed % 8
    share = (0.3, 0.6, 0.9)[seed % 3]
    costs: dict[tuple[int, int], Cost] = {
        pair: (chance.randrange(2), chance.randrange(3), chance.randrange(1 << 40))
        for pair in combinations(range(count), 2)
        if chance.random() < share
    }
    pairs = cheapest(range(count), lambda one, other: costs.get((one, other)))
    taken = [number for pair in pairs for number in pair]
    assert len(taken) == len(set(taken))
    found = [costs[one] for one in pairs]
    total = tuple(map(sum, zip((0, 0, 0), *found, strict=True)))
    assert (count - 2 * len(pairs), total) == best(tuple(range(count)), costs)
