"""Deal statistics against theory."""

import random
from itertools import pairwise

import pytest

from engine.game.cards import SUIT_SIZE, parse_set
from engine.game.melds import STANDARD, solver
from engine.standings.deal_statistics import (
    DEADWOOD_TABLE,
    chi_square_tail,
    deadwood_cells,
    deal_statistics,
    theory_mean,
)


def dealt(hands: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [sum(1 << card for card in rng.sample(range(52), 10)) for _ in range(hands)]


def test_the_table_is_what_random_hands_have() -> None:
    """A fresh sample agrees with the stored table in the mean and in every tenth of it."""
    assert sum(DEADWOOD_TABLE) == 1_000_000
    sample = [solver(STANDARD).deadwood(hand) for hand in dealt(6000, 4)]
    assert sum(sample) / len(sample) == pytest.approx(theory_mean(), abs=0.9)
    below = 0
    for points, count in enumerate(DEADWOOD_TABLE):
        below += count
        share = sum(one <= points for one in sample) / len(sample)
        assert share == pytest.approx(below / 1_000_000, abs=0.025)


def test_honest_deals_are_seldom_called_strange() -> None:
    """Under honest deals p is spread evenly: about one in ten is below a tenth."""
    low = {"suits": 0, "ranks": 0, "deadwood": 0}
    for seed in range(60):
        found = deal_statistics(dealt(200, seed))
        assert found.deadwood is not None
        low["suits"] += found.suits.p < 0.1
        low["ranks"] += found.ranks.p < 0.1
        low["deadwood"] += found.deadwood.p < 0.1
    assert all(count <= 15 for count in low.values())
    assert sum(low.values()) >= 5


def test_a_stacked_deck_is_found_out() -> None:
    """A deck from which a fifth of the hearts is missing shows within a few hundred hands."""
    rng = random.Random(1)
    deck = [card for card in range(52) if card // SUIT_SIZE != 2 or card % SUIT_SIZE > 2]
    hands = [sum(1 << card for card in rng.sample(deck, 10)) for _ in range(400)]
    found = deal_statistics(hands)
    assert found.suits.p < 1e-6
    assert found.ranks.p < 0.01


def test_counts_are_exact() -> None:
    found = deal_statistics([parse_set("AC 2C 3C 4D 5D 6H 7H 8S 9S TS")])
    assert found.suits.observed == (3, 2, 2, 3)
    assert found.ranks.observed == (1,) * 10 + (0, 0, 0)
    assert found.mean_deadwood == 22
    assert found.deadwood is None, "one hand fills no cells"


def test_cells_cover_every_deadwood_once() -> None:
    for hands in (1, 30, 500, 10_000):
        cells = deadwood_cells(hands)
        assert cells[0][0] == 0
        assert cells[-1][1] == 100
        assert all(b[0] == a[1] + 1 for a, b in pairwise(cells))


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (7.815, 3, 0.05),
        (21.026, 12, 0.05),
        (26.217, 12, 0.01),
        (60.0, 68, 0.744),
        (0.0, 12, 1.0),
        (5_000.0, 12, 0.0),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(p, abs=0.002)


def test_hands_of_different_sizes_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="sizes"):
        deal_statistics([0b111, 0b1111])
    with pytest.raises(ValueError, match="no hands"):
        deal_statistics([])
