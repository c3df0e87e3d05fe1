"""The playground on the database of a real bot."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.worlds.old_databases import unpack

ROOT = Path(__file__).parents[2]
UNDER_WAY = ROOT / "tests" / "store" / "matches_of_1_0_0.sql.gz"


def standing(database: Path) -> list[tuple[int, ...]]:
    """How far each match is."""
    with closing(sqlite3.connect(database)) as file:
        return file.execute("SELECT match_id, version, ended_ms FROM matches ORDER BY 1").fetchall()


@pytest.mark.slow
def test_it_keeps_away_from_matches_of_a_discord_server(tmp_path: Path) -> None:
    database = tmp_path / "gin.db"
    unpack(UNDER_WAY, database)
    before = standing(database)
    program = subprocess.run(
        [sys.executable, "-m", "bot", "--playground", "--no-browser", "--port", "0"],
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": "a token",
            "GIN_DATA_DIR": str(tmp_path),
            "GIN_DATABASE_URL": f"sqlite:///{database}",
        },
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    words = program.stdout + program.stderr
    assert program.returncode, words
    assert "under way on a Discord server" in words
    assert "GIN_DATABASE_URL" in words
    assert "Traceback" not in words
    assert standing(database) == before, "they go on with the token"
