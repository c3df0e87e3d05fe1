"""Accounts that lose on purpose bring little, and honest people keep the ratings they had."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from tests.worlds.rated_play import Crowd, RatedPlay, Result, honest, people

SIZES: Final = (12, 20, 30, 80)
"""The people of a server's pool: most are small."""
FARMS: Final[dict[str, Callable[[Crowd], list[Result]]]] = {
    "seven that first play each other": lambda crowd: crowd.ring(7, 1),
    "fifteen that first play each other": lambda crowd: crowd.ring(15, 3),
    "fifteen by turns, who also leave early": lambda crowd: crowd.drip(15),
    "fifteen without other matches": lambda crowd: crowd.feeders(15, 0, times=20),
    "fifteen with six honest matches, who lose twice": lambda crowd: crowd.feeders(15, 6, times=2),
    "fifteen with six, who lose forty times": lambda crowd: crowd.feeders(15, 6, times=40),
    "fifteen with six, who lose all day": lambda crowd: crowd.feeders(15, 6, times=150),
}
MOST: Final = {True: 60.0, False: 100.0}
"""What a farm may bring within 30 days to a settled rating, and to a new one."""
ATTEMPTS: Final = {12: 12, 20: 7, 30: 5, 80: 2}
SERVERS: Final = (400, 200, 120, 60, 40, 40, 30, 20, 12, 8, *(2,) * 35)
"""A thousand people; the last seventy are pairs who play only each other."""
DAYS: Final = 90
BY_SIZE: Final = pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(one, marks=pytest.mark.night) for one in SIZES[1:])]
)


@pytest.mark.slow
@pytest.mark.parametrize("settled", [True, False], ids=["settled", "new"])
@BY_SIZE
@pytest.mark.parametrize("farm", FARMS)
def test_accounts_of_one_person_bring_little_in_a_pool_of_any_size(
    farm: str, size: int, settled: bool
) -> None:
    crowd = Crowd(1, settled=settled, size=size)
    assert crowd.gain(FARMS[farm](crowd)) <= MOST[settled]


@pytest.mark.slow
@pytest.mark.parametrize("farm", list(FARMS)[:2])
def test_without_the_bounds_such_farms_bring_hundreds(farm: str) -> None:
    """What the tests above would find if their farms were too weak."""
    crowd = Crowd(1, size=12)
    assert crowd.gain(FARMS[farm](crowd), groups=False) > 300


@pytest.mark.slow
@BY_SIZE
def test_honest_people_end_where_they_did(size: int) -> None:
    moved = list[float]()
    for seed in range(ATTEMPTS[size]):
        rng = random.Random(100 * size + seed)
        moved += _moved(honest(rng, people(rng, range(size), DAYS), range(DAYS)))
    assert sum(one <= 8 for one in moved) >= 0.95 * len(moved)


@pytest.mark.night
def test_a_thousand_honest_people_end_where_they_did() -> None:
    rng, first, moved = random.Random(3), 0, list[float]()
    for size in SERVERS:
        here = people(rng, range(first, first + size), DAYS)
        first += size
        moved += _moved(honest(rng, here, range(DAYS)))
    assert len(moved) > 950
    assert sum(moved) / len(moved) <= 1
    assert sum(one <= 5 for one in moved) >= 0.95 * len(moved)
    assert max(moved) <= 75


def _moved(results: list[Result]) -> list[float]:
    """How far the bounds move each rating."""
    before, now = RatedPlay(groups=False).play(results), RatedPlay().play(results)
    return [abs(now.value(one) - before.value(one)) for one in before.ratings]
