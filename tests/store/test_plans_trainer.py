"""Every statement of the trainer is answered by an index, but for those on the small pool."""

import re
import sqlite3
from pathlib import Path

import pytest

from engine.store import sqlite
from engine.trainer.progress import Track
from tests.keys import fresh
from tests.prepared import fill
from tests.service.world import ANN, open_world, sqlite_url
from tests.store.test_plans import BOUNDED, written_down
from tests.worlds.training import played_badly

# A thousand rows at most, of which half are looked at when somebody asks for the next puzzle.
SMALL = re.compile(r"SCAN trainer_puzzles( |$)|SCAN CONSTANT ROW")


@pytest.mark.slow
async def test_no_statement_of_the_trainer_reads_a_whole_table(tmp_path: Path) -> None:
    await sqlite.prepare(tmp_path / "gin.db")
    with written_down() as statements:
        world = await open_world(sqlite_url(tmp_path))
        trainer = world.service.trainer
        await fill(world.service)
        await played_badly(world)
        for track in Track:
            asked = await trainer.next(ANN.user_id, track)
            if asked is not None:
                await trainer.answer(fresh(), ANN.user_id, asked.key, asked.times, 0)
                await trainer.shown(ANN.user_id, asked.key)
        await trainer.standing(ANN.user_id)
        await played_badly(world)
        await trainer.study_everybody()
        await world.service.forget(fresh(), ANN.user_id)
        await world.service.close()
    file = sqlite3.connect(tmp_path / "gin.db")
    scans = [
        (statement, step)
        for statement, count in sorted(statements)
        if "trainer_" in statement
        for (*_, step) in file.execute(f"EXPLAIN QUERY PLAN {statement}", (1,) * count)
        if "SCAN" in step and not BOUNDED.search(step) and not SMALL.search(step)
    ]
    file.close()
    assert sum("trainer_" in statement for statement, _ in statements) > 12
    assert scans == []
