"""The rating weight of a match, so that leaving does not pay and does not hurt the opponent.

A player who leaves a match loses what a defeat in play would cost. A match has full weight, with
three exceptions: an early exit of the opponent proves little, an opponent without matches against
others proves little, and what one group gives is bounded: opponents who are unknown or play in a
closed circle together, and regular opponents together. The number of rated matches between the same
two is also limited (:mod:`engine.service.standings.unrated`).
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from enum import Enum
from math import inf
from typing import Final, NamedTuple

from engine.standings.rating import Rating

EARLY_ROUNDS: Final = 2
"""The number of finished rounds up to which an exit is early: so few prove nothing."""
LITTLE: Final = 0.1
"""Weight of an early exit of the opponent."""
KNOWN_AFTER: Final = 5
"""Rated matches against others that an opponent must have finished, or has no circle yet."""
OPEN_FROM: Final = 16
"""The number of people from which a circle is open: more than one person's accounts."""
ADDED_BY_ONE: Final = 5
"""The number of people whom each opponent in a circle adds to it at most."""
UNKNOWN: Final = 0.5
"""Weight of a match with an opponent who is not known yet."""
MOST_FROM_UNKNOWN: Final = 50.0
"""Gain in rating points from unknown opponents and closed circles within 30 days, at most."""
REGULAR_AFTER: Final = 3
"""The number of rated matches within 30 days from which an opponent is a regular one."""
MOST_FROM_REGULARS: Final = 100.0
"""Net gain of a settled rating from all regular opponents within 30 days, at most."""
SETTLED_PEOPLE: Final = 30
"""The number of settled ratings up to which a pool is too small to tell groups apart."""
_STEPS: Final = 30


class Circle(Enum):
    """The people whom an opponent has met besides the player, and those people's opponents.

    ``UNKNOWN``: hardly anybody yet. ``CLOSED``: they may all belong to one group.
    """

    UNKNOWN = "unknown"
    CLOSED = "closed"
    OPEN = "open"


def circle(
    finished: int, met: Collection[int], others_of: Callable[[int], Collection[int]]
) -> Circle:
    """Return the circle of an opponent.

    ``finished``: their finished rated matches without the player; ``met``: the people whom they met
    there; ``others_of``: the people whom one of these met, other than the player and the opponent.

    >>> circle(4, {2, 3}, lambda _: ()), circle(5, {2, 3}, lambda _: (2, 3))
    (<Circle.UNKNOWN: 'unknown'>, <Circle.CLOSED: 'closed'>)
    >>> circle(5, range(4), lambda one: range(10 * one, 10 * one + 9))
    <Circle.OPEN: 'open'>
    """
    if finished < KNOWN_AFTER:
        return Circle.UNKNOWN
    people = set(met)
    for one in sorted(met):
        if len(people) >= OPEN_FROM:
            break
        people.update(sorted(set(others_of(one)) - people)[:ADDED_BY_ONE])
    return Circle.OPEN if len(people) >= OPEN_FROM else Circle.CLOSED


class Meeting(NamedTuple):
    """A rated match of two players from the first one's perspective: 1 won, 0 drawn, -1 lost.

    ``left``: the first player left within :data:`EARLY_ROUNDS`; ``was_left``: the other did. A
    later resignation is an ordinary defeat.
    """

    result: int
    left: bool = False
    was_left: bool = False

    @property
    def balance(self) -> int:
        """The balance: 1 for an early exit of the other, who owes a win; -1 for a defeat."""
        if self.was_left and self.result > 0:
            return 1
        return -1 if self.result < 0 and not self.left else 0

    @property
    def reversed(self) -> "Meeting":
        """The same match from the other player's perspective."""
        return Meeting(-self.result, self.was_left, self.left)


class Credit(NamedTuple):
    """The rating effect of a match.

    ``weight``: its weight, 0 to 1. ``is_bounded``: whether its change counts towards
    :data:`MOST_FROM_UNKNOWN`.
    """

    weight: float
    is_bounded: bool = False


def credit(now: Meeting, before: Sequence[Meeting], around: Circle) -> Credit:
    """Return the credit of a match for its first player.

    ``before``: the recent rated matches of the two; ``around``: the other one's circle.

    An early exit counts in full if it compensates for a defeat by the same opponent. A defeat
    costs nothing, and a win gains little, as long as early exits of the winner are outstanding:
    in any order, the player who stays is not worse off, and the one who leaves is not better off.

    >>> credit(Meeting(1), [], Circle.OPEN)
    Credit(weight=1.0, is_bounded=False)
    >>> exit = Meeting(1, was_left=True)
    >>> credit(exit, [], Circle.OPEN).weight, credit(exit, [Meeting(-1)], Circle.OPEN).weight
    (0.1, 1.0)
    >>> credit(Meeting(-1), [exit], Circle.OPEN).weight
    0.0
    >>> credit(Meeting(1), [exit.reversed], Circle.OPEN).weight
    0.1
    """
    full = UNKNOWN if around is Circle.UNKNOWN else 1.0
    is_closed = around is Circle.CLOSED
    owed = sum(one.balance for one in before)
    if now.result < 0:
        return Credit(0.0 if owed > 0 else full, is_closed)
    if now.balance and owed < 0:
        return Credit(full, is_closed)
    is_little = now.balance or (now.result > 0 and sum(one.reversed.balance for one in before) > 0)
    is_bounded = is_closed or (around is Circle.UNKNOWN and now.result > 0)
    return Credit(full * LITTLE if is_little else full, is_bounded)


class PastChange(NamedTuple):
    """A change of a rating by a match. ``is_settled``: the rating was not provisional after it."""

    opponents: frozenset[int]
    points: float
    is_settled: bool


def room_with(opponents: Collection[int], before: Sequence[PastChange]) -> float:
    """Return the points that a settled rating may still gain in a match with these opponents.

    ``before``: its changes within 30 days.

    >>> won = PastChange(frozenset({7}), 15.0, True)
    >>> room_with({7}, [won]), room_with({7}, [won, won])
    (inf, 70.0)
    """
    met = Counter(one for change in before for one in change.opponents)
    met.update(opponents)
    regulars = {one for one, times in met.items() if times >= REGULAR_AFTER}
    if regulars.isdisjoint(opponents):
        return inf
    gained = sum(one.points for one in before if one.is_settled and one.opponents & regulars)
    return max(0.0, MOST_FROM_REGULARS - gained)


def bounded(before: Rating, room: float, rated: Callable[[float], Rating]) -> float:
    """Return the largest share of a weight, 0 to 1, whose rating gains at most ``room`` points.

    ``rated``: the new rating for a share of the weight, increasing in the share.
    """
    if rated(1.0).value - before.value <= room:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if rated(middle).value - before.value <= room:
            low = middle
        else:
            high = middle
    return low
