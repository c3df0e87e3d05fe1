"""What holds for an exercise of every series: its answers count once, in time, for their owner."""

from typing import Any

import pytest
from sqlalchemy import select

from engine.service import Person
from engine.service.exercises.answering import AnswerOutcome
from engine.service.exercises.attempts import Attempt, AttemptKey, Series, attempt_of
from engine.store.schema import exercise_answers
from engine.trainer.race import LEAST_ANSWER_MS
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, World, existing
from tests.worlds.exercises import EXERCISES, RANKED, Ready

EVERY = pytest.mark.parametrize("series", Series)
MISSING = 1 << 50


async def stored(world: World, ready: Ready, person: Person = ANN) -> Attempt | None:
    key = AttemptKey(ready.series, ready.exercise, person.user_id)
    return await world.service._read(lambda tx: attempt_of(tx, key))


@EVERY
async def test_an_answer_counts_once(world: World, series: Series) -> None:
    ready, press = await EXERCISES[series](world, ANN), fresh()
    assert await ready.answer(world, ANN, ready.right, press) is AnswerOutcome.TAKEN
    first = existing(await stored(world, ready))
    assert (first.results, first.choice) == ("1", ready.right)
    assert await ready.answer(world, ANN, ready.right, press) is AnswerOutcome.TAKEN, "as before"
    for choice in (ready.right, ready.wrong):
        assert await ready.answer(world, ANN, choice) is AnswerOutcome.ALREADY
    assert await stored(world, ready) == first


@EVERY
async def test_what_was_never_offered_changes_nothing(world: World, series: Series) -> None:
    ready = await EXERCISES[series](world, ANN)
    before = await stored(world, ready)
    for choice in (-1, len(ready.question.answers)):
        assert await ready.answer(world, ANN, choice) is AnswerOutcome.GONE
    assert await stored(world, ready) == before
    none = Ready(series, MISSING, ready.question, ready.grading)
    assert await none.answer(world, ANN, ready.right) is AnswerOutcome.GONE
    assert await stored(world, none) is None


@EVERY
async def test_after_its_end_nothing_counts(world: World, series: Series) -> None:
    ready = await EXERCISES[series](world, ANN)
    before = await stored(world, ready)
    if ready.closes_in is None:
        world.clock.pass_ms(1000 * 86_400_000)
        assert await ready.answer(world, ANN, ready.right) is AnswerOutcome.TAKEN
        return
    world.clock.pass_ms(ready.closes_in)
    assert await ready.answer(world, ANN, ready.right) is AnswerOutcome.OVER
    assert await stored(world, ready) == before


@EVERY
async def test_answers_are_exported_and_go_with_their_person(world: World, series: Series) -> None:
    ready, other = await EXERCISES[series](world, ANN), await EXERCISES[series](world, BOB)
    await ready.answer(world, ANN, ready.right)
    await other.answer(world, BOB, other.wrong if series is not Series.COURSE else other.right)
    data: dict[str, Any] = await world.service.export_of(ANN.user_id)
    rows = data["exercise_answers"]
    assert [(row["series"], row["exercise_id"], row["results"]) for row in rows] == [
        (series, ready.exercise, "1")
    ]
    await world.service.forget(fresh(), ANN.user_id)
    asked = select(exercise_answers.c.user_id).where(exercise_answers.c.series == series.value)
    left = set(await world.service._store.read(lambda c: c.execute(asked).scalars().all()))
    kept = {ANN.user_id} if series is Series.DAY else set()
    assert left == kept | {BOB.user_id}, "of a day until it is over: there is no second answer"


@pytest.mark.parametrize("series", RANKED)
async def test_a_board_ranks_those_who_solve_most(world: World, series: Series) -> None:
    ready = await EXERCISES[series](world, ANN)
    assert ready.board is not None
    people = [(ANN, ready)]
    people += [(one, await EXERCISES[series](world, one)) for one in (BOB, CEE)]
    world.clock.pass_ms(LEAST_ANSWER_MS)
    for person, own in people:
        await own.answer(world, person, own.wrong if person is CEE else own.right)
        if own.end is not None:
            await own.end(person)
    found = await ready.board(BOB)
    assert [(one.rank, one.user_id, one.value) for one in found.lines] == [
        (1, ANN.user_id, 1),
        (1, BOB.user_id, 1),
    ]
    assert existing(found.mine).user_id == BOB.user_id
    assert (await ready.board(CEE)).mine is None, "who has solved nothing is not on it"
