"""The meld solver: melds, deadwood, layouts and layoffs."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from engine.game.cards import SET_BASE, SUIT_MASK, SUIT_SIZE, Card, CardSet, card_text, set_text
from engine.game.melds import layouts
from engine.game.melds.deadwood import Deadwood
from engine.game.melds.layouts import LaidOff, Layoff, Layout
from engine.game.melds.shapes import MIN_MELD, MeldRules, Shapes

REMEMBERED: Final = 4096
"""The most hands whose best layout is kept: a hand is shown again with each move of the other."""


class Solver(Deadwood):
    """Exact answers under one set of meld rules. Get one from :func:`solver`."""

    __slots__ = ("_best", "_runs_in", "_shapes", "rules")

    def __init__(self, rules: MeldRules) -> None:
        super().__init__(rules)
        self.rules = rules
        self._shapes = Shapes.of(rules)
        self._runs_in: dict[int, tuple[int, ...]] = {}
        self._best = lru_cache(maxsize=REMEMBERED)(self._best_layout)

    def is_meld(self, mask: CardSet) -> bool:
        """Whether these cards are one set or one run (rulebook 1.2)."""
        return mask in self._shapes.takes

    def is_set(self, meld: CardSet) -> bool:
        """Whether these cards are a set."""
        return meld in self._shapes.sets

    def in_order(self, meld: CardSet) -> tuple[Card, ...]:
        """Return the cards of a meld in display order.

        A run from its first to its last card, also around the corner; a set by suit.
        """
        return self._shapes.in_order(meld)

    def melds_in(self, mask: CardSet) -> tuple[CardSet, ...]:
        """Return all melds within these cards, sets by rank first, then runs by suit."""
        found: list[CardSet] = []
        for rank in range(SUIT_SIZE):
            found += self._shapes.sets.get(mask & SET_BASE << rank, ())
        for base in (0, 13, 26, 39):
            found += [run << base for run in self._runs_within(mask >> base & SUIT_MASK)]
        return tuple(found)

    def best_layout(self, mask: CardSet) -> Layout:
        """Return the layout with least deadwood.

        A tie goes to the layout that takes the fewest cards at once, then to the one with fewest
        runs, then to card order (rulebook 1.6).
        """
        return self._best(mask)

    def _best_layout(self, mask: CardSet) -> Layout:
        return self.layouts(mask, self.deadwood(mask))[0]

    def layouts(self, mask: CardSet, limit: int) -> tuple[Layout, ...]:
        """Return every layout with deadwood up to ``limit`` points, each family of melds once.

        The order is that of :meth:`best_layout`.
        """
        return layouts.layouts(self._shapes, self, self.melds_in(mask), mask, limit)

    def choices(self, mask: CardSet, limit: int) -> tuple[Layout, ...]:
        """Return the layouts worth offering to a knocker, best first.

        A layout is dropped when another has no more deadwood and every layoff possible on that
        other is possible on it too: the other is at least as good against any hand. If the hand
        is gin, only layouts without deadwood remain.
        """
        return layouts.choices(self._shapes, self.layouts(mask, limit))

    def layoff_targets(self, melds: tuple[CardSet, ...], card: Card) -> tuple[int, ...]:
        """Return the indices in ``melds`` of those that take this card now (rulebook 1.7)."""
        return self._shapes.targets(melds, card)

    def extend(self, meld: CardSet, card: Card) -> CardSet:
        """Return the meld with this card added. Raise ValueError if the card does not fit."""
        if not self._shapes.takes.get(meld, 0) >> card & 1:
            raise ValueError(f"{card_text(card)} does not fit on {set_text(meld)}")
        return meld | 1 << card

    def reachable_layoffs(self, melds: tuple[CardSet, ...], hand: CardSet) -> Iterator[LaidOff]:
        """Iterate over the sets of cards of ``hand`` that can be laid off, from none."""
        return layouts.reachable_layoffs(self._shapes, melds, hand)

    def best_layoff(self, melds: tuple[CardSet, ...], hand: CardSet) -> Layoff:
        """Return the layoffs that leave the defender least deadwood, own melds considered.

        A tie goes to the fewest cards laid off, then to the lower cards.
        """
        _, _, cards, state = min(
            (self.deadwood(hand ^ state.cards), len(state.steps), state.cards, state)
            for state in self.reachable_layoffs(melds, hand)
        )
        layout = self.best_layout(hand ^ cards)
        return Layoff(state.steps, state.melds, layout, layout.deadwood)

    def deadwood_after_layoffs(self, melds: tuple[CardSet, ...], hand: CardSet) -> int:
        """Return the least deadwood of a defender with this hand against these melds."""
        return min(
            self.deadwood(hand ^ state.cards) for state in self.reachable_layoffs(melds, hand)
        )

    def _runs_within(self, pattern: int) -> tuple[int, ...]:
        """Return the run patterns inside a suit's pattern, cached."""
        found = self._runs_in.get(pattern)
        if found is None:
            found = ()
            if pattern.bit_count() >= MIN_MELD:
                found = tuple(run for run in self._shapes.runs if run & pattern == run)
            self._runs_in[pattern] = found
        return found


@cache
def solver(rules: MeldRules) -> Solver:
    """Return the solver for these rules; the first call builds its tables (about 0.05 s)."""
    return Solver(rules)
