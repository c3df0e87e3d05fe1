"""A small project with a good test and a weak one."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.mutation.changes import changes
from tests.mutation.plan import TARGETS

ROOT: Final = Path(__file__).parents[2]
GAME: Final = """
from dataclasses import dataclass

LIMIT = 10


@dataclass(frozen=True)
class Hand:
    deadwood: int
    cards: int = 10

    @property
    def may_knock(self) -> bool:
        return self.deadwood <= LIMIT


def sorted_away(cards: int) -> int:
    while cards:
        cards -= 1
    return cards


def never_called() -> int:
    return 1
"""
WEAK: Final = """
from cards.hand import Hand, sorted_away

def test_some_hands():
    assert Hand(0).may_knock
    assert not Hand(60).may_knock
    assert sorted_away(2) == 0
"""
GOOD: Final = """
from cards.hand import LIMIT, Hand, sorted_away

def test_every_bound():
    assert Hand(10).may_knock
    assert not Hand(11).may_knock
    assert Hand(10).cards == LIMIT == 10
    assert sorted_away(3) == 0
"""
TRY: Final = """
import json, sys
from pathlib import Path
from tests.mutation import run, trial
from tests.mutation.trial import Target

run.PATIENCE, run.PATIENCE_S, trial.WAITING = 0, 4.0, 60
told = []
def report(target, change, outcome):
    told.append((change.lines))
root = Path(sys.argv[1])
known = frozenset({("cards/hand.py", "return 1", "return 2")})
results = run.run(root, [Target("cards/hand.py", ("test_hand.py",))], run.Wanted(), known, report)
outcomes = {outcome.name: count for outcome, count in results[0].outcomes.items()}
Path(sys.argv[2]).write_text(json.dumps([told, outcomes]))
"""


def trial(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    project = folder / "project"
    (project / "cards").mkdir(parents=True)
    (project / "cards/__init__.py").touch()
    (project / "cards/hand.py").write_text(GAME)
    (project / "test_hand.py").write_text(tests)
    (project / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return subprocess.run(
        [sys.executable, "-c", TRY, str(project), str(folder / "answer")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def told(folder: Path, tests: str) -> tuple[set[tuple[str, str]], dict[str, int]]:
    """The changes that nobody noticed, and how many came to each end."""
    ended = trial(folder, tests)
    assert not ended.returncode, ended.stderr
    left, outcomes = json.loads((folder / "answer").read_text())
    return {(before, after) for before, after in left}, outcomes


def test_every_module_and_every_test_of_the_plan_is_there() -> None:
    named = {path for target in TARGETS for path in (target.path, *target.tests)}
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


@pytest.mark.night
def test_a_change_that_no_test_notices_survives(tmp_path: Path) -> None:
    left, outcomes = told(tmp_path, WEAK)
    assert left == {
        ("return self.deadwood <= LIMIT", "return self.deadwood < LIMIT"),
        ("LIMIT = 10", "LIMIT = 11"),
        ("cards: int = 10", "cards: int = 11"),
        ("cards -= 1", "cards -= 2"),
    }
    assert outcomes["SURVIVED"] == len(left)
    assert outcomes["REFUSED"], "None is no number"


@pytest.mark.slow
@pytest.mark.night
def test_good_tests_kill_every_change(tmp_path: Path) -> None:
    left, outcomes = told(tmp_path, GOOD)
    assert left == set()
    assert outcomes["KILLED"] >= 5
    assert outcomes["TIMED_OUT"], "a loop without end"
    assert outcomes["EQUIVALENT"] == 1
    project = tmp_path / "project"
    assert (project / "cards/hand.py").read_text() == GAME
    there = {path.name for path in project.iterdir()} - {"__pycache__"}
    assert there == {"cards", "test_hand.py", "pytest.ini"}


@pytest.mark.slow
@pytest.mark.night
def test_tests_that_fail_by_themselves_prove_nothing(tmp_path: Path) -> None:
    ended = trial(tmp_path, "def test_nothing():\n    assert False\n")
    assert ended.returncode
    assert "BrokenTrialError" in ended.stderr


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("LIMIT = 10", {"LIMIT = 11", "LIMIT = None"}),
        ("class Hand:\n    cards: int = 10", {"cards: int = 11", "cards: int = None"}),
        (
            "@property\ndef knocks(self):\n    return 1 < self.points",
            {"return 2 < self.points", "return 1 <= self.points"},
        ),
        ("def f(x: int | None) -> None:\n    assert x is not None", set()),
        ("@cache\ndef f() -> None:\n    pass", set()),
    ],
)
def test_what_is_changed(source: str, changed: set[str]) -> None:
    assert {change.lines[1] for change in changes(source)} == changed
