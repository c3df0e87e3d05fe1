"""The entrants of an event, its pairings and their results, as values."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entrant. ``seed``: 1 is the highest; ``lot`` breaks ties that nothing else breaks.

    ``joined``: the first round for which the entrant was there.
    """

    number: int
    seed: int
    lot: int = 0
    joined: int = 1
    division: int = 1


class EntrantPair(NamedTuple):
    """Two entrants of a new round; the first deals. ``second`` ``None``: the first has a bye."""

    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class PairingSlot:
    """A :class:`EntrantPair` with its table: a number, in a knockout the place in the bracket."""

    table: int
    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class PairingResult:
    """A pairing that is over. ``second``: ``None`` for a bye, which the first has won.

    ``winner`` ``None``: ``drawn``, or lost by both. ``points``: the difference of the match points
    from the first entrant's view. ``table``: as in its :class:`PairingSlot`.
    """

    round: int
    first: int
    second: int | None
    winner: int | None
    drawn: bool = False
    points: int = 0
    table: int = 0

    def has(self, number: int) -> bool:
        """Whether this entrant is in the pairing."""
        return number in (self.first, self.second)

    def opponent_of(self, number: int) -> int | None:
        """Return the other entrant; ``None`` for a bye."""
        return self.second if number == self.first else self.first

    def points_of(self, number: int) -> int:
        """Return the difference of the points from one entrant's view."""
        return self.points if number == self.first else -self.points


def by_entrant(results: Iterable[PairingResult]) -> dict[int, list[PairingResult]]:
    """Return the results of each entrant, in order."""
    found: dict[int, list[PairingResult]] = {}
    for result in results:
        for number in (result.first, result.second):
            if number is not None:
                found.setdefault(number, []).append(result)
    return found
