"""Luck is noted when a match ends and filled in once, whoever does it."""

from engine.coach.luck import luck_of_match
from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import LiveMatch, UserId
from engine.service.standings import LuckOverTime, MatchLuck, Profile
from tests.service.world import ANN, BOB, World, existing

HERS = MatchLuck(3, 10.5, -4.25, 2.0)


async def over(world: World) -> LiveMatch:
    """A match that Ann gives up after a finished round."""
    live = await world.match()
    live = await world.play(live, lambda now: len(now.public().played) == 1)
    await world.act(live, Seat.ONE, Resign())
    return await world.load(live.id)


async def over_time(world: World, user: UserId) -> LuckOverTime:
    """The luck of one person as the profile says it."""
    found = await world.service.statistics.profile(user, user, None)
    assert isinstance(found, Profile)
    return found.luck


async def test_an_ended_match_waits_until_it_is_filled_in_once(world: World) -> None:
    live, luck = await over(world), world.service.luck
    assert await luck.pending(5) == [live.id]
    assert await luck.of_match(live.id, ANN.user_id) is None
    await luck.enter(live.id, {ANN.user_id: HERS})
    assert await luck.pending(5) == []
    await luck.enter(live.id, {ANN.user_id: MatchLuck(9, 9.0, 9.0, 9.0)})
    assert await luck.of_match(live.id, ANN.user_id) == HERS
    assert await luck.of_match(live.id, BOB.user_id) == MatchLuck(0, 0.0, 0.0, 0.0)
    assert await over_time(world, ANN.user_id) == LuckOverTime(1, HERS)
    assert (await over_time(world, BOB.user_id)).matches == 0


async def test_a_match_without_a_round_has_no_luck(world: World) -> None:
    await world.act(await world.match(), Seat.ONE, Resign())
    assert await world.service.luck.pending(5) == []
    assert (await over_time(world, UserId(ANN.user_id))).matches == 0


async def test_what_is_stored_can_be_worked_out_from_the_record(world: World) -> None:
    live = await over(world)
    found = luck_of_match(existing(await world.service.record(live.id)))
    scores = live.public().played[0].entry.scores
    assert round(found[Seat.ONE].luck.points) == scores[0] - scores[1]
    assert found[Seat.TWO].luck == found[Seat.ONE].luck.mirrored
    assert "match_luck" in str(await world.service.export_of(ANN.user_id))
