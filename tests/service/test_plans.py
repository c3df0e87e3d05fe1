"""Premoves and take-backs: played in the transaction of the move before, invisible until then."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.clocks import MINUTE
from engine.coach.luck import study
from engine.game.actions import AllowBack, AskBack, Discard, Draw, Knock, Pass
from engine.game.cards import cards_of
from engine.game.legal import Verb
from engine.game.match import MatchPhase
from engine.game.record import replay, to_text, without_taken_back
from engine.game.round import RoundEventKind
from engine.game.seats import Seat
from engine.premoves import NO_PLANS, Premoves, plans_from, plans_text
from engine.service import LiveMatch, Notify, Person, Prefs, Stale, UserId
from engine.service.play import NudgeCode, Nudged, NudgeRefused
from tests.keys import fresh
from tests.service.world import World, existing, open_world, sensible


async def plan(world: World, live: LiveMatch, seat: Seat, **chosen: object) -> LiveMatch:
    user = existing(live.player(seat).user_id)
    changed = await world.service.planning.change(
        fresh(),
        live.id,
        user,
        lambda now: replace(now, **chosen),  # type: ignore[arg-type]
    )
    assert changed is not None
    return changed


def facts(live: LiveMatch) -> list[RoundEventKind]:
    return [event.fact for event in live.public().tables[0].events]


async def test_a_plan_changes_nothing_that_anybody_sees(world: World) -> None:
    live = await world.match()
    await world.service.idle()
    heard, waiting = len(world.heard), Seat(1 - live.public().to_act[0])
    changed = await plan(world, live, waiting, draw_stock=True, knock_at=5)
    await world.service.idle()
    assert len(world.heard) == heard
    assert changed.version == live.version
    assert changed.public() == live.public()
    assert changed.view(Seat(1 - waiting)) == live.view(Seat(1 - waiting))
    assert changed.revision(waiting) == live.revision(waiting)
    assert changed.plans_of(Seat(1 - waiting)) == NO_PLANS


async def test_passing_and_drawing_happen_with_the_move_before(world: World) -> None:
    live = await world.match()
    first = live.public().to_act[0]
    other = Seat(1 - first)
    live = await plan(world, live, other, pass_upcard=True)
    live = await world.did(live, first, Pass())
    assert facts(live) == [RoundEventKind.PASSED, RoundEventKind.PASSED]
    live = await plan(world, live, other, draw_stock=True)
    live = await world.did(live, first, Draw())
    card = next(cards_of(live.view(first).legal.discards))
    live = await world.did(live, first, Discard(card))
    assert facts(live)[-2:] == [RoundEventKind.DISCARDED, RoundEventKind.DREW]
    assert live.public().to_act == (other,)
    assert live.view(other).drawn is not None
    assert live.view(first).table.events[-1].card is None  # type: ignore[union-attr]


async def test_a_planned_knock_comes_as_soon_as_it_may(world: World) -> None:
    live = await world.match()
    for seat in (Seat.ONE, Seat.TWO):
        live = await plan(world, live, seat, knock_at=10)
    for _ in range(200):
        if live.public().phase is not MatchPhase.PLAYING:
            break
        seat = live.public().to_act[0]
        view = live.view(seat)
        assert Verb.KNOCK not in view.legal.verbs, "it is the plan that knocks"
        action = sensible(live, seat)
        assert not isinstance(action, Knock)
        live = await world.did(live, seat, action)
    assert RoundEventKind.KNOCKED in facts(live)
    assert live.plans_of(Seat.ONE) == NO_PLANS
    assert live.plans_of(Seat.TWO) == NO_PLANS


async def test_plans_outlive_a_restart_and_end_with_the_round(world: World, tmp_path: Path) -> None:
    live = await world.match()
    order = tuple(cards_of(live.view(Seat.ONE).hand))[::-1]
    await plan(world, live, Seat.ONE, order=order, pass_upcard=True)
    await world.service.close()
    world = await open_world(tmp_path, clock=world.clock, last_id=5000)
    live = await world.load(live.id)
    assert live.plans_of(Seat.ONE).order == order
    assert live.plans_of(Seat.ONE).arranged(tuple(sorted(order))) == order
    live = await world.between(live)
    assert live.plans_of(Seat.ONE) == NO_PLANS
    await world.service.close()


def test_plans_round_trip_as_text() -> None:
    every = (Premoves(True, True, 0, (3, 1, 51), 2), NO_PLANS, Premoves(knock_at=7))
    assert plans_from(plans_text(every)) == every
    assert json.loads(plans_text((NO_PLANS,))) == [{}]
    assert NO_PLANS.arranged((4, 2)) == (4, 2)
    assert Premoves(order=(9, 2)).arranged((2, 4, 9)) == (9, 2, 4)


@pytest.mark.slow
async def test_a_discard_taken_back_keeps_record_proof_and_old_buttons_right(world: World) -> None:
    live = await world.match()
    for _ in range(2):
        live = await world.did(live, live.public().to_act[0], Pass())
    seat = live.public().to_act[0]
    drawn = await world.did(live, seat, Draw())
    card = next(cards_of(drawn.view(seat).legal.discards))
    discarded = await world.did(drawn, seat, Discard(card))
    asked = await world.did(discarded, seat, AskBack())
    back = await world.did(asked, Seat(1 - seat), AllowBack())
    assert back.view(seat).hand == drawn.view(seat).hand
    assert back.view(seat).drawn == drawn.view(seat).drawn
    assert isinstance(await world.act(discarded, Seat(1 - seat), Draw()), Stale)
    live = await world.between(back)
    record = existing(await world.service.record(live.id))
    text = to_text(record)
    assert all(f" {int(who)} {what}\n" in text for who, what in ((seat, "y"), (1 - seat, "Y")))
    assert replay(record).played == live.public().played
    plain = without_taken_back(record)
    assert len(plain.moves) == len(record.moves) - 3
    assert replay(plain).played == live.public().played
    assert existing(study(record, 1, seat)).review.graded


async def test_two_nudges_a_match_never_at_night_and_not_too_soon(world: World) -> None:
    live = await world.match()
    sleeper = live.public().to_act[0]
    user, me = live.player(sleeper), live.player(Seat(1 - sleeper))
    assert user.user_id is not None
    assert me.user_id is not None

    async def nudged(by: UserId) -> Nudged | NudgeRefused:
        return await world.service.planning.nudge(fresh(), live.id, by)

    soon = await nudged(me.user_id)
    assert soon == NudgeRefused(NudgeCode.TOO_SOON, world.clock.now + 10 * MINUTE)
    world.clock.pass_ms(10 * MINUTE)
    assert (await nudged(user.user_id)) == NudgeRefused(NudgeCode.NOBODY_TO_NUDGE)
    minute = world.clock.now // MINUTE % 1440
    sleepy = Person(user.user_id, user.name)
    await world.service.set_prefs(
        fresh(),
        sleepy,
        Prefs(quiet_hours=(minute - 60 if minute >= 60 else 0, (minute + 60) % 1440)),
    )
    asleep = await nudged(me.user_id)
    assert isinstance(asleep, NudgeRefused)
    assert asleep.code is NudgeCode.ASLEEP
    assert asleep.until_ms is not None
    assert world.clock.now < asleep.until_ms <= world.clock.now + 60 * MINUTE
    await world.service.set_prefs(fresh(), sleepy, Prefs(notify=Notify.NONE))
    assert (await nudged(me.user_id)) == NudgeRefused(NudgeCode.NOT_WANTED, name=user.name)
    await world.service.set_prefs(fresh(), sleepy, Prefs())
    for left in (1, 0):
        outcome = await nudged(me.user_id)
        assert isinstance(outcome, Nudged)
        assert (outcome.users, outcome.left) == ((user.user_id,), left)
    assert (await nudged(me.user_id)) == NudgeRefused(NudgeCode.NO_MORE)
