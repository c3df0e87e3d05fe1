"""The arena: whoever is free is paired at once with the nearest in score not met last time."""

from collections.abc import Iterable, Sequence

from engine.events.history import seats_of, sits_first
from engine.events.matching import Cost, cheapest
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
    place = {number: place for place, number in enumerate(order)}
    last = {number: played[number][-1].opponent_of(number) for number in order if number in played}
    waited, shunned = set(patient), {frozenset(one) for one in apart}

    def may_meet(one: int, other: int) -> bool:
        again = last.get(one) == other or last.get(other) == one
        return frozenset((one, other)) not in shunned and (not again or {one, other} <= waited)

    def cost(one: int, other: int) -> Cost | None:
        gap, distance = score[one] - score[other], place[other] - place[one]
        late = place[one] + place[other]
        return (gap * gap, distance, late) if may_meet(one, other) else None

    seats = {number: seats_of(number, played.get(number, ())) for number in order}
    return [
        (one, other) if sits_first(seats[one], seats[other]) else (other, one)
        for one, other in cheapest(order, cost)
    ]
