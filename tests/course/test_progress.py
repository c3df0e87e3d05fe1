"""How far somebody is in the course, and where it goes on."""

import pytest

from engine.course.lessons import FIRST_LESSONS, LESSONS, CourseProgress, stars_for


def test_the_next_lesson_is_the_first_with_the_fewest_stars() -> None:
    assert CourseProgress({}, {}).next_lesson == LESSONS[0]
    assert CourseProgress({LESSONS[0]: 1}, {}).next_lesson == LESSONS[1]
    assert CourseProgress(dict.fromkeys(LESSONS, 3) | {"gin": 2}, {}).next_lesson == "gin"


def test_the_lesson_under_way_is_the_one_answered_last() -> None:
    assert CourseProgress({}, {"gin": "1"}).next_lesson == "gin"
    begun = CourseProgress({"gin": 3}, {"sets": "1", "runs": "10", "gin": "1111"})
    assert (begun.under_way, begun.step_of("runs"), begun.results_of("gin")) == ("runs", 2, "")


def test_the_first_lessons_are_enough_for_a_game() -> None:
    assert not CourseProgress(dict.fromkeys(FIRST_LESSONS[1:], 3), {}).can_play
    assert CourseProgress(dict.fromkeys(FIRST_LESSONS, 1), {}).can_play


@pytest.mark.parametrize(("results", "stars"), [("1000", 1), ("1010", 1), ("1101", 2), ("1111", 3)])
def test_each_right_answer_is_a_star_and_the_end_is_one(results: str, stars: int) -> None:
    assert stars_for(results) == stars
