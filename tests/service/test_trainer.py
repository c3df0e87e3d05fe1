"""The trainer's store: a pool that is filled once, answers that count once, own mistakes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import ColumnElement, func, select, update

from engine.clocks import DAY
from engine.daily import day_of
from engine.service import Person, Prefs, Started
from engine.service.daily.days import WorkedOut
from engine.service.exercises.answering import AnswerOutcome
from engine.service.exercises.attempts import Series
from engine.service.trainer import commands, pool
from engine.service.trainer.answers import PuzzleForPerson
from engine.service.trainer.commands import OutsideCall, last_played
from engine.store import Repeatable
from engine.store.schema import exercise_answers, trainer_matches, trainer_puzzles
from engine.trainer.first_puzzles import first_puzzles
from engine.trainer.making import Prepared, from_computers, from_records
from engine.trainer.puzzle import Question, Track, puzzle_from
from tests.prepared import fill, of_theme
from tests.service.world import ANN, BOB, World, existing
from tests.worlds.answering import answered
from tests.worlds.days import ask, open_day
from tests.worlds.training import QUICK, Thinker, played_badly


async def nxt(world: World, track: Track = Track.ALL, person: Person = ANN) -> PuzzleForPerson:
    return existing(await world.service.trainer.next(person.user_id, track))


async def answer(world: World, one: PuzzleForPerson, *, right: bool) -> AnswerOutcome:
    best = one.puzzle.best
    choice = best if right else (best + 1) % len(one.puzzle.answers)
    return await answered(world.service, Series.TRAINER, one.key, ANN, choice, one.times)


@pytest.mark.slow
async def test_the_pool_is_filled_once_a_day_whoever_asks(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    monkeypatch.setattr(pool, "LEAST", 2)
    world.service.trainer.thinking = thinker
    await asyncio.gather(*(world.service.trainer.prepare() for _ in range(3)))
    assert thinker.count(from_records) == 1
    filled = thinker.count(from_computers)
    assert 1 <= filled <= commands.CHUNKS
    assert min((await world.service.trainer.counts()).values()) >= 2
    world.clock.pass_ms(DAY)
    await world.service.trainer.prepare()
    assert thinker.count(from_records) == 2


async def test_the_pool_keeps_the_newest_and_what_comes_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(world.service)
    missed, solved = await nxt(world, Track.KNOCK), None
    assert await answer(world, missed, right=False) is AnswerOutcome.TAKEN
    solved = await nxt(world, Track.KNOCK)
    assert await answer(world, solved, right=True) is AnswerOutcome.TAKEN
    world.clock.pass_ms(2 * DAY)
    monkeypatch.setattr(pool, "MOST", 2)

    def newer(one: Prepared) -> Prepared:
        return replace(one, key=one.key + 1)

    new = [newer(one) for one in of_theme(Question.KNOCK)[:2]]
    store = world.service._store
    await world.service._repeat(lambda tx: pool.add(tx, new))
    for _ in range(8):  # each time lets as many go as stay
        await world.service._repeat(pool.trim)
    assert set((await world.service.trainer.counts()).values()) == {2}
    keys = await store.read(lambda c: set(c.execute(select(trainer_puzzles.c.puzzle_id)).scalars()))
    assert missed.key in keys, "it comes again"
    assert {one.key for one in new} <= keys
    assert (await nxt(world, Track.MINE)).key == missed.key
    if solved.key not in keys:
        answers = await store.read(
            lambda c: set(c.execute(select(exercise_answers.c.exercise_id)).scalars())
        )
        assert answers == {missed.key}, "an answer goes with its puzzle"


async def test_the_same_puzzle_is_asked_until_it_is_answered(world: World) -> None:
    await fill(world.service)
    first = await nxt(world)
    assert {(await nxt(world)).key for _ in range(5)} == {first.key}
    await answer(world, first, right=True)
    assert (await nxt(world)).key != first.key


async def test_an_answer_counts_once_and_moves_both_ratings(world: World) -> None:
    await fill(world.service)
    one = await nxt(world, Track.DISCARD)
    codes = await asyncio.gather(*(answer(world, one, right=right) for right in (True, False) * 3))
    assert sorted(codes) == ["already"] * 5 + ["taken"]
    standing = await world.service.trainer.standing(ANN.user_id)
    assert standing.answered == 1
    shown = existing(await world.service.trainer.shown(ANN.user_id, one.key))
    assert shown.solution is not None
    assert shown.solution.change == standing.rating.value - 1500
    won = shown.solution.choice == one.puzzle.best
    assert (shown.value < one.value) is won
    assert (shown.solution.due_ms is None) is won
    nothing = await answered(world.service, Series.TRAINER, one.key, ANN, 99, 1)
    assert nothing is AnswerOutcome.GONE
    nobody = await answered(world.service, Series.TRAINER, 5, BOB, 0)
    assert nobody is AnswerOutcome.GONE


async def test_one_interaction_has_one_answer_when_it_comes_twice(world: World) -> None:
    await fill(world.service)
    one, key = await nxt(world), world.press()
    trainer = world.service.trainer
    for _ in range(2):
        given = await answered(world.service, Series.TRAINER, one.key, ANN, 0, key=key)
        assert given is AnswerOutcome.TAKEN
    assert (await trainer.standing(ANN.user_id)).answered == 1


@pytest.mark.slow
async def test_mistakes_of_finished_matches_come_to_the_one_who_made_them(world: World) -> None:
    await fill(world.service)
    live = await world.play(await world.match(), lambda now: now.public().number == 2)
    await world.service.trainer.study(ANN.user_id)
    assert not await looked_into(world), "a match is looked into when it is over"
    await played_badly(world)
    await world.service.trainer.study(ANN.user_id)
    mine = await world.service.trainer.standing(ANN.user_id)
    assert 1 <= mine.due <= 3
    await world.service.trainer.study(ANN.user_id)
    assert await world.service.trainer.standing(ANN.user_id) == mine, "once a match"
    one = await nxt(world)
    assert one.own, "what is due comes first"
    assert await world.service.trainer.shown(BOB.user_id, one.key) is None
    assert not live.is_over


async def looked_into(world: World) -> int:
    asked = select(func.count()).select_from(trainer_matches)
    return int(await world.service._store.read(lambda c: c.execute(asked).scalar_one()))


@pytest.mark.slow
async def test_everybody_who_trains_is_looked_after_and_nobody_else(world: World) -> None:
    await fill(world.service)
    await answer(world, await nxt(world), right=True)
    await played_badly(world)
    await world.service.trainer.study_everybody()
    assert await looked_into(world) == 1, "Bob has never trained"


@pytest.mark.slow
async def test_one_process_computes_at_a_time_whoever_asks(world: World) -> None:
    await fill(world.service)
    await played_badly(world)
    running, most = 0, 0

    class Watched(Thinker):
        @asynccontextmanager
        async def __call__(self) -> AsyncIterator[OutsideCall]:
            nonlocal running, most
            running += 1
            most = max(most, running)
            yield self._think
            running -= 1

    world.service.trainer.thinking = Watched()
    trainer = world.service.trainer
    await asyncio.gather(trainer.prepare(), trainer.study(ANN.user_id), trainer.study(BOB.user_id))
    assert (running, most) == (0, 1)
    assert await looked_into(world) == 2


@pytest.mark.slow
async def test_rounds_of_those_who_do_not_want_it_become_no_puzzles(world: World) -> None:
    await world.play(await world.match(rules=QUICK), lambda now: now.is_over)
    read = world.service._read
    assert len(await read(lambda tx: last_played(tx, 12))) == 1
    await world.service.set_prefs(world.press(), BOB, Prefs(puzzles=False))
    assert await read(lambda tx: last_played(tx, 12)) == []


@pytest.mark.slow
async def test_no_puzzle_comes_from_a_challenge_of_a_day_or_a_running_match(tmp_path: Path) -> None:
    world = await open_day(tmp_path)
    await world.service.daily.prepare()
    day = await world.service.daily.play(ask(world, ANN))
    assert isinstance(day, Started)
    await world.play(day.live, lambda now: now.is_over)
    await world.play(await world.match(), lambda now: now.public().number == 2)
    await fill(world.service)
    for days in range(2):  # neither on the day nor after it, when its deals are revealed
        assert await world.service._read(lambda tx: last_played(tx, 12)) == []
        await world.service.trainer.study(ANN.user_id)
        assert not await looked_into(world)
        if not days:
            world.clock.pass_ms(2 * DAY)
            assert await world.service.daily.close_ended()
    await world.service.close()


@pytest.mark.slow
async def test_a_mistake_that_is_worked_out_for_somebody_who_has_gone_is_dropped(
    world: World,
) -> None:
    await fill(world.service)
    await played_badly(world)

    class Slow(Thinker):
        async def _think(self, work: Callable[..., Any], *arguments: Any) -> Any:
            found = work(*arguments)
            assert await world.service.forget(world.press(), ANN.user_id)
            return found

    world.service.trainer.thinking = Slow()
    await world.service.trainer.study(ANN.user_id)
    assert not await looked_into(world)
    rows = await world.service._store.read(
        lambda c: c.execute(select(func.count()).select_from(exercise_answers)).scalar_one()
    )
    assert rows == 0


@pytest.mark.slow
async def test_puzzles_of_ones_own_go_with_the_person(world: World) -> None:
    await fill(world.service)
    await played_badly(world)
    await world.service.trainer.study(ANN.user_id)
    private = select(func.count()).where(trainer_puzzles.c.pool == 0)
    read = world.service._store.read
    assert await read(lambda c: c.execute(private).scalar_one())
    assert await world.service.forget(world.press(), ANN.user_id)
    assert not await read(lambda c: c.execute(private).scalar_one())
    assert any((await world.service.trainer.counts()).values())


async def test_unreadable_puzzles_are_left_out_and_block_no_theme(world: World) -> None:
    await fill(world.service)
    trainer = world.service.trainer
    first = existing(await trainer.next(ANN.user_id, Track.KNOCK))

    async def damage(*which: ColumnElement[bool]) -> None:
        damaged = update(trainer_puzzles).where(*which).values(puzzle="{}")
        await world.service._store.write(Repeatable(lambda c: c.execute(damaged).rowcount))

    await damage(trainer_puzzles.c.puzzle_id == first.key)
    assert existing(await trainer.next(ANN.user_id, Track.KNOCK)).key != first.key
    await damage()
    assert await trainer.next(ANN.user_id, Track.KNOCK) is None
    assert any((await trainer.counts()).values()), "nothing is deleted that may be read later"


async def test_an_empty_pool_begins_with_the_puzzles_that_come_with_gin(world: World) -> None:
    trainer = world.service.trainer
    trainer.thinking = _no_process
    found = existing(await trainer.next(ANN.user_id, Track.ALL))
    assert found.key in {one.key for one in first_puzzles()}
    counts = await trainer.counts()
    assert min(counts.values()) >= 10, "some of each theme"
    await trainer._begin()
    assert await trainer.counts() == counts


def _no_process() -> Any:
    raise AssertionError("nothing is computed")


@pytest.mark.slow
async def test_the_real_process_fills_the_pool(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "CHUNKS", 1)
    await world.service.trainer.prepare()
    assert sum((await world.service.trainer.counts()).values()) >= 10


async def test_the_puzzle_of_a_day_is_none_of_the_trainers(world: World) -> None:
    """Neither one that is in the pool already, nor one that would come into it later."""
    first, second, third = of_theme(Question.DISCARD)[:3]
    now = world.clock.now
    await world.service._repeat(lambda tx: pool.add(tx, [first]))
    world.service.daily.think = days_of([first, second, third])
    assert await world.service.daily.prepare()
    today = day_of(now)
    for person in (ANN, BOB):
        asked = existing(await world.service.puzzles.asked(today, person.user_id))
        assert asked.puzzle == puzzle_from(second.text), "the same one for everybody"
    await world.service._repeat(lambda tx: pool.add(tx, [second, third]))
    assert (await world.service.trainer.counts())[Question.DISCARD] == 2
    assert await world.service.trainer.shown(ANN.user_id, second.key) is None
    late = await answered(world.service, Series.TRAINER, second.key, ANN, 0)
    assert late is AnswerOutcome.GONE
    seen = set[int]()
    while (one := await world.service.trainer.next(ANN.user_id, Track.DISCARD)) is not None:
        seen.add(one.key)
        await answer(world, one, right=True)
    assert seen == {first.key, third.key}


async def test_a_day_whose_matches_give_nothing_new_gets_a_puzzle_of_computers(
    world: World,
) -> None:
    known, new = of_theme(Question.DISCARD)[:2]
    await world.service._repeat(lambda tx: pool.add(tx, [known]))
    made = iter(([known], [new]))

    async def think(*_: object) -> WorkedOut:
        return 7, next(made)

    world.service.daily.think = think
    assert await world.service.daily.prepare()
    asked = existing(await world.service.puzzles.asked(day_of(world.clock.now), ANN.user_id))
    assert asked.puzzle == puzzle_from(new.text)


async def test_a_mistake_that_is_the_puzzle_of_a_day_does_not_come_again(world: World) -> None:
    await fill(world.service)
    live = await world.play(await world.match(), lambda now: now.is_over)
    of_day, mistake = (replace(one, key=one.key + 1) for one in of_theme(Question.KNOCK)[:2])
    service = world.service
    assert await service._repeat(lambda tx: pool.for_day(tx, [of_day])) == of_day.text
    assert await service._repeat(lambda tx: pool.for_day(tx, [of_day])) is None
    seat = next(one.seat for one in live.players if one.user_id == ANN.user_id)
    one = pool.ToStudy(live.id, ANN.user_id, seat)
    await world.service._repeat(lambda tx: pool.enter_mistakes(tx, one, [of_day, mistake]))
    assert (await nxt(world, Track.MINE)).key == mistake.key
    assert (await world.service.trainer.standing(ANN.user_id)).due == 1


def days_of(found: list[Prepared]) -> Callable[..., Awaitable[WorkedOut]]:
    async def think(*_: object) -> WorkedOut:
        return 7, found

    return think
