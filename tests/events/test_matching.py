"""Matchings against all possibilities, and against the definition."""

import random
from itertools import combinations

import pytest

from engine.events.matching import cheapest, has_perfect, largest


def conflicts(count: int, share: float, seed: int) -> dict[int, set[int]]:
    chance = random.Random(seed)
    found: dict[int, set[int]] = {number: set() for number in range(count)}
    for one, other in combinations(range(count), 2):
        if chance.random() < share:
            found[one].add(other)
            found[other].add(one)
    return found


def most(numbers: tuple[int, ...], apart: dict[int, set[int]]) -> int:
    """The size of a largest matching, by trying everything."""
    if len(numbers) < 2:
        return 0
    one, rest = numbers[0], numbers[1:]
    without = most(rest, apart)
    return max(
        [without]
        + [
            1 + most(tuple(each for each in rest if each != other), apart)
            for other in rest
            if other not in apart[one]
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_largest_matching_is_valid_and_as_large_as_any(seed: int) -> None:
    count = 2 + seed % 8
    apart = conflicts(count, (0.3, 0.6, 0.8)[seed % 3], seed)
    pairs = largest(range(count), apart)
    taken = [number for pair in pairs for number in pair]
    assert len(taken) == len(set(taken))
    assert all(other not in apart[one] for one, other in pairs)
    best = most(tuple(range(count)), apart)
    assert len(pairs) == best
    assert has_perfect(range(count), apart) == (best == count // 2)


def test_odd_cycles_are_seen_through() -> None:
    """Two triangles joined by a path: without blossoms the last pair is not found."""
    edges = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (5, 7), (7, 8), (8, 9)}
    apart = {
        one: {o for o in range(10) if o != one and not {(one, o), (o, one)} & edges}
        for one in range(10)
    }
    assert len(largest(range(10), apart)) == 5


def test_the_cheapest_pairs_cost_least_and_may_leave_some_alone() -> None:
    place = [0, 1, 10, 11, 30]

    def cost(one: int, other: int) -> tuple[int, ...] | None:
        return None if (one, other) == (2, 3) else (abs(place[one] - place[other]),)

    assert cheapest([0, 1, 2, 3], cost) == [(0, 2), (1, 3)]
    assert cheapest([2, 3], cost) == []
    assert cheapest([2, 3], cost, alone=(5,)) == []
    assert cheapest([0, 1, 2, 3, 4], cost, alone=(5,)) == [(0, 1)]
    assert cheapest([], cost) == []
