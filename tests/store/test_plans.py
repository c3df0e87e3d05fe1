"""Every statement of the service is answered by an index; none reads a whole table."""

from pathlib import Path

import pytest

from engine.store import sqlite
from tests.service.world import open_world, sqlite_url
from tests.worlds import walk
from tests.worlds.query_plans import scans, written_down

# One row a day, or counted at most every ten minutes; a thousand puzzles at most, of which half are
# looked at when somebody asks for the next one. The races of a server's week are found by an index.
SMALL_OF_DAYS = r"SCAN (daily_days|players|achievements)( |$)"
SMALL_OF_THE_TRAINER = (
    r"SCAN trainer_puzzles( |$)|SCAN CONSTANT ROW|SCAN (best_of_week|\(subquery-\d+\))"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "about", "least", "small"),
    [
        (walk.matches, "", 40, "nothing"),
        (walk.day, "", 40, SMALL_OF_DAYS),
        (walk.trainer, "trainer_", 13, SMALL_OF_THE_TRAINER),
    ],
)
async def test_no_statement_reads_a_whole_table(
    tmp_path: Path, steps: walk.Walk, about: str, least: int, small: str
) -> None:
    await sqlite.prepare(tmp_path / "gin.db")  # migrations may read whole tables, once
    with written_down() as statements:
        world = await open_world(sqlite_url(tmp_path))
        await steps(world)
        await world.service.close()
    found = {one for one in statements if about in one[0]}
    assert len(found) >= least
    assert scans(tmp_path / "gin.db", found, small) == []
