"""Which matches are rated, by which numbers, and where people then stand."""

from dataclasses import replace

import pytest

from engine.clocks import DAY, LIVE
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import Applied, GuildId, LiveMatch, Person, Prefs, UserId
from engine.service.social.friends import FriendOutcome
from engine.service.standings import LeaderboardMetric, LeaderboardQuery
from engine.service.standings.statistics import wilson
from engine.service.standings.unrated import LOSSES, RATED_A_DAY
from engine.service.stored_match import Unrated
from engine.standings.credit import KNOWN_AFTER, MOST_FROM_UNKNOWN
from engine.standings.rating import NEWCOMER, Family, Pace, Pool
from engine.store import Repeatable
from engine.store.schema import ratings
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, DAN, GUILD, World

QUICK = replace(PRESETS["standard"], target=10)
LONG = replace(PRESETS["standard"], target=100)
SLOW = Pool(Family.STANDARD, Pace.CORRESPONDENCE)
FAST = Pool(Family.STANDARD, Pace.LIVE)


async def won_by(
    world: World,
    winner: Seat,
    rounds: int = 3,
    pair: tuple[Person, Person] = (ANN, BOB),
    **more: object,
) -> LiveMatch:
    """Ann (seat one) against Bob, or another pair: some rounds, then the other one resigns."""
    live = await world.match(pair[0], pair[1], rated=True, **more)
    if rounds:
        live = await world.play(
            live,
            lambda now: now.public().phase is MatchPhase.BETWEEN and now.public().number >= rounds,
        )
    seats = {player.user_id: player.seat for player in live.players}
    loser = seats[pair[1 - winner].user_id]
    outcome = await world.act(live, loser, Resign())
    assert isinstance(outcome, Applied)
    return outcome.live


@pytest.mark.slow
async def test_both_start_alike_and_part_by_the_same(world: World) -> None:
    live = await won_by(world, Seat.ONE)
    assert live.ratings is not None
    changes = {live.player(one.seat).user_id: one for one in live.ratings.changes}
    ann, bob = changes[ANN.user_id], changes[BOB.user_id]
    assert ann.change == -bob.change > 0
    assert ann.provisional
    now = await world.service.ratings.of(ANN.user_id, SLOW, GUILD)
    # Nobody else has played Bob yet, so beating him brings no more than the bound.
    assert now.value == pytest.approx(NEWCOMER.value + MOST_FROM_UNKNOWN)
    assert (await world.service.ratings.of(ANN.user_id, SLOW)).value == now.value
    assert await world.service.ratings.of(ANN.user_id, FAST, GUILD) == NEWCOMER
    assert await world.service.ratings.of(ANN.user_id, SLOW, GuildId(5)) == NEWCOMER


@pytest.mark.slow
async def test_idle_time_widens_what_is_read(world: World) -> None:
    await won_by(world, Seat.ONE)
    before = await world.service.ratings.of(ANN.user_id, SLOW, GUILD)
    world.clock.pass_ms(400 * DAY)
    after = await world.service.ratings.of(ANN.user_id, SLOW, GUILD)
    assert after.value == before.value
    assert after.deviation > before.deviation


@pytest.mark.slow
async def test_live_and_correspondence_are_two_lists(world: World) -> None:
    await won_by(world, Seat.ONE, clock=LIVE)
    assert list(await world.service.ratings.all_of(ANN.user_id, GUILD)) == [FAST]


async def test_leaving_before_the_first_round_ends_is_a_defeat(world: World) -> None:
    live = await won_by(world, Seat.ONE, rounds=0)
    assert live.ratings is not None
    changes = {live.player(one.seat).user_id: one.change for one in live.ratings.changes}
    assert changes[BOB.user_id] < -30
    assert 0 < changes[ANN.user_id] < 20


async def test_leaving_at_once_costs_what_losing_in_play_costs(world: World) -> None:
    """Between newcomers resigning the first turn cost 162 points, and losing in play 50."""
    cost = []
    for pair, rounds in (((ANN, BOB), 0), ((CEE, DAN), 3)):
        live = await won_by(world, Seat.ONE, rounds, pair)
        assert live.ratings is not None
        seat = next(one.seat for one in live.players if one.user_id == pair[1].user_id)
        cost += [-one.change for one in live.ratings.changes if one.seat == seat]
    assert 0 < cost[0] == cost[1] <= MOST_FROM_UNKNOWN + 1


async def test_a_match_decided_without_a_round_is_not_rated(world: World) -> None:
    live = await world.match(ANN, BOB, rated=True)
    outcome = await world.service.adjudicate(
        world.press(), live.id, GUILD, CEE.user_id, "they agreed", Seat.ONE
    )
    assert isinstance(outcome, Applied)
    assert outcome.live.ratings is not None
    assert outcome.live.ratings.unrated is Unrated.SHORT
    assert (await world.service.ratings.unrated(GUILD))[0].match_id == live.id


@pytest.mark.slow
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


async def rating(world: World, person: Person) -> float:
    return (await world.service.ratings.of(person.user_id, SLOW, GUILD)).value


