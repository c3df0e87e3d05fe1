"""The pairs of a round: who has met, the best pairs, and a look at the rounds after it.

A round that is best by itself can make a later one impossible: after two rounds of six people
there may be two groups of three left in which nobody has met. With :data:`FEW` people all remaining
rounds are searched. With more, a round is taken only if a plan of all remaining rounds is found
after it. Where everybody still has enough possible opponents, any choice will do (Dirac).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias
from zlib import crc32

from rustworkx import PyGraph, max_weight_matching

from engine.events.standings import EntrantPair, PairingResult, by_entrant

Cost: TypeAlias = tuple[int, ...]
"""What a pair costs, the most important first; no place is negative."""
Pairs: TypeAlias = list[tuple[int, int]]


def cheapest(vertices: Sequence[int], cost: Callable[[int, int], Cost | None]) -> Pairs:
    """Return the pairs that cost least together; of each pair the earlier vertex first.

    Costs are added place by place and compared from the left; ``None``: not to be paired.
    """
    costs = {
        (one, other): price
        for one, other in combinations(range(len(vertices)), 2)
        if (price := cost(vertices[one], vertices[other])) is not None
    }
    if not costs:
        return []
    # The matching adds whole numbers, so each place gets as many digits as its sum can need.
    units = [max(place) * (len(vertices) // 2) + 1 for place in zip(*costs.values(), strict=True)]
    prices = {edge: _number(price, units) for edge, price in costs.items()}
    most = max(prices.values())
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(vertices)))
    graph.add_edges_from([(*edge, most - price) for edge, price in prices.items()])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(vertices[one], vertices[other]) for one, other in sorted(map(_ordered, found))]


def _number(price: Cost, units: Sequence[int]) -> int:
    total = 0
    for place, unit in zip(price, units, strict=True):
        total = total * unit + place
    return total


def _ordered(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


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


BYE: Final = 0
"""The opponent of whoever sits out."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of an entrant so far. ``tilt``: how much more often the first than the second.

    ``run``: how often the last one in a row, positive for the first seat.
    """

    tilt: int = 0
    run: int = 0

    def cost(self, seat: int) -> int:
        """Return what one more match in a seat costs, 1 for the first and -1 for the second."""
        in_row = max(0, self.run * seat) + 1
        uneven = abs(self.tilt + seat)
        return 16 * max(0, in_row - 2) ** 2 + max(0, uneven - 1) ** 2


def seats_of(number: int, own: Iterable[PairingResult]) -> Seats:
    """Return the seats of an entrant in these results, of which byes do not count."""
    tilt = run = 0
    for one in own:
        if one.second is not None:
            seat = 1 if one.first == number else -1
            tilt += seat
            run = run + seat if run * seat > 0 else seat
    return Seats(tilt, run)


def sits_first(one: Seats, other: Seats) -> bool:
    """Whether the first of a pair deals: by cost, then who has dealt less often or not last."""
    mine, theirs = one.cost(1) + other.cost(-1), one.cost(-1) + other.cost(1)
    return (mine, one.tilt, one.run > 0) <= (theirs, other.tilt, other.run > 0)


class History:
    """The past of those who are to be paired, the highest first.

    ``order``: with :data:`BYE` at its end if the number is odd.
    """

    def __init__(self, ranked: Sequence[int], results: Iterable[PairingResult]) -> None:
        played = by_entrant(results)
        self.order = list(ranked)
        self.met = {
            number: Counter(
                BYE if (other := one.opponent_of(number)) is None else other
                for one in played.get(number, ())
            )
            for number in ranked
        }
        if len(ranked) % 2:
            self.order.append(BYE)
            self.met[BYE] = Counter({number: self.met[number][BYE] for number in ranked})
        self.place = {number: place for place, number in enumerate(self.order)}
        self._seats = {number: seats_of(number, played.get(number, ())) for number in ranked}
        self._first = {number: own.cost(1) for number, own in self._seats.items()}
        self._second = {number: own.cost(-1) for number, own in self._seats.items()}

    def seat_cost(self, one: int, other: int) -> int:
        """Return what the seats of a pair cost in the better of their two orders."""
        return min(self._first[one] + self._second[other], self._second[one] + self._first[other])

    def pairs(self, cost: Callable[[int, int], Cost], later: int) -> list[EntrantPair]:
        """Return the pairs of the next round, with who deals first, in the order of tables.

        ``cost``: of a pair, of which the higher one is given first. ``later``: the rounds that
        follow.
        """
        conflicts = {
            one: {other for other, times in own.items() if times} for one, own in self.met.items()
        }
        return [
            self._seated(one, other)
            for one, other in next_round(self.order, conflicts, cost, later)
        ]

    def _seated(self, one: int, other: int) -> EntrantPair:
        if other == BYE:
            return EntrantPair(one, None)
        first = sits_first(self._seats[one], self._seats[other])
        return EntrantPair(one, other) if first else EntrantPair(other, one)
