"""The waiting list of a full event, and who gets a place that has become free.

Each team has places and a waiting list of its own. Before the start nobody waits while there is a
place; afterwards nobody moves up any more, because nobody could know that they have to play.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from engine.service.events.outcome_types import NewsKind
from engine.service.events.rows import StoredEntry, Work
from engine.service.events.types import HOLDING, EntryState, EventState

_WITH_PLACE: Final = {
    EntryState.WAITING: EntryState.ENTERED,
    EntryState.STANDBY: EntryState.HERE,
}
WAITING: Final = tuple(_WITH_PLACE)


def is_full(work: Work, team: int | None = None) -> bool:
    """Whether nobody else can have a place. ``team``: of an event of teams, where they would be."""
    return _free(work, team if work.event.kind.has_teams else None) <= 0


def _free(work: Work, team: int | None) -> int:
    held = (one for one in work.held.entries.values() if one.state in HOLDING)
    taken = sum(team in (None, one.division) for one in held)
    return (work.plan.most if team is None else work.plan.side) - taken


def queue(work: Work, team: int | None = None) -> list[StoredEntry]:
    """Return those who wait, who came first at the front."""
    waits = [one for one in work.held.entries.values() if one.state in WAITING]
    return sorted(
        (one for one in waits if team in (None, one.division)), key=lambda one: one.waits or 0
    )


def last_place(work: Work) -> int:
    """Return the place at the end of the waiting list."""
    return max((one.waits or 0 for one in work.held.entries.values()), default=0) + 1


def move_up(work: Work) -> None:
    """Give free places to those who have waited longest, until the event has begun."""
    if work.event.state in (EventState.ANNOUNCED, EventState.CHECK_IN):
        tell(work, _moved_up(work, WAITING))


def fill(work: Work) -> list[int]:
    """Give the places of those who are not here at the start to those who are here and wait.

    Returns who has a place now. They are told when it is certain that the event is held.
    """
    return _moved_up(work, (EntryState.STANDBY,))


def tell(work: Work, numbers: Iterable[int]) -> None:
    """Tell that entrants have a place now."""
    for number in numbers:
        work.tell(NewsKind.PLACE, None, number)


def _moved_up(work: Work, states: tuple[EntryState, ...]) -> list[int]:
    moved = []
    for team in (1, 2) if work.event.kind.has_teams else (None,):
        waiting = [one for one in queue(work, team) if one.state in states]
        playable = (one for one in waiting if not work.bans(one.user_id))
        for one in islice(playable, max(0, _free(work, team))):
            work.change_entry(one.number, state=_WITH_PLACE[one.state], waits=None)
            moved.append(one.number)
    return moved