@pytest.mark.slow
async def test_whoever_leaves_often_falls_and_whoever_stays_does_not(world: World) -> None:
    """Seven wins in play and eleven early exits: Bob used to gain by it and Ann to lose."""
    for turn in range(18):
        left = turn % 5 in (0, 2, 4)
        await won_by(world, Seat.ONE if left else Seat.TWO, rounds=0 if left else 3)
        world.clock.pass_ms(DAY // 2)
    assert await rating(world, ANN) >= NEWCOMER.value
    assert await rating(world, BOB) < NEWCOMER.value - 50


@pytest.mark.slow
async def test_a_farm_of_fresh_accounts_brings_little(world: World) -> None:
    """Fifteen accounts that resign twice each brought 627 points once."""
    for account in range(15):
        fresh = Person(UserId(1000 + account), f"Farm {account}")
        for _ in range(2):
            live = await world.match(fresh, ANN, rated=True)
            seat = next(one.seat for one in live.players if one.user_id == fresh.user_id)
            assert isinstance(await world.act(live, seat, Resign()), Applied)
    assert NEWCOMER.value <= await rating(world, ANN) <= NEWCOMER.value + MOST_FROM_UNKNOWN + 0.01


@pytest.mark.slow
async def test_a_known_opponent_brings_more_than_an_unknown_one(world: World) -> None:
    others = [Person(UserId(2000 + n), f"Other {n}") for n in range(KNOWN_AFTER)]
    for other in others:
        live = await world.match(BOB, other, rated=True, rules=LONG)
        await world.play(live, lambda now: now.is_over)
    before = await rating(world, ANN)
    await won_by(world, Seat.ONE)
    assert await rating(world, ANN) > before + MOST_FROM_UNKNOWN + 1


@pytest.mark.slow
@pytest.mark.parametrize(("winner", "rounds"), [(Seat.ONE, 0), (Seat.TWO, 3)])
async def test_matches_that_somebody_left_make_nobody_known(
    world: World, winner: Seat, rounds: int
) -> None:
    """Neither whoever is left at once nor whoever resigns has finished a match."""
    for number in range(KNOWN_AFTER):
        other = Person(UserId(2000 + number), f"Other {number}")
        await won_by(world, winner, rounds, (BOB, other))
    before = await rating(world, ANN)
    await won_by(world, Seat.ONE)
    assert await rating(world, ANN) <= before + MOST_FROM_UNKNOWN + 0.01


@pytest.mark.slow
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


@pytest.mark.slow
async def test_friends_are_a_board_of_their_own(world: World) -> None:
    await won_by(world, Seat.ONE)
    friends = world.service.friends
    assert await friends.add(fresh(), CEE, ANN) is FriendOutcome.ASKED
    assert await friends.add(fresh(), CEE, ANN) is FriendOutcome.ALREADY
    assert await friends.add(fresh(), CEE, CEE) is FriendOutcome.SELF
    assert [friend.user_id for friend in await friends.of(CEE.user_id)] == [ANN.user_id]
    page = await world.service.boards.friends(LeaderboardQuery(GUILD), CEE.user_id)
    assert [(one.rank, one.user_id) for one in page.lines] == [(1, ANN.user_id)]
    assert await friends.remove(fresh(), CEE.user_id, ANN.user_id)
    assert (await world.service.boards.friends(LeaderboardQuery(GUILD), CEE.user_id)).lines == ()


@pytest.mark.slow
async def test_the_board_of_all_servers_shows_only_who_asked(world: World) -> None:
    await won_by(world, Seat.ONE)
    everywhere = LeaderboardQuery(None)
    assert (await world.service.boards.page(everywhere, ANN.user_id)).lines == ()
    await world.service.set_prefs(fresh(), ANN, Prefs(world_board=True))
    page = await world.service.boards.page(everywhere, ANN.user_id)
    assert [one.user_id for one in page.lines] == [ANN.user_id]
    assert page.mine == page.lines[0]
    await world.service.set_prefs(fresh(), ANN, Prefs())
    assert (await world.service.boards.page(everywhere, ANN.user_id)).mine is None


@pytest.mark.slow
async def test_a_nickname_stays_on_its_server(world: World) -> None:
    known = Person(ANN.user_id, "Only here", "The account")
    live = await world.match(known, BOB, rated=True)
    assert live.players[0].name == "Only here"
    await world.play(live, lambda now: now.is_over)
    await world.service.set_prefs(fresh(), known, Prefs(world_board=True))
    page = await world.service.boards.page(LeaderboardQuery(None), BOB.user_id)
    assert [one.name for one in page.lines] == ["The account"]


@pytest.mark.slow
async def test_equal_values_share_a_place(world: World) -> None:
    for seat in (Seat.ONE, Seat.TWO):
        await won_by(world, seat)
    page = await world.service.boards.page(LeaderboardQuery(GUILD), BOB.user_id)
    assert [one.rank for one in page.lines] == [1, 1]
    second = await world.service.boards.page(
        LeaderboardQuery(GUILD), BOB.user_id, limit=1, offset=1
    )
    assert second.lines[0].rank == 1
    assert not second.more
    assert (await world.service.boards.page(LeaderboardQuery(GUILD), UserId(99))).mine is None


@pytest.mark.slow
async def test_a_provisional_rating_stands_on_no_board(world: World) -> None:
    await won_by(world, Seat.ONE)
    wanted = LeaderboardQuery(GUILD, LeaderboardMetric.RATING, str(SLOW))
    assert (await world.service.boards.page(wanted, ANN.user_id)).lines == ()
    with pytest.raises(ValueError, match="pool"):
        LeaderboardQuery(GUILD, LeaderboardMetric.RATING)


def test_wilson_holds_the_share_and_narrows() -> None:
    few, many = wilson(6, 10), wilson(600, 1000)
    assert few[0] < many[0] < 0.6 < many[1] < few[1]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
