"""The course: stars are only gained, every answer counts once, each lesson keeps its place."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from engine.course.lessons import IN_A_LESSON, LESSONS, MOST_STARS, CourseProgress
from engine.service.exercises.answering import AnswerOutcome, Given
from engine.service.exercises.attempts import Series
from tests.keys import fresh
from tests.seeds import seeds, times
from tests.service.world import ANN, BOB, World

RIGHT, WRONG = 0, 1


@dataclass(frozen=True)
class Step:
    """A step as the coach has graded it: of two answers the first is right."""

    answers: Sequence[str] = ("better", "worse")

    def is_right(self, choice: int) -> bool:
        return choice == RIGHT

    def lost(self, choice: int) -> float:
        return 3.0 * choice


async def answer(world: World, name: str, step: int, choice: int) -> AnswerOutcome:
    number = LESSONS.index(name) + 1
    given = Given(fresh(), Series.COURSE, number, ANN, step, choice, Step())
    world.clock.pass_ms(1)
    return await world.service.exercises.answer(given)


async def now(world: World) -> CourseProgress:
    return await world.service.exercises.progress(ANN.user_id)


async def test_a_lesson_earns_stars_at_its_end(world: World) -> None:
    assert await answer(world, "runs", 0, WRONG) is AnswerOutcome.ALREADY
    assert (await now(world)).step_of("runs") == 0, "the example waits for its move"
    for step, choice in enumerate((RIGHT, RIGHT, WRONG, RIGHT)):
        assert not (await now(world)).stars
        assert await answer(world, "runs", step, choice) is AnswerOutcome.TAKEN
        if step:
            assert await answer(world, "runs", step, choice) is AnswerOutcome.ALREADY
    done = await now(world)
    assert (done.stars, done.under_way, done.results["runs"]) == ({"runs": 2}, "", "1101")
    assert await world.service.exercises.progress(BOB.user_id) == CourseProgress({}, {})


async def test_a_worse_try_takes_nothing_away(world: World) -> None:
    for choice in (RIGHT, WRONG):
        for step in range(IN_A_LESSON):
            given = await answer(world, "runs", step, choice if step else RIGHT)
            assert given is AnswerOutcome.TAKEN
    assert (await now(world)).stars == {"runs": MOST_STARS}


async def test_each_lesson_keeps_its_place(world: World) -> None:
    await answer(world, "runs", 0, RIGHT)
    assert await answer(world, "sets", 1, RIGHT) is AnswerOutcome.ALREADY
    await answer(world, "sets", 0, RIGHT)
    both = await now(world)
    assert (both.under_way, both.step_of("sets"), both.step_of("runs")) == ("sets", 1, 1)


@pytest.mark.parametrize("exercise", [0, len(LESSONS) + 1])
async def test_there_are_no_other_lessons(world: World, exercise: int) -> None:
    given = Given(fresh(), Series.COURSE, exercise, ANN, 0, RIGHT, Step())
    assert await world.service.exercises.answer(given) is AnswerOutcome.GONE


@pytest.mark.parametrize("seed", seeds(times(3)))
async def test_any_presses_only_gain(world: World, seed: int) -> None:
    chance = random.Random(seed)
    before = await now(world)
    counted = Counter[str]()
    for _ in range(80):
        name, step = chance.choice(LESSONS[:3]), chance.randrange(IN_A_LESSON)
        outcome = await answer(world, name, step, chance.choice((RIGHT, WRONG)))
        after = await now(world)
        counted[outcome] += 1
        assert all(after.stars.get(one, 0) >= count for one, count in before.stars.items())
        assert (outcome is AnswerOutcome.TAKEN) is (after != before)
        if before.step_of(name) != step:
            assert after == before, "only the step that is next counts"
        before = after
    assert counted["taken"]
