"""What a button was made for: the state of the actor's own table, as one number.

With several tables in one match a move at one table must not make the buttons of another stale,
so a press carries this number and not the version of the whole match.
"""

from typing import Final, assert_never

from engine.game.match import Match, MatchPhase
from engine.game.seats import Seat

ROUND_STEP: Final = 100_000
"""Numbers that one round may use; a round has at most a few thousand events."""
EPOCH_STEP: Final = 1 << 27
"""Numbers that one epoch may use: more than all rounds of the longest match."""


def on_buttons(number: int, epoch: int) -> int:
    """The revision that a button carries.

    After a restore the numbers of a table come again for other states than before, so those of
    each epoch lie apart. A database that was never restored is in epoch 0.

    >>> on_buttons(100_003, 0)
    100003
    """
    return epoch * EPOCH_STEP + number


def epoch_of(number: int) -> int:
    """The epoch in which a button was made."""
    return number // EPOCH_STEP


def revision(match: Match, seat: Seat) -> int:
    """A number that grows with everything that happens at this seat's table.

    Rounds count in steps of ``ROUND_STEP``; within a round it is the number of events at the
    table, those that were taken back included (0 for who sits out), with one number for the pause
    after it and one for the end.
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
