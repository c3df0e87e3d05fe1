"""What a position is worth when a playout stops early: a table learned from whole rounds.

A cell is the deadwood of the player to move, that of the other and what is left of the stock. For
each cell the table holds outcomes of rounds that passed through it (points to the player to
move), spread evenly over their distribution, so that they can be worth anything at any score.
``scripts/train_master`` makes the table.
"""

import sys
import zlib
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from engine.melds import RunWrap
from engine.rules import Rules

DEADWOOD_STEP: Final = 2
DEADWOOD_CELLS: Final = 31
STOCK_STEP: Final = 4
STOCK_CELLS: Final = 8
OUTCOMES: Final = 8
"""Outcomes a cell holds."""
CELLS: Final = STOCK_CELLS * DEADWOOD_CELLS * DEADWOOD_CELLS
STOPPED: Final = 10_000
"""Results of a playout from this number on name a cell, not points."""
WEIGHTS: Final = Path(__file__).parent / "weights"


def cell(own: int, other: int, stock: int) -> int:
    """The cell of these deadwoods, the player to move first."""
    own = min(own // DEADWOOD_STEP, DEADWOOD_CELLS - 1)
    other = min(other // DEADWOOD_STEP, DEADWOOD_CELLS - 1)
    late = min(stock // STOCK_STEP, STOCK_CELLS - 1)
    return (late * DEADWOOD_CELLS + own) * DEADWOOD_CELLS + other


@cache
def outcomes(limit: int) -> tuple[tuple[int, ...], ...] | None:
    """The outcomes of every cell for this knock limit; ``None`` if it has not been learned."""
    file = table_file(limit)
    if not file.exists():
        return None
    numbers = array("h")
    numbers.frombytes(zlib.decompress(file.read_bytes()))
    if sys.byteorder == "big":
        numbers.byteswap()
    return tuple(
        tuple(numbers[start : start + OUTCOMES]) for start in range(0, len(numbers), OUTCOMES)
    )


def table_file(limit: int) -> Path:
    """Where the table of a knock limit lies: 16-bit numbers, low byte first, zlib."""
    return WEIGHTS / f"limit_{limit}.z"


def is_learned(rules: Rules, limit: int) -> bool:
    """Whether the table speaks of these rules: plain melds, cheap aces, the standard bonuses."""
    plain = rules.run_wrap is RunWrap.NONE and rules.ace_deadwood == 1
    bonuses = 15 <= rules.gin_bonus <= 30 and rules.undercut_bonus >= 10
    return plain and bonuses and rules.hand_size == 10 and outcomes(limit) is not None


def worth_of_results(limit: int, worth: Callable[[float], float]) -> Callable[[int], float]:
    """The worth of a playout's result to side 0: points, or the cell in which it stopped."""
    table = outcomes(limit)
    known: dict[int, float] = {}

    def of(result: int) -> float:
        value = known.get(result)
        if value is None:
            if result < STOPPED:
                value = worth(result)
            else:
                assert table is not None
                where, turn = divmod(result - STOPPED, 2)
                sign = 1 if turn == 0 else -1
                value = sum(worth(sign * points) for points in table[where]) / OUTCOMES
            known[result] = value
        return value

    return of
