"""Races: the server draws, keeps the time and counts; each race counts once."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import select

from engine.clocks import DAY
from engine.service import GuildId, InteractionId, Person, UserId
from engine.service.exercises.answering import AnswerOutcome
from engine.service.exercises.attempts import Series
from engine.service.trainer import pool
from engine.service.trainer.lists import RETENTION_MS, ListScore
from engine.service.trainer.races import (
    RaceStart,
    RaceState,
)
from engine.store.schema import exercise_answers, exercise_lists, trainer_puzzles
from engine.trainer.first_puzzles import first_puzzles
from engine.trainer.puzzle import Track
from engine.trainer.race import (
    LEAST_ANSWER_MS,
    LENGTH_MS,
    MOST_PUZZLES,
    MOST_WRONG,
    WEEK_MS,
    drawn,
    week_of,
)
from tests.keys import fresh
from tests.prepared import fill, puzzles
from tests.seeds import seeds, times
from tests.service.world import ANN, BOB, CEE, GUILD, World, existing
from tests.worlds.answering import answered as exercise_answered

OTHER = GuildId(GUILD + 1)
SECOND = 1000


async def started(world: World, person: Person = ANN, race: int | None = None) -> RaceState:
    code = await world.service.races.start(world.press(), GUILD, person, race)
    assert code is RaceStart.STARTED
    return existing(await world.service.races.running(person.user_id))


async def answered(
    world: World, race: RaceState, *, right: bool, person: Person = ANN
) -> AnswerOutcome:
    puzzle = existing(race.puzzle)
    choices = range(len(puzzle.answers))
    choice = next(n for n in choices if puzzle.is_right(n) is right)
    return await given(world, race, choice, person=person)


async def given(
    world: World,
    race: RaceState,
    choice: int,
    *,
    person: Person = ANN,
    key: InteractionId | None = None,
) -> AnswerOutcome:
    return await exercise_answered(
        world.service, Series.RACE, race.race, person, choice, race.step, key
    )


async def now(world: World, race: RaceState, person: Person = ANN) -> RaceState:
    return existing(await world.service.races.state(person.user_id, race.race))


async def run(world: World, person: Person, solved: int, race: int | None = None) -> RaceState:
    """A race that a person stops after some right answers."""
    found = await started(world, person, race)
    for _ in range(solved):
        world.clock.pass_ms(LEAST_ANSWER_MS)
        assert await answered(world, found, right=True, person=person) is AnswerOutcome.TAKEN
        found = await now(world, found, person)
    assert await world.service.races.stop(world.press(), person.user_id, found.race)
    return await now(world, found, person)


async def test_right_answers_count_until_the_time_is_over(world: World) -> None:
    await fill(world.service)
    race = await started(world)
    assert race.ends_ms == world.clock.now + LENGTH_MS
    for number in range(4):
        assert race.attempt.solved == number
        assert await answered(world, race, right=True) is AnswerOutcome.TAKEN
        race = await now(world, race)
    world.clock.pass_ms(LENGTH_MS - 1)
    assert await answered(world, race, right=True) is AnswerOutcome.TAKEN
    race = await now(world, race)
    world.clock.pass_ms(1)
    assert await answered(world, race, right=True) is AnswerOutcome.OVER
    over = await now(world, race)
    assert (over.attempt.solved, over.puzzle) == (5, None)
    assert await world.service.races.running(ANN.user_id) is None
    assert not await world.service.races.stop(world.press(), ANN.user_id, race.race)


async def test_the_third_wrong_answer_ends_a_race(world: World) -> None:
    await fill(world.service)
    race = await started(world)
    for number in range(MOST_WRONG):
        assert race.attempt.wrong == number
        assert await answered(world, race, right=False) is AnswerOutcome.TAKEN
        race = await now(world, race)
    assert (race.attempt.wrong, race.puzzle) == (MOST_WRONG, None)
    standing = await world.service.trainer.standing(ANN.user_id)
    assert standing.answered == 0, "a race moves no rating"
    assert standing.due == MOST_WRONG, "what was missed comes again"
    mistake = existing(await world.service.trainer.next(ANN.user_id, Track.MINE))
    taken = await exercise_answered(world.service, Series.TRAINER, mistake.key, ANN, 0)
    assert taken is AnswerOutcome.TAKEN


async def test_a_race_counts_once_and_one_at_a_time(world: World) -> None:
    await fill(world.service)
    races = world.service.races
    first = await started(world)
    assert await races.start(world.press(), GUILD, ANN) is RaceStart.RUNNING
    await races.stop(world.press(), ANN.user_id, first.race)
    again = await races.start(world.press(), GUILD, ANN, first.race)
    assert again is RaceStart.ALREADY
    same = await started(world, BOB, first.race)
    assert same.puzzle == first.puzzle
    assert await races.start(world.press(), GUILD, CEE, 12345) is RaceStart.GONE
    world.clock.pass_ms(WEEK_MS)
    assert await races.start(world.press(), GUILD, CEE, first.race) is RaceStart.GONE


async def test_friends_get_the_same_puzzles_in_the_same_order(world: World) -> None:
    await fill(world.service)
    asked: dict[UserId, list[object]] = {}
    race: int | None = None
    for person in (ANN, BOB):
        found = await started(world, person, race)
        race, seen = found.race, list[object]()
        while found.puzzle is not None:
            seen.append(found.puzzle)
            await answered(world, found, right=True, person=person)
            found = await now(world, found, person)
        asked[person.user_id] = seen
    assert asked[ANN.user_id] == asked[BOB.user_id]
    assert len(asked[ANN.user_id]) == len(puzzles()), "a small pool is asked whole, then it is over"


async def test_an_answer_counts_for_its_own_puzzle_only(world: World) -> None:
    await fill(world.service)
    race = await started(world)
    assert await answered(world, race, right=True) is AnswerOutcome.TAKEN
    assert await answered(world, race, right=True) is AnswerOutcome.ALREADY, "a second press"
    later = await now(world, race)
    ahead = replace(later, step=later.step + 1)
    assert await answered(world, ahead, right=True) is AnswerOutcome.ALREADY
    for choice in (-1, len(existing(later.puzzle).answers)):
        code = await given(world, later, choice)
        assert code is AnswerOutcome.GONE
    code = await given(world, later, 0, person=BOB)
    assert code is AnswerOutcome.GONE, "it is not Bob's"
    assert (await now(world, race)).attempt.results == "1"


async def test_what_is_no_longer_for_everybody_is_skipped(world: World) -> None:
    """A puzzle that has left the pool, or cannot be read, counts neither way."""
    await fill(world.service)
    race = await started(world)
    await answered(world, race, right=True)
    race = await now(world, race)
    await world.service._repeat(
        lambda tx: tx.execute(
            trainer_puzzles.update()
            .where(trainer_puzzles.c.puzzle == existing(race.puzzle).to_json())
            .values(pool=pool.Use.MISTAKE)
        )
    )
    following = await now(world, race)
    assert following.step == race.step + 1
    assert following.puzzle != race.puzzle
    assert await answered(world, race, right=True) is AnswerOutcome.ALREADY
    assert await answered(world, following, right=False) is AnswerOutcome.TAKEN
    assert (await now(world, race)).attempt.results == "1-0"


async def test_the_board_has_the_best_race_of_each_member_in_this_week(world: World) -> None:
    await fill(world.service)
    world.clock.pass_ms(week_of(world.clock.now) + WEEK_MS - world.clock.now)
    races = world.service.races
    await run(world, ANN, 2)
    world.clock.pass_ms(SECOND)
    best = await run(world, ANN, 4)
    await run(world, BOB, 4, best.race)
    await run(world, CEE, 1)
    found = await races.board(GUILD, CEE.user_id, 2)
    assert [(one.rank, one.name, one.value) for one in found.lines] == [
        (1, ANN.name, 4),
        (1, BOB.name, 4),
    ]
    assert found.lines[0].about == ListScore(best.race, 4)
    mine = existing(found.mine)
    assert (mine.rank, mine.value) == (3, 1)
    left = await races.board(GUILD, CEE.user_id, 2, [ANN.user_id])
    assert [one.user_id for one in left.lines] == [BOB.user_id, CEE.user_id]
    assert (await races.board(OTHER, ANN.user_id)).lines == ()
    world.clock.pass_ms(week_of(world.clock.now) + WEEK_MS - world.clock.now)
    assert (await races.board(GUILD, ANN.user_id)).lines == (), "a new week, a new board"


async def test_an_abandoned_race_ends_by_itself_and_then_stands_on_the_board(world: World) -> None:
    await fill(world.service)
    race = await started(world)
    world.clock.pass_ms(LEAST_ANSWER_MS)
    await answered(world, race, right=True)
    assert (await world.service.races.board(GUILD, ANN.user_id)).lines == (), "it goes on"
    world.clock.pass_ms(LENGTH_MS)
    [line] = (await world.service.races.board(GUILD, ANN.user_id)).lines
    assert line.value == 1
    await started(world)


async def test_what_no_person_can_do_is_not_on_the_board(world: World) -> None:
    await fill(world.service)
    race = await started(world)
    while race.puzzle is not None:
        assert await answered(world, race, right=True) is AnswerOutcome.TAKEN
        world.clock.pass_ms(25)
        race = await now(world, race)
    assert race.attempt.solved == len(puzzles()), "it counts for whoever ran it"
    assert (await world.service.races.board(GUILD, ANN.user_id)).lines == ()
    await run(world, BOB, 3)
    [line] = (await world.service.races.board(GUILD, ANN.user_id)).lines
    assert (line.user_id, line.value) == (BOB.user_id, 3)


async def test_a_race_is_taken_up_when_it_is_over(world: World) -> None:
    """Or a second account could see the puzzles of the first one's race before it ends."""
    await fill(world.service)
    races, race = world.service.races, await started(world)
    assert await races.may_take_up(BOB.user_id, race.race) is RaceStart.NOT_OVER
    assert await races.start(world.press(), GUILD, BOB, race.race) is RaceStart.NOT_OVER
    assert await races.running(BOB.user_id) is None
    world.clock.pass_ms(LENGTH_MS)
    assert await races.may_take_up(BOB.user_id, race.race) is RaceStart.STARTED
    await started(world, BOB, race.race)
    same = await started(world, CEE, race.race)
    assert same.puzzle is not None, "several take it up at a time"


