"""How much a rated match says about each player, so that nobody gains by leaving or is hurt by it.

Whoever leaves a match loses it in full. For the others a match counts in full too, with three
exceptions: an early exit of the opponent proves little, an opponent whom nobody else has played
yet proves little, and what many such opponents bring together is bounded. Rated matches between
the same two are also limited by number (:mod:`engine.service.standings.unrated`).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.standings.rating import Rating

EARLY_ROUNDS: Final = 2
"""An exit after at most so many finished rounds is early: nothing was proved yet."""
LITTLE: Final = 0.1
"""Weight of an early exit of the opponent."""
KNOWN_AFTER: Final = 5
"""Rated matches that an opponent has finished with other people before they count as known."""
UNKNOWN: Final = 0.5
"""Weight of a match with an opponent who is not known yet."""
MOST_FROM_UNKNOWN: Final = 50.0
"""Rating points that unknown opponents bring within 30 days, all of them together."""
_STEPS: Final = 30


class Meeting(NamedTuple):
    """A rated match of two people as the first of them saw it: 1 won, 0 drawn, -1 lost.

    ``left``: the first left it within :data:`EARLY_ROUNDS`; ``was_left``: the other did. Giving up
    later is a defeat like any other.
    """

    result: int
    left: bool = False
    was_left: bool = False

    @property
    def owes(self) -> int:
        """1 for an early exit of the other, which owes the first a win; -1 for a defeat."""
        if self.was_left and self.result > 0:
            return 1
        return -1 if self.result < 0 and not self.left else 0

    @property
    def reversed(self) -> "Meeting":
        """The same match as the other saw it."""
        return Meeting(-self.result, self.was_left, self.left)


class Credit(NamedTuple):
    """``weight``: how much a match says about a rating, 0 to 1; ``is_bounded``: what it brings
    counts towards :data:`MOST_FROM_UNKNOWN`.
    """

    weight: float
    is_bounded: bool = False


def credit(now: Meeting, before: Sequence[Meeting], *, known: bool) -> Credit:
    """What a match means for the first of the two. ``before``: their rated matches lately.

    An early exit counts in full where it makes up for a defeat by the same opponent. A defeat
    costs nothing, and a win brings little, as long as early exits of the winner are outstanding:
    in whatever order they come, the one who stays is not worse off, the one who leaves not better.

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
    if now.left:
        return Credit(1.0)
    full = 1.0 if known else UNKNOWN
    owed = sum(one.owes for one in before)
    if now.result < 0:
        return Credit(0.0 if owed > 0 else full)
    if now.owes and owed < 0:
        return Credit(full)
    is_little = now.owes or (now.result > 0 and sum(one.reversed.owes for one in before) > 0)
    return Credit(full * LITTLE if is_little else full, not known and now.result > 0)


def bounded(before: Rating, room: float, rated: Callable[[float], Rating]) -> float:
    """The largest share of a weight, 0 to 1, whose rating gains at most ``room`` points.

    ``rated``: the new rating for a share of the weight; it grows with the share.
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
