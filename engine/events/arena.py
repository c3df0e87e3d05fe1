"""The arena: whoever is free is paired at once with the nearest in score not met last time."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.events.matching import MOST_EXACT, cheapest
from engine.events.results import Entrant, PairingResult, by_entrant
from engine.events.standings import arena as standings


def pair(
    free: Sequence[Entrant],
    results: Sequence[PairingResult],
    *,
    patient: Iterable[int] = (),
    apart: Iterable[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Return the pairs of those who are free; the first deals. Some may have to wait.

    ``patient``: those who have waited long enough to meet the same opponent again. ``apart``: pairs
    that are not made.
    """
    played = by_entrant(results)
    lines = standings(free, results)
    score = {line.number: line.score for line in lines}
    order = [line.number for line in lines]
    last = {number: played[number][-1].opponent_of(number) for number in order if number in played}
    waited, shunned = set(patient), {frozenset(one) for one in apart}

    def may_meet(one: int, other: int) -> bool:
        again = last.get(one) == other or last.get(other) == one
        return frozenset((one, other)) not in shunned and (not again or {one, other} <= waited)

    pairs: list[tuple[int, int]] = []
    while len(order) > MOST_EXACT:
        one = order.pop(0)
        partner = next((other for other in order if may_meet(one, other)), None)
        if partner is not None:
            order.remove(partner)
            pairs.append((one, partner))
    pairs += _last(order, score, may_meet)
    return [_dealing(one, other, played) for one, other in pairs]


def _last(
    order: Sequence[int], score: Mapping[int, int], may_meet: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """Return the best pairs of a few: as many as possible, then the nearest in score."""

    def cost(one: int, other: int) -> tuple[int, ...] | None:
        gap = score[one] - score[other]
        return (0, gap * gap) if may_meet(one, other) else None

    return cheapest(order, cost, alone=(1, 0))


def _dealing(
    one: int, other: int, played: Mapping[int, Sequence[PairingResult]]
) -> tuple[int, int]:
    """Return a pair with the one first who has dealt first less often, then not last."""

    def dealt(number: int) -> tuple[int, bool]:
        first = [each.first == number for each in played.get(number, ())]
        return 2 * sum(first) - len(first), bool(first and first[-1])

    return (one, other) if dealt(one) <= dealt(other) else (other, one)