async def test_a_race_is_too_old_after_a_week(world: World) -> None:
    await fill(world.service)
    race = await run(world, ANN, 1)
    world.clock.pass_ms(WEEK_MS)
    races = world.service.races
    assert await races.may_take_up(BOB.user_id, race.race) is RaceStart.GONE
    assert await races.start(world.press(), GUILD, BOB, race.race) is RaceStart.GONE
    assert await races.running(BOB.user_id) is None


async def test_a_race_over_an_empty_pool_has_the_puzzles_that_come_with_gin(world: World) -> None:
    assert await world.service.races.start(world.press(), GUILD, ANN) is RaceStart.STARTED
    assert sum((await world.service.trainer.counts()).values()) == len(first_puzzles())


async def test_whoever_is_banned_races_elsewhere(world: World) -> None:
    await fill(world.service)
    await world.service.bans.ban(world.press(), GUILD, BOB.user_id, ANN, days=None, reason="")
    assert await world.service.races.start(world.press(), GUILD, ANN) is RaceStart.BANNED
    assert await world.service.races.start(world.press(), OTHER, ANN) is RaceStart.STARTED


async def test_old_races_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(world.service)
    await run(world, ANN, 1)
    world.clock.pass_ms(RETENTION_MS + DAY)
    kept = await run(world, ANN, 1)
    await world.service.trainer._trim_lists()
    rows = await world.service._store.read(
        lambda c: [
            *c.execute(select(exercise_lists.c.list_id)).scalars(),
            *c.execute(select(exercise_answers.c.exercise_id)).scalars(),
        ]
    )
    assert rows == [kept.race, kept.race]


