"""The pairs of a round, chosen so that the rounds after it need no second meeting either.

A round that is best by itself can make a later one impossible: after two rounds of six people
there may be two groups of three left in which nobody has met. With :data:`FEW` people all remaining
rounds are searched. With more, a round is taken only if a plan of all remaining rounds is found
after it. Where everybody still has enough possible opponents, any choice will do (Dirac).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias
from zlib import crc32

from engine.events.matching import Cost, Pairs, cheapest

Conflicts: TypeAlias = Mapping[int, Set[int]]
"""Whom each one has met, both ways."""
FEW: Final = 6
_TRIES: Final = 24
"""The attempts at a plan of the remaining rounds."""
_VARIANTS: Final = 12
"""The alternatives to the best pairs that are tried before the rounds of a plan."""


def next_round(
    vertices: Sequence[int],
    conflicts: Conflicts,
    cost: Callable[[int, int], Cost],
    later: int,
) -> Pairs:
    """Return the pairs of a round of an even number.

    The rounds up to the last one have as few second meetings as possible; of the rounds that allow
    this, the one that costs least is returned. ``later``: how many rounds follow.
    """
    if len(vertices) > FEW and (not later or _is_certain(vertices, conflicts, later)):
        return cheapest(vertices, cost)
    costs = {frozenset(one): cost(*one) for one in combinations(vertices, 2)}

    def price(one: int, other: int) -> Cost:
        return costs[frozenset((one, other))]

    if len(vertices) <= FEW:
        return _searched(vertices, conflicts, price, later)
    best = cheapest(vertices, price)
    plan = _plan(vertices, conflicts, later + 1)
    for pairs in _variants(vertices, price, best) if plan else ():
        if not _again(pairs, conflicts):
            rest = _plan(vertices, _with(vertices, conflicts, pairs), len(plan) - 1)
            if len(rest) == len(plan) - 1:
                return pairs
    return min(plan, key=lambda pairs: _total(pairs, price), default=best)


def _is_certain(vertices: Sequence[int], conflicts: Conflicts, later: int) -> bool:
    """Whether all rounds can do without a second meeting, whatever is chosen in each of them."""
    present = set(vertices)
    most = max(len(conflicts.get(one, set()) & present) for one in vertices)
    # Dirac: with at least half of all as neighbours there is a cycle through all vertices.
    return 2 * (len(vertices) - 1 - most - later) >= len(vertices)


def _plan(vertices: Sequence[int], conflicts: Conflicts, rounds: int) -> list[Pairs]:
    """Return rounds without a second meeting: as many as are found, at most ``rounds``."""
    longest: list[Pairs] = []
    for attempt in range(_TRIES):
        if len(longest) >= rounds:
            break
        made: list[Pairs] = []
        met = _with(vertices, conflicts, ())
        while len(made) < rounds:
            pairs = _strangers(vertices, met, (attempt, len(made)))
            if 2 * len(pairs) < len(vertices):
                break
            made.append(pairs)
            met = _with(vertices, met, pairs)
        longest = max(longest, made, key=len)
    return longest


def _strangers(vertices: Sequence[int], met: Conflicts, which: tuple[int, int]) -> Pairs:
    """Return as many pairs without a second meeting as there are. ``which``: of many such rounds.

    The pairs are chosen without a pattern, and are the same whenever the same round is paired.
    """

    def price(one: int, other: int) -> Cost | None:
        if other in met[one]:
            return None
        return (crc32(repr((which, one, other)).encode()) % 64,)

    return cheapest(vertices, price)


def _variants(
    vertices: Sequence[int], price: Callable[[int, int], Cost], best: Pairs
) -> Iterator[Pairs]:
    """Yield the best pairs, then the best ones without each single pair of them."""
    yield best
    others = [_best_without(avoided, vertices, price) for avoided in best]
    yield from sorted(others, key=lambda pairs: _total(pairs, price))[:_VARIANTS]


def _best_without(
    avoided: tuple[int, int], vertices: Sequence[int], price: Callable[[int, int], Cost]
) -> Pairs:
    return cheapest(
        vertices, lambda one, other: None if (one, other) == avoided else price(one, other)
    )


def _searched(
    vertices: Sequence[int],
    conflicts: Conflicts,
    price: Callable[[int, int], Cost],
    later: int,
) -> Pairs:
    """Return the best round of a few, by all ways to pair them in all rounds that follow."""
    every = [frozenset(map(frozenset, pairs)) for pairs in _pairings(tuple(vertices))]

    @cache
    def least(met: frozenset[frozenset[int]], rounds: int) -> int:
        """Return the fewest second meetings of so many rounds."""
        fewest = len(vertices) * rounds
        for pairs in every if rounds else ():
            again = len(pairs & met)
            if again < fewest:
                fewest = min(fewest, again + least(met | pairs, rounds - 1))
        return fewest

    met = frozenset(
        frozenset(pair) for pair in combinations(vertices, 2) if pair[1] in conflicts[pair[0]]
    )
    # Once everybody has met everybody, all choices are equal.
    rounds = min(later, len(vertices) - 1)
    return min(
        map(list, _pairings(tuple(vertices))),
        key=lambda pairs: (
            _again(pairs, conflicts) + least(met | frozenset(map(frozenset, pairs)), rounds),
            _total(pairs, price),
        ),
    )


def _pairings(left: tuple[int, ...]) -> Iterator[Pairs]:
    """Yield every way to pair an even number."""
    if not left:
        yield []
        return
    one, rest = left[0], left[1:]
    for index, other in enumerate(rest):
        for more in _pairings(rest[:index] + rest[index + 1 :]):
            yield [(one, other), *more]


def _with(
    vertices: Sequence[int], conflicts: Conflicts, pairs: Iterable[tuple[int, int]]
) -> Conflicts:
    met = {one: set(conflicts.get(one, ())) for one in vertices}
    for one, other in pairs:
        met[one].add(other)
        met[other].add(one)
    return met


def _again(pairs: Pairs, conflicts: Conflicts) -> int:
    return sum(other in conflicts.get(one, ()) for one, other in pairs)


def _total(pairs: Pairs, price: Callable[[int, int], Cost]) -> Cost:
    return tuple(map(sum, zip(*(price(*one) for one in pairs), strict=True)))
