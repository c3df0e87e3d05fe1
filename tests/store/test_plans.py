"""Every statement of the service is answered by an index; none reads a whole table."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from engine.clocks.clock import DAY
from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import (
    Finished,
    LeaderboardMetric,
    LeaderboardQuery,
    MatchId,
    Mention,
    MessageId,
    Prefs,
)
from engine.service.lobbies.finding import JUST_NOW_MS
from engine.service.standings.seasons import Champion
from engine.store import sqlite
from tests.keys import fresh
from tests.service.two_servers import AWAY, match_of_two_servers
from tests.service.world import ANN, BOB, CEE, GUILD, open_world, sqlite_url

# Walks over an index from its end, cut off by LIMIT, over an index of the few rows that lag or
# are being played or waited at, or over the few people who were told of a turn; the list of tables
# itself.
BOUNDED = re.compile(
    r"SCAN timers USING (COVERING )?INDEX ix_timers_due|INDEX ix_\w+_(behind|live|across)"
    r"|SCAN mentions$|SCAN sqlite_master$"
)
NOTHING = "1!=1"
"""A comparison with an empty list, which reads nothing."""


@contextmanager
def written_down() -> Iterator[set[tuple[str, int]]]:
    """Every statement that is executed, with the number of its parameters."""
    found: set[tuple[str, int]] = set()

    def note(connection, cursor, statement, parameters, context, many) -> None:  # type: ignore[no-untyped-def]
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            first = parameters[0] if many else parameters
            found.add((statement, len(first)))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@pytest.mark.slow
async def test_no_statement_of_the_service_reads_a_whole_table(tmp_path: Path) -> None:
    await sqlite.prepare(tmp_path / "gin.db")  # migrations may read whole tables, once
    with written_down() as statements:
        world = await open_world(sqlite_url(tmp_path))
        service = world.service
        live = await world.play(await world.match(), lambda now: now.public().number == 2)
        await world.practice()
        await service.idle()
        await service.live_matches_of(ANN.user_id)
        page = Finished(BOB.user_id, "standard", before=MatchId(live.id + 1))
        assert await service.ended_matches_of(ANN.user_id, page, 5) == ()
        assert await service.ended_matches_of(ANN.user_id, Finished(after=live.id), 5) == ()
        await service.messages.rendered(live, live.version, live.channel, None)
        await service.messages.behind(10)
        assert await service.count_running() == len(await service.running()) == 2
        assert await service.mentions.claim(live.id, BOB.user_id)
        assert not await service.mentions.claim(live.id, BOB.user_id)
        told = Mention(live.id, BOB.user_id, live.channel, MessageId(5))
        await service.mentions.sent(told)
        assert await service.mentions.every() == (told,)
        assert await service.mentions.remove(live.id, BOB.user_id) == told
        assert await service.planning.change(fresh(), live.id, BOB.user_id, lambda plans: plans)
        await service.planning.nudge(fresh(), live.id, BOB.user_id)
        await service.open_lobby(world.offer(CEE, BOB, rated=True, ratings=(0, 4000)))
        assert await service.mentions.remove(live.id, BOB.user_id) is None
        world.clock.now += JUST_NOW_MS
        await match_of_two_servers(world)
        await service.running_in(AWAY)
        await service.mentions.told(live.id)
        await service.open_lobbies_of(ANN.user_id)
        await service.cancel(fresh(), await world.opened(ANN, BOB), ANN.user_id)
        await service.set_prefs(fresh(), ANN, Prefs(one_tap=True))
        await service.prefs(ANN.user_id)
        await service.guild_config(GUILD)
        await world.act(await world.load(live.id), Seat.ONE, Resign())
        await service.proof(live.id, 1)
        await service.record(live.id)
        for board in LeaderboardMetric:
            wanted = LeaderboardQuery(GUILD, board, "standard.correspondence")
            await service.boards.page(wanted, ANN.user_id, limit=10, offset=1)
            await service.boards.friends(wanted, ANN.user_id)
        await service.statistics.profile(BOB.user_id, ANN.user_id, GUILD)
        await service.statistics.profile(BOB.user_id, BOB.user_id, None)
        await service.ratings.unrated(GUILD)
        world.clock.pass_ms(40 * DAY)
        assert await service.seasons.close_ended()
        await service.seasons.crown(GUILD, Champion(ANN.user_id, 5, service.seasons.ended))
        await service.seasons.champions(GUILD)
        await service.seasons.dethrone(GUILD, ANN.user_id)
        await service.close()
    file = sqlite3.connect(tmp_path / "gin.db")
    scans = [
        (statement, step)
        for statement, count in sorted(statements)
        for (*_, step) in file.execute(f"EXPLAIN QUERY PLAN {statement}", (1,) * count)
        if "SCAN" in step and not BOUNDED.search(step) and "alembic" not in statement
        if NOTHING not in statement
    ]
    file.close()
    assert len(statements) > 40
    assert scans == []
