"""Entrants, pairings and results as values, and the scores, tie-breaks and places from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple


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


MISSED_AT_MOST: Final = 2
"""The number of missed rounds for which a late entrant gets half a point each."""
STREAK: Final = 2
"""The wins in a row after which the next results count double."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings; ``score`` in half points for a Swiss."""

    place: int
    number: int
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    ties: tuple[float, ...] = ()
    streak: int = 0
    division: int = 1


def half_points(entrants: Iterable[Entrant], results: Sequence[PairingResult]) -> dict[int, int]:
    """Return the scores of a Swiss in half points: a win or a bye 2, a draw 1, a missed round 1."""
    scores = {one.number: min(one.joined - 1, MISSED_AT_MOST) for one in entrants}
    for result in results:
        for number, gained in _gains(result, 2, 1):
            scores[number] = scores.get(number, 0) + gained
    return scores


def _gains(result: PairingResult, win: int, draw: int) -> Iterable[tuple[int, int]]:
    if result.drawn and result.second is not None:
        return ((result.first, draw), (result.second, draw))
    return () if result.winner is None else ((result.winner, win),)


def swiss(entrants: Sequence[Entrant], results: Sequence[PairingResult]) -> list[Line]:
    """Return the standings of a Swiss."""
    scores = half_points(entrants, results)
    played = by_entrant(results)

    def ties(one: Entrant) -> tuple[float, ...]:
        own = played.get(one.number, ())
        return (_buchholz(one, own, scores), _sonneborn(one, own, scores), points(one, own))

    return _placed(entrants, played, lambda one: scores[one.number], ties)


def _buchholz(one: Entrant, own: Sequence[PairingResult], scores: Mapping[int, int]) -> float:
    """Return the opponents' scores without the lowest; a bye counts as one's own score."""
    faced = sorted(
        scores[one.number if (other := each.opponent_of(one.number)) is None else other]
        for each in own
    )
    return sum(faced[1:]) / 2


def _sonneborn(one: Entrant, own: Sequence[PairingResult], scores: Mapping[int, int]) -> float:
    """Return the scores of those who were beaten, and half of those who were drawn with."""
    total = 0
    for each in own:
        other = each.opponent_of(one.number)
        if other is None:
            continue
        if each.drawn:
            total += scores[other]
        elif each.winner == one.number:
            total += 2 * scores[other]
    return total / 4


def points(one: Entrant, own: Iterable[PairingResult]) -> float:
    """Return the sum of the differences of match points."""
    return float(sum(each.points_of(one.number) for each in own))


def league(entrants: Sequence[Entrant], results: Sequence[PairingResult]) -> list[Line]:
    """Return the standings of a round robin or league: division by division, win 3, draw 1."""
    played = by_entrant(results)
    scores = {one.number: 0 for one in entrants}
    for result in results:
        for number, gained in _gains(result, 3, 1):
            scores[number] += gained

    def ties(one: Entrant) -> tuple[float, ...]:
        own = played.get(one.number, ())
        equal = {
            other.number
            for other in entrants
            if (other.division, scores[other.number]) == (one.division, scores[one.number])
        }
        return (_direct(one, own, equal), points(one, own))

    lines: list[Line] = []
    for division in sorted({one.division for one in entrants}):
        members = [one for one in entrants if one.division == division]
        lines += _placed(members, played, lambda one: scores[one.number], ties)
    return lines


def _direct(one: Entrant, own: Iterable[PairingResult], equal: set[int]) -> float:
    """Return the points that an entrant has won against those with the same score."""
    among = (each for each in own if each.opponent_of(one.number) in equal)
    return float(
        sum(gained for each in among for who, gained in _gains(each, 3, 1) if who == one.number)
    )


def arena(entrants: Sequence[Entrant], results: Sequence[PairingResult]) -> list[Line]:
    """Return the standings of an arena: win 2, draw 1; after two wins in a row double."""
    played = by_entrant(results)
    scored = {one.number: _streaks(one.number, played.get(one.number, ())) for one in entrants}

    def ties(one: Entrant) -> tuple[float, ...]:
        own = played.get(one.number, ())
        return (float(sum(each.winner == one.number for each in own)), points(one, own))

    return _placed(
        entrants,
        played,
        lambda one: scored[one.number][0],
        ties,
        lambda one: scored[one.number][1],
    )


def _streaks(number: int, own: Iterable[PairingResult]) -> tuple[int, int]:
    """Return the score in an arena and the wins in a row at its end."""
    score = streak = 0
    for each in own:
        times = 2 if streak >= STREAK else 1
        if each.winner == number:
            score += 2 * times
            streak += 1
        else:
            score += times if each.drawn else 0
            streak = 0
    return score, streak


def _placed(
    entrants: Sequence[Entrant],
    played: Mapping[int, Sequence[PairingResult]],
    score: Callable[[Entrant], int],
    ties: Callable[[Entrant], tuple[float, ...]],
    streak: Callable[[Entrant], int] = lambda _: 0,
) -> list[Line]:
    """Return the lines, the highest first; the lot decides where everything is equal."""
    broken = {one.number: ties(one) for one in entrants}
    ordered = sorted(
        entrants,
        key=lambda one: (-score(one), *(-tie for tie in broken[one.number]), one.lot, one.number),
    )
    return [
        line_of(place, one, score(one), played.get(one.number, ()), broken[one.number], streak(one))
        for place, one in enumerate(ordered, 1)
    ]


def line_of(
    place: int,
    one: Entrant,
    score: int,
    own: Sequence[PairingResult],
    ties: tuple[float, ...] = (),
    streak: int = 0,
) -> Line:
    """Return an entrant's line. A bye is a win, but not a match that was played."""
    met = [each for each in own if each.second is not None]
    won = sum(each.winner == one.number for each in met)
    drawn = sum(each.drawn for each in met)
    lost = len(met) - won - drawn
    return Line(place, one.number, score, len(met), won, drawn, lost, ties, streak, one.division)
