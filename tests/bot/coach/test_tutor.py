"""The tutor: how far it is, its advice, and what has changed after more rounds."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bot.coach import tutor as at_work
from bot.coach.tutor import Advising, Studying, TooFewRounds, Tutor, tutor_screen
from bot.match.coaching import Coaching
from bot.presses.exercise import ExercisePress
from bot.presses.match import ReplayPress
from bot.presses.pages import TutorPress, TutorVerb
from bot.ui.i18n import words_for
from bot.ui.parts.bars import BarsPart
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.screen import Screen
from engine.clocks import HOUR
from engine.game.actions import Discard, Knock
from engine.game.cards import card
from engine.game.errors import RecordError
from engine.game.record import MatchRecord
from engine.game.seats import Seat
from engine.service import MatchId
from engine.service.trainer import advice
from engine.trainer.puzzle import Track
from engine.trainer.tutor import KNOCKS_LATE, Loss, LossChange, Mistake
from tests.journeys.paths import ask
from tests.journeys.world import running_world, shown
from tests.service.world import ANN, World, existing, open_world
from tests.worlds.advised import advising, working
from tests.worlds.training import played_badly

ENGLISH = Reader(words_for("en-US"))
FEW = 6
AFTER = 2
"""Rounds in place of fifty and twenty-five."""


class Held:
    """Stands in for the coach's process: each round waits until it is let go."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.asked: list[tuple[int, int]] = []

    async def mistakes(
        self, match: MatchId, record: MatchRecord, number: int, seat: Seat
    ) -> tuple[Mistake, ...]:
        self.asked.append((match, number))
        await self.free.wait()
        played, best = Discard(card("9H")), Knock(card("QS"))
        return (Mistake(3, KNOCKS_LATE, 2.0 + number, played, best),)


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    for module in (at_work, advice):
        monkeypatch.setattr(module, "ROUNDS", FEW)
        monkeypatch.setattr(module, "ROUNDS_AFTER", AFTER)
    found = await open_world(tmp_path)
    yield found
    await found.service.close()


def tutor_of(world: World, coach: Held) -> Tutor:
    return Tutor(world.service, cast(Coaching, coach))


async def play(world: World) -> None:
    """Finish a match, an hour after the last one."""
    world.clock.pass_ms(HOUR)
    await played_badly(world)


async def test_the_missing_rounds_are_counted_and_the_first_ones_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_work, "FEWEST", 3)
    coach = Held()
    coach.free.set()
    tutor = tutor_of(world, coach)
    assert await tutor.look(ANN.user_id) == TooFewRounds(FEW)
    while (done := len(await world.service.tutoring.last_rounds(ANN.user_id))) < 3:
        assert await tutor.look(ANN.user_id) == TooFewRounds(FEW - done)
        await play(world)
    assert done < FEW
    found = await tutor.look(ANN.user_id)
    assert isinstance(found, TooFewRounds)
    assert found.missing == FEW - done
    [finding] = found.found
    assert (finding.weakness, len(finding.losses)) == (KNOCKS_LATE, done)
    assert await tutor.look(ANN.user_id) == found
    assert len(coach.asked) == done, "the same rounds are not studied again"
    assert await world.service.tutoring.advice_of(ANN.user_id) is None
    screen = tutor_screen(ENGLISH, found)
    text = "\n".join(screen.texts())
    assert f"{done} of {FEW} rounds so far" in text
    assert "which may be chance" in text
    assert "Knocking too late" in text


async def test_advice_is_computed_once_and_compared_after_more_rounds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_work, "WAIT_S", 0.01)
    coach = Held()
    tutor = tutor_of(world, coach)
    while len(await world.service.tutoring.last_rounds(ANN.user_id)) < FEW:
        await play(world)
    looks = await asyncio.gather(*(tutor.look(ANN.user_id) for _ in range(3)))
    assert all(isinstance(one, Studying) and one.all == FEW for one in looks)
    coach.free.set()
    found = await settled(tutor)
    assert [one.finding.weakness for one in found.advice.advised] == [KNOCKS_LATE]
    assert found.missing == AFTER
    assert len(coach.asked) == FEW
    assert await settled(tutor) == found
    assert len(coach.asked) == FEW, "advice that was given is not drawn again"
    while (later := await settled(tutor)).missing:
        assert later.advice == found.advice
        await play(world)
    assert later.advice == found.advice
    assert [one.is_clear for one in later.changes] == [False]
    assert len(coach.asked) == FEW + AFTER
    renewed = await settled(tutor, anew=True)
    assert renewed.advice.until_ms > found.advice.until_ms
    await tutor.stop()


