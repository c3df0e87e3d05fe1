"""The rating weight of a match, so that leaving does not pay and does not hurt the opponent.

A player who leaves a match loses what a defeat in play would cost. A match has full weight, with
three exceptions: an early exit of the opponent proves little, an opponent without matches against
others proves little, and the total gain from such opponents is bounded. The number of rated
matches between the same two is also limited (:mod:`engine.service.standings.unrated`).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.standings.rating import Rating

EARLY_ROUNDS: Final = 2
"""The number of finished rounds up to which an exit is early: so few prove nothing."""
LITTLE: Final = 0.1
"""Weight of an early exit of the opponent."""
KNOWN_AFTER: Final = 5
"""Rated matches against others that an opponent must have finished to count as known."""
UNKNOWN: Final = 0.5
"""Weight of a match with an opponent who is not known yet."""
MOST_FROM_UNKNOWN: Final = 50.0
"""Total gain in rating points from unknown opponents within 30 days, at most."""
_STEPS: Final = 30


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

    ``weight``: its weight, 0 to 1. ``is_bounded``: whether its gain counts towards
    :data:`MOST_FROM_UNKNOWN`.
    """

    weight: float
    is_bounded: bool = False


def credit(now: Meeting, before: Sequence[Meeting], *, known: bool) -> Credit:
    """Return the credit of a match for its first player. ``before``: their recent rated matches.

    An early exit counts in full if it compensates for a defeat by the same opponent. A defeat
    costs nothing, and a win gains little, as long as early exits of the winner are outstanding:
    in any order, the player who stays is not worse off, and the one who leaves is not better off.

    >>> credit(Meeting(1), [], known=True)
    Credit(weight=1.0, is_bounded=False)
    >>> exit = Meeting(1, was_left=True)
    >>> credit(exit, [], known=True).weight, credit(exit, [Meeting(-1)], known=True).weight
    (0.1, 1.0)
    >>> credit(Meeting(-1), [exit], known=True).weight
    0.0
    >>> credit(Meeting(1), [exit.reversed], known=True).weight
    0.1
    """
    full = 1.0 if known else UNKNOWN
    owed = sum(one.balance for one in before)
    if now.result < 0:
        return Credit(0.0 if owed > 0 else full)
    if now.balance and owed < 0:
        return Credit(full)
    is_little = now.balance or (now.result > 0 and sum(one.reversed.balance for one in before) > 0)
    return Credit(full * LITTLE if is_little else full, not known and now.result > 0)


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
