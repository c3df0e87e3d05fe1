"""The systems of pairing: round robin by Berger tables, Swiss, arena and knockout.

Round robins are held in divisions, between which people go up and down after a season. In the Swiss
system equal scores meet, nobody twice, with at most one bye each: within a score the upper half
meets the lower half (1 meets 5 of 8). A round is chosen as a whole, by what its pairs cost: a
second meeting, a second bye, a block, a bye of somebody who is not the last, a float, a seat once
more, the distance from the other half. :mod:`engine.events.pairing` sees to it that later rounds
need no second meeting either. In the arena whoever is free is paired at once with the nearest in
score not met last time. A knockout is a bracket by seeds, with byes for the highest and a match for
third place.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.events.pairing import BYE, Cost, History, cheapest, seats_of, sits_first
from engine.events.standings import (
    Entrant,
    EntrantPair,
    Line,
    PairingResult,
    PairingSlot,
    by_entrant,
    half_points,
    line_of,
    points,
)
from engine.events.standings import arena as standings

SMALLEST_DIVISION: Final = 4
LARGEST_DIVISION: Final = 8
MOVING: Final = 2
"""The number of entrants who go up, and who go down, between two divisions."""


def berger_rounds(entrants: int) -> int:
    """Return the number of rounds in which everybody meets everybody.

    >>> berger_rounds(4), berger_rounds(5)
    (3, 5)
    """
    return entrants - 1 + entrants % 2


def berger_table(numbers: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the pairs of every round; the first of a pair deals. Who meets nobody sits out.

    >>> berger_table([1, 2, 3, 4])
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    seats: list[int | None] = [*numbers, *([None] * (len(numbers) % 2))]
    count = len(seats)
    rounds = []
    for turn in range(count - 1):
        pairs = []
        for board in range(count // 2):
            low, high = _berger(turn, board, count)
            one, other = seats[low], seats[high]
            if one is not None and other is not None:
                pairs.append((one, other))
        rounds.append(pairs)
    return rounds


def _berger(turn: int, board: int, count: int) -> tuple[int, int]:
    """Return the two places (from 0) of a board in a round of a Berger table."""
    cycle = count - 1
    if board == 0:
        # The last place stays; the other moves on by half a cycle and they take turns to deal.
        moving = turn * (count // 2) % cycle
        return (moving, cycle) if turn % 2 == 0 else (cycle, moving)
    start = turn * (count // 2)
    return (start + board) % cycle, (start - board) % cycle


def division_sizes(entrants: int, wanted: int) -> list[int]:
    """Return the sizes of the divisions: as equal as can be, 4 to 8 from four entrants on.

    >>> division_sizes(13, 6), division_sizes(7, 6), division_sizes(3, 6)
    ([5, 4, 4], [7], [3])
    """
    count = max(1, min(-(-entrants // wanted), entrants // SMALLEST_DIVISION))
    small, more = divmod(entrants, count)
    return [small + 1] * more + [small] * (count - more)


def in_divisions(order: Sequence[int], wanted: int) -> dict[int, int]:
    """Return everybody's division, 1 at the top, for entrants in their order."""
    found: dict[int, int] = {}
    start = 0
    for division, size in enumerate(division_sizes(len(order), wanted), 1):
        found.update(dict.fromkeys(order[start : start + size], division))
        start += size
    return found


def promoted(places: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the order of the next season from the places in each division.

    Two go up and two go down, fewer where a division is too small for both.
    """
    divisions = [list(places[division]) for division in sorted(places)]
    for index in range(len(divisions) - 1):
        upper, lower = divisions[index], divisions[index + 1]
        count = min(MOVING, len(upper) // 2, len(lower) // 2)
        if count:
            down, up = upper[-count:], lower[:count]
            divisions[index] = upper[:-count] + up
            divisions[index + 1] = down + lower[count:]
    return [number for division in divisions for number in division]


def swiss_rounds(entrants: int) -> int:
    """Return the number of rounds if the organizer names none: log2 rounded up, and one.

    >>> swiss_rounds(8), swiss_rounds(9)
    (4, 5)
    """
    return max(1, (max(entrants, 1) - 1).bit_length() + 1)


def swiss_pairs(
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


def arena_pairs(
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


THIRD_PLACE: Final = 0
"""The table of the match for third place; those of the bracket count from 1."""


def knockout_rounds(entrants: int) -> int:
    """Return the number of rounds.

    >>> knockout_rounds(2), knockout_rounds(5)
    (1, 3)
    """
    return max(1, (entrants - 1).bit_length())


def bracket(size: int) -> list[int]:
    """Return the seeds from top to bottom of a bracket, so that 1 and 2 can only meet at the end.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < size:
        seeds = [each for one in seeds for each in (one, 2 * len(seeds) + 1 - one)]
    return seeds


def first_knockout_round(entrants: Sequence[Entrant]) -> list[PairingSlot]:
    """Return the first round: the highest seeds have no opponent where places stay empty."""
    by_seed = {seed: one.number for seed, one in enumerate(_by_seed(entrants), 1)}
    seeds = bracket(1 << knockout_rounds(len(entrants)))
    return [
        PairingSlot(table, by_seed[min(one, other)], by_seed.get(max(one, other)))
        for table, (one, other) in enumerate(zip(seeds[::2], seeds[1::2], strict=True), 1)
    ]


def _by_seed(entrants: Sequence[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda one: (one.seed, one.lot))


def next_knockout_round(
    winners: Mapping[int, int | None],
    losers: Mapping[int, int | None],
    *,
    third_place: bool,
) -> list[PairingSlot]:
    """Return the round after one with these winners and losers by table.

    A place that nobody won stays empty, so that the next opponent goes on without a match.
    """
    tables = max(winners)
    made = [
        slot
        for table in range(1, (tables + 1) // 2 + 1)
        if (slot := _slot(table, winners.get(2 * table - 1), winners.get(2 * table))) is not None
    ]
    if third_place and tables == 2:
        third = _slot(THIRD_PLACE, losers.get(1), losers.get(2))
        if third is not None:
            made.append(third)
    return made


def _slot(table: int, one: int | None, other: int | None) -> PairingSlot | None:
    if one is None:
        return None if other is None else PairingSlot(table, other, None)
    return PairingSlot(table, one, other)


def knockout_standings(
    entrants: Sequence[Entrant], results: Sequence[PairingResult], rounds: int
) -> list[Line]:
    """Return the standings: the later somebody lost, the higher; equal rounds share a place.

    The score is the number of pairings that were won.
    """
    played = by_entrant(results)
    reached = {one.number: _reached(one.number, results, rounds) for one in entrants}
    ordered = sorted(entrants, key=lambda one: (-reached[one.number], one.seed, one.lot))
    lines: list[Line] = []
    for index, one in enumerate(ordered, 1):
        shared = lines and reached[lines[-1].number] == reached[one.number]
        own = played.get(one.number, ())
        won = sum(each.winner == one.number for each in own)
        place = lines[-1].place if shared else index
        lines.append(line_of(place, one, won, own, (points(one, own),)))
    return lines


def _reached(number: int, results: Sequence[PairingResult], rounds: int) -> int:
    """Return twice the round that an entrant has reached; the winner is beyond the last."""
    reached = 0
    for result in results:
        if not result.has(number):
            continue
        won = result.winner == number
        if result.table == THIRD_PLACE:
            # Above the other loser of a semifinal, below those of the final.
            reached = 2 * rounds - 1 if won else reached
        else:
            reached = 2 * (result.round + int(won))
    return reached
