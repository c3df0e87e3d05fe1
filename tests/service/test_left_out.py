"""Boards without people whom the caller leaves out: their ranks and places are taken by others."""

from sqlalchemy import Connection, insert

from engine.service import GuildId, UserId
from engine.service.standings import LeaderboardQuery
from engine.service.standings.match_facts import ALL_TIME
from engine.standings.rating import ANY
from engine.store import Repeatable
from engine.store.schema import daily_tries, standings
from tests.service.world import GUILD, World, existing

DAY = 20261126
BEST, SECOND, THIRD, LAST = (UserId(n) for n in (9001, 9002, 9003, 9004))
VALUES = {BEST: 9, SECOND: 7, THIRD: 7, LAST: 1}


async def played(world: World) -> None:
    """Everybody has won matches, and played the deals of a day."""
    match = (await world.match()).id

    def write(connection: Connection) -> None:
        board = {"scope": GUILD, "season": ALL_TIME, "pool": ANY, "shown": 1, "last_ms": 1}
        tries = {"day": DAY, "guild_id": GUILD, "shown": 0, "streak": 1}
        for user, value in VALUES.items():
            won = {"user_id": user, "won": value, "matches": value}
            connection.execute(insert(standings), board | won)
            done = {"user_id": user, "points": value, "match_id": match}
            connection.execute(insert(daily_tries), tries | done)

    await world.service._store.write(Repeatable(write))


async def test_ranks_and_pages_are_those_of_the_others(world: World) -> None:
    await played(world)
    boards, wanted = world.service.boards, LeaderboardQuery(GuildId(GUILD))
    whole = await boards.page(wanted, LAST)
    assert [(one.user_id, one.rank) for one in whole.lines] == [
        (BEST, 1),
        (THIRD, 2),
        (SECOND, 2),
        (LAST, 4),
    ]
    second = await boards.page(wanted, LAST, limit=1, offset=1, without=(BEST,))
    assert [(one.user_id, one.rank) for one in second.lines] == [(SECOND, 1)]
    assert second.more
    assert existing(second.mine).rank == 3
    third = await boards.page(wanted, BEST, limit=1, offset=1, without=(BEST, THIRD))
    assert [(one.user_id, one.rank) for one in third.lines] == [(LAST, 2)]
    assert (third.mine, third.more) == (None, False)


async def test_a_friend_who_is_left_out_has_no_rank(world: World) -> None:
    await played(world)
    wanted = LeaderboardQuery(GuildId(GUILD))
    own = await world.service.boards.friends(wanted, BEST)
    assert [one.user_id for one in own.lines] == [BEST]
    without = await world.service.boards.friends(wanted, BEST, without=(BEST,))
    assert (without.lines, without.mine) == ((), None)


async def test_the_results_of_a_day_are_those_of_the_others(world: World) -> None:
    await played(world)
    found = await world.service.daily.board(DAY, GUILD, LAST, 1, (BEST, THIRD))
    assert [(one.user_id, one.rank) for one in found.lines] == [(SECOND, 1)]
    assert existing(found.mine).rank == 2
    assert found.more
