"""The levels of Mahjong gin: their order, and what a level's budget buys."""

from collections.abc import Sequence

import pytest

from benchmarks.arena import Task, interval, play_pair
from engine.game.actions import Take
from engine.game.match import MatchPhase, act
from engine.game.view import seat_view
from engine.players import Level, choose
from engine.players.mahjong import BUDGETS
from tests.engine.playing import preset_match


def ahead(better: str, other: str, pairs: Sequence[int], rounds: int = 0) -> tuple[float, float]:
    """Return the points a round by which a level is ahead, and half of the 95 % interval."""
    found = [play_pair(Task(better, other, "mahjong", pair, rounds)) for pair in pairs]
    return interval([(a.points + b.points) / (a.rounds + b.rounds) for a, b in found])


def deals(*seeds: int, each: int) -> list[int]:
    """Return the deals that ``scripts/dev arena --seed`` plays."""
    return [seed * 1_000_003 + pair for seed in seeds for pair in range(each)]


def test_a_quick_player_is_far_ahead_of_one_who_slips() -> None:
    mean, off = ahead("casual", "novice", deals(1, each=12), rounds=3)
    assert mean - off > 0


def test_imagined_deals_are_worth_their_time() -> None:
    assert ahead("expert", "casual", deals(1, each=8), rounds=1)[0] > 0


@pytest.mark.slow
@pytest.mark.night
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("better", "other", "pairs"),
    [
        ("casual", "novice", deals(21, each=30)),
        ("expert", "casual", deals(31, 32, each=60)),
        ("master", "expert", deals(21, 22, 23, each=30)),
    ],
    ids=["casual", "expert", "master"],
)
def test_each_level_is_ahead_of_the_next_with_95_percent(
    better: str, other: str, pairs: Sequence[int]
) -> None:
    mean, off = ahead(better, other, pairs)
    assert mean - off > 0, f"{mean:+.1f} ± {off:.1f} points a round"


def test_budgets_grow_with_the_level() -> None:
    budgets = [BUDGETS[level] for level in Level]
    assert [one.deals for one in budgets] == sorted(one.deals for one in budgets)
    assert [one.slips for one in budgets] == sorted((one.slips for one in budgets), reverse=True)


def test_a_novice_takes_no_more_than_the_top_card() -> None:
    deep = 0
    for seed in range(6):
        match, decks = preset_match("mahjong", seed)
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            novice, casual = (choose(view, one, seed) for one in (Level.NOVICE, Level.CASUAL))
            assert not isinstance(novice, Take) or novice.count == 1
            deep += isinstance(casual, Take) and casual.count > 1
            match = act(match, match.to_act[0], casual, decks).match
    assert deep
