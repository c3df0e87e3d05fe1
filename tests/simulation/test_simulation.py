"""Some seeds of the simulation; that a seed is the same run again; that it finds mistakes."""

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.seeds import times
from tests.simulation.ground import Ground
from tests.simulation.planted import PLANTED
from tests.simulation.run import Report, ground_in
from tests.simulation.wrong import WrongError

pytestmark = pytest.mark.slow

SEEDS = times(12)
FOR_A_CHANGE = {"answer_before_commit", "delivered_twice_is_played_twice", "secret_with_the_deal"}
"""Mistakes that are looked for at every change: found at once, each in another way."""
MOST_SEEDS = 150
"""A mistake that is not found within so many seeds counts as not found."""
FOUND_BY = {
    "anchor_used_again": 4,
    "asked_again_under_a_new_id": 5,
    "board_is_never_drawn_again": 17,
    "clock_jump_ends_turns": 7,
    "delivered_twice_is_played_twice": 5,
    "dirty_read": 15,
    "everybody_sees_the_hand_laid_off_from": 7,
    "late_computer": 17,
    "no_grace_after_a_start": 7,
    "timer_fires_twice": 10,
    "timer_is_not_set": 4,
    "who_gives_up_waiting_stops_everybody": 5,
    "won_twice": 3,
}
"""Seeds that are tried first, because they found a mistake when others had not."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def ground(tmp_path: Path) -> Ground[Report]:
    return ground_in(tmp_path)


def test_whatever_happens_nothing_is_lost_doubled_or_shown(ground: Ground[Report]) -> None:
    """No seed of the gate breaks a promise; the night runs thousands."""
    reports = run_all(ground, range(1, 1 + SEEDS))
    assert sum(report.kills for report in reports) > 5
    assert sum(report.moves for report in reports) > 300


def test_a_seed_is_the_same_run_again(ground: Ground[Report]) -> None:
    assert run_all(ground, (8,)) == run_all(ground, (8,))


@pytest.mark.parametrize(
    "mistake",
    [one if one in FOR_A_CHANGE else pytest.param(one, marks=pytest.mark.night) for one in PLANTED],
)
def test_a_planted_mistake_is_found(
    ground: Ground[Report], mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLANTED[mistake](monkeypatch)
    with pytest.raises(WrongError):
        run_all(ground, (FOUND_BY.get(mistake, 1), *range(1, MOST_SEEDS)))


def run_all(ground: Ground[Report], seeds: Iterable[int]) -> list[Report]:
    return [ground.run(seed) for seed in seeds]
