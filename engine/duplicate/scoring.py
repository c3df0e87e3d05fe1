"""Duplicate scores: what the cards gave, and what a player made of them.

The cards of a board give each seat the mean of its results at all tables. What a player made of
them is the own result less that mean. Both are whole points, and what the two players of a table
made of a board adds up to 0. The players of a team together have made the difference of the
results at their tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

TRIMMED_FROM: Final = 6
"""The number of tables from which on the best and the worst result of a board are left out."""
BROKEN_OFF: Final = 25
"""The least that a board costs whoever leaves it in the middle."""
NOT_BEGUN: Final = 10
"""The points that each further board costs them."""


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table of a round.

    ``points``: of the boards that were begun, the first player's less the second's; ``None`` for a
    board that was broken off. ``boards``: how many there were to be played. ``left``: who is to
    blame if not all of them were.
    """

    first: int
    second: int
    points: tuple[int | None, ...]
    boards: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class BoardScore:
    """One board from one player's view.

    ``result``: own points less the opponent's; ``None`` if the board was not played to its end.
    ``cards``: what the cards gave this seat; ``made``: what the player made of them.
    """

    result: int | None
    cards: int
    made: int


def mean(results: Sequence[int]) -> int:
    """Return the mean of a board's results; many leave out the best and the worst.

    >>> mean([30, -10]), mean([0, 0, 0, 0, 0, 600]), mean([])
    (10, 0, 0)
    """
    counted = sorted(results)
    if len(counted) >= TRIMMED_FROM:
        counted = counted[1:-1]
    return round(Fraction(sum(counted), len(counted))) if counted else 0


def scores(tables: Iterable[BoardTable]) -> dict[int, tuple[BoardScore, ...]]:
    """Return everybody's boards of one round, in their order."""
    all_tables = list(tables)
    count = max((table.boards for table in all_tables), default=0)
    boards = [_board(all_tables, number) for number in range(count)]
    found: dict[int, tuple[BoardScore, ...]] = {}
    for table in all_tables:
        found[table.first] = _seat(table, table.first, boards, 1)
        found[table.second] = _seat(table, table.second, boards, -1)
    return found


@dataclass(frozen=True, slots=True)
class _Board:
    """What the tables made of a board: the mean, the lowest and the highest result."""

    mean: int
    lowest: int
    highest: int


def _board(tables: Sequence[BoardTable], number: int) -> _Board:
    played = [table.points[number] for table in tables if number < len(table.points)]
    results = [points for points in played if points is not None]
    return _Board(mean(results), min(results, default=0), max(results, default=0))


def _seat(
    table: BoardTable, entrant: int, boards: Sequence[_Board], sign: int
) -> tuple[BoardScore, ...]:
    """Return the boards of one seat; ``sign`` turns the first player's points into its own."""
    return tuple(_score(table, entrant, n, boards[n], sign) for n in range(table.boards))


def _score(table: BoardTable, entrant: int, number: int, board: _Board, sign: int) -> BoardScore:
    cards = sign * board.mean
    begun = number < len(table.points)
    points = table.points[number] if begun else None
    if points is not None:
        return BoardScore(sign * points, cards, sign * points - cards)
    if table.left != entrant:
        return BoardScore(None, cards, 0)
    if not begun:
        return BoardScore(None, cards, -NOT_BEGUN)
    worst = board.lowest if sign > 0 else -board.highest
    return BoardScore(None, cards, min(-BROKEN_OFF, worst - cards))


def made(boards: Iterable[BoardScore]) -> int:
    """Return what a player made of all these boards."""
    return sum(one.made for one in boards)


def totals(rounds: Iterable[Mapping[int, Sequence[BoardScore]]]) -> dict[int, int]:
    """Return what everybody made of all boards of several rounds."""
    found: dict[int, int] = {}
    for each in rounds:
        for entrant, boards in each.items():
            found[entrant] = found.get(entrant, 0) + made(boards)
    return found
