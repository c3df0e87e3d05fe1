"""The engine as a program finds it that has installed nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALONE = """
import sys

ALLOWED = {
    "engine", "numpy", "pydantic",
    "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection",
}

class OnlyTheGame:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ALLOWED | sys.stdlib_module_names and not top.startswith("_"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, OnlyTheGame())
"""
TEN_LINES = """
from engine import Game, Level, computer

game = Game("standard", seed=7)
while not game.is_over:
    game.play(computer(game, Level.CASUAL))
print(game.score_sheet())
"""
MASTER = """
from engine import Game, Level, MatchRecord, computer
from engine.game.snapshot import dump, load, SCHEMA

game = Game("single", seed=3)
game.play(computer(game, Level.MASTER))
assert load(dump(game.match), SCHEMA) == game.match
print(MatchRecord.__name__)
"""
PAGE = """
import doctest
print(doctest.testfile("docs/design/engine.md", module_relative=False, encoding="utf-8"))
"""


def alone(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program where only what the base package asks for can be imported."""
    return subprocess.run(
        [sys.executable, "-c", ALONE + program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )


@pytest.mark.slow
def test_a_match_is_played_without_discord_and_database() -> None:
    ran = alone(TEN_LINES)
    assert ran.returncode == 0, ran.stderr
    assert len(TEN_LINES.strip().splitlines()) <= 10
    assert ran.stdout.splitlines()[-1] == "total: 353 : 41"


@pytest.mark.slow
def test_the_strongest_player_records_and_snapshots_need_no_more() -> None:
    ran = alone(MASTER)
    assert (ran.returncode, ran.stdout) == (0, "MatchRecord\n"), ran.stderr


@pytest.mark.slow
def test_the_page_for_programmers_runs_alone() -> None:
    ran = alone(PAGE)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("TestResults(failed=0, attempted="), ran.stdout


@pytest.mark.parametrize("module", ["sqlalchemy", "discord", "aiohttp", "PIL", "babel"])
def test_nothing_else_could_be_imported(module: str) -> None:
    ran = alone(f"import {module}")
    assert ran.returncode == 1
    assert f"No module named '{module}'" in ran.stderr