async def test_a_round_that_cannot_be_read_is_left_out(world: World) -> None:
    class Broken(Held):
        async def mistakes(
            self, match: MatchId, record: MatchRecord, number: int, seat: Seat
        ) -> tuple[Mistake, ...]:
            if not self.asked:
                self.asked.append((match, number))
                raise RecordError("record_unreadable")
            return await super().mistakes(match, record, number, seat)

    coach = Broken()
    coach.free.set()
    tutor = tutor_of(world, coach)
    while isinstance(await tutor.look(ANN.user_id), TooFewRounds):
        await play(world)
    assert (await settled(tutor)).advice.advised


async def settled(tutor: Tutor, *, anew: bool = False) -> Advising:
    """Look until the advice is there."""
    found = await tutor.look(ANN.user_id, anew=anew)
    while not isinstance(found, Advising):
        found = await tutor.look(ANN.user_id)
    return found


def bars_of(screen: Screen) -> BarsPart:
    return next(part for part in screen.parts if isinstance(part, BarsPart))


def test_a_finding_has_its_loss_two_examples_and_puzzles() -> None:
    screen = tutor_screen(ENGLISH, advising(13))
    text = "\n".join(screen.texts())
    assert "### Knocking too late\n**−1.5 ± 1.0 points a round**" in text
    assert "discard 9♥ instead of knock, discarding Q♠: −6.5 points" in text
    assert "After 13 more finished rounds" in text
    presses = [button.press for button in screen.buttons()]
    replays = [ReplayPress.parse(str(one)) for one in presses[:2]]
    assert [(one.id, one.revision, one.step) for one in map(existing, replays)] == [
        (5, 2, 9),
        (6, 1, 9),
    ]
    trained = ExercisePress.parse(str(presses[2]))
    assert existing(trained).track is Track.FIRST_ADVICE
    (drawn,) = bars_of(screen).bars
    assert (drawn.share, drawn.high) == pytest.approx((1.5 / 2.5, 1.0))
    assert set(bars_of(screen).offered) == set(presses)


@pytest.mark.parametrize(
    ("difference", "is_clear", "expected"),
    [
        (-2.0, True, "Clearly better (+2.0)"),
        (2.0, True, "Clearly worse (−2.0)"),
        (0.1, False, "No clear change (−0.1)"),
    ],
)
def test_a_change_has_its_difference(difference: float, is_clear: bool, expected: str) -> None:
    one = LossChange(Loss(1.0, 0.1), difference, is_clear)
    screen = tutor_screen(ENGLISH, advising(0, one))
    text = "\n".join(screen.texts())
    assert expected in text
    *_, last = screen.buttons()
    assert last.press == TutorPress(TutorVerb.RENEW)


def test_progress_is_shown_until_the_advice_is_there() -> None:
    few = tutor_screen(ENGLISH, TooFewRounds(1))
    assert "49 of 50 rounds so far: the tutor needs 1 more" in "\n".join(few.texts())
    busy = tutor_screen(ENGLISH, Studying(12, 50))
    assert "12 of 50" in "\n".join(busy.texts())
    (head,) = [part for part in busy.parts if isinstance(part, SectionPart)]
    assert head.progress == pytest.approx(0.24)


async def test_a_newcomer_sees_how_many_rounds_are_missing(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        found = (await ask(world, world.members[0], "tutor")).response
        assert (
            "0 of 50 rounds so far: the tutor needs 50 more" in shown(found, found.components).text
        )


async def test_the_message_in_chat_follows_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = working(monkeypatch)
    async with running_world(tmp_path, people=1) as world:
        found = (await ask(world, world.members[0], "tutor")).response
        await world.settle()
        now = world.stored(found.id).components
        assert states == []
        assert "Knocking too late" in shown(found, now).text
