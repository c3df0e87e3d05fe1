"""A slow meld solver that is plainly right, to check the fast one against.

Cards are texts such as ``"TD"``, hands are frozen sets of them. It shares nothing with
``engine.game.melds``: melds are read off the line of ranks, layouts are tried one by one, layoffs
are played card by card in every order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LINES = {"none": RANKS, "high_low": RANKS + "A", "around_corner": RANKS + RANKS}

Hand = frozenset[str]
Family = frozenset[Hand]


@dataclass(frozen=True)
class Exhaustive:
    """Answers under one ``run_wrap`` and one value of an unmelded ace."""

    run_wrap: str
    ace: int

    def value(self, card: str) -> int:
        return self.ace if card[0] == "A" else min(RANKS.index(card[0]) + 1, 10)

    def total(self, cards: Hand) -> int:
        return sum(self.value(card) for card in cards)

    def melds(self) -> frozenset[Hand]:
        return _melds(self.run_wrap)

    def melds_in(self, hand: Hand) -> list[Hand]:
        return [meld for meld in self.melds() if meld <= hand]

    def families(self, hand: Hand) -> Iterator[Family]:
        """Every family of disjoint melds of the hand, the empty one too."""
        return _disjoint(self.melds_in(hand), frozenset())

    def deadwood(self, hand: Hand) -> int:
        return min(self.left(hand, family) for family in self.families(hand))

    def left(self, hand: Hand, family: Family) -> int:
        return self.total(hand.difference(*family))

    def laid_off(self, melds: tuple[Hand, ...], hand: Hand) -> set[Hand]:
        """Every set of the hand's cards that can be laid off, one by one, on any meld."""
        seen: set[tuple[tuple[Hand, ...], Hand]] = set()
        waiting = [(melds, hand)]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            table, held = state
            for card in held:
                for place, meld in enumerate(table):
                    if meld | {card} in self.melds():
                        grown = (*table[:place], meld | {card}, *table[place + 1 :])
                        waiting.append((grown, held - {card}))
        return {hand - held for _, held in seen}

    def deadwood_after_layoffs(self, melds: tuple[Hand, ...], hand: Hand) -> int:
        return min(self.deadwood(hand - cards) for cards in self.laid_off(melds, hand))


@cache
def _melds(run_wrap: str) -> frozenset[Hand]:
    line = LINES[run_wrap]
    runs = {
        frozenset(rank + suit for rank in line[start : start + length])
        for suit in SUITS
        for length in range(3, 14)
        for start in range(len(line) - length + 1)
    }
    sets = {
        frozenset(rank + suit for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    }
    return frozenset(runs | sets)


def _disjoint(melds: list[Hand], chosen: Family) -> Iterator[Family]:
    """``chosen`` with every choice of ``melds`` that do not overlap."""
    yield chosen
    for place, meld in enumerate(melds):
        later = [other for other in melds[place + 1 :] if not other & meld]
        yield from _disjoint(later, chosen | {meld})
