"""The knockout: a bracket by seeds, byes for the highest, a match for third place."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.events.results import Entrant, PairingResult, PairingSlot, by_entrant
from engine.events.standings import Line, line_of, points

THIRD_PLACE: Final = 0
"""The table of the match for third place; those of the bracket count from 1."""


def rounds_for(entrants: int) -> int:
    """Return the number of rounds.

    >>> rounds_for(2), rounds_for(5)
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


def first_round(entrants: Sequence[Entrant]) -> list[PairingSlot]:
    """Return the first round: the highest seeds have no opponent where places stay empty."""
    by_seed = {seed: one.number for seed, one in enumerate(_by_seed(entrants), 1)}
    seeds = bracket(1 << rounds_for(len(entrants)))
    return [
        PairingSlot(table, by_seed[min(one, other)], by_seed.get(max(one, other)))
        for table, (one, other) in enumerate(zip(seeds[::2], seeds[1::2], strict=True), 1)
    ]


def _by_seed(entrants: Sequence[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda one: (one.seed, one.lot))


def next_round(
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


def standings(
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
