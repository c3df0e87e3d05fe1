"""A comparison of a server's deals with chance: the non-dealer's starting hands, and the upcards.

Suits and ranks have exact expectations. A hand is drawn without replacement, so its counts vary
less than independent cards would: the usual chi-square sum over ``n`` hands of ``k`` cards is
divided by ``(52 - k) / 51`` before it is compared with the chi-square distribution. Starting
deadwood, and how often a dealt hand could knock, are compared with a table of a million simulated
hands of ten cards; how often a hand holds a meld, with the exact count of such hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, erfc, exp, lgamma, log, log1p, sqrt
from typing import Final

from engine.game.cards import DECK_SIZE, SUIT_MASK, SUIT_SIZE, Card, CardSet, cards_of
from engine.game.melds import STANDARD, solver

DEADWOOD_TABLE: Final = (
    11,
    18,
    23,
    21,
    31,
    25,
    45,
    59,
    95,
    118,
    190,
    197,
    259,
    374,
    498,
    611,
    742,
    973,
    1098,
    1292,
    1479,
    1789,
    2000,
    2260,
    2451,
    2744,
    2964,
    3431,
    3784,
    4215,
    4905,
    5485,
    6048,
    6994,
    8082,
    9193,
    10068,
    11157,
    12455,
    13720,
    14957,
    15950,
    16847,
    17866,
    18798,
    19439,
    20003,
    20055,
    20489,
    20589,
    20754,
    20531,
    21143,
    21131,
    21867,
    22048,
    22875,
    23690,
    24985,
    25819,
    26770,
    27701,
    28546,
    29244,
    29385,
    30022,
    29664,
    28943,
    28304,
    26683,
    25187,
    23260,
    21246,
    19005,
    16924,
    14886,
    12766,
    10910,
    9068,
    7366,
    5915,
    4459,
    3521,
    2669,
    1876,
    1371,
    899,
    650,
    433,
    257,
    140,
    107,
    44,
    25,
    9,
    3,
    2,
)
"""Counts of deadwood 0, 1, 2 ... in a million random ten-card hands under standard melds.

Made with numpy's default generator, seed 20261120, and this project's solver.
"""
WITHOUT_MELD: Final = 9_525_123_396
"""The number of ten-card hands, of all C(52, 10), in which there is no meld."""
KNOCK: Final = 10
"""The most deadwood with which a hand can knock."""
LEAST_EXPECTED: Final = 5.0
"""Least expected count of a chi-square cell; smaller cells are joined."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Counts against expectations. ``p``: probability of at least this deviation by chance."""

    observed: tuple[int, ...]
    expected: tuple[float, ...]
    chi_square: float
    freedom: int
    p: float


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something was dealt. ``p``: probability of at least this deviation by chance."""

    count: int
    expected: float
    p: float


@dataclass(frozen=True, slots=True)
class Deal:
    """The start of a shuffled deck, dealt as in standard gin: the non-dealer's hand, the upcard."""

    hand: CardSet
    upcard: Card


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """Deals compared with theory.

    ``suits``: clubs, diamonds, hearts, spades. ``ranks``: ace to king. ``deadwood``: cells
    bounded by ``deadwood_cells``, ``None`` for so few deals that there is only one. ``melded``:
    hands with a meld; ``knocks``: hands that could knock; ``gins``: without deadwood.
    """

    deals: int
    mean_deadwood: float
    theory_deadwood: float
    suits: Comparison
    ranks: Comparison
    deadwood: Comparison | None
    deadwood_cells: tuple[tuple[int, int], ...]
    upcard_suits: Comparison
    upcard_ranks: Comparison
    melded: Frequency
    knocks: Frequency
    gins: Frequency

    @property
    def least_p(self) -> float:
        """The probability that fair deals deviate somewhere at least as much as these do.

        Each of several comparisons may deviate, so the smallest of their probabilities counts as
        often (Bonferroni).
        """
        every: tuple[float, ...] = (
            self.suits.p,
            self.ranks.p,
            *(() if self.deadwood is None else (self.deadwood.p,)),
            self.upcard_suits.p,
            self.upcard_ranks.p,
            self.melded.p,
            self.knocks.p,
            self.gins.p,
        )
        least = min(every)
        return min(1.0, len(every) * least)


def theory_mean() -> float:
    """Return the mean deadwood of a random ten-card hand."""
    total = sum(DEADWOOD_TABLE)
    return sum(count * points for points, count in enumerate(DEADWOOD_TABLE)) / total


