"""Least deadwood and best discards of a hand, exact and fast (rulebook 1.3).

Nine hands in twelve have no rank with three cards: four table entries are added and that is the
answer. In the others every rank with three or four cards gives a choice between its sets and
none of them (an *arrangement*), and the tables answer for the cards that a choice leaves.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from engine.cards import DECK_SIZE, SUIT_MASK, SUIT_SIZE, Card, CardSet
from engine.melds.rules import MeldRules
from engine.melds.tables import (
    CARD_BITS,
    DEADWOOD_BITS,
    DEADWOOD_MASK,
    GAIN_SHIFT,
    NO_CARD,
    THREE_OR_FOUR,
    SuitTables,
)

Patterns: TypeAlias = tuple[int, int, int, int]
"""A card set as one 13-bit pattern a suit: clubs, diamonds, hearts, spades."""

CARD_MASK: Final = (1 << CARD_BITS) - 1
RANK_OF_COUNTER: Final = {1 << DEADWOOD_BITS + 3 * rank + 2: 1 << rank for rank in range(SUIT_SIZE)}
"""The "three or four" bit of a rank to the rank's bit in a pattern."""


class Deadwood:
    """The counting half of the solver. Hands may have any number of cards."""

    __slots__ = (
        "_clubs",
        "_diamonds",
        "_first",
        "_hearts",
        "_packed",
        "_runs",
        "_spades",
        "_values",
    )

    def __init__(self, rules: MeldRules) -> None:
        tables = SuitTables.of(rules)
        self._values = tables.values
        self._runs = tables.runs
        self._packed = tables.packed
        self._first = tables.packed_first
        self._clubs, self._diamonds, self._hearts, self._spades = tables.gains

    def value(self, card: Card) -> int:
        """What this card counts as deadwood."""
        return self._values[1 << card % SUIT_SIZE]

    def total(self, mask: CardSet) -> int:
        """What these cards count when none of them is melded."""
        values = self._values
        return (
            values[mask & SUIT_MASK]
            + values[mask >> 13 & SUIT_MASK]
            + values[mask >> 26 & SUIT_MASK]
            + values[mask >> 39]
        )

    def deadwood(self, mask: CardSet) -> int:
        """Least deadwood over all layouts of these cards."""
        clubs = mask & 8191
        diamonds = mask >> 13 & 8191
        hearts = mask >> 26 & 8191
        spades = mask >> 39
        packed = self._packed
        added = self._first[clubs] + packed[diamonds] + packed[hearts] + packed[spades]
        triples = added & THREE_OR_FOUR
        if not triples:
            return added & DEADWOOD_MASK
        runs = self._runs
        rank = RANK_OF_COUNTER.get(triples)
        if rank is None or added & triples >> 2:
            return min(
                runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
                for clubs, diamonds, hearts, spades in _arrangements(
                    (clubs, diamonds, hearts, spades), triples
                )
            )
        others = ~rank
        with_set = (
            runs[clubs & others]
            + runs[diamonds & others]
            + runs[hearts & others]
            + runs[spades & others]
        )
        without = added & DEADWOOD_MASK
        return with_set if with_set < without else without

    def is_all_melded(self, mask: CardSet) -> bool:
        """Whether a layout without deadwood exists: gin of ten cards, big gin of eleven."""
        return self.deadwood(mask) == 0

    def discards(self, mask: CardSet) -> tuple[tuple[Card, int], ...]:
        """Every card of the hand, lowest number first, with the least deadwood left without it."""
        patterns, triples = self._split(mask)
        least: dict[Card, int] = {}
        for rest in _arrangements(patterns, triples):
            self._discards_from(rest, least)
        return tuple(sorted(least.items()))

    def best_discard(self, mask: CardSet, forbidden: CardSet = 0) -> tuple[Card, int]:
        """The discard that leaves least deadwood, and that deadwood.

        A tie goes to the dearest card, then to the highest number. Cards of ``forbidden`` stay in
        the hand. Raises ValueError if no card may be discarded.
        """
        if forbidden & mask or not mask:
            return self._best_allowed(mask, forbidden)
        clubs = mask & 8191
        diamonds = mask >> 13 & 8191
        hearts = mask >> 26 & 8191
        spades = mask >> 39
        packed = self._packed
        added = self._first[clubs] + packed[diamonds] + packed[hearts] + packed[spades]
        triples = added & THREE_OR_FOUR
        if triples:
            return self._best_of_arrangements((clubs, diamonds, hearts, spades), triples)
        best = self._clubs[clubs]
        if (gain := self._diamonds[diamonds]) > best:
            best = gain
        if (gain := self._hearts[hearts]) > best:
            best = gain
        if (gain := self._spades[spades]) > best:
            best = gain
        return best & CARD_MASK, (added & DEADWOOD_MASK) - (best >> GAIN_SHIFT)

    def _split(self, mask: CardSet) -> tuple[Patterns, int]:
        """The suits of a hand, and the counter bits of its ranks with three or four cards."""
        clubs, diamonds = mask & SUIT_MASK, mask >> 13 & SUIT_MASK
        hearts, spades = mask >> 26 & SUIT_MASK, mask >> 39
        packed = self._packed
        added = self._first[clubs] + packed[diamonds] + packed[hearts] + packed[spades]
        return (clubs, diamonds, hearts, spades), added & THREE_OR_FOUR

    def _discards_from(self, rest: Patterns, least: dict[Card, int]) -> None:
        """Try every card that an arrangement's sets leave, and keep the better counts."""
        runs = self._runs
        left = sum(runs[pattern] for pattern in rest)
        base = 0
        for pattern in rest:
            others = left - runs[pattern]
            bits = pattern
            while bits:
                bit = bits & -bits
                bits ^= bit
                card = base + bit.bit_length() - 1
                count = others + runs[pattern ^ bit]
                if count < least.get(card, DECK_SIZE * 15):
                    least[card] = count
            base += SUIT_SIZE

    def _best_of_arrangements(self, patterns: Patterns, triples: int) -> tuple[Card, int]:
        """The best discard when sets are possible: the best over all choices of sets."""
        runs = self._runs
        best_score = 2 * NO_CARD
        for clubs, diamonds, hearts, spades in _arrangements(patterns, triples):
            best = self._clubs[clubs]
            if (gain := self._diamonds[diamonds]) > best:
                best = gain
            if (gain := self._hearts[hearts]) > best:
                best = gain
            if (gain := self._spades[spades]) > best:
                best = gain
            left = runs[clubs] + runs[diamonds] + runs[hearts] + runs[spades]
            best_score = max(best_score, best - (left << GAIN_SHIFT))
        return best_score & CARD_MASK, -(best_score >> GAIN_SHIFT)

    def _best_allowed(self, mask: CardSet, forbidden: CardSet) -> tuple[Card, int]:
        allowed = [entry for entry in self.discards(mask) if not forbidden >> entry[0] & 1]
        if not allowed:
            raise ValueError("no card of this hand may be discarded")
        return min(allowed, key=lambda entry: (entry[1], -self.value(entry[0]), -entry[0]))


def _arrangements(patterns: Patterns, triples: int) -> Iterator[Patterns]:
    """What is left of the suits for every choice of sets in the ranks marked in ``triples``.

    A rank with three cards gives its set or none; with four the four, none, or one of the four
    sets of three.
    """
    if not triples:
        yield patterns
        return
    lowest = triples & -triples
    rank = RANK_OF_COUNTER[lowest]
    for rest in _arrangements(patterns, triples ^ lowest):
        yield rest
        clubs, diamonds, hearts, spades = rest
        others = ~rank
        yield clubs & others, diamonds & others, hearts & others, spades & others
        if clubs & diamonds & hearts & spades & rank:
            yield clubs, diamonds & others, hearts & others, spades & others
            yield clubs & others, diamonds, hearts & others, spades & others
            yield clubs & others, diamonds & others, hearts, spades & others
            yield clubs & others, diamonds & others, hearts & others, spades
