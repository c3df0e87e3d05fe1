"""Tables over the 8192 patterns of one suit, from which a hand's deadwood is added up.

A layout is a choice of sets, and the best runs in every suit of the cards that the sets leave. The
runs depend on one suit only, so they are a table; the sets matter only when some rank has three
cards.
"""

from dataclasses import dataclass
from typing import Final

from engine.game.cards import SUIT_MASK, SUIT_SIZE
from engine.game.melds.rules import MeldRules
from engine.game.melds.shapes import run_orders

PATTERNS: Final = SUIT_MASK + 1
LONGEST_PIECE: Final = 5
"""The longest run in the tables: six or more cards are also two runs of three to five."""
CARD_BITS: Final = 6
GAIN_SHIFT: Final = 10
NO_CARD: Final = -1 << 30
"""Gain entry of a suit without cards: less than any other."""


@dataclass(frozen=True, slots=True)
class SuitTables:
    """Lists indexed by pattern.

    values: sum of deadwood values. runs: least deadwood with runs alone.
    in_run: the cards that are in some run of the pattern.
    gains: for each suit, the card whose discard lowers ``runs`` most, as
    ``lowered << 10 | value << 6 | card``, so that the greatest entry is the best discard and
    a tie goes to the highest-valued card, then to the highest number.
    """

    values: list[int]
    runs: list[int]
    in_run: list[int]
    gains: tuple[list[int], list[int], list[int], list[int]]

    @classmethod
    def of(cls, rules: MeldRules) -> "SuitTables":
        """Build the tables of these rules."""
        rank_values = rules.rank_values()
        runs, in_run = _run_tables(rules, rank_values)
        gains = _gains(runs, rank_values)
        clubs, diamonds, hearts, spades = (
            [gain + suit * SUIT_SIZE if gain != NO_CARD else gain for gain in gains]
            for suit in range(4)
        )
        return cls(_sums(rank_values), runs, in_run, (clubs, diamonds, hearts, spades))


def _sums(by_rank: tuple[int, ...]) -> list[int]:
    sums = [0]
    for value in by_rank:
        sums += [value + lower for lower in sums]
    return sums


def _run_tables(rules: MeldRules, rank_values: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return each pattern's least deadwood with runs alone, and the cards in its runs.

    The lowest card is either deadwood or in a run of three to five cards; longer runs are
    sequences of such runs.
    """
    runs_with: list[list[int]] = [[] for _ in range(SUIT_SIZE)]
    for pattern, ranks in run_orders(rules.run_wrap).items():
        if len(ranks) <= LONGEST_PIECE:
            for rank in ranks:
                runs_with[rank].append(pattern)
    least, touched = [0], [0]
    for pattern in range(1, PATTERNS):
        low = pattern & -pattern
        rank = low.bit_length() - 1
        best = least[pattern ^ low] + rank_values[rank]
        cards = touched[pattern ^ low]
        for run in runs_with[rank]:
            if run & pattern == run:
                cards |= run
                best = min(best, least[pattern ^ run])
        least.append(best)
        touched.append(cards)
    return least, touched


def _gains(runs: list[int], rank_values: tuple[int, ...]) -> list[int]:
    """Return the best discard of each pattern in clubs; other suits differ in card numbers."""
    tails = [value << CARD_BITS | rank for rank, value in enumerate(rank_values)]
    gains = [NO_CARD] * PATTERNS
    for pattern in range(1, PATTERNS):
        left = runs[pattern]
        gains[pattern] = max(
            (left - runs[pattern ^ 1 << rank] << GAIN_SHIFT) + tails[rank]
            for rank in range(SUIT_SIZE)
            if pattern >> rank & 1
        )
    return gains
