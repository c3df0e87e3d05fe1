"""A race: three minutes, as many puzzles as one can, until three answers are wrong.

A race is a list of puzzles in their order; several people may run the same one, each once.
"""

from collections.abc import Mapping
from typing import Final

from engine.clocks import DAY
from engine.players.memory import Chance

LENGTH_MS: Final = 180_000
MOST_WRONG: Final = 3
"""The wrong answers that end a race, so that nobody gains by tapping blindly."""
MOST_PUZZLES: Final = 60
"""The puzzles of a race: one every three seconds."""
LEAST_ANSWER_MS: Final = 1000
"""The time that a person needs for an answer, on average: to see the question and to press."""
WEEK_MS: Final = 7 * DAY
_FIRST_MONDAY_MS: Final = 4 * DAY


def drawn(pool: Mapping[int, float], seed: bytes, most: int) -> list[int]:
    """Return at most ``most`` puzzles, the easier ones first. ``pool``: each with its rating.

    The same seed draws the same puzzles from the same pool.
    """
    keys = sorted(pool)
    Chance(int.from_bytes(seed[:4], "big")).shuffle(keys, len(keys))
    return sorted(keys[:most], key=lambda key: (pool[key], key))


def week_of(now: int) -> int:
    """Return when the week of a moment began: on Monday, in UTC.

    >>> week_of(0) // DAY, week_of(5 * DAY) // DAY
    (-3, 4)
    """
    return (now - _FIRST_MONDAY_MS) // WEEK_MS * WEEK_MS + _FIRST_MONDAY_MS
