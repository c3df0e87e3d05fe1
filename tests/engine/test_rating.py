"""Ratings: Glickman's example, properties, and known strengths that are recovered."""

import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.standings.rating import (
    LEAST_UNCERTAIN,
    MOST_UNCERTAIN,
    NEWCOMER,
    PERIOD_MS,
    PROVISIONAL,
    RatedResult,
    Rating,
    after_match,
    expected,
    sure_for_ms,
    updated,
    versus_side,
    widened,
)

FACED = [RatedResult(1400, 30, 1), RatedResult(1550, 100, 0), RatedResult(1700, 300, 0)]


def test_glickmans_published_example() -> None:
    new = updated(Rating(1500, 200, 0.06), FACED)
    # The paper rounds on the way and arrives at 1464.06.
    assert new.value == pytest.approx(1464.06, abs=0.011)
    assert new.deviation == pytest.approx(151.52, abs=0.005)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_an_idle_period_only_widens() -> None:
    idle = updated(Rating(1500, 200, 0.06), [])
    assert idle == widened(Rating(1500, 200, 0.06), 1)
    assert idle.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))
    assert widened(Rating(1500, 349), 1000).deviation == MOST_UNCERTAIN


def test_sixty_becomes_provisional_after_thirteen_months() -> None:
    months = sure_for_ms(Rating(1500, 60)) / (30.44 * 24 * 3600 * 1000)
    assert 12.5 < months < 13.5
    late = sure_for_ms(Rating(1500, 60)) / PERIOD_MS
    assert widened(Rating(1500, 60), late).deviation == pytest.approx(PROVISIONAL, abs=0.01)
    assert sure_for_ms(Rating(1500, 120)) == 0


ratings = st.builds(
    Rating,
    st.floats(800, 2400),
    st.floats(LEAST_UNCERTAIN, MOST_UNCERTAIN),
    st.floats(0.03, 0.12),
)


@given(ratings, ratings, st.floats(0, 200))
def test_winning_raises_and_losing_lowers(mine: Rating, other: Rating, periods: float) -> None:
    won = updated(mine, [RatedResult(other.value, other.deviation, 1)], periods)
    lost = updated(mine, [RatedResult(other.value, other.deviation, 0)], periods)
    assert won.value >= mine.value >= lost.value
    wide = widened(Rating(mine.value, mine.deviation, won.volatility), periods)
    assert won.deviation <= wide.deviation + 1e-9


@given(ratings, ratings)
def test_expectations_of_two_add_up(mine: Rating, other: Rating) -> None:
    both = expected(mine.value, other.value, 80) + expected(other.value, mine.value, 80)
    assert both == pytest.approx(1)


@given(ratings, ratings)
def test_a_side_of_one_is_its_player(mine: Rating, other: Rating) -> None:
    met = versus_side([mine], 0, [other], 1)
    assert (met.value, met.deviation) == pytest.approx((other.value, other.deviation))
    assert met.weight == 1


def test_a_partner_changes_what_is_expected() -> None:
    weak, strong, even = Rating(1300, 60), Rating(1700, 60), Rating(1500, 60)
    beside_weak = versus_side([even, weak], 0, [even, even], 1)
    beside_strong = versus_side([even, strong], 0, [even, even], 1)
    assert beside_weak.value > even.value > beside_strong.value
    assert beside_weak.weight == 0.5


def recovered(people: int, matches: int, seed: int) -> float:
    """The mean error of ratings after so many matches each of people of known strengths."""
    rng = random.Random(seed)
    strengths = [rng.gauss(1500, 200) for _ in range(people)]
    held = [NEWCOMER] * people
    for _ in range(people * matches // 2):
        one, other = rng.sample(range(people), 2)
        won = float(rng.random() < expected(strengths[one], strengths[other]))
        before = held[one], held[other]
        met = [RatedResult(before[1].value, before[1].deviation, won)]
        held[one] = after_match(before[0], met, PERIOD_MS // 5)
        met = [RatedResult(before[0].value, before[0].deviation, 1 - won)]
        held[other] = after_match(before[1], met, PERIOD_MS // 5)
    # Only differences mean anything.
    shift = statistics.mean(strengths) - statistics.mean(one.value for one in held)
    pairs = zip(strengths, held, strict=True)
    return statistics.mean(abs(strength - one.value - shift) for strength, one in pairs)


def test_known_strengths_are_recovered() -> None:
    few, many = recovered(60, 10, 1), recovered(60, 120, 1)
    assert many < 50
    assert many < few < 120
