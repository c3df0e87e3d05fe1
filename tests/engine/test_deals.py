"""Deal statistics against theory."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from engine.game.cards import SUIT_SIZE, parse_set
from engine.game.melds import STANDARD, solver
from engine.standings.deal_statistics import (
    DEADWOOD_TABLE,
    WITHOUT_MELD,
    Deal,
    binomial_tails,
    chi_square_tail,
    deadwood_cells,
    deal_statistics,
    theory_mean,
)


def dealt(deals: int, seed: int, deck: Sequence[int] = range(52)) -> list[Deal]:
    rng = random.Random(seed)
    found = [rng.sample(deck, 11) for _ in range(deals)]
    return [Deal(sum(1 << card for card in cards[:10]), cards[10]) for cards in found]


def test_the_table_is_what_random_hands_have() -> None:
    """A fresh sample agrees with the stored table in the mean and in every tenth of it."""
    assert sum(DEADWOOD_TABLE) == 1_000_000
    sample = [solver(STANDARD).deadwood(one.hand) for one in dealt(6000, 4)]
    assert sum(sample) / len(sample) == pytest.approx(theory_mean(), abs=0.9)
    below = 0
    for points, count in enumerate(DEADWOOD_TABLE):
        below += count
        share = sum(one <= points for one in sample) / len(sample)
        assert share == pytest.approx(below / 1_000_000, abs=0.025)


def test_honest_deals_are_seldom_called_strange() -> None:
    """Under honest deals p is spread evenly: about one in ten is below a tenth."""
    low, strange = Counter[str](), 0
    for seed in range(60):
        found = deal_statistics(dealt(200, seed))
        for name in ("suits", "ranks", "deadwood", "upcard_suits", "upcard_ranks", "melded"):
            low[name] += getattr(found, name).p < 0.1
        strange += found.least_p < 0.05
    assert all(count <= 15 for count in low.values())
    assert low.total() >= 10
    assert strange <= 8, "many comparisons of fair deals make no suspicion"


def test_a_stacked_deck_is_found_out() -> None:
    """A deck from which a fifth of the hearts is missing shows within a few hundred hands."""
    deck = [card for card in range(52) if card // SUIT_SIZE != 2 or card % SUIT_SIZE > 2]
    found = deal_statistics(dealt(400, 1, deck))
    assert found.suits.p < 1e-6
    assert found.ranks.p < 0.01
    assert found.least_p < 1e-5


def test_good_hands_for_one_side_are_found_out() -> None:
    """The best of two hands in every deal: suits and ranks are fair, and yet it shows."""
    deadwood = solver(STANDARD).deadwood
    pairs = zip(dealt(300, 1), dealt(300, 2), strict=True)
    found = deal_statistics([min(pair, key=lambda one: deadwood(one.hand)) for pair in pairs])
    assert found.melded.count > found.melded.expected
    assert found.melded.p < 1e-6
    assert found.least_p < 1e-5


def test_stacked_upcards_are_found_out() -> None:
    deals = [Deal(one.hand, one.upcard // 2) for one in dealt(300, 3)]
    found = deal_statistics(deals)
    assert found.suits.p > 0.001
    assert found.upcard_suits.p < 1e-6
    assert found.least_p < 1e-5


def test_the_number_of_hands_without_a_meld_is_right() -> None:
    """Counted rank by rank: at most two of a rank, and never three of a suit in a row."""
    chosen = [some for size in (0, 1, 2) for some in combinations(range(4), size)]
    counts = Counter[tuple[tuple[int, ...], int]]({((0, 0, 0, 0), 0): 1})
    for _ in range(SUIT_SIZE):
        after = Counter[tuple[tuple[int, ...], int]]()
        for (rows, cards), count in counts.items():
            for some in chosen:
                longer = tuple(row + 1 if suit in some else 0 for suit, row in enumerate(rows))
                if max(longer) < 3:
                    after[longer, cards + len(some)] += count
        counts = after
    assert sum(count for (_, cards), count in counts.items() if cards == 10) == WITHOUT_MELD


@pytest.mark.parametrize(
    ("count", "of", "chance", "low", "high"),
    [(0, 10, 0.5, 1 / 1024, 1.0), (10, 10, 0.5, 1.0, 1 / 1024), (2, 1000, 0.001, 0.9198, 0.2642)],
)
def test_the_tails_of_a_frequency(
    count: int, of: int, chance: float, low: float, high: float
) -> None:
    assert binomial_tails(count, of, chance) == pytest.approx((low, high), abs=0.0001)


def test_counts_are_exact() -> None:
    hand = parse_set("AC 2C 3C 4D 5D 6H 7H 8S 9S TS")
    found = deal_statistics([Deal(hand, parse_set("KD").bit_length() - 1)])
    assert found.suits.observed == (3, 2, 2, 3)
    assert found.ranks.observed == (1,) * 10 + (0, 0, 0)
    assert found.mean_deadwood == 22
    assert found.deadwood is None, "one hand fills no cells"
    assert found.upcard_suits.observed == (0, 1, 0, 0)
    assert (found.melded.count, found.knocks.count, found.gins.count) == (1, 0, 0)


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


def test_other_hands_than_of_ten_cards_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="ten cards"):
        deal_statistics([Deal(0b111, 51)])
    with pytest.raises(ValueError, match="no deals"):
        deal_statistics([])
