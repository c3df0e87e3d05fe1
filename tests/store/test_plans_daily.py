"""Every statement of the day, of coins and of achievements is answered by an index."""

import re
import sqlite3
from pathlib import Path

import pytest

from engine.clocks.clock import DAY
from engine.daily import challenge as daily
from engine.service.rewards.coins import GOODS
from engine.store import sqlite
from tests.keys import fresh
from tests.service.world import ANN, BOB, GUILD, sqlite_url
from tests.store.test_plans import BOUNDED, written_down
from tests.worlds.days import open_day, played
from tests.worlds.riches import rich

# One row a day, or counted at most every ten minutes.
SMALL = re.compile(r"SCAN (daily_days|players|achievements)( |$)")


@pytest.mark.slow
async def test_no_statement_of_a_day_reads_a_whole_table(tmp_path: Path) -> None:
    await sqlite.prepare(tmp_path / "gin.db")  # migrations may read whole tables, once
    with written_down() as statements:
        world = await open_day(sqlite_url(tmp_path))
        await played(world, ANN)
        service = world.service
        day = daily.day_of(world.clock.now)
        await service.daily.look(ANN.user_id)
        for guild in (GUILD, None):
            await service.daily.board(day, guild, BOB.user_id)
            await service.daily.board(day, guild, ANN.user_id, 0)
        await service.puzzles.answer(fresh(), day, ANN, 0)
        await service.puzzles.asked(day, ANN.user_id)
        await rich(world, BOB, 1000)
        await service.coins.buy(fresh(), BOB, next(iter(GOODS)))
        await service.coins.purse(BOB.user_id)
        await service.achievements.of(ANN.user_id)
        new = await service.achievements.untold(ANN.user_id)
        await service.achievements.tell(ANN.user_id, new)
        await world.play(await world.match(), lambda live: live.is_over)
        world.clock.pass_ms(2 * DAY)
        await service.daily.close_ended()
        await service.close()
    file = sqlite3.connect(tmp_path / "gin.db")
    scans = [
        (statement, step)
        for statement, count in sorted(statements)
        for (*_, step) in file.execute(f"EXPLAIN QUERY PLAN {statement}", (1,) * count)
        if "SCAN" in step
        and not BOUNDED.search(step)
        and not SMALL.search(step)
        and "alembic" not in statement
    ]
    file.close()
    assert len(statements) > 40
    assert scans == []
