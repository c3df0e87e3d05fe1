"""Benchmarks run in a fresh clone, and their last lines say which goals were missed."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks import goals
from benchmarks.wire.load import Figures
from benchmarks.wire.pairs import Pair, tree_of
from benchmarks.wire.processes import Cpu
from benchmarks.wire.tables import DRAWS, FIRST_CHOICE

ROOT = Path(__file__).resolve().parent.parent


def test_the_script_installs_what_the_benchmarks_import() -> None:
    """Some stand on the fakes of the tests, which need what the tests need."""
    texts = [one.read_text(encoding="utf-8") for one in (ROOT / "benchmarks").rglob("*.py")]
    assert any("from tests." in text for text in texts)
    assert "ensure_venv dev" in (ROOT / "scripts" / "bench").read_text(encoding="utf-8")


def test_missed_goals_are_the_last_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "_tried", [])
    monkeypatch.setattr(goals, "_missed", [])
    assert goals.summary() == []
    assert goals.at_most("a press", 7.0, 7.5, " ms") == "goal at most 7.5 ms"
    assert goals.summary() == ["All 1 goals are met."]
    goals.at_least("moves a second", 1200, 2000)
    goals.at_most("a pairing", 2.5, 2, " s")
    assert goals.summary() == [
        "2 of 3 goals are missed:",
        "  moves a second: 1200, the goal is at least 2000",
        "  a pairing: 2.5 s, the goal is at most 2 s",
    ]


def test_a_pair_is_a_ratio_whatever_else_the_computer_does() -> None:
    """A turn on a computer that is half as fast says as much as any other."""
    pair = Pair()
    for slower, noise in ((1.0, 1.1), (2.0, 1.0), (4.0, 0.9)):
        cost = 0.020 * slower
        pair.add(
            Figures(late=[0.1], cpu=Cpu(0.0, 0.8 * cost * noise)),
            Figures(late=[0.1], cpu=Cpu(0.0, cost)),
        )
    ratio, low, high = pair.ratio()
    assert low < ratio < high
    assert ratio == pytest.approx(0.8, rel=0.01)
    assert high / low == pytest.approx(1.26, rel=0.03), "two standard errors of 1.1, 1.0 and 0.9"
    pair.add(Figures(), Figures(late=[0.1], cpu=Cpu(0.0, 1.0)))
    assert pair.ratio() == (ratio, low, high), "a turn without an answer"


def test_a_commit_that_does_not_exist_is_named() -> None:
    with ExitStack() as stack, pytest.raises(SystemExit, match="No files of 0ddba11"):
        tree_of(stack, "0ddba11")


def test_the_players_of_the_wire_know_the_buttons_of_today() -> None:
    """A button that they do not know leaves their match standing."""
    catalogue = (ROOT / "bot/locales/de/LC_MESSAGES/gin.po").read_text(encoding="utf-8")
    labels = re.findall(r'^msgid "(.+)"$', catalogue, re.MULTILINE)
    unknown = [
        start
        for start in (*FIRST_CHOICE, *DRAWS)
        if not any(label.startswith(start) for label in labels)
    ]
    assert unknown == []
