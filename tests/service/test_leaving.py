"""Somebody leaves a table of three or more, and a computer plays on in their seat."""

from engine.clocks import DAILY, DAY, LIVE
from engine.game.actions import (
    AllowSubstitute,
    AskPause,
    AskSubstitute,
    RefuseSubstitute,
    Resume,
    SeatAction,
)
from engine.game.errors import RuleCode
from engine.game.match import MatchEvent, MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchCommand, NotSeated, Person, Refused, Repeated
from engine.service.types import ActOutcome
from tests.service.world import ANN, BOB, CEE, World, existing

THREE = {"rules": PRESETS["three_handed"], "preset": "three_handed"}


async def of_three(world: World, **more: object) -> LiveMatch:
    lobby = await world.opened(ANN, seats=3, max_seats=3, **{**THREE, **more})
    for person in (BOB, CEE):
        await world.service.join(world.press(), lobby, person)
    (live,) = await world.service.live_matches_of(ANN.user_id)
    return live


def seat_of(live: LiveMatch, person: Person) -> Seat:
    return existing(live.seat_of(person.user_id))


async def ask(world: World, live: LiveMatch, person: Person, action: SeatAction) -> ActOutcome:
    """A press on what is asked of a table, which counts whatever has been played meanwhile."""
    command = MatchCommand(world.press(), live.id, person.user_id, action, None)
    return await world.service.act(command)


async def left(world: World, live: LiveMatch, person: Person = BOB) -> LiveMatch:
    """The match after everybody has agreed that somebody leaves."""
    seat = seat_of(live, person)
    outcome = await ask(world, live, person, AskSubstitute(seat))
    for other in (ANN, BOB, CEE):
        if other is not person and live.seat_of(other.user_id) is not None:
            outcome = await ask(world, live, other, AllowSubstitute(seat))
    assert isinstance(outcome, Applied), outcome
    return outcome.live


async def test_a_computer_plays_the_match_to_its_end(world: World) -> None:
    live = await of_three(world)
    seat = seat_of(live, BOB)
    live = await left(world, live)
    assert existing(live.player(seat).level) == "casual"
    assert live.seat_of(BOB.user_id) is None
    assert not await world.service.live_matches_of(BOB.user_id)
    assert [one.id for one in await world.service.live_matches_of(CEE.user_id)] == [live.id]
    over = await world.play(live, lambda now: now.is_over)
    assert over.public().outcome is not None
    # As after a restart: what was stored is what was played.
    assert (await world.load(live.id)).players == over.players


async def test_whoever_has_left_can_do_nothing_there_any_more(world: World) -> None:
    live = await of_three(world)
    seat = seat_of(live, BOB)
    await left(world, live)
    assert isinstance(await ask(world, live, BOB, AskSubstitute(seat)), NotSeated)


async def test_a_rated_match_is_not_rated_from_then_on(world: World) -> None:
    live = await left(world, await of_three(world, rated=True))
    over = await world.play(live, lambda now: now.is_over)
    assert over.ratings is None


async def test_everybody_has_to_agree(world: World) -> None:
    live = await of_three(world)
    seat = seat_of(live, BOB)
    await ask(world, live, BOB, AskSubstitute(seat))
    await ask(world, live, ANN, AllowSubstitute(seat))
    assert (await world.load(live.id)).seat_of(BOB.user_id) is seat
    outcome = await ask(world, live, CEE, RefuseSubstitute(seat))
    assert isinstance(outcome, Applied)
    assert outcome.live.public().substitution is None
    assert outcome.live.seat_of(BOB.user_id) is seat


async def test_a_present_player_keeps_the_seat(world: World) -> None:
    live = await of_three(world)
    for wanted in (seat_of(live, BOB), Seat(7)):  # a page could send what no table has
        refused = await ask(world, live, ANN, AskSubstitute(wanted))
        assert isinstance(refused, Refused)
        assert refused.error.broken is RuleCode.NOT_ABSENT


async def test_the_others_may_replace_whoever_lets_the_time_run_out(world: World) -> None:
    """Where the clock plays for them, and where it waits for a claim."""
    for clock, wait in ((LIVE, existing(LIVE.turn_ms) + LIVE.bank_ms), (DAILY, DAY)):
        live = await of_three(world, clock=clock)
        [absent] = live.public().to_act
        await world.pass_ms(wait)
        live = await world.load(live.id)
        assert live.public().strikes[absent] or absent in live.late
        others = [one for one in (ANN, BOB, CEE) if live.seat_of(one.user_id) is not absent]
        await ask(world, live, others[0], AskSubstitute(absent))
        outcome = await ask(world, live, others[1], AllowSubstitute(absent))
        assert isinstance(outcome, Applied)
        assert MatchEvent.SEAT_TAKEN in outcome.happened
        assert outcome.live.late == ()
        assert outcome.live.player(absent).is_computer
        await world.play(outcome.live, lambda now: now.is_over)


async def test_two_may_leave_and_the_last_cannot(world: World) -> None:
    live = await left(world, await of_three(world))
    live = await left(world, live, CEE)
    assert [one.is_computer for one in live.players].count(True) == 2
    refused = await ask(world, live, ANN, AskSubstitute(seat_of(live, ANN)))
    assert isinstance(refused, Refused)
    assert refused.error.broken is RuleCode.NOBODY_STAYS


async def test_between_two_rounds_and_in_a_pause(world: World) -> None:
    live = await world.between(await of_three(world))
    live = await left(world, live)
    live = await world.play(live, lambda now: now.public().phase is MatchPhase.PLAYING)
    for person in (ANN, CEE):
        await ask(world, live, person, AskPause())
    live = await world.load(live.id)
    assert live.is_paused
    live = await left(world, live, CEE)
    assert live.is_paused
    await ask(world, live, ANN, Resume())
    over = await world.play(live, lambda now: now.is_over)
    assert over.public().outcome is not None


async def test_the_same_press_twice_asks_once(world: World) -> None:
    live = await of_three(world)
    seat = seat_of(live, BOB)
    key = world.press()
    command = MatchCommand(key, live.id, BOB.user_id, AskSubstitute(seat), None)
    first, second = await world.service.act(command), await world.service.act(command)
    assert isinstance(first, Applied)
    assert isinstance(second, Repeated)
    assert second.live.version == first.live.version
