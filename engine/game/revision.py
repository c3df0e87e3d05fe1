"""The revision that a button carries: the state of the actor's own table as one number.

With several tables in one match, a move at one table must not make the buttons of another
stale, so a button carries this number instead of the version of the whole match.
"""

from typing import Final, assert_never

from engine.game.match import Match, MatchPhase
from engine.game.seats import Seat

ROUND_STEP: Final = 100_000
"""Revisions reserved for one round; a round has at most a few thousand events."""
EPOCH_STEP: Final = 1 << 27
"""Revisions reserved for one epoch: more than all rounds of the longest match use."""


def on_buttons(number: int, epoch: int) -> int:
    """Return the revision that a button carries.

    After a restore, a table reuses revision numbers for different states, so each epoch has its
    own range. A database that was never restored is in epoch 0.

    >>> on_buttons(100_003, 0)
    100003
    """
    return epoch * EPOCH_STEP + number


def epoch_of(number: int) -> int:
    """Return the epoch in which a button was made."""
    return number // EPOCH_STEP


def revision(match: Match, seat: Seat) -> int:
    """Return a number that grows with every event at this seat's table.

    Rounds count in steps of ``ROUND_STEP``; within a round it is the number of events at the
    table, including those taken back (0 for a seat that sits out), plus one number for the pause
    after the round and one for the end.
    """
    base = match.number * ROUND_STEP
    match match.phase:
        case MatchPhase.OVER:
            return base + ROUND_STEP - 1
        case MatchPhase.BETWEEN:
            return base + ROUND_STEP - 2
        case MatchPhase.PLAYING:
            index = match.table_of(seat)
            if index is None:
                return base
            table = match.tables[index]
            return base + min(len(table.round.events) + table.undone, ROUND_STEP - 3)
        case _:
            assert_never(match.phase)
