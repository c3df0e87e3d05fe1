"""What people who are to be paired have had so far: opponents, byes and seats."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.events.lookahead import next_round
from engine.events.matching import Cost
from engine.events.results import EntrantPair, PairingResult, by_entrant

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