def deal_statistics(deals: Sequence[Deal]) -> DealStatistics:
    """Compare deals with theory. Raise ValueError without deals, or if hands have not ten cards."""
    if not deals:
        raise ValueError("no deals to compare")
    hands = [one.hand for one in deals]
    if any(hand.bit_count() != HAND for hand in hands):
        raise ValueError("a hand has not ten cards")
    solve = solver(STANDARD)
    deadwoods = [solve.deadwood(hand) for hand in hands]
    melded = sum(one < solve.total(hand) for one, hand in zip(deadwoods, hands, strict=True))
    cells = deadwood_cells(len(hands))
    upcards = [1 << one.upcard for one in deals]
    shares = [one / sum(DEADWOOD_TABLE) for one in accumulate(DEADWOOD_TABLE)]
    return DealStatistics(
        deals=len(deals),
        mean_deadwood=sum(deadwoods) / len(hands),
        theory_deadwood=theory_mean(),
        suits=_even(_suit_counts(hands), HAND),
        ranks=_even(_rank_counts(hands), HAND),
        deadwood=_deadwood(deadwoods, cells) if len(cells) > 1 else None,
        deadwood_cells=cells,
        upcard_suits=_even(_suit_counts(upcards), 1),
        upcard_ranks=_even(_rank_counts(upcards), 1),
        melded=_frequency(melded, len(hands), 1 - WITHOUT_MELD / comb(DECK_SIZE, HAND)),
        knocks=_frequency(sum(one <= KNOCK for one in deadwoods), len(hands), shares[KNOCK]),
        gins=_frequency(deadwoods.count(0), len(hands), shares[0]),
    )


def _frequency(count: int, of: int, chance: float) -> Frequency:
    low, high = binomial_tails(count, of, chance)
    return Frequency(count, of * chance, min(1.0, 2 * min(low, high)))


def binomial_tails(count: int, of: int, chance: float) -> tuple[float, float]:
    """Return the probabilities of at most and of at least ``count`` hits of ``of`` tries.

    >>> [round(one, 3) for one in binomial_tails(1, 3, 0.5)]
    [0.5, 0.875]
    """

    def exactly(hits: int) -> float:
        ways = lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)
        return exp(ways + hits * log(chance) + (of - hits) * log1p(-chance))

    low = sum(map(exactly, range(count + 1)))
    return min(1.0, low), min(1.0, max(0.0, 1 - low) + exactly(count))


def _suit_counts(hands: Iterable[CardSet]) -> list[int]:
    counts = [0] * 4
    for hand in hands:
        for suit in range(4):
            counts[suit] += (hand >> suit * SUIT_SIZE & SUIT_MASK).bit_count()
    return counts


def _rank_counts(hands: Iterable[CardSet]) -> list[int]:
    counts = [0] * SUIT_SIZE
    for hand in hands:
        for card in cards_of(hand):
            counts[card % SUIT_SIZE] += 1
    return counts


def _even(observed: Sequence[int], size: int) -> Comparison:
    """Compare counts with an even distribution, for hands drawn without replacement."""
    expected = sum(observed) / len(observed)
    shrunk = (DECK_SIZE - size) / (DECK_SIZE - 1)
    return _compared(observed, [expected] * len(observed), shrunk)


def deadwood_cells(hands: int) -> tuple[tuple[int, int], ...]:
    """Return the ranges of deadwood (first, last) that are the cells for this many hands."""
    total = sum(DEADWOOD_TABLE)
    cells: list[tuple[int, int]] = []
    first, share = 0, 0.0
    for points, count in enumerate(DEADWOOD_TABLE):
        share += count * hands / total
        if share >= LEAST_EXPECTED:
            cells.append((first, points))
            first, share = points + 1, 0.0
    if not cells:
        return ((0, MOST),)
    return (*cells[:-1], (cells[-1][0], MOST))


HAND: Final = 10
MOST: Final = 100
"""The largest deadwood of ten cards."""


def _deadwood(deadwoods: Sequence[int], cells: Sequence[tuple[int, int]]) -> Comparison:
    total = sum(DEADWOOD_TABLE)
    expected = [
        sum(DEADWOOD_TABLE[first : last + 1]) * len(deadwoods) / total for first, last in cells
    ]
    observed = [sum(first <= one <= last for one in deadwoods) for first, last in cells]
    return _compared(observed, expected, 1.0)


def _compared(observed: Sequence[int], expected: Sequence[float], shrunk: float) -> Comparison:
    pairs = zip(observed, expected, strict=True)
    chi_square = sum((seen - mean) ** 2 / mean for seen, mean in pairs) / shrunk
    freedom = len(observed) - 1
    p = chi_square_tail(chi_square, freedom)
    return Comparison(tuple(observed), tuple(expected), chi_square, freedom, p)


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square variable is at least ``value``.

    >>> round(chi_square_tail(7.815, 3), 3)
    0.05
    """
    if value <= 0:
        return 1.0
    half, x = freedom / 2, value / 2
    term = exp(-x + half * log(x) - lgamma(half + 1))
    if freedom == 1:
        return erfc(sqrt(x))
    if x > half + 40 + 10 * sqrt(half):
        return 0.0
    total, step = term, half
    while term > total * 1e-12:
        step += 1
        term *= x / step
        total += term
    return max(0.0, min(1.0, 1.0 - total))
