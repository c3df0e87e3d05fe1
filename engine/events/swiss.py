"""The Swiss system: equal scores meet, nobody twice, at most one bye each.

From the top, each entrant meets the middle of those with an equal score (1 meets 5 of 8). A pair is
made only if its score group still gives as many pairs as it can, and if everybody below can still
be paired without meeting twice; the last ones are paired by comparing all possibilities. Only where
somebody must meet twice, they do, as few as possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.events.matching import MOST_EXACT, Conflicts, Cost, cheapest, has_perfect, largest
from engine.events.results import Entrant, EntrantPair, PairingResult, by_entrant
from engine.events.standings import half_points


def rounds_for(entrants: int) -> int:
    """Return the number of rounds if the organizer names none: log2 rounded up, and one.

    >>> rounds_for(8), rounds_for(9)
    (4, 5)
    """
    return max(1, (max(entrants, 1) - 1).bit_length() + 1)


def pair(
    here: Sequence[Entrant],
    results: Sequence[PairingResult],
    apart: Iterable[tuple[int, int]] = (),
) -> list[EntrantPair]:
    """Return the pairs of the next round for those who are ``here``, in the order of tables.

    ``apart``: pairs that are avoided where that costs no second meeting.
    """
    scores = half_points(here, results)
    ranked = sorted(here, key=lambda one: (-scores[one.number], one.seed, one.lot))
    order = [one.number for one in ranked]
    played = by_entrant(results)
    met: Conflicts = {
        number: {
            other
            for one in played.get(number, ())
            if (other := one.opponent_of(number)) is not None
        }
        for number in order
    }
    shunned = _both_ways(apart)
    bye = None
    if len(order) % 2:
        bye = _bye(order, scores, played, met)
        order.remove(bye)
    round_ = _Round(order, scores, met, shunned)
    pairs = [_dealing(one, other, played) for one, other in round_.pairs()]
    return pairs if bye is None else [*pairs, EntrantPair(bye, None)]


def _both_ways(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def _bye(
    order: Sequence[int],
    scores: Mapping[int, int],
    played: Mapping[int, Sequence[PairingResult]],
    met: Conflicts,
) -> int:
    """Return who sits out: of those with the fewest byes the lowest whose absence fits."""

    def byes(number: int) -> int:
        return sum(one.second is None for one in played.get(number, ()))

    places = {number: place for place, number in enumerate(order)}
    lowest = sorted(order, key=lambda one: (byes(one), scores[one], -places[one]))
    for number in lowest:
        rest = [one for one in order if one != number]
        if has_perfect(rest, met):
            return number
    return lowest[0]


@dataclass(frozen=True, slots=True)
class _Round:
    """The pairing of an even number of entrants, the highest first."""

    order: Sequence[int]
    scores: Mapping[int, int]
    met: Conflicts
    shunned: Mapping[int, AbstractSet[int]]

    def pairs(self) -> list[tuple[int, int]]:
        if len(self.order) > MOST_EXACT and not has_perfect(self.order, self.met):
            return self._with_second_meetings()
        left = list(self.order)
        made: list[tuple[int, int]] = []
        while len(left) > MOST_EXACT:
            one = left[0]
            other = self._partner(one, left)
            left.remove(one)
            left.remove(other)
            made.append((one, other))
        place = {number: index for index, number in enumerate(left)}
        return made + cheapest(left, lambda one, other: self._cost(place, one, other))

    def _with_second_meetings(self) -> list[tuple[int, int]]:
        made = largest(self.order, self.met)
        taken = {number for one in made for number in one}
        left = [number for number in self.order if number not in taken]
        made += list(zip(left[::2], left[1::2], strict=True))
        place = {number: index for index, number in enumerate(self.order)}
        return sorted(made, key=lambda one: min(place[one[0]], place[one[1]]))

    def _partner(self, one: int, left: Sequence[int]) -> int:
        """Return the best partner after whose choice everybody can still be paired."""
        group = [number for number in left if self.scores[number] == self.scores[one]]
        wanted = list(self._wanted(one, group, left))
        strangers = [number for number in wanted if number not in self.shunned.get(one, ())]
        fallback = None
        for other in (*strangers, *(each for each in wanted if each not in strangers)):
            if not self._leaves_pairs(left, one, other):
                continue
            if other not in group or self._leaves_most(group, one, other):
                return other
            fallback = other if fallback is None else fallback
        assert fallback is not None, "everybody left can be paired"
        return fallback

    def _wanted(self, one: int, group: Sequence[int], left: Sequence[int]) -> Iterator[int]:
        """Yield partners in order: the middle of the group, below it, above it, lower groups."""
        middle = len(group) // 2
        for number in (*group[middle:], *reversed(group[1:middle]), *left[len(group) :]):
            if number != one and number not in self.met.get(one, ()):
                yield number

    def _leaves_pairs(self, left: Sequence[int], one: int, other: int) -> bool:
        return has_perfect([number for number in left if number not in (one, other)], self.met)

    def _leaves_most(self, group: Sequence[int], one: int, other: int) -> bool:
        """Whether the group without this pair still has all its other pairs."""
        rest = [number for number in group if number not in (one, other)]
        if has_perfect(rest, self.met):
            return True
        return len(largest(rest, self.met)) + 1 == len(largest(group, self.met))

    def _cost(self, place: Mapping[int, int], one: int, other: int) -> Cost:
        """Return the cost of a pair: second meeting, block, float, distance from the middle."""
        gap = abs(self.scores[one] - self.scores[other])
        group = [number for number in place if self.scores[number] == self.scores[one]]
        distance = abs(place[one] - place[other])
        return (
            int(other in self.met.get(one, ())),
            int(other in self.shunned.get(one, ())),
            gap * gap,
            (2 * distance - len(group)) ** 2,
        )


def _dealing(one: int, other: int, played: Mapping[int, Sequence[PairingResult]]) -> EntrantPair:
    """Return a pair with the first dealer: who has dealt first less often, then not last."""

    def dealt(number: int) -> tuple[int, bool]:
        met = [each for each in played.get(number, ()) if each.second is not None]
        first = [each.first == number for each in met]
        return 2 * sum(first) - len(first), bool(first and first[-1])

    return EntrantPair(one, other) if dealt(one) <= dealt(other) else EntrantPair(other, one)
