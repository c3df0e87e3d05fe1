"""What the coach says beside what follows when networks or players go on from there, in C."""

import shutil

import numpy as np
import pytest

from benchmarks.bench_rollouts import asked_positions, leads_of
from benchmarks.rollouts import Rollouts
from engine.coach.review import examined
from engine.course.lessons import LESSONS
from engine.players.memory import MASTERS_HABITS, UNKNOWN_HABITS, Habits

pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(shutil.which("cc") is None, reason="the players in C need a compiler"),
]


@pytest.fixture(scope="module")
def rolled() -> Rollouts:
    return Rollouts()


def off(rolled: Rollouts, habits: Habits) -> float:
    """By how much the first choice is said to be worth more than what follows between equals."""
    found = []
    for view in asked_positions(100):
        best = max(examined(view, None, 1, habits=habits).options, key=lambda one: one.points)
        points = rolled.points(view, [best.action], "master", 100, 1, MASTERS_HABITS)
        found.append(best.points - points.mean())
    return float(np.mean(found))


def test_the_points_of_an_answer_are_what_follows_between_equals(rolled: Rollouts) -> None:
    assert abs(off(rolled, MASTERS_HABITS)) < 1.5
    assert off(rolled, UNKNOWN_HABITS) > 1.5, "a stranger is mostly weaker"


TEAM = "partners"
"""Its other table counts, too, which no playing on of one table sees."""


@pytest.mark.parametrize("name", [one for one in LESSONS if one != TEAM])
def test_the_answers_of_a_lesson_lead_whoever_plays_on(rolled: Rollouts, name: str) -> None:
    for step, _, leads in leads_of(rolled, name, 2000):
        assert all(one.points > 0 for one in leads), (step, leads)
