"""Which matches are rated, by which numbers, and where people then stand."""

from dataclasses import replace

import pytest

from engine.actions import Resign
from engine.clock import DAY, LIVE
from engine.match import MatchPhase
from engine.pools import Family, Pace, Pool
from engine.rating import NEWCOMER, Result, updated
from engine.rules import PRESETS
from engine.seats import Seat
from engine.service import Applied, Board, GuildId, LiveMatch, Prefs, UserId, Wanted
from engine.service.friends import Befriended
from engine.service.rated import Unrated
from engine.service.statistics import wilson
from engine.service.watch import LOSSES, RATED_A_DAY, RESIGNATIONS
from engine.store import Repeatable
from engine.store.schema import ratings
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, GUILD, World

QUICK = replace(PRESETS["standard"], target=10)
SLOW = Pool(Family.STANDARD, Pace.CORRESPONDENCE)
FAST = Pool(Family.STANDARD, Pace.LIVE)


async def won_by(world: World, winner: Seat, **more: object) -> LiveMatch:
    """Ann (seat one) against Bob: one round is played, then the other one resigns."""
    live = await world.match(ANN, BOB, rated=True, **more)
    live = await world.play(live, lambda now: now.public().phase is MatchPhase.BETWEEN)
    seats = {player.user_id: player.seat for player in live.players}
    loser = seats[BOB.user_id if winner is Seat.ONE else ANN.user_id]
    user = live.player(loser).user_id
    assert user is not None
    outcome = await world.act(live, loser, Resign())
    assert isinstance(outcome, Applied)
    return outcome.live


async def test_both_start_alike_and_part_by_the_same(world: World) -> None:
    live = await won_by(world, Seat.ONE)
    assert live.ratings is not None
    changes = {live.player(one.seat).user_id: one for one in live.ratings.changes}
    ann, bob = changes[ANN.user_id], changes[BOB.user_id]
    assert ann.change == -bob.change > 0
    assert ann.provisional
    now = await world.service.ratings.of(ANN.user_id, SLOW, GUILD)
    alone = updated(NEWCOMER, [Result(1500, 350, 1)], 0)
    assert now.value == pytest.approx(alone.value)
    assert (await world.service.ratings.of(ANN.user_id, SLOW)).value == now.value
    assert await world.service.ratings.of(ANN.user_id, FAST, GUILD) == NEWCOMER
    assert await world.service.ratings.of(ANN.user_id, SLOW, GuildId(5)) == NEWCOMER


async def test_idle_time_widens_what_is_read(world: World) -> None:
    await won_by(world, Seat.ONE)
    before = await world.service.ratings.of(ANN.user_id, SLOW, GUILD)
    world.clock.pass_ms(400 * DAY)
    after = await world.service.ratings.of(ANN.user_id, SLOW, GUILD)
    assert after.value == before.value
    assert after.deviation > before.deviation


async def test_live_and_correspondence_are_two_lists(world: World) -> None:
    await won_by(world, Seat.ONE, clock=LIVE)
    assert list(await world.service.ratings.all_of(ANN.user_id, GUILD)) == [FAST]


async def test_a_match_without_a_finished_round_is_not_rated(world: World) -> None:
    live = await world.match(ANN, BOB, rated=True)
    outcome = await world.act(live, live.public().to_act[0], Resign())
    assert isinstance(outcome, Applied)
    assert outcome.live.ratings is not None
    assert outcome.live.ratings.unrated is Unrated.SHORT
    assert (await world.service.ratings.unrated(GUILD))[0].match_id == live.id


async def test_two_people_rate_only_some_matches_a_day(world: World) -> None:
    reasons = []
    for _ in range(RATED_A_DAY + 1):
        live = await world.match(ANN, BOB, rated=True, rules=QUICK)
        live = await world.play(live, lambda now: now.is_over)
        assert live.ratings is not None
        reasons.append(live.ratings.unrated)
    assert reasons == [None] * RATED_A_DAY + [Unrated.OFTEN]
    world.clock.pass_ms(DAY)
    live = await won_by(world, Seat.ONE)
    assert live.ratings is not None
    assert live.ratings.unrated is None


