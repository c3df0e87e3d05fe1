"""The Swiss system: equal scores meet, nobody twice, at most one bye each.

Within a score the upper half meets the lower half (1 meets 5 of 8). A round is chosen as a whole,
by what its pairs cost: a second meeting, a second bye, a block, a bye of somebody who is not the
last, a float, a seat once more, the distance from the other half. :mod:`engine.events.lookahead`
sees to it that later rounds need no second meeting either.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.events.history import BYE, History
from engine.events.matching import Cost
from engine.events.results import Entrant, EntrantPair, PairingResult
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
    later: int = 0,
) -> list[EntrantPair]:
    """Return the pairs of the next round for those who are ``here``, in the order of tables.

    ``apart``: pairs that are avoided where that costs no second meeting. ``later``: how many rounds
    follow this one.
    """
    scores = half_points(here, results)
    ranked = sorted(here, key=lambda one: (-scores[one.number], one.seed, one.lot))
    past = History([one.number for one in ranked], results)
    sizes = Counter(scores[one.number] for one in here)
    shunned = {frozenset(one) for one in apart}
    lowest = min(sizes)

    def cost(one: int, other: int) -> Cost:
        again = past.met[one][other]
        if other == BYE:
            above = len(ranked) - past.place[one]
            return 0, again, 0, scores[one] - lowest, 0, 0, above * above
        block = int(frozenset((one, other)) in shunned) if shunned else 0
        gap = scores[one] - scores[other]
        off = 2 * (past.place[other] - past.place[one]) - sizes[scores[one]]
        return again, 0, block, 0, gap * gap, past.seat_cost(one, other), off * off

    return past.pairs(cost, later)
