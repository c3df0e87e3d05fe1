"""Pairing and standings of events, up to the largest.

A Swiss of 4 to 512 entrants is played with the better seed winning seven times in ten; the time is
that of the slowest round to pair. The goal is below two seconds for 512.
"""

import random
import time

from benchmarks.goals import at_most
from engine.events import standings, systems
from engine.events.standings import Entrant, EntrantPair, PairingResult

SEED = 1
COUNTS = (4, 16, 64, 128, 256, 511, 512)


def play(chance: random.Random, number: int, paired: EntrantPair) -> PairingResult:
    """Return the result of a pair, by chance."""
    if paired.second is None:
        return PairingResult(number, paired.first, None, paired.first)
    strong, weak = sorted((paired.first, paired.second))
    winner = strong if chance.random() < 0.7 else weak
    return PairingResult(
        number, paired.first, paired.second, winner, False, chance.randrange(-99, 99)
    )


def measure_swiss(count: int) -> None:
    """Play one Swiss and print its times."""
    chance = random.Random(SEED)
    field = [Entrant(number, number, number) for number in range(1, count + 1)]
    results: list[PairingResult] = []
    slowest = 0.0
    rounds = systems.swiss_rounds(count)
    for number in range(1, rounds + 1):
        start = time.perf_counter()
        pairs = systems.swiss_pairs(field, results, later=rounds - number)
        slowest = max(slowest, time.perf_counter() - start)
        results += [play(chance, number, one) for one in pairs]
    met = {frozenset((one.first, one.second)) for one in results if one.second is not None}
    twice = sum(one.second is not None for one in results) - len(met)
    start = time.perf_counter()
    standings.swiss(field, results)
    table = time.perf_counter() - start
    words = at_most(f"events, the slowest pairing of {count}", slowest, 2, " s")
    print(
        f"  {count:4} entrants, {rounds:2} rounds   slowest pairing {slowest * 1e3:7.1f} ms"
        f", {words}"
        f"   standings {table * 1e3:6.1f} ms   met twice {twice}"
    )


def measure_arena(count: int) -> None:
    """Pair an arena in which everybody is free at once, several times."""
    chance = random.Random(SEED)
    field = [Entrant(number, number, number) for number in range(1, count + 1)]
    results: list[PairingResult] = []
    slowest = 0.0
    for _ in range(10):
        start = time.perf_counter()
        pairs = systems.arena_pairs(field, results)
        slowest = max(slowest, time.perf_counter() - start)
        results += [play(chance, 1, EntrantPair(*one)) for one in pairs]
    print(f"  {count:4} entrants              slowest pairing {slowest * 1e3:7.1f} ms")


def main() -> None:
    """Run the benchmark."""
    print("Swiss")
    for count in COUNTS:
        measure_swiss(count)
    print("arena, everybody free at once")
    for count in COUNTS:
        measure_arena(count)


if __name__ == "__main__":
    main()
