"""The rules of melds, all melds under them, and the cards each one takes (1.1, 1.2, 1.7).

A *pattern* is the part of a card set in one suit: 13 bits, ace lowest.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.game.cards import DECK_SIZE, SET_BASE, SUIT_SIZE, Card, CardSet, cards_of

ACE_DEADWOODS: Final = (1, 15)


class RunWrap(StrEnum):
    """The use of the ace in runs (rulebook 1.2)."""

    NONE = "none"
    """Ace low only: A-2-3."""
    HIGH_LOW = "high_low"
    """Low or high: A-2-3 and Q-K-A, but not K-A-2."""
    AROUND_CORNER = "around_corner"
    """The thirteen ranks are a circle: K-A-2 too."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The options that define melds and deadwood.

    Raise ValueError for an ``ace_deadwood`` other than 1 or 15.
    """

    run_wrap: RunWrap
    ace_deadwood: int

    def __post_init__(self) -> None:
        if self.ace_deadwood not in ACE_DEADWOODS:
            raise ValueError(f"an ace counts 1 or 15 as deadwood, not {self.ace_deadwood}")

    def rank_values(self) -> tuple[int, ...]:
        """Return the deadwood values of the ranks, ace to king."""
        return (self.ace_deadwood, *(min(rank + 1, 10) for rank in range(1, SUIT_SIZE)))


STANDARD: Final = MeldRules(RunWrap.NONE, 1)
"""Ace low, ace counts one."""


MIN_MELD: Final = 3
RANKS_IN_LINE: Final = {RunWrap.NONE: 13, RunWrap.HIGH_LOW: 14, RunWrap.AROUND_CORNER: 26}
"""Length of the rank sequence: ace to king, ace to high ace, twice around."""


def run_orders(wrap: RunWrap) -> dict[int, tuple[int, ...]]:
    """Return every run pattern with its ranks from first to last.

    Lengths are 3 to 13. All thirteen cards are one pattern, ordered from the ace.
    """
    line = RANKS_IN_LINE[wrap]
    orders: dict[int, tuple[int, ...]] = {}
    for start in range(SUIT_SIZE):
        for end in range(start + MIN_MELD, min(start + SUIT_SIZE, line) + 1):
            ranks = tuple(place % SUIT_SIZE for place in range(start, end))
            orders.setdefault(sum(1 << rank for rank in ranks), ranks)
    return orders


@dataclass(frozen=True, slots=True)
class Shapes:
    """All melds of a ruleset.

    ``takes`` maps every meld to the cards that may be added to it: the fourth card of a set,
    the cards that extend a run. ``runs`` are the run patterns with their ranks in order, ``sets``
    maps the three or four cards of a rank to the sets among them.
    """

    takes: dict[CardSet, CardSet]
    runs: dict[int, tuple[int, ...]]
    sets: dict[CardSet, tuple[CardSet, ...]]

    @classmethod
    def of(cls, rules: MeldRules) -> "Shapes":
        """List the melds of these rules."""
        runs = run_orders(rules.run_wrap)
        sets = _sets()
        takes = {meld: _rank_of_set(meld) ^ meld for group in sets.values() for meld in group}
        for pattern in runs:
            ends = _run_ends(pattern, runs)
            for base in range(0, DECK_SIZE, SUIT_SIZE):
                takes[pattern << base] = ends << base
        return cls(takes, runs, sets)

    def targets(self, melds: tuple[CardSet, ...], card: Card) -> tuple[int, ...]:
        """Return the indices in ``melds`` of those that take this card."""
        return tuple(place for place, meld in enumerate(melds) if self.takes[meld] >> card & 1)

    def preferred_target(self, melds: tuple[CardSet, ...], card: Card) -> int | None:
        """Return the index of the meld for this layoff, or None if the card does not fit.

        A run is preferred to a set, because the longer run may take another card and the full set
        takes none: every layoff possible after the set is possible after the run.
        """
        fallback = None
        for place, meld in enumerate(melds):
            if self.takes[meld] >> card & 1:
                if meld not in self.sets:
                    return place
                fallback = place
        return fallback

    def in_order(self, meld: CardSet) -> tuple[Card, ...]:
        """Return the cards in display order: sets by suit, runs from first to last card."""
        base = (meld.bit_length() - 1) // SUIT_SIZE * SUIT_SIZE
        ranks = self.runs.get(meld >> base)
        if ranks is None or meld & (1 << base) - 1:
            return tuple(cards_of(meld))
        return tuple(base + rank for rank in ranks)


def _sets() -> dict[CardSet, tuple[CardSet, ...]]:
    """Return the sets among three or four cards of one rank, the largest first."""
    found: dict[CardSet, tuple[CardSet, ...]] = {}
    for rank in range(SUIT_SIZE):
        four = SET_BASE << rank
        threes = tuple(four ^ 1 << card for card in cards_of(four))
        found[four] = (four, *threes)
        found.update((three, (three,)) for three in threes)
    return found


def _rank_of_set(meld: CardSet) -> CardSet:
    rank = ((meld & -meld).bit_length() - 1) % SUIT_SIZE
    return SET_BASE << rank


def _run_ends(pattern: int, runs: dict[int, tuple[int, ...]]) -> int:
    """Return the cards of the suit that extend this run."""
    ends = 0
    for rank in range(SUIT_SIZE):
        bit = 1 << rank
        if not pattern & bit and pattern | bit in runs:
            ends |= bit
    return ends
