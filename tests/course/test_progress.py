"""Stars are only gained, every answer counts once, and what earlier versions stored is kept."""

from hypothesis import given
from hypothesis import strategies as st

from engine.course.lessons import (
    EARLIER,
    FIRST_LESSONS,
    IN_A_LESSON,
    LESSONS,
    MOST_STARS,
    CourseProgress,
)

ANSWERS = st.lists(
    st.tuples(st.sampled_from(LESSONS), st.integers(0, IN_A_LESSON - 1), st.booleans()), max_size=60
)


@given(ANSWERS)
def test_stars_are_only_gained_and_a_place_survives_being_stored(
    answers: list[tuple[str, int, bool]],
) -> None:
    now = CourseProgress({})
    for name, step, is_right in answers:
        before, now = now, now.answered(name, step, is_right=is_right)
        assert all(now.stars.get(one, 0) >= count for one, count in before.stars.items())
        assert set(now.stars.values()) <= {1, 2, 3}
        assert CourseProgress.read(now.stars, now.place) == now
        if before.step_of(name) != step:
            assert now is before, "only the step that is open counts"


@given(st.sampled_from(LESSONS), st.lists(st.booleans(), min_size=3, max_size=3))
def test_each_right_answer_is_a_star_and_the_end_is_one(name: str, right: list[bool]) -> None:
    now = CourseProgress({}).answered(name, 0, is_right=False)
    assert now.step_of(name) == 0, "the example waits for its move"
    now = now.answered(name, 0, is_right=True)
    for step, is_right in enumerate(right, 1):
        assert not now.stars
        now = now.answered(name, step, is_right=is_right)
    assert now.stars == {name: max(1, sum(right))}
    assert not now.place


def test_a_worse_try_takes_nothing_away() -> None:
    now = CourseProgress({"runs": MOST_STARS})
    for step in range(IN_A_LESSON):
        now = now.answered("runs", step, is_right=step == 0)
    assert now.stars == {"runs": MOST_STARS}


def test_another_lesson_begins_at_its_beginning() -> None:
    now = CourseProgress({}).answered("runs", 0, is_right=True)
    assert now.answered("sets", 1, is_right=True) is now
    other = now.answered("sets", 0, is_right=True)
    assert (other.name, other.step_of("sets"), other.step_of("runs")) == ("sets", 1, 0)


def test_what_the_prepared_game_taught_is_kept() -> None:
    assert CourseProgress.read({}, "", 0).stars == {}
    assert CourseProgress.read({}, "", 4).stars == {"runs": 1, "deadwood": 1, "leave": 1}
    done = CourseProgress.read({"runs": 3}, "", EARLIER[-1][0])
    assert done.stars["runs"] == 3
    assert set(done.stars) == {name for _, name in EARLIER}


def test_what_cannot_be_read_counts_as_not_begun() -> None:
    for place in ("", "gone.1", "runs.11111", "runs.1x", "runs.1.2"):
        assert not CourseProgress.read({}, place).place
    assert CourseProgress.read({"gone": 3, "runs": 9}, "").stars == {"runs": MOST_STARS}


def test_the_next_lesson_is_the_first_with_the_fewest_stars() -> None:
    assert CourseProgress({}).next_lesson == LESSONS[0]
    assert CourseProgress({LESSONS[0]: 1}).next_lesson == LESSONS[1]
    assert CourseProgress(dict.fromkeys(LESSONS, 3) | {"gin": 2}).next_lesson == "gin"
    assert CourseProgress({}, "gin", "1").next_lesson == "gin"


def test_the_first_lessons_are_enough_for_a_game() -> None:
    assert not CourseProgress(dict.fromkeys(FIRST_LESSONS[1:], 3)).can_play
    assert CourseProgress(dict.fromkeys(FIRST_LESSONS, 1)).can_play
