"""Least deadwood and best discards of a hand, exact and fast, from tables of one suit (1.3).

A layout is a choice of sets, and the best runs in every suit of the cards that the sets leave. The
runs depend on one suit only, so they are a table over its 8192 patterns.

A hand in which no rank has three cards has no sets: its deadwood is the sum of four table entries.
Otherwise a rank with a set is *settled* when none of its cards is in a run of the hand: every best
layout then melds all its cards as a set. Only a *contested* rank, with a card that could also be
in a run, is tried both ways.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.game.cards import SET_BASE, SUIT_MASK, SUIT_SIZE, Card, CardSet, cards_of
from engine.game.melds.shapes import MeldRules, run_orders

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


Patterns: TypeAlias = tuple[int, int, int, int]
"""A card set as one 13-bit pattern per suit: clubs, diamonds, hearts, spades."""

CARD_MASK: Final = (1 << CARD_BITS) - 1
ALL: Final = -1
"""Keeps every card of a pattern."""
ALL_MELDED: Final = 1 << 30
"""Score of an arrangement without deadwood: more than any real score."""


class Deadwood:
    """The counting half of the solver. Hands may have any number of cards."""

    __slots__ = (
        "_changes",
        "_clubs",
        "_diamonds",
        "_hearts",
        "_in_run",
        "_runs",
        "_spades",
        "_values",
    )

    def __init__(self, rules: MeldRules) -> None:
        tables = SuitTables.of(rules)
        self._values = tables.values
        self._runs = tables.runs
        self._in_run = tables.in_run
        self._clubs, self._diamonds, self._hearts, self._spades = tables.gains
        self._changes: tuple[dict[int, tuple[tuple[Card, int], ...]], ...] = ({}, {}, {}, {})

    def value(self, card: Card) -> int:
        """Return the deadwood value of this card."""
        return self._values[1 << card % SUIT_SIZE]

    def total(self, mask: CardSet) -> int:
        """Return the deadwood of these cards when none of them is melded."""
        values = self._values
        clubs, diamonds, hearts, spades = _suits(mask)
        return values[clubs] + values[diamonds] + values[hearts] + values[spades]

    def deadwood(self, mask: CardSet) -> int:
        """Return the least deadwood over all layouts of these cards."""
        clubs = mask & SUIT_MASK
        diamonds = mask >> 13 & SUIT_MASK
        hearts = mask >> 26 & SUIT_MASK
        spades = mask >> 39
        runs = self._runs
        sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if not sets:
            return runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
        in_run = self._in_run
        contested = sets & (in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades])
        if contested != sets:
            rest = ~(sets ^ contested)
            clubs &= rest
            diamonds &= rest
            hearts &= rest
            spades &= rest
        if not contested:
            return runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
        return self._least(clubs, diamonds, hearts, spades, contested)

    def is_all_melded(self, mask: CardSet) -> bool:
        """Whether a layout without deadwood exists: gin of ten cards, big gin of eleven."""
        return self.deadwood(mask) == 0

    def discards(self, mask: CardSet) -> tuple[tuple[Card, int], ...]:
        """Return every card, lowest number first, with the least deadwood left without it."""
        clubs, diamonds, hearts, spades = _suits(mask)
        sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if not sets:
            return tuple(self._left_without((clubs, diamonds, hearts, spades)))
        in_run = self._in_run
        contested = sets & (in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades])
        settled = sets ^ contested
        rest = ~settled
        patterns = clubs & rest, diamonds & rest, hearts & rest, spades & rest
        if not contested:
            least = dict(self._left_without(patterns))
        else:
            least = {}
            for arrangement in _arrangements(patterns, contested):
                for card, left in self._left_without(arrangement):
                    if left < least.get(card, left + 1):
                        least[card] = left
        if settled:
            self._add_settled(mask, settled, least)
        return tuple(sorted(least.items()))

    def best_discard(self, mask: CardSet, forbidden: CardSet = 0) -> tuple[Card, int]:
        """Return the discard that leaves least deadwood, and that deadwood.

        A tie goes to the highest-valued card, then to the highest number. Cards of ``forbidden``
        stay in the hand. Raise ValueError if no card may be discarded.
        """
        clubs = mask & SUIT_MASK
        diamonds = mask >> 13 & SUIT_MASK
        hearts = mask >> 26 & SUIT_MASK
        spades = mask >> 39
        sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if not sets:
            score = self._score(clubs, diamonds, hearts, spades)
        else:
            in_run = self._in_run
            contested = sets & (in_run[clubs] | in_run[diamonds] | in_run[hearts] | in_run[spades])
            if contested != sets:
                rest = ~(sets ^ contested)
                clubs &= rest
                diamonds &= rest
                hearts &= rest
                spades &= rest
            score = self._best_score(clubs, diamonds, hearts, spades, contested)
        card = score & CARD_MASK
        if score == ALL_MELDED or forbidden >> card & 1:
            return self._best_allowed(mask, forbidden)
        return card, -(score >> GAIN_SHIFT)

    def _least(self, clubs: int, diamonds: int, hearts: int, spades: int, contested: int) -> int:
        """Return the least deadwood over the choices of sets in the contested ranks."""
        rank = contested & -contested
        contested ^= rank
        if not contested:
            return self._least_of_one(clubs, diamonds, hearts, spades, rank)
        others = ~rank
        clubs_left = clubs & others
        diamonds_left = diamonds & others
        hearts_left = hearts & others
        spades_left = spades & others
        least = self._least
        without = least(clubs, diamonds, hearts, spades, contested)
        best = least(clubs_left, diamonds_left, hearts_left, spades_left, contested)
        if clubs & diamonds & hearts & spades & rank:
            best = min(
                best,
                least(clubs, diamonds_left, hearts_left, spades_left, contested),
                least(clubs_left, diamonds, hearts_left, spades_left, contested),
                least(clubs_left, diamonds_left, hearts, spades_left, contested),
                least(clubs_left, diamonds_left, hearts_left, spades, contested),
            )
        return min(best, without)

    def _least_of_one(self, clubs: int, diamonds: int, hearts: int, spades: int, rank: int) -> int:
        """Return the least deadwood with or without this rank's set; one of four may stay out."""
        runs = self._runs
        others = ~rank
        clubs_left = runs[clubs & others]
        diamonds_left = runs[diamonds & others]
        hearts_left = runs[hearts & others]
        spades_left = runs[spades & others]
        best = clubs_left + diamonds_left + hearts_left + spades_left
        without = runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
        if clubs & diamonds & hearts & spades & rank:
            best += min(
                0,
                runs[clubs] - clubs_left,
                runs[diamonds] - diamonds_left,
                runs[hearts] - hearts_left,
                runs[spades] - spades_left,
            )
        return min(best, without)

    def _score(self, clubs: int, diamonds: int, hearts: int, spades: int) -> int:
        """Return the best discard of one arrangement: ``-deadwood << 10 | value << 6 | card``.

        Discards from settled sets are not considered: while any deadwood is left, discarding
        deadwood is better.
        """
        runs = self._runs
        left = runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
        if not left:
            return ALL_MELDED
        best = self._clubs[clubs]
        if (gain := self._diamonds[diamonds]) > best:
            best = gain
        if (gain := self._hearts[hearts]) > best:
            best = gain
        if (gain := self._spades[spades]) > best:
            best = gain
        return best - (left << GAIN_SHIFT)

    def _best_score(
        self, clubs: int, diamonds: int, hearts: int, spades: int, contested: int
    ) -> int:
        """Return the best score over the choices of sets in the contested ranks."""
        if not contested:
            return self._score(clubs, diamonds, hearts, spades)
        rank = contested & -contested
        others = ~rank
        contested ^= rank
        clubs_left = clubs & others
        diamonds_left = diamonds & others
        hearts_left = hearts & others
        spades_left = spades & others
        score = self._best_score
        without = score(clubs, diamonds, hearts, spades, contested)
        best = score(clubs_left, diamonds_left, hearts_left, spades_left, contested)
        if clubs & diamonds & hearts & spades & rank:
            best = max(
                best,
                score(clubs, diamonds_left, hearts_left, spades_left, contested),
                score(clubs_left, diamonds, hearts_left, spades_left, contested),
                score(clubs_left, diamonds_left, hearts, spades_left, contested),
                score(clubs_left, diamonds_left, hearts_left, spades, contested),
            )
        return max(best, without)

    def _best_allowed(self, mask: CardSet, forbidden: CardSet) -> tuple[Card, int]:
        allowed = [entry for entry in self.discards(mask) if not forbidden >> entry[0] & 1]
        if not allowed:
            raise ValueError("no card of this hand may be discarded")
        return min(allowed, key=lambda entry: (entry[1], -self.value(entry[0]), -entry[0]))

    def _left_without(self, patterns: Patterns) -> list[tuple[Card, int]]:
        """Return every card of one arrangement with the deadwood its discard leaves."""
        clubs, diamonds, hearts, spades = patterns
        runs = self._runs
        left = runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
        found: list[tuple[Card, int]] = []
        for suit, pattern in enumerate(patterns):
            if pattern:
                changes = self._changes[suit].get(pattern) or self._remember(suit, pattern)
                found += [(card, left + change) for card, change in changes]
        return found

    def _remember(self, suit: int, pattern: int) -> tuple[tuple[Card, int], ...]:
        """Cache and return the cards of a suit with the change of deadwood without each."""
        runs = self._runs
        base = suit * SUIT_SIZE
        changes = tuple(
            (base + rank, runs[pattern ^ 1 << rank] - runs[pattern]) for rank in cards_of(pattern)
        )
        self._changes[suit][pattern] = changes
        return changes

    def _add_settled(self, mask: CardSet, settled: int, least: dict[Card, int]) -> None:
        """Add discards from settled sets: a fourth card is free, two of three become deadwood."""
        left = self.deadwood(mask)
        for rank in cards_of(settled):
            meld = mask & SET_BASE << rank
            lost = 0 if meld.bit_count() == 4 else 2 * self.value(rank)
            for card in cards_of(meld):
                least[card] = left + lost


def _suits(mask: CardSet) -> Patterns:
    return mask & SUIT_MASK, mask >> 13 & SUIT_MASK, mask >> 26 & SUIT_MASK, mask >> 39


def _arrangements(patterns: Patterns, contested: int) -> list[Patterns]:
    """Return the rest of the suits for every choice of sets in the contested ranks.

    A rank with three cards offers its set or none; with four cards all four, none, or one of the
    four sets of three.
    """
    found = [patterns]
    while contested:
        rank = contested & -contested
        contested ^= rank
        others = ~rank
        keeps: list[Patterns] = [(ALL, ALL, ALL, ALL), (others, others, others, others)]
        if patterns[0] & patterns[1] & patterns[2] & patterns[3] & rank:
            keeps += (
                (ALL, others, others, others),
                (others, ALL, others, others),
                (others, others, ALL, others),
                (others, others, others, ALL),
            )
        found = [
            (clubs & keep[0], diamonds & keep[1], hearts & keep[2], spades & keep[3])
            for clubs, diamonds, hearts, spades in found
            for keep in keeps
        ]
    return found
