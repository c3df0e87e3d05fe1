"""Accounts that lose on purpose bring little, and honest people keep the ratings they had."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from engine.standings import credit
from engine.standings.credit import MOST_FROM_UNKNOWN
from tests.worlds.rated_play import Crowd, RatedPlay, Result, honest, people

SERVERS: Final = (400, 200, 120, 60, 40, 40, 30, 20, 12, 8, *(2,) * 35)
"""A thousand people; the last seventy are pairs who play only each other."""
DAYS: Final = 90
MOST_BY_FEEDERS: Final = 200.0
"""Honest matches of an account look like anybody's; this only shows that there is a bound."""


@pytest.mark.slow
@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize(
    "farm",
    [
        pytest.param(lambda crowd: crowd.ring(7, 1), id="seven that first play each other"),
        pytest.param(lambda crowd: crowd.ring(15, 3), id="fifteen that first play each other"),
        pytest.param(lambda crowd: crowd.drip(15), id="fifteen by turns, who also leave early"),
        pytest.param(
            lambda crowd: crowd.feeders(15, 0, times=20), id="fifteen without other matches"
        ),
    ],
)
def test_fifteen_accounts_of_one_group_bring_at_most_fifty_points(
    farm: Callable[[Crowd], list[Result]], settled: bool
) -> None:
    crowd = Crowd(1, settled=settled)
    assert crowd.gain(farm(crowd)) <= MOST_FROM_UNKNOWN


@pytest.mark.slow
@pytest.mark.parametrize("times", [2, 40])
def test_accounts_that_play_strangers_first_bring_a_bounded_gain(times: int) -> None:
    crowd = Crowd(2)
    assert crowd.gain(crowd.feeders(15, 6, times=times)) <= MOST_BY_FEEDERS


@pytest.mark.slow
def test_without_the_bounds_such_farms_bring_hundreds() -> None:
    """What the tests above would find if their farms were too weak."""
    crowd = Crowd(1)
    for farm in (crowd.ring(7, 1), crowd.feeders(15, 6)):
        assert crowd.gain(farm, groups=False) > 300


@pytest.mark.night
def test_a_thousand_honest_people_end_where_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed circles change none of them; the bound of regular opponents few, and those little."""
    rng, first = random.Random(3), 0
    by_circles, by_all = list[float](), list[float]()
    for size in SERVERS:
        here = people(rng, range(first, first + size), DAYS)
        first += size
        results = honest(rng, here, range(DAYS))
        before, now = RatedPlay(groups=False).play(results), RatedPlay().play(results)
        with monkeypatch.context() as patched:
            patched.setattr(credit, "MOST_FROM_REGULARS", float("inf"))
            circles = RatedPlay().play(results)
        by_circles += [abs(circles.value(one) - before.value(one)) for one in before.ratings]
        by_all += [abs(now.value(one) - before.value(one)) for one in before.ratings]
    assert len(by_all) > 950
    assert max(by_circles) <= 5
    assert sum(by_all) / len(by_all) <= 1
    assert sum(one <= 5 for one in by_all) >= 0.95 * len(by_all)
    assert max(by_all) <= 75
