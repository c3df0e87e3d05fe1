"""The rating weight of a match, so that leaving does not pay and does not hurt the opponent.

A player who leaves a match loses what a defeat in play would cost. A match has full weight, with
three exceptions: an early exit of the opponent proves little, an opponent without matches against
others proves little, and what regular opponents give together is bounded. The number of rated
matches between the same two is also limited (:mod:`engine.service.standings.unrated`).

Beside the rating stands the independent rating: what it would be by the matches against
independent opponents alone, whose own play rests on others. The rating stays below a ceiling over
it, so accounts that play for one person raise it little, however many they are and however small
the pool.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import Final, NamedTuple

from engine.clocks import DAY
from engine.standings.rating import Rating

EARLY_ROUNDS: Final = 2
"""The number of finished rounds up to which an exit is early: so few prove nothing."""
LITTLE: Final = 0.1
"""Weight of an early exit of the opponent."""
KNOWN_AFTER: Final = 5
"""Rated matches against others that an opponent must have finished, or is unknown."""
UNKNOWN: Final = 0.5
"""Weight of a match with an opponent who is not known yet."""
MOST_FROM_UNKNOWN: Final = 50.0
"""Gain in rating points from unknown opponents within 30 days, at most."""
REGULAR_AFTER: Final = 3
"""The number of rated matches within 30 days from which an opponent is a regular one."""
MOST_FROM_REGULARS: Final = 100.0
"""Net gain of a settled rating from all regular opponents within 30 days, at most."""
SETTLED_PEOPLE: Final = 30
"""The settled ratings of a pool up to which everybody's opponents are regular ones."""
_STEPS: Final = 30

ESTABLISHED_MS: Final = 30 * DAY
"""The time since their first finished rated match after which somebody is established."""
LEAST_ESTABLISHED: Final = 4
"""The established people whom a pool needs before its players can be told apart."""
SUPPORT: Final = 6
"""Finished matches against established others that an independent opponent has at least."""
SHARE: Final = 0.5
"""Matches of the same two within 30 days, as a share of that support: with more, the opponent is
not independent.
"""
OPEN_FROM: Final = 16
"""The people in a circle that is open in any pool; in a small one, half of the established."""
ADDED_BY_ONE: Final = 5
"""The number of people whom each opponent in a circle adds to it at most."""
MARGIN: Final = 47.0
"""The points by which a rating may exceed a settled independent rating."""
SETTLED_DEVIATION: Final = 65.0
"""The deviation of an independent rating up to which the margin is the same."""
MARGIN_PER_POINT: Final = 1.5
"""What each further point of the deviation adds to the margin."""


def ceiling(independent: Rating) -> float:
    """Return the highest rating that an independent rating supports.

    >>> ceiling(Rating(1500, 60)), ceiling(Rating(1500, 85))
    (1547.0, 1577.0)
    """
    unsure = max(0.0, independent.deviation - SETTLED_DEVIATION)
    return independent.value + MARGIN + MARGIN_PER_POINT * unsure


def open_from(established: int) -> int | None:
    """Return how many established people an open circle has in a pool with this many others.

    ``None``: there are too few to tell anybody apart, and everybody is independent.

    >>> open_from(3), open_from(11), open_from(80)
    (None, 6, 16)
    """
    if established < LEAST_ESTABLISHED:
        return None
    return min(OPEN_FROM, (established + 1) // 2)


def is_supported(support: int, together: int) -> bool:
    """Whether an opponent's play rests on others.

    ``support``: their finished matches against established people other than the player;
    ``together``: their earlier matches with the player within 30 days.

    >>> is_supported(5, 0), is_supported(6, 2), is_supported(6, 3)
    (False, True, False)
    """
    return support >= SUPPORT and together < SHARE * support


def is_open(enough: int, met: Collection[int], others_of: Callable[[int], Collection[int]]) -> bool:
    """Whether an opponent's circle has ``enough`` people: it is more than one person's accounts.

    ``met``: the established people whom the opponent met in finished matches without the player;
    ``others_of``: those whom one of these met, other than the player and the opponent.

    >>> is_open(6, {2, 3}, lambda _: (2, 3)), is_open(6, {2, 3}, lambda _: range(4, 9))
    (False, True)
    """
    people = set(met)
    for one in sorted(met):
        if len(people) >= enough:
            break
        people.update(sorted(set(others_of(one)) - people)[:ADDED_BY_ONE])
    return len(people) >= enough


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
    :data:`MOST_FROM_UNKNOWN`. ``is_independent``: whether the opponent is independent.
    """

    weight: float
    is_bounded: bool = False
    is_independent: bool = True


def credit(
    now: Meeting, before: Sequence[Meeting], *, is_known: bool, is_independent: bool = True
) -> Credit:
    """Return the credit of a match for its first player.

    ``before``: the recent rated matches of the two; ``is_known``, ``is_independent``: the other.

    An early exit counts in full if it compensates for a defeat by the same opponent. A defeat
    costs nothing, and a win gains little, as long as early exits of the winner are outstanding:
    in any order, the player who stays is not worse off, and the one who leaves is not better off.

    >>> credit(Meeting(1), [], is_known=True)
    Credit(weight=1.0, is_bounded=False, is_independent=True)
    >>> exit, lost = Meeting(1, was_left=True), Meeting(-1)
    >>> [credit(exit, met, is_known=True).weight for met in ([], [lost])]
    [0.1, 1.0]
    >>> credit(lost, [exit], is_known=True).weight
    0.0
    >>> credit(Meeting(1), [exit.reversed], is_known=True).weight
    0.1
    """
    full = 1.0 if is_known else UNKNOWN
    owed = sum(one.balance for one in before)
    if now.result < 0:
        return Credit(0.0 if owed > 0 else full, False, is_independent)
    if now.balance and owed < 0:
        return Credit(full, False, is_independent)
    is_little = now.balance or (now.result > 0 and sum(one.reversed.balance for one in before) > 0)
    is_bounded = not is_known and now.result > 0
    return Credit(full * LITTLE if is_little else full, is_bounded, is_independent)


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
