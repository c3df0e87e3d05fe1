"""The tutor's store: the rounds that advice is drawn from, what is stored of it, its puzzles."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from engine.clocks import HOUR
from engine.game.actions import Discard
from engine.game.cards import card
from engine.game.presets import PRESETS
from engine.service.exercises.attempts import Series
from engine.service.trainer import advice
from engine.store.schema import tutor_advice
from engine.trainer import tutor
from engine.trainer.puzzle import Question, Track
from engine.trainer.tutor import Example, Loss, Mistake, TutorFinding, Weakness
from tests.prepared import fill
from tests.service.world import ANN, BOB, World, existing
from tests.worlds.answering import answered
from tests.worlds.training import played_badly

LONG = replace(PRESETS["standard"], target=100)


def finding(weakness: Weakness, match: int = 5) -> TutorFinding:
    mistake = Mistake(3, weakness, 4.5, Discard(card("9H")), Discard(card("QS")))
    return TutorFinding(weakness, (1.5, 1.5), Loss(1.5, 0.25), (Example(match, 1, mistake),))


async def test_only_finished_rounds_of_finished_matches_are_studied(world: World) -> None:
    first = await played_badly(world)
    world.clock.pass_ms(HOUR)
    second = await played_badly(world)
    running = await world.between(await world.match(rules=LONG))
    assert running.public().played
    found = await world.service.tutoring.last_rounds(ANN.user_id)
    rounds = {
        one.match: len(existing(await world.service.load(one.match)).public().played)
        for one in found
    }
    assert set(rounds) == {first, second}
    assert len(found) == sum(rounds.values())
    assert [one.ended_ms for one in found] == sorted((one.ended_ms for one in found), reverse=True)
    newest = found[0].ended_ms
    assert await world.service.tutoring.rounds_after(ANN.user_id, newest) == ()
    later = await world.service.tutoring.rounds_after(ANN.user_id, found[-1].ended_ms)
    assert {one.match for one in later} == {second}


async def test_no_more_than_the_last_rounds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "ROUNDS", 1)
    await played_badly(world)
    world.clock.pass_ms(HOUR)
    last = await played_badly(world)
    (one,) = await world.service.tutoring.last_rounds(ANN.user_id)
    assert one.match == last


async def test_advice_is_stored_until_there_is_other_advice(world: World) -> None:
    tutoring = world.service.tutoring
    await played_badly(world)
    assert await tutoring.advice_of(ANN.user_id) is None
    await tutoring.advise(ANN.user_id, 7, [finding(tutor.KNOCKS_LATE)])
    await tutoring.advise(ANN.user_id, 9, [finding(tutor.BREAKS_MELDS)])
    found = existing(await tutoring.advice_of(ANN.user_id))
    assert found.until_ms == 9
    assert [one.finding for one in found.advised] == [finding(tutor.BREAKS_MELDS)]
    assert await tutoring.advice_of(BOB.user_id) is None


async def test_puzzles_are_drawn_for_a_finding_and_asked_in_turn(world: World) -> None:
    await fill(world.service)
    await played_badly(world)
    kinds = [tutor.KNOCKS_LATE, tutor.BREAKS_MELDS]
    await world.service.tutoring.advise(ANN.user_id, 7, [finding(one) for one in kinds])
    found = existing(await world.service.tutoring.advice_of(ANN.user_id))
    first, second = (one.puzzles for one in found.advised)
    assert 0 < len(first) <= advice.PUZZLES
    assert not set(first) & set(second)
    asked = []
    while (one := await world.service.trainer.next(ANN.user_id, Track.FIRST_ADVICE)) is not None:
        assert one.puzzle.question is Question.KNOCK
        asked.append(one.key)
        await answered(world.service, Series.TRAINER, one.key, ANN, one.puzzle.best)
    assert tuple(asked) == first
    other = existing(await world.service.trainer.next(ANN.user_id, Track.SECOND_ADVICE))
    assert other.key in second
    assert await world.service.trainer.next(ANN.user_id, Track.THIRD_ADVICE) is None


async def test_what_another_version_has_found_is_left_out(world: World) -> None:
    await played_badly(world)
    unknown = replace(tutor.KNOCKS_LATE, name="of_tomorrow")
    found = [finding(unknown), finding(tutor.KNOCKS_LATE)]
    await world.service.tutoring.advise(ANN.user_id, 7, found)
    stored = existing(await world.service.tutoring.advice_of(ANN.user_id))
    assert [one.finding.weakness for one in stored.advised] == [tutor.KNOCKS_LATE]


async def test_advice_goes_with_its_person(world: World) -> None:
    await played_badly(world)
    await world.service.tutoring.advise(ANN.user_id, 7, [finding(tutor.KNOCKS_LATE)])
    exported: Any = await world.service.export_of(ANN.user_id)
    assert [row["until_ms"] for row in exported["tutor_advice"]] == [7]
    assert await world.service.forget(world.press(), ANN.user_id)
    rows = await world.service._store.read(lambda c: c.execute(select(tutor_advice)).all())
    assert rows == []
