"""The waiting list of a full event, and who gets a place that has become free.

Each team has places and a waiting list of its own. Before the start nobody waits while there is a
place; afterwards nobody moves up any more, because nobody could know that they have to play.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from engine.service.events.outcomes import NewsKind
from engine.service.events.rows import StoredEntry
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import HOLDING, EntryState, EventState

_WITH_PLACE: Final = {
    EntryState.WAITING: EntryState.ENTERED,
    EntryState.STANDBY: EntryState.HERE,
}
WAITING: Final = tuple(_WITH_PLACE)


def is_full(tx: EventTransaction, team: int | None = None) -> bool:
    """Whether nobody else can have a place. ``team``: of an event of teams, where they would be."""
    return _free(tx, team if tx.event.kind.has_teams else None) <= 0


def _free(tx: EventTransaction, team: int | None) -> int:
    holding = (one for one in tx.loaded.entries.values() if one.state in HOLDING)
    taken = sum(team in (None, one.division) for one in holding)
    return (tx.plan.most if team is None else tx.plan.side) - taken


def queue(tx: EventTransaction, team: int | None = None) -> list[StoredEntry]:
    """Return those who wait, who came first at the front."""
    waits = [one for one in tx.loaded.entries.values() if one.state in WAITING]
    return sorted(
        (one for one in waits if team in (None, one.division)), key=lambda one: one.waits or 0
    )


def last_place(tx: EventTransaction) -> int:
    """Return the place at the end of the waiting list."""
    return max((one.waits or 0 for one in tx.loaded.entries.values()), default=0) + 1


def move_up(tx: EventTransaction) -> None:
    """Give free places to those who have waited longest, until the event has begun."""
    if tx.event.state in (EventState.ANNOUNCED, EventState.CHECK_IN):
        announce_places(tx, _moved_up(tx, WAITING))


def fill(tx: EventTransaction) -> list[int]:
    """Give the places of those who are not here at the start to those who are here and wait.

    Returns who has a place now. They learn it when it is certain that the event takes place.
    """
    return _moved_up(tx, (EntryState.STANDBY,))


def announce_places(tx: EventTransaction, numbers: Iterable[int]) -> None:
    """Add the news that entrants have a place now."""
    for number in numbers:
        tx.add_news(NewsKind.PLACE, None, number)


def _moved_up(tx: EventTransaction, states: tuple[EntryState, ...]) -> list[int]:
    moved = []
    for team in (1, 2) if tx.event.kind.has_teams else (None,):
        waiting = [one for one in queue(tx, team) if one.state in states]
        playable = (one for one in waiting if not tx.bans(one.user_id))
        for one in islice(playable, max(0, _free(tx, team))):
            tx.change_entry(one.number, state=_WITH_PLACE[one.state], waits=None)
            moved.append(one.number)
    return moved
