"""What every exercise has in common: a first question, and what follows from its answer.

An exercise of another series is another row of ``EXERCISES``.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine import daily
from engine.clocks import DAY
from engine.service import InteractionId, Person
from engine.service.exercises.answering import AnswerOutcome, Given, GradedQuestion
from engine.service.exercises.attempts import Series
from engine.service.standings import Standing
from engine.service.trainer import OPEN_MS
from engine.trainer.puzzle import Track
from engine.trainer.race import LENGTH_MS
from tests.prepared import day as prepared_day
from tests.prepared import fill
from tests.service.world import CEE, CHANNEL, GUILD, World, existing
from tests.worlds.put_up import SOLUTION, hand_to_post


@dataclass(frozen=True)
class Step:
    """A step of a lesson as the coach has graded it: of two answers the first is right."""

    answers: Sequence[str] = ("better", "worse")

    def is_right(self, choice: int) -> bool:
        return choice == 0

    def lost(self, choice: int) -> float:
        return 3.0 * choice


@dataclass(frozen=True)
class Ready:
    """An exercise that somebody can answer.

    ``grading``: a lesson's question comes with the answer. ``closes_in``: how long it takes
    answers; ``None`` for ever. ``end`` and ``board``: what puts the person on its board.
    """

    series: Series
    exercise: int
    question: GradedQuestion
    grading: GradedQuestion | None = None
    closes_in: int | None = None
    end: Callable[[Person], Awaitable[object]] | None = None
    board: Callable[[Person], Awaitable[Standing[Any]]] | None = None

    @property
    def right(self) -> int:
        return self._first(right=True)

    @property
    def wrong(self) -> int:
        return self._first(right=False)

    async def answer(
        self, world: World, person: Person, choice: int, key: InteractionId | None = None
    ) -> AnswerOutcome:
        """Answer the first question; ``key``: of the press, else a new one."""
        given = Given(
            key or world.press(), self.series, self.exercise, person, 0, choice, self.grading, GUILD
        )
        return await world.service.exercises.answer(given)

    def _first(self, *, right: bool) -> int:
        numbers = range(len(self.question.answers))
        return next(n for n in numbers if self.question.is_right(n) is right)


Prepare: TypeAlias = Callable[[World, Person], Awaitable[Ready]]


async def _day(world: World, person: Person) -> Ready:
    world.service.daily.think = prepared_day
    await world.service.daily.prepare()
    day = daily.day_of(world.clock.now)
    asked = existing(await world.service.puzzles.asked(day, person.user_id))
    return Ready(Series.DAY, day, asked.puzzle, closes_in=DAY)


async def _week(world: World, _person: Person) -> Ready:
    open_one = await world.service.weekly.open_hand(GUILD)
    ask = hand_to_post(world.press(), GUILD, CHANNEL, CEE.user_id)
    hand = await world.service.weekly.post(ask) if open_one is None else open_one.id
    return Ready(Series.WEEK, hand, SOLUTION, closes_in=OPEN_MS)


async def _trainer(world: World, person: Person) -> Ready:
    await fill(world.service)
    asked = existing(await world.service.trainer.next(person.user_id, Track.KNOCK))
    return Ready(Series.TRAINER, asked.key, asked.puzzle)


async def _race(world: World, person: Person) -> Ready:
    await fill(world.service)
    races = world.service.races
    await races.start(world.press(), GUILD, person)
    race = existing(await races.running(person.user_id))

    async def end(of: Person) -> object:
        return await races.stop(world.press(), of.user_id, race.race)

    async def board(of: Person) -> Standing[Any]:
        return await races.board(GUILD, of.user_id)

    puzzle = existing(race.puzzle)
    return Ready(Series.RACE, race.race, puzzle, closes_in=LENGTH_MS, end=end, board=board)


async def _course(_world: World, _person: Person) -> Ready:
    return Ready(Series.COURSE, 1, Step(), grading=Step())


EXERCISES: Final[dict[Series, Prepare]] = {
    Series.DAY: _day,
    Series.WEEK: _week,
    Series.TRAINER: _trainer,
    Series.RACE: _race,
    Series.COURSE: _course,
}
"""What makes an exercise of each series ready for a person, with its first question."""
RANKED: Final = (Series.RACE,)
"""Those with a board."""