def test_a_seed_draws_the_same_puzzles_the_easier_ones_first() -> None:
    stored = {key: float(key * 7919 % 1000) for key in range(200)}
    found = drawn(stored, b"a seed", MOST_PUZZLES)
    assert found == drawn(dict(reversed(stored.items())), b"a seed", MOST_PUZZLES)
    assert found != drawn(stored, b"one more", MOST_PUZZLES)
    assert len(set(found)) == MOST_PUZZLES
    values = [stored[key] for key in found]
    assert values == sorted(values)


@pytest.mark.parametrize("seed", seeds(times(3)))
async def test_any_sequence_of_presses_keeps_the_rules(world: World, seed: int) -> None:
    """Whatever people press and when: the count is that of right answers in time, each once."""
    await fill(world.service)
    chance, races = random.Random(seed), world.service.races
    people = (ANN, BOB)
    counted: dict[tuple[UserId, int], list[bool]] = {}
    begun: dict[tuple[UserId, int], int] = {}
    shown: list[tuple[Person, RaceState]] = []
    for _ in range(60):
        person = chance.choice(people)
        if not shown or chance.random() < 0.15:
            known: Sequence[int | None] = [None, *(race for _, race in begun)]
            race, before = chance.choice(known), await races.running(person.user_id)
            code = await races.start(world.press(), GUILD, person, race)
            assert (code is RaceStart.RUNNING) is (before is not None)
            if code is RaceStart.STARTED:
                found = existing(await races.running(person.user_id))
                begun[person.user_id, found.race] = world.clock.now
                counted[person.user_id, found.race] = []
                shown.append((person, found))
        else:
            person, found = chance.choice(shown[-4:])
            mine, puzzle = (person.user_id, found.race), existing(found.puzzle)
            choice, key = chance.randrange(len(puzzle.answers)), fresh()
            results, wrong = counted[mine], counted[mine].count(False)
            is_in_time = world.clock.now < begun[mine] + LENGTH_MS and wrong < MOST_WRONG
            fits = is_in_time and found.step == len(results)
            for _ in range(chance.choice((1, 2))):
                outcome = await given(world, found, choice, person=person, key=key)
                assert (outcome is AnswerOutcome.TAKEN) is fits
            if fits:
                results.append(puzzle.is_right(choice))
            after = existing(await races.state(person.user_id, found.race))
            counts = (results.count(True), results.count(False))
            assert (after.attempt.solved, after.attempt.wrong) == counts
            if after.puzzle is not None:
                shown.append((person, after))
        world.clock.pass_ms(chance.choice((SECOND, 2 * SECOND, 20 * SECOND)))
    world.clock.pass_ms(LENGTH_MS)
    week = {mine: results for mine, results in counted.items() if any(results)}
    board = await races.board(GUILD, ANN.user_id)
    wanted: dict[UserId, int] = {}
    for (who, _), results in week.items():
        wanted[who] = max(wanted.get(who, 0), results.count(True))
    assert {one.user_id: one.value for one in board.lines} == wanted