async def test_quick_resignations_to_one_partner_stop_counting(world: World) -> None:
    reasons = []
    for _ in range(RESIGNATIONS):
        live = await won_by(world, Seat.ONE)
        assert live.ratings is not None
        reasons.append(live.ratings.unrated)
        world.clock.pass_ms(DAY)
    assert reasons == [None] * (RESIGNATIONS - 1) + [Unrated.RESIGNATIONS]


async def test_losses_that_nobody_expects_stop_counting(world: World) -> None:
    await won_by(world, Seat.TWO)

    def strong(connection: object) -> None:
        for user, value in ((ANN.user_id, 1900.0), (BOB.user_id, 1300.0)):
            mine = ratings.c.user_id == user
            known = ratings.update().where(mine).values(rating=value, deviation=50.0)
            connection.execute(known)  # type: ignore[attr-defined]

    await world.service._store.write(Repeatable(strong))
    reasons = []
    for _ in range(LOSSES - 1):
        live = await _lost_late(world)
        assert live.ratings is not None
        reasons.append(live.ratings.unrated)
        world.clock.pass_ms(DAY)
        await world.service._store.write(Repeatable(strong))
    assert reasons == [None] * (LOSSES - 2) + [Unrated.LOSSES]


async def _lost_late(world: World) -> LiveMatch:
    """Ann loses to Bob after three rounds."""
    live = await world.match(ANN, BOB, rated=True)
    live = await world.play(
        live, lambda now: now.public().phase is MatchPhase.BETWEEN and now.public().number >= 3
    )
    seat = next(player.seat for player in live.players if player.user_id == ANN.user_id)
    outcome = await world.act(live, seat, Resign())
    assert isinstance(outcome, Applied)
    return outcome.live


async def test_friends_are_a_board_of_their_own(world: World) -> None:
    await won_by(world, Seat.ONE)
    friends = world.service.friends
    assert await friends.add(fresh(), CEE, ANN) is Befriended.ASKED
    assert await friends.add(fresh(), CEE, ANN) is Befriended.ALREADY
    assert await friends.add(fresh(), CEE, CEE) is Befriended.SELF
    assert [friend.user_id for friend in await friends.of(CEE.user_id)] == [ANN.user_id]
    page = await world.service.boards.friends(Wanted(GUILD), CEE.user_id)
    assert [(one.rank, one.user_id) for one in page.lines] == [(1, ANN.user_id)]
    assert await friends.remove(fresh(), CEE.user_id, ANN.user_id)
    assert (await world.service.boards.friends(Wanted(GUILD), CEE.user_id)).lines == ()


async def test_the_board_of_all_servers_shows_only_who_asked(world: World) -> None:
    await won_by(world, Seat.ONE)
    everywhere = Wanted(None)
    assert (await world.service.boards.page(everywhere, ANN.user_id)).lines == ()
    await world.service.set_prefs(fresh(), ANN, Prefs(world_board=True))
    page = await world.service.boards.page(everywhere, ANN.user_id)
    assert [one.user_id for one in page.lines] == [ANN.user_id]
    assert page.mine == page.lines[0]
    await world.service.set_prefs(fresh(), ANN, Prefs())
    assert (await world.service.boards.page(everywhere, ANN.user_id)).mine is None


async def test_equal_values_share_a_place(world: World) -> None:
    for seat in (Seat.ONE, Seat.TWO):
        await won_by(world, seat)
    page = await world.service.boards.page(Wanted(GUILD), BOB.user_id)
    assert [one.rank for one in page.lines] == [1, 1]
    second = await world.service.boards.page(Wanted(GUILD), BOB.user_id, limit=1, offset=1)
    assert second.lines[0].rank == 1
    assert not second.more
    assert (await world.service.boards.page(Wanted(GUILD), UserId(99))).mine is None


async def test_a_provisional_rating_stands_on_no_board(world: World) -> None:
    await won_by(world, Seat.ONE)
    wanted = Wanted(GUILD, Board.RATING, str(SLOW))
    assert (await world.service.boards.page(wanted, ANN.user_id)).lines == ()
    with pytest.raises(ValueError, match="pool"):
        Wanted(GUILD, Board.RATING)


def test_wilson_holds_the_share_and_narrows() -> None:
    few, many = wilson(6, 10), wilson(600, 1000)
    assert few[0] < many[0] < 0.6 < many[1] < few[1]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
