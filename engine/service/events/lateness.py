"""Who may still enter an event that runs, or come back to it."""

from typing import Final

from engine.events.standings import MISSED_AT_MOST
from engine.service.events.types import EntryState, EventKind

NO_SHOWS: Final = 2
"""The number of no-shows after which an entrant is out."""


def is_out(state: EntryState, no_shows: int) -> bool:
    """Whether only an organiser can put an entrant back."""
    absent = state is EntryState.ABSENT and no_shows >= NO_SHOWS
    return absent or state in (EntryState.REMOVED, EntryState.BEATEN)


def is_too_late(
    kind: EventKind, played: int, rounds: int | None, ends_ms: int | None, now: int
) -> bool:
    """Whether nobody enters any more. ``played``: the current round, which a newcomer has missed.

    ``rounds``: all of them; ``ends_ms``: the end of an arena.
    """
    match kind:
        case EventKind.ARENA:
            return ends_ms is not None and now >= ends_ms
        case EventKind.SWISS:
            return played > MISSED_AT_MOST or played >= (rounds or 0)
        case _:
            return True
