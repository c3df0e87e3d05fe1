"""Round robins by Berger tables, in divisions, and who goes up and down between seasons."""

from collections.abc import Mapping, Sequence
from typing import Final

SMALLEST: Final = 4
LARGEST: Final = 8
MOVING: Final = 2
"""The number of entrants who go up, and who go down, between two divisions."""


def rounds_for(entrants: int) -> int:
    """Return the number of rounds in which everybody meets everybody.

    >>> rounds_for(4), rounds_for(5)
    (3, 5)
    """
    return entrants - 1 + entrants % 2


def table(numbers: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the pairs of every round; the first of a pair deals. Who meets nobody sits out.

    >>> table([1, 2, 3, 4])
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


def sizes(entrants: int, wanted: int) -> list[int]:
    """Return the sizes of the divisions: as equal as can be, 4 to 8 from four entrants on.

    >>> sizes(13, 6), sizes(7, 6), sizes(3, 6)
    ([5, 4, 4], [7], [3])
    """
    count = max(1, min(-(-entrants // wanted), entrants // SMALLEST))
    small, more = divmod(entrants, count)
    return [small + 1] * more + [small] * (count - more)


def divided(order: Sequence[int], wanted: int) -> dict[int, int]:
    """Return everybody's division, 1 at the top, for entrants in their order."""
    found: dict[int, int] = {}
    start = 0
    for division, size in enumerate(sizes(len(order), wanted), 1):
        found.update(dict.fromkeys(order[start : start + size], division))
        start += size
    return found


def moved(places: Mapping[int, Sequence[int]]) -> list[int]:
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
