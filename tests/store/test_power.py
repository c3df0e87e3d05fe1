"""The power fails in the middle of writing: whatever was acknowledged is there afterwards.

The write-ahead log is copied as it is after each acknowledged commit, then cut at arbitrary bytes
behind that point and followed by garbage, as a disk does that loses what was not yet flushed.
"""

import random
import shutil
import sqlite3
from pathlib import Path

from tests.service.world import open_world, sqlite_url

CUTS = 40


async def test_a_log_cut_anywhere_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    world = await open_world(sqlite_url(folder))
    database, log = folder / "gin.db", folder / "gin.db-wal"
    rng = random.Random(5)
    points: list[tuple[int, dict[int, int]]] = []
    try:
        live = await world.match()
        start = tmp_path / "start.db"
        shutil.copy(database, start)
        for _ in range(25):
            live = await world.turn(live)
            await world.service.idle()
            live = await world.load(live.id)
            points.append((log.stat().st_size, {live.id: live.version}))
            if live.is_over:
                break
        whole = log.read_bytes()
        assert database.read_bytes() == start.read_bytes(), "no checkpoint came in between"
    finally:
        await world.service.close()
    sizes = [size for size, _ in points]
    assert len(set(sizes)) > 10
    for number in range(CUTS):
        cut = rng.randrange(sizes[0], sizes[-1] + 1)
        acknowledged = max((one for one in points if one[0] <= cut), key=lambda one: one[0])[1]
        torn = whole[:cut] + (rng.randbytes(rng.randrange(4096)) if number % 2 else b"")
        found = survived(tmp_path / f"cut{number}", start, torn)
        for match, version in acknowledged.items():
            assert found[match] >= version, f"cut at {cut}"
    early = survived(tmp_path / "short", start, whole[: sizes[0] // 2])
    assert early.get(live.id, -1) < points[0][1][live.id], "a shorter log does lose moves"


def survived(folder: Path, start: Path, log: bytes) -> dict[int, int]:
    """The versions of the matches in a database with such a log, which has to be sound."""
    folder.mkdir()
    shutil.copy(start, folder / "gin.db")
    (folder / "gin.db-wal").write_bytes(log)
    with sqlite3.connect(folder / "gin.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        try:
            rows = connection.execute("SELECT match_id, version FROM matches").fetchall()
        except sqlite3.OperationalError:
            return {}  # the cut is before the schema
        counted = connection.execute("SELECT match_id, count(*) FROM moves GROUP BY match_id")
        moves = dict(counted.fetchall())
        assert all(moves.get(match, 0) == version for match, version in rows)
        return dict(rows)
