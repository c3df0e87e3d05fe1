"""Deadwood and best discard, ours beside OpenSpiel's, on the same hands in one run.

Two kinds of hands: as dealt, where few cards are melded, and after fifteen draws with the best
discard each, where most cards are melded and the work is harder. OpenSpiel (package
``open_spiel``) is called through its Python binding ``GinRummyUtils.min_deadwood``; without it only
our rates are printed.
A rate is the best of five passes over all hands, loop included.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TypeVar

from engine.game.cards import DECK_SIZE, CardSet, card_set, cards_of
from engine.game.melds import STANDARD, Solver, solver

COUNT = 20_000
SEED = 1
PASSES = 5
DRAWS = 15

Hand = TypeVar("Hand")


@dataclass(frozen=True, slots=True)
class Rival:
    """OpenSpiel's solver, which takes a list of card numbers; its numbers equal ours."""

    version: str
    deadwood: Callable[[list[int]], int]


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands of one kind: ten cards, and the same with an eleventh."""

    name: str
    tens: list[CardSet]
    elevens: list[CardSet]


def find_rival() -> Rival | None:
    """Return OpenSpiel's solver if the package is installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    gin = pyspiel.gin_rummy
    sizes = gin.DEFAULT_NUM_RANKS, gin.DEFAULT_NUM_SUITS, gin.DEFAULT_HAND_SIZE
    return Rival(version("open_spiel"), gin.GinRummyUtils(*sizes).min_deadwood)


def play_hands(melds: Solver, name: str, count: int, draws: int, rng: random.Random) -> Hands:
    """Return hands after this many draws from a shuffled deck, each with the best discard."""
    tens: list[CardSet] = []
    elevens: list[CardSet] = []
    for _ in range(count):
        deck = rng.sample(range(DECK_SIZE), 10 + draws + 1)
        hand = card_set(deck[:10])
        for drawn in deck[10:-1]:
            hand |= 1 << drawn
            hand ^= 1 << melds.best_discard(hand)[0]
        tens.append(hand)
        elevens.append(hand | 1 << deck[-1])
    return Hands(name, tens, elevens)


def rate(ask: Callable[[Hand], object], hands: Sequence[Hand]) -> float:
    """Return answers per second, the best of several passes."""
    best = float("inf")
    for _ in range(PASSES):
        start = time.perf_counter()
        for hand in hands:
            ask(hand)
        best = min(best, time.perf_counter() - start)
    return len(hands) / best


def compare(
    title: str, ours: Callable[[CardSet], object], rival: Rival | None, hands: list[CardSet]
) -> None:
    """Print one line: our rate, OpenSpiel's, the ratio."""
    mine = rate(ours, hands)
    line = f"  {title:30}{mine / 1e6:6.2f} M/s ({1e6 / mine:5.2f} us)"
    if rival is not None:
        theirs = rate(rival.deadwood, [list(cards_of(hand)) for hand in hands])
        line += f"   OpenSpiel {theirs / 1e6:5.2f} M/s   ratio {mine / theirs:5.2f}"
    print(line)


def count_wrong(melds: Solver, rival: Rival, hands: list[CardSet]) -> int:
    """Count the hands of eleven for which OpenSpiel misses the least deadwood of ten cards."""
    return sum(
        rival.deadwood(list(cards_of(hand)))
        != min(melds.deadwood(hand ^ 1 << card) for card in cards_of(hand))
        for hand in hands
    )


def main() -> None:
    """Run the benchmark."""
    rng = random.Random(SEED)
    start = time.perf_counter()
    melds = solver(STANDARD)
    print(f"tables built in {(time.perf_counter() - start) * 1e3:.0f} ms")
    rival = find_rival()
    print(f"OpenSpiel {rival.version}" if rival else "OpenSpiel is not installed: ours only")
    for name, draws in (("as dealt", 0), (f"after {DRAWS} draws", DRAWS)):
        hands = play_hands(melds, name, COUNT, draws, rng)
        print(f"{COUNT} hands {hands.name}")
        compare("deadwood of ten", melds.deadwood, rival, hands.tens)
        compare("best discard of eleven", melds.best_discard, rival, hands.elevens)
        compare("every discard of eleven", melds.discards, None, hands.elevens)
        if rival is not None:
            wrong = count_wrong(melds, rival, hands.elevens)
            print(f"  OpenSpiel wrong about eleven cards {wrong:4} times")


if __name__ == "__main__":
    main()
