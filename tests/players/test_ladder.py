"""The ladder: what it plays is fixed, and nothing can end it early."""

import json
import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks import ladder
from benchmarks.ladder import Leg, Pair, legs, main, play_leg, results, run, winner
from benchmarks.ladder_protocol import PROTOCOL, Program, Protocol
from benchmarks.native import NAMES
from benchmarks.opponents import PLAYERS

ABOUT = {"date": "2026-01-02", "commit": "0" * 40, "is_clean": True}


def test_every_name_of_the_protocol_is_a_player_of_its_program() -> None:
    known: dict[Program, Sequence[str]] = {Program.C: NAMES, Program.PYTHON: list(PLAYERS)}
    planned = legs(PROTOCOL)
    for leg in planned:
        assert {leg.first, leg.second} <= set(known[leg.program])
    assert len(set(planned)) == len(planned) == 2 * len(list(PROTOCOL.pairings()))


def _even(leg: Leg) -> list[Pair]:
    return [Pair((0, 0.5, 1)[at % 3], 10, 30 * (at % 3 - 1)) for at in range(leg.pairs)]


def _won(protocol: Protocol) -> list[list[Pair]]:
    return [[Pair(1, 8, 40)] * leg.pairs for leg in legs(protocol)]


@pytest.fixture
def about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "circumstances", lambda: ABOUT)


@pytest.mark.usefixtures("about")
def test_a_run_that_is_interrupted_or_ends_early_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"

    def interrupted(protocol: Protocol) -> list[list[Pair]]:
        _won(protocol)
        raise KeyboardInterrupt

    def short(protocol: Protocol) -> list[list[Pair]]:
        return [*_won(protocol)[:-1], [Pair(1, 8, 40)]]

    def without_the_last(protocol: Protocol) -> list[list[Pair]]:
        return _won(protocol)[:-2]

    for play, error in (
        (interrupted, KeyboardInterrupt),
        (short, AssertionError),
        (without_the_last, ValueError),
    ):
        with pytest.raises(error):
            run(PROTOCOL, file, is_protocol=True, play=play)
        assert not file.exists()
    run(PROTOCOL, file, is_protocol=True, play=_won)
    assert json.loads(file.read_text(encoding="utf-8"))["commit"] == ABOUT["commit"]


def test_no_option_changes_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--pairs", "--seed", "--seeds", "--players", "--target"):
        with pytest.raises(SystemExit):
            main([option, "1"])
    with pytest.raises(SystemExit):
        main(["--quick"])
    assert "--quick is not the protocol" in capsys.readouterr().err


@pytest.mark.usefixtures("about")
def test_a_trial_plays_other_deals_and_says_that_it_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[Protocol] = []

    def play(protocol: Protocol, file: Path, *, is_protocol: bool) -> None:
        played.append(protocol)
        run(protocol, file, is_protocol=is_protocol, play=_won)

    monkeypatch.setattr(ladder, "run", play)
    file = tmp_path / "trial.json"
    assert main(["--quick", "--output", str(file)]) == 0
    assert "not the protocol" in capsys.readouterr().out
    assert not set(played[0].seeds) & set(PROTOCOL.seeds)
    assert not json.loads(file.read_text(encoding="utf-8"))["is_protocol"]


def test_pairs_won_twice_and_never_count_and_split_pairs_do_not() -> None:
    protocol = PROTOCOL.shortened()
    found = [_even(Leg(leg.program, "", "", 1, 2, 100, 0)) for leg in legs(protocol)]
    found[0] = found[1] = [Pair(1, 8, 40), Pair(1, 8, 24)]
    found[2] = [Pair(0.75, 8, 0), Pair(1, 8, 0)]
    found[3] = [Pair(0, 8, 0), Pair(0.25, 8, 0)]
    first, second, *others = results(protocol, found)
    assert (first["pairs_won"], first["pairs_lost"], first["p"]) == (4, 0, "0.125")
    assert (first["share"], first["points"], first["games_won"]) == (1, 4, 8)
    assert (second["pairs_won"], second["pairs_lost"], second["p"]) == (1, 1, "1.000")
    assert {(one["pairs_won"], one["pairs_lost"]) for one in others} == {(0, 2)}


def test_somebody_is_stronger_only_if_both_seeds_say_so() -> None:
    small, large = Fraction(1, 100), Fraction(5, 100)
    assert winner([(9, 3), (8, 4)], small, 0.05) == "first"
    assert winner([(3, 9), (4, 8)], small, 0.05) == "second"
    assert winner([(30, 3), (4, 5)], small, 0.05) is None
    assert winner([(9, 3), (8, 4)], large, 0.05) is None


@pytest.mark.slow
@pytest.mark.night
@pytest.mark.skipif(shutil.which("cc") is None, reason="games in C need a compiler")
def test_a_leg_plays_the_same_games_whatever_was_played_before() -> None:
    """So it does not matter which of the two processes plays it."""
    planned = [leg for leg in legs(PROTOCOL.shortened()) if leg.program is Program.C]
    forward = {leg: play_leg(leg) for leg in planned}
    backward = {leg: play_leg(leg) for leg in reversed(planned)}
    assert forward == backward
